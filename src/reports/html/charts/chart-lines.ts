import * as Plot from '@observablehq/plot'

/** Grid lines and numbers of the axis below a chart of lines: its ticks with their texts. */
export function gridLines(texts: ReadonlyMap<number, string>): Plot.Markish[] {
  const ticks = [...texts.keys()]
  return [
    Plot.gridX(ticks, { stroke: 'var(--grid)', strokeOpacity: 1 }),
    Plot.axisX(ticks, {
      tickFormat: (value: number) => texts.get(value) ?? '',
      tickSize: 0,
      tickPadding: 4,
      label: null,
      fill: 'var(--soft)',
    }),
  ]
}

/** The labels at the left of the lines of a chart; `at` is the middle of a line. */
export function lineLabels(labels: readonly string[], at: (line: number) => number): Plot.Markish {
  return Plot.axisY(
    labels.map((_, line) => at(line)),
    {
      tickFormat: (_: number, line: number) => labels[line],
      tickSize: 0,
      tickPadding: 4,
      label: null,
      fill: 'var(--ink)',
    },
  )
}

/** The texts at the right ends of the lines. */
export function lineEnds(ends: readonly string[], at: (line: number) => number): Plot.Markish {
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
