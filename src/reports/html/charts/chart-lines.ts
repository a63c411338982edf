import type { Markish } from '@observablehq/plot'
import { printable } from '../../printed-text.ts'
import { roomOf, shortened } from './ticks.ts'
import { Plot } from './load-plot.ts'

/** A number of an axis, and how it is written. */
interface Tick {
  readonly value: number
  readonly text: string
}

const TICKS = { tickSize: 0, tickPadding: 4, label: null }

/** Grid lines and numbers of the axis below a chart, or at its left. */
export function gridLines(ticks: readonly Tick[], side: 'below' | 'left'): Markish[] {
  const texts = new Map(ticks.map(({ value, text }) => [value, text]))
  const values = [...texts.keys()]
  const grid = { stroke: 'var(--grid)', strokeOpacity: 1 }
  const axis = { tickFormat: (value: number) => texts.get(value) ?? '', ...TICKS, fill: 'var(--soft)' }
  return side === 'below'
    ? [Plot.gridX(values, grid), Plot.axisX(values, axis)]
    : [Plot.gridY(values, grid), Plot.axisY(values, axis)]
}

/** The most room for the labels at the left of lines. */
const LABELS = 146

/** The labels of lines as they fit, and the room that they take. */
export function fitLabels(lines: readonly string[]): { readonly labels: string[]; readonly room: number } {
  const room = Math.min(LABELS, Math.max(28, ...lines.map((line) => roomOf(printable(line)) + 4)))
  return { labels: lines.map((line) => shortened(printable(line), room - 4)), room }
}

/** The labels at the left of the lines of a chart; `at` is the middle of a line. */
export function lineLabels(labels: readonly string[], at: (line: number) => number): Markish {
  return Plot.axisY(
    labels.map((_, line) => at(line)),
    { tickFormat: (_: number, line: number) => labels[line], ...TICKS, fill: 'var(--ink)' },
  )
}

/** The texts at the right ends of the lines. */
export function lineEnds(ends: readonly string[], at: (line: number) => number): Markish {
  return Plot.text(
    ends.map((text, line) => ({ text, line })),
    {
      frameAnchor: 'right',
      textAnchor: 'start',
      dx: 6,
      y: ({ line }: { line: number }) => at(line),
      text: 'text',
      fill: 'var(--ink)',
    },
  )
}
