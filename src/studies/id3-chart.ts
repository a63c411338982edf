import { countText } from '../reports/number-text.ts'
import type { ArmSummary, Id3Study } from './id3.ts'
import { cross, HEAD, line, niceStep, panels, picture, ROW, short, text, tickLines } from './picture.ts'

const WIDTH = 840
const LEFT = 240
const PLOT = { accuracy: { x: LEFT, width: 320 }, nodes: { x: LEFT + 360, width: 160 } }
const INK = { test: '#1b6ca8', validation: '#7a7a7a', printed: '#b3402a' }

/**
 * The studies as one picture: for every way of making a model its accuracy on test rows (dot, with its deviation) and on
 * validation rows (ring), what was printed (cross), and its nodes on a logarithmic scale.
 */
export function id3Chart(studies: readonly Id3Study[]): string {
  const { parts, height } = panels(studies, ({ arms }) => arms.length, panel)
  const title = `Accuracy and size of trees over cuts and bins: ${studies.map(({ data }) => data).join(', ')}`
  return picture({ width: WIDTH, height: height + 8 }, title, parts)
}

function panel(study: Id3Study, top: number): string[] {
  const { arms, data, seeds } = study
  const bottom = top + HEAD + ROW * arms.length
  const accuracies = arms.flatMap(({ validation, test, published }) => [
    validation.mean,
    test.mean - test.deviation,
    test.mean + test.deviation,
    ...(published === null ? [] : [published.accuracy]),
  ])
  const least = Math.min(...accuracies)
  const step = niceStep(1 - least, 1e-6)
  const from = Math.floor(least / step) * step
  const most = Math.max(10, ...arms.map(({ nodes, published }) => Math.max(nodes?.mean ?? 1, published?.nodes ?? 1)))
  const decades = Math.ceil(Math.log10(most))
  const xOf = (accuracy: number): number => PLOT.accuracy.x + (PLOT.accuracy.width * (accuracy - from)) / (1 - from)
  const widthOf = (nodes: number): number => (PLOT.nodes.width * Math.log10(Math.max(1, nodes))) / decades
  const digits = Math.max(2, -Math.floor(Math.log10(step)))
  return [
    text(0, top + 22, `${data}, mean of ${seeds} splits`, 'font-weight="600" font-size="15"'),
    text(PLOT.accuracy.x, top + 44, 'accuracy: ● test ± deviation, ○ validation, ✕ printed', 'fill="#555"'),
    text(PLOT.nodes.x, top + 44, 'nodes, each step 10 ×', 'fill="#555"'),
    ...tickLines({ from, to: 1, step, digits }, xOf, top + HEAD, bottom),
    ...Array.from({ length: decades + 1 }, (_, i) => {
      const x = PLOT.nodes.x + (PLOT.nodes.width * i) / decades
      return line([x, top + HEAD], [x, bottom], '#e4e4e4')
    }),
    ...arms.flatMap((arm, i) => armLine(arm, top + HEAD + ROW * i + ROW / 2, xOf, widthOf)),
  ]
}

function armLine(
  { name, test, validation, nodes, published }: ArmSummary,
  y: number,
  xOf: (accuracy: number) => number,
  widthOf: (nodes: number) => number,
): string[] {
  const parts = [
    text(LEFT - 10, y + 4, name, 'text-anchor="end"'),
    line([xOf(test.mean - test.deviation), y], [Math.min(xOf(1), xOf(test.mean + test.deviation)), y], INK.test, 2),
    `<circle cx="${short(xOf(validation.mean))}" cy="${y}" r="5" fill="#fff" stroke="${INK.validation}" stroke-width="1.5"/>`,
    `<circle cx="${short(xOf(test.mean))}" cy="${y}" r="4.5" fill="${INK.test}"/>`,
  ]
  if (published !== null) parts.push(...cross([xOf(published.accuracy), y], INK.printed))
  if (nodes !== null) {
    const width = widthOf(nodes.mean)
    parts.push(
      `<rect x="${PLOT.nodes.x}" y="${y - 6}" width="${short(width)}" height="12" fill="${INK.test}" opacity="0.35"/>`,
      text(PLOT.nodes.x + width + 5, y + 4, countText(Math.round(nodes.mean)), 'fill="#333" font-size="12"'),
    )
  }
  return parts
}
