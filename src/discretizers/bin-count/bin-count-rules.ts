import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { columnDeviation } from '../column-deviation.ts'
import type { ColumnView } from '../column-view.ts'

/** A rule that takes the number of bins from the data. */
export type BinCountRule = 'auto' | 'sturges' | 'scott' | 'freedman-diaconis'

/** The rules by name, as they may be given instead of a number. */
export const BIN_COUNT_RULES: readonly BinCountRule[] = ['auto', 'sturges', 'scott', 'freedman-diaconis']

/** A rule that takes the number of bins from data and target. */
export type AdvisedRule = 'advised'

/** All rules by name. */
export const ADVISED_RULES: readonly (BinCountRule | AdvisedRule)[] = [...BIN_COUNT_RULES, 'advised']

/** A number of bins, and why it was chosen. */
export interface BinsChosen {
  readonly bins: number
  readonly notes: Note[]
}

/** Refuses to advise a number of bins where there is nothing to predict. */
export function needsTarget(): never {
  throw new DataError('bins "advised" need a target, which they are chosen to predict best')
}

/** The most bins a rule gives: a few far values make the bins of Scott and of Freedman and Diaconis as narrow as you like. */
const MOST = 1000

/** 24·√π, of Scott's rule. */
const SCOTT = 42.538892421732385

/**
 * The number of bins that was asked for, or that a rule finds in the data, then with a note that says why. Rows count by
 * their weights. The rules are those of numpy 2.4. No more bins are made than could hold rows, seeing how far apart
 * values are at least; never more than 1,000, and at least one. O(cells).
 *
 * 1. `sturges`: log2(rows) + 1 bins (Sturges 1926).
 * 2. `scott`: bins 3.49 deviations / ∛rows wide (Scott 1979).
 * 3. `freedman-diaconis`: bins 2 interquartile ranges / ∛rows wide (Freedman and Diaconis 1981); one bin if that is 0.
 * 4. `auto`: as many as `freedman-diaconis`, though not more than 2·√rows; or as many as `sturges` if that is more.
 */
export function settleBins(view: ColumnView, asked: number | BinCountRule): BinsChosen {
  if (typeof asked === 'number') return { bins: asked, notes: [] }
  if (view.size < 2) return { bins: 1, notes: [] }
  const { bins: wanted, why } = WANTED[asked](view)
  const filled = Math.floor((1 + 1e-12) / leastStep(view)) + 1
  const bins = Math.min(wanted, filled, MOST)
  const limit = filled < MOST ? `of which at most ${filled} could hold rows` : `since ${MOST} is the most`
  const message = `${asked} makes ${bins} ${bins === 1 ? 'bin' : 'bins'}: ${why}${bins < wanted ? `; not ${wanted}, ${limit}` : ''}`
  return { bins, notes: [{ code: 'bin-count', message }] }
}

/** How many bins a rule wants, and why. */
interface Wanted {
  readonly bins: number
  readonly why: string
}

const WANTED: Readonly<Record<BinCountRule, (view: ColumnView) => Wanted>> = {
  sturges: (view) => ({ bins: wholeBins(log2(view.total) + 1), why: `log2(rows) + 1 for ${rowsText(view)}` }),
  scott: (view) => {
    const deviation = deviationOf(view)
    return {
      bins: wholeBins(cubeRoot(view.total / SCOTT) / deviation),
      why: `for ${rowsText(view)} with a deviation of ${percent(deviation)} of the range`,
    }
  },
  'freedman-diaconis': (view) => {
    const spread = quartileSpread(view)
    if (spread === 0) return { bins: 1, why: 'the quartiles are equal, so there is no width' }
    return {
      bins: wholeBins(cubeRoot(view.total) / (2 * spread)),
      why: `for ${rowsText(view)} with quartiles ${percent(spread)} of the range apart`,
    }
  },
  auto: (view) => {
    const sturges = wholeBins(log2(view.total) + 1)
    const narrow = cubeRoot(view.total) / (2 * quartileSpread(view)) // infinite if the quartiles are equal
    const most = 2 * Math.sqrt(view.total)
    const other = wholeBins(Math.min(narrow, most))
    const name = narrow > most ? '2·√rows, to which freedman-diaconis is kept' : 'freedman-diaconis'
    return { bins: Math.max(sturges, other), why: `the larger of sturges (${sturges}) and ${name} (${other})` }
  },
}

/** The next whole number, at least 1. What is a whole number but for rounding stays one. */
function wholeBins(wanted: number): number {
  return Math.max(1, Math.ceil(wanted * (1 - 1e-12)))
}

function rowsText({ total, weighted }: ColumnView): string {
  return weighted ? `a weight of ${Number(total.toPrecision(6))}` : `${total} rows`
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}

/** The distance of two values as a part of the range; in quarters where the range is no double. */
function shareOf({ size, lo, hi }: ColumnView): (from: number, to: number) => number {
  const [min, max] = [lo[0], hi[size - 1]]
  if (Number.isFinite(max - min)) return (from, to) => (to - from) / (max - min)
  return (from, to) => (to / 4 - from / 4) / (max / 4 - min / 4)
}

/** The least distance of neighbouring values as a part of the range. */
function leastStep(view: ColumnView): number {
  const share = shareOf(view)
  let least = 1
  for (let i = 1; i < view.size; i++) least = Math.min(least, share(view.hi[i - 1], view.lo[i]))
  return least
}

/** The standard deviation as a part of the range. */
function deviationOf(view: ColumnView): number {
  return shareOf(view)(0, columnDeviation(view))
}

/** The distance of the quartiles as a part of the range: interpolated (type 7), as if a weight were so many rows. */
function quartileSpread(view: ColumnView): number {
  const { size, lo, weights, total } = view
  const share = shareOf(view)
  const quantile = (part: number): number => {
    const rank = Math.max(0, (total - 1) * part)
    const row = Math.floor(rank)
    let cell = 0
    let through = weights[0] // rows up to and including this cell
    const goTo = (wanted: number): number => {
      while (cell < size - 1 && !clearlyLarger(through, wanted)) through += weights[++cell]
      return share(lo[0], lo[cell])
    }
    const [a, b] = [goTo(row), goTo(row + 1)]
    return a + (b - a) * (rank - row)
  }
  return quantile(0.75) - quantile(0.25)
}

/** ∛x for x > 0 by Newton's method, the same bits on every runtime; off by an ulp or two. */
function cubeRoot(x: number): number {
  let scale = 1
  let rest = x
  for (; rest >= 8; rest /= 8) scale *= 2
  for (; rest < 1; rest *= 8) scale /= 2
  let root = 1.5
  for (let i = 0; i < 7; i++) root -= (root - rest / (root * root)) / 3
  return root * scale
}
