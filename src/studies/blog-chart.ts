import { fixedText, percentText } from '../reports/number-text.ts'
import { random } from '../util/random.ts'
import { BLOG_CASES, type BlogCase } from './blog-cases.ts'
import type { BlogResult, BlogStudy } from './blog.ts'
import { cross, line, niceStep, picture, short, text } from './picture.ts'

const WIDTH = 900
const PANEL = { width: 450, height: 292, left: 24, plot: 396 }
const DOTS = { top: 66, height: 76 }
const BARS = { top: 156, height: 84 }
const CLASSES = ['#1b6ca8', '#c2410c', '#2e7d32', '#7b3fa0', '#8a6d00']
const INK = { paper: '#1b6ca8', blog: '#c2410c', printed: '#222' }
/** Columns of the histogram of cuts. */
const COLUMNS = 100

/** The cases as one picture, a panel each: the rows of one seed, where cuts fell over all seeds, and those printed. */
export function blogChart(study: BlogStudy): string {
  const parts = BLOG_CASES.flatMap((one, i) =>
    panel(one, study, (i % 2) * PANEL.width, Math.floor(i / 2) * PANEL.height),
  )
  const height = 2 * PANEL.height + 30
  const title = `Four synthetic cases over ${study.seeds} seeds: where the cuts fall`
  const at = height - 15
  return picture({ width: WIDTH, height }, title, [
    ...parts,
    `<rect x="24" y="${at - 9}" width="14" height="10" fill="${INK.paper}"/>`,
    text(44, at, 'cuts by the rule of the paper, upwards'),
    `<rect x="316" y="${at - 9}" width="14" height="10" fill="${INK.blog}"/>`,
    text(336, at, 'by the listing, downwards'),
    ...cross([534, at - 4], INK.printed),
    text(546, at, 'as printed; dots: the rows of one seed, by class'),
  ])
}

function panel(one: BlogCase, { results, firstSeed }: BlogStudy, x: number, y: number): string[] {
  const [from, to] = one.range
  const xOf = (value: number): number => x + PANEL.left + (PANEL.plot * (value - from)) / (to - from)
  const of = (rule: BlogResult['rule']): BlogResult =>
    results.find((result) => result.case === one.name && result.rule === rule)!
  const claim = one.expected.length === 0 ? 'no cut expected' : `expected at ${one.expected.join(', ')}`
  const shares = `${claim}: so in ${percentText(of('paper').asClaimed.share)} of the seeds, in ${percentText(of('blog').asClaimed.share)} by the listing`
  const axis = y + BARS.top + BARS.height / 2
  const step = niceStep(to - from, 0.1)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)
  const most = Math.max(1, ...[of('paper'), of('blog')].flatMap(({ cuts }) => countsIn(cuts, one.range)))
  return [
    text(x + PANEL.left, y + 26, one.name, 'font-weight="600" font-size="15"'),
    text(x + PANEL.left, y + 45, shares, 'fill="#555" font-size="12"'),
    ...dots(one, firstSeed, xOf, y + DOTS.top),
    ...bars(of('paper').cuts, one.range, { xOf, axis, most, up: true }),
    ...bars(of('blog').cuts, one.range, { xOf, axis, most, up: false }),
    line([xOf(from), axis], [xOf(to), axis], '#555'),
    ...one.printed.flatMap((cut) => cross([xOf(Number(cut)), axis], INK.printed)),
    ...ticks.flatMap((tick) => [
      line([xOf(tick), axis - 3], [xOf(tick), axis + 3], '#555'),
      text(
        xOf(tick),
        y + BARS.top + BARS.height + 18,
        fixedText(tick, step < 1 ? 1 : 0),
        'text-anchor="middle" fill="#555" font-size="12"',
      ),
    ]),
  ]
}

/** The rows of one draw; each class has a band of its own, in which rows are spread so that they can be told apart. */
function dots(one: BlogCase, seed: number, xOf: (value: number) => number, top: number): string[] {
  const { x, target } = one.draw(seed)
  // Another seed than that of the rows, which it would follow.
  const { next } = random(7919)
  const band = DOTS.height / (Math.max(...target) + 1)
  return x.map((value, i) => {
    const y = top + DOTS.height - band * (target[i] + 0.12 + 0.76 * next())
    return `<circle cx="${short(xOf(value))}" cy="${short(y)}" r="1.6" fill="${CLASSES[target[i]]}"/>`
  })
}

/** How many of the cuts fall into each stretch. */
function countsIn(cuts: readonly (readonly number[])[], [from, to]: BlogCase['range']): number[] {
  const counts = Array.from({ length: COLUMNS }, () => 0)
  for (const cut of cuts.flat()) {
    counts[Math.min(COLUMNS - 1, Math.max(0, Math.floor((COLUMNS * (cut - from)) / (to - from))))]++
  }
  return counts
}

/** Bars up or down from the axis; the largest count of the panel fills the height. */
function bars(
  cuts: readonly (readonly number[])[],
  [from, to]: BlogCase['range'],
  draw: { readonly xOf: (value: number) => number; readonly axis: number; readonly most: number; readonly up: boolean },
): string[] {
  const { xOf, axis, most, up } = draw
  const width = PANEL.plot / COLUMNS
  return countsIn(cuts, [from, to]).flatMap((count, i) => {
    if (count === 0) return []
    const height = Math.max(1, (count / most) * (BARS.height / 2))
    const left = xOf(from + ((to - from) * i) / COLUMNS)
    return [
      `<rect x="${short(left)}" y="${short(up ? axis - height : axis)}" width="${short(width)}" height="${short(height)}" fill="${up ? INK.paper : INK.blog}"/>`,
    ]
  })
}
