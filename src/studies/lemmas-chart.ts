import { fixedText } from '../reports/number-text.ts'
import type { Compared, LemmaCase } from './lemmas.ts'
import { picture, short, text } from './picture.ts'

const WIDTH = 900
const PANEL = { width: 450, height: 236, left: 196, right: 60, top: 64, row: 22 }
const INK = { predicted: '#c2410c', measured: '#1b6ca8', holds: '#2e7d32', fails: '#b3402a' }

/** What the two numbers of each lemma are, the better one first. */
const SIDES: Readonly<Record<LemmaCase['lemma'], readonly [string, string]>> = {
  1: ['two halves', 'the whole bin'],
  2: ['the whole bin', 'one half'],
  3: ['a line', 'the mean'],
  4: ['a line', 'the mean'],
}

/**
 * The lemmas as one picture, a panel each: what theory predicts (bar) and what was measured (dot, with two standard
 * errors), on both sides of what the lemma needs.
 */
export function lemmasChart(cases: readonly LemmaCase[]): string {
  const panels = ([1, 2, 3, 4] as const).flatMap((lemma, i) =>
    panel(
      cases.filter((one) => one.lemma === lemma),
      (i % 2) * PANEL.width,
      Math.floor(i / 2) * PANEL.height,
    ),
  )
  const height = 2 * PANEL.height + 30
  const title = 'Four lemmas on bins: predicted against measured, on a steep and on a flat stretch'
  return picture({ width: WIDTH, height }, title, [
    ...panels,
    `<rect x="20" y="${height - 24}" width="22" height="10" fill="${INK.predicted}" opacity="0.45"/>`,
    text(50, height - 15, 'predicted'),
    `<circle cx="140" cy="${height - 19}" r="4.5" fill="${INK.measured}"/>`,
    text(152, height - 15, 'measured; its two standard errors are narrower than the dot'),
  ])
}

function panel(cases: readonly LemmaCase[], x: number, y: number): string[] {
  const { left, right, top, row, width } = PANEL
  const [{ lemma, claim, condition }] = cases
  const most = Math.max(...cases.flatMap(({ worse, better }) => [worse.predicted, better.predicted]))
  const measure = lemma === 1 || lemma === 3 ? 'correctness' : 'robustness'
  const parts = [
    text(x + 20, y + 26, `Lemma ${lemma}: ${claim}`, 'font-weight="600"'),
    text(
      x + 20,
      y + 45,
      `${measure}, less is better; needs ${condition === null ? 'nothing' : 'what is said in grey'}`,
      'fill="#555"',
    ),
  ]
  cases.forEach((one, i) => {
    // Each case has its own scale: errors on a steep stretch are far larger.
    const largest = measure === 'robustness' ? most : Math.max(one.better.predicted, one.worse.predicted)
    const at = (value: number): number => x + left + (value / largest) * (width - left - right)
    const from = y + top + i * (3 * row + 14)
    const verdict = one.measured ? 'holds' : 'fails'
    parts.push(text(x + 20, from + 14, `slope ${one.slope}: `), text(x + 98, from + 14, verdict, `fill="${INK[verdict]}"`)) // prettier-ignore
    if (one.condition !== null) parts.push(text(x + 142, from + 14, one.condition, 'fill="#555" font-size="11"'))
    for (const [j, side] of [one.better, one.worse].entries()) {
      parts.push(...bar(SIDES[lemma][j], side, [x + left, from + row * (j + 1) + 8], at))
    }
  })
  return parts
}

function bar(
  name: string,
  { predicted, measured, error }: Compared,
  [x, y]: readonly [number, number],
  at: (value: number) => number,
): string[] {
  return [
    text(x - 10, y + 4, name, 'text-anchor="end"'),
    `<rect x="${short(x)}" y="${y - 7}" width="${short(at(predicted) - x)}" height="14" fill="${INK.predicted}" opacity="0.45"/>`,
    `<path d="M${short(at(measured - 2 * error))} ${y}H${short(at(measured + 2 * error))}" stroke="${INK.measured}" stroke-width="2"/>`,
    `<circle cx="${short(at(measured))}" cy="${y}" r="4.5" fill="${INK.measured}"/>`,
    text(Math.max(at(predicted), at(measured)) + 9, y + 4, fixedText(measured, 4), 'font-size="11"'),
  ]
}
