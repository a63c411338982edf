import fc from 'fast-check'
import { bestSplitLimit } from '../../../src/measures/best-split.ts'

export interface NaiveRow {
  readonly x: number
  readonly y: number
  readonly w: number
}

/** The rules of `cliffs` and `variance`, resolved for one column. */
export interface NaiveOptions {
  readonly measure: 'gain' | 'gain-ratio' | 'gini' | 'chi-square' | 'variance' | 'deviation'
  readonly enough: number
  /** least width, not reached itself; below zero for no limit */
  readonly tiny: number
  readonly trivial: number
  readonly mdl: boolean
  readonly alpha: number | null
}

interface Candidate {
  readonly cut: number
  readonly left: readonly NaiveRow[]
  readonly right: readonly NaiveRow[]
  /** the larger the better */
  readonly score: number
}

/**
 * Top-down cuts row by row and from the formulas alone, with the functions of Math. Cases in which a decision hangs on
 * rounding are passed over. For classes, y is the number of the class.
 */
export function naiveCliffs(rows: readonly NaiveRow[], options: NaiveOptions): number[] {
  return split(rows, options).toSorted((a, b) => a - b)
}

function split(rows: readonly NaiveRow[], options: NaiveOptions): number[] {
  const open = candidatesOf(rows, options)
  if (open.length === 0) return []
  const most = Math.max(...open.map(({ score }) => score))
  const near = 1e-9 * Math.max(1, Math.abs(most))
  const best = open.find(({ score }) => score > most - near)!
  const ties = open.filter(({ score }) => score > most - near).map(({ score }) => score)
  // Scores this close must be equal in truth, or the leftmost of them is a matter of rounding.
  fc.pre(ties.every((score) => Math.abs(score - best.score) < near / 1e4))
  if (!accepts(rows, best, open, options)) return []
  return [best.cut, ...split(best.left, options), ...split(best.right, options)]
}

function candidatesOf(rows: readonly NaiveRow[], options: NaiveOptions): Candidate[] {
  const values = [...new Set(rows.map(({ x }) => x))].toSorted((a, b) => a - b)
  return values.slice(1).flatMap((above, i) => {
    const below = values[i]
    const left = rows.filter(({ x }) => x < above)
    const right = rows.filter(({ x }) => x >= above)
    if (!isNumeric(options) && !labelsChange(rows, below, above)) return []
    if (weightOf(left) < options.enough || weightOf(right) < options.enough) return []
    if (below - values[0] <= options.tiny || values.at(-1)! - above <= options.tiny) return []
    return [{ cut: (below + above) / 2, left, right, score: scoreOf(rows, left, right, options) }]
  })
}

const isNumeric = ({ measure }: NaiveOptions): boolean => measure === 'variance' || measure === 'deviation'

/** Whether two neighbouring values do not hold one and the same class. */
function labelsChange(rows: readonly NaiveRow[], below: number, above: number): boolean {
  return new Set(rows.filter(({ x }) => x === below || x === above).map(({ y }) => y)).size > 1
}

/** What the cut lowers, in the unit of the measure. */
function scoreOf(
  rows: readonly NaiveRow[],
  left: readonly NaiveRow[],
  right: readonly NaiveRow[],
  options: NaiveOptions,
): number {
  const lowered = disorder(rows, options) - afterOf(left, right, options)
  if (options.measure === 'gain-ratio') return lowered / entropy([weightOf(left), weightOf(right)])
  return options.measure === 'chi-square' ? chiSquare(left, right) : lowered
}

function afterOf(left: readonly NaiveRow[], right: readonly NaiveRow[], options: NaiveOptions): number {
  const [l, r] = [weightOf(left), weightOf(right)]
  return (l * disorder(left, options) + r * disorder(right, options)) / (l + r)
}

function disorder(rows: readonly NaiveRow[], { measure }: NaiveOptions): number {
  if (measure === 'variance') return squaresOf(rows) / weightOf(rows)
  if (measure === 'deviation') return Math.sqrt(squaresOf(rows) / weightOf(rows))
  const counts = countsOf(rows)
  const n = weightOf(rows)
  return measure === 'gini' ? 1 - counts.reduce((sum, count) => sum + (count / n) ** 2, 0) : entropy(counts)
}

function accepts(
  rows: readonly NaiveRow[],
  { left, right }: Candidate,
  open: readonly Candidate[],
  options: NaiveOptions,
): boolean {
  const n = weightOf(rows)
  const [before, after] =
    options.measure === 'chi-square'
      ? [1, 1 - chiSquare(left, right) / n]
      : [disorder(rows, options), afterOf(left, right, options)]
  const lowers = clearly(before - after * options.trivial)
  if (!lowers || (isNumeric(options) ? options.alpha === null : !options.mdl)) return lowers
  if (isNumeric(options)) {
    const share = (candidate: Candidate): number => weightOf(candidate.left) / n
    const candidates = { places: open.length, first: share(open[0]), last: share(open.at(-1)!) }
    const between = squaresOf(rows) - squaresOf(left) - squaresOf(right)
    return clearly(((n - 1) * between) / squaresOf(rows) - bestSplitLimit(options.alpha!, candidates))
  }
  const [h, h1, h2] = [rows, left, right].map((part) => entropy(countsOf(part)))
  const [k, k1, k2] = [rows, left, right].map((part) => countsOf(part).length)
  const gain = h - (weightOf(left) * h1 + weightOf(right) * h2) / n
  return clearly(gain - (Math.log2(Math.max(1, n - 1)) + Math.log2(3 ** k - 2) - (k * h - k1 * h1 - k2 * h2)) / n)
}

/** Above zero; what is so close to it that rounding decides is passed over, but for what is zero in truth. */
function clearly(difference: number): boolean {
  fc.pre(Math.abs(difference) > 1e-9 || Math.abs(difference) < 1e-14)
  return difference > 1e-9
}

const weightOf = (rows: readonly NaiveRow[]): number => rows.reduce((sum, { w }) => sum + w, 0)

const countsOf = (rows: readonly NaiveRow[]): number[] =>
  [...new Set(rows.map(({ y }) => y))].map((name) => weightOf(rows.filter(({ y }) => y === name)))

function squaresOf(rows: readonly NaiveRow[]): number {
  const mean = rows.reduce((sum, { y, w }) => sum + w * y, 0) / weightOf(rows)
  return rows.reduce((sum, { y, w }) => sum + w * (y - mean) ** 2, 0)
}

function entropy(counts: readonly number[]): number {
  const n = counts.reduce((a, b) => a + b, 0)
  return counts.reduce((sum, count) => sum - (count / n) * Math.log2(count / n), 0)
}

function chiSquare(left: readonly NaiveRow[], right: readonly NaiveRow[]): number {
  const all = [...left, ...right]
  const n = weightOf(all)
  return [left, right].reduce((total, side) => {
    const terms = [...new Set(all.map(({ y }) => y))].map((name) => {
      const expected = (weightOf(side) * weightOf(all.filter(({ y }) => y === name))) / n
      return (weightOf(side.filter(({ y }) => y === name)) - expected) ** 2 / expected
    })
    return total + terms.reduce((a, b) => a + b, 0)
  }, 0)
}
