import { isKerfError } from '../../errors.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { clearlyLarger, TIE } from '../../util/numbers/ties.ts'
import { settleBins } from '../bin-count/bin-count-rules.ts'
import { cutBetween } from '../column-view.ts'
import type { KMeansOptions } from '../methods/k-means.ts'
import { type ModlOptions, searchModl } from '../methods/modl.ts'
import { optimal, type OptimalOptions } from '../methods/optimal.ts'
import { ModlLengths } from '../modl/modl-lengths.ts'
import { partsOf } from '../optimal/best-bins.ts'
import { USUAL_P_VALUE } from '../optimal/optimal-options.ts'
import { boundaryBlocks, cutBefore } from '../search/blocks.ts'
import { cheapestPartition } from '../search/monge-partition.ts'
import { SquaredDistances } from '../search/squared-distance.ts'
import { plainTerm } from './bar-terms.ts'
import { type Places, tellPlaces } from './tell-places.ts'
import type { ChoiceStep, TriedBinning } from './trace-steps.ts'
import { bins, rangeOf, short, type TracedColumn } from './traced-column.ts'

/** Numbers of bins that are tried besides the one that is made. */
const MOST_TRIED = 12

/** Follows `modl`. */
export function traceModl(column: TracedColumn, options: ModlOptions): void {
  const { view, closed, tell } = column
  const blocks = boundaryBlocks(view)
  if (blocks.size < 2) return
  const lengths = new ModlLengths(blocks)
  const chosen = searchModl(blocks, lengths, options)
  const cutAt = (start: number): number => cutBefore(view, blocks, start, closed)
  const most = Math.min(options.maxBins ?? Infinity, blocks.size, Math.max(chosen.length + 3, 3))
  const found = new Map<number, readonly number[]>()
  for (let count = 1; count <= most; count++) {
    const starts = searchModl(blocks, lengths, { ...options, maxBins: count })
    found.set(starts.length + 1, starts)
  }
  found.set(chosen.length + 1, chosen)
  const tried = [...found.values()].map((starts): TriedBinning => {
    const naming = lengths.bins(starts.length + 1)
    const score = lengths.whole(starts)
    const terms = [
      plainTerm('to say how many bins there are and how many rows each has', 'log2 N + log2 C(N + I − 1, I − 1)', `${bins(starts.length + 1)} of ${short(view.total)} rows`, naming), // prettier-ignore
      plainTerm('to tell the classes in each bin', 'Σ log2 C(N_i + J − 1, J − 1) + log2(N_i! / ΠN_ij!)', 'over the bins', score - naming), // prettier-ignore
    ]
    return { bins: starts.length + 1, cuts: starts.map(cutAt), score, terms }
  })
  tell(choiceOf({ measure: 'bits', goal: 'least', tie: lengths.tie, limits: limitsOf(options, ['maxBins']) }, tried, chosen.length + 1)) // prettier-ignore
  const bar = lengths.bins(chosen.length + 1) - lengths.bins(Math.max(1, chosen.length))
  tellPlaces(column, {
    measure: 'bits saved',
    ends: [0, ...chosen, blocks.size],
    bar,
    cellOf: (at) => blocks.firstCell[at],
    rangeOf: (from, to) => rangeOf(view, blocks, [from, to], null),
    saved: (from, to) => {
      const together = lengths.between(from, to)
      const sides = lengths.sidesOf(from, to)
      return (at) => together - sides[at - from]
    },
    cutAt,
  })
}

/** Follows `k-means`. */
export function traceKMeans(column: TracedColumn, options: KMeansOptions): void {
  const { view, closed, tell } = column
  const { size, hi, lo } = view
  if (size < 2) return
  const { bins: asked, notes } = settleBins(view, options.bins)
  const made = Math.min(asked, size)
  const [note] = notes
  tell({ step: 'bins', bins: made, why: note?.message ?? 'as many as are asked for' })
  const costs = new SquaredDistances(view)
  const cutAt = (cell: number): number => cutBetween(hi[cell - 1], lo[cell], closed)
  const counts = Array.from({ length: Math.min(made, MOST_TRIED) }, (_, i) => i + 1)
  const starts = new Map([...counts, made].map((count) => [count, cheapestPartition(costs, count)]))
  const whole = costs.precise(0, size)
  const tried = [...starts].map(([count, cells]): TriedBinning => {
    const ends = [0, ...cells, size]
    const sum = cells.length === 0 ? whole : ends.slice(1).reduce((all, end, i) => all + costs.precise(ends[i], end), 0)
    // As a share of that of one bin: the sums themselves are scaled, so that none overflows.
    return { bins: count, cuts: cells.map(cutAt), score: whole > 0 ? sum / whole : 0 }
  })
  const chosen = starts.get(made) ?? []
  tell(choiceOf({ measure: 'squared distance', goal: 'asked', tie: 0, limits: [`at most ${bins(made)}`] }, tried, made))
  tellPlaces(column, {
    measure: 'squared distance',
    ends: [0, ...chosen, size],
    ...cellPlaces(column),
    saved: (from, to) => {
      const merged = costs.precise(from, to)
      return (at) => Math.max(0, merged - costs.precise(from, at) - costs.precise(at, to)) / whole
    },
    cutAt,
  })
}

/** Follows `optimal`: the best binning of each number of bins that keeps the limits. */
export function traceOptimal(column: TracedColumn, options: OptimalOptions): void {
  const { view, summary, closed, tell } = column
  if (view.size < 2) return
  const parts = partsOf(view, summary, options)
  const solve = (asked: OptimalOptions): readonly number[] | string => {
    try {
      return optimal.run(view, asked, closed, summary).cuts
    } catch (error) {
      if (isKerfError(error)) return error.message.replace(/^optimal: /, '')
      throw error
    }
  }
  const chosen = optimal.run(view, options, closed, summary)
  const cellsOf = (cuts: readonly number[]): number[] =>
    cuts.map((cut) => (closed === 'left' ? bisectLeft(view.lo, cut) : bisectRight(view.lo, cut)))
  const scoreOf = (cuts: readonly number[]): number => {
    const ends = [0, ...cellsOf(cuts), view.size]
    return (
      (ends.slice(1).reduce((sum, end, i) => sum + parts.score(ends[i], end), 0) - parts.score(0, view.size)) /
      parts.unit
    )
  }
  // With neighbours that must differ, unless none do so under the other limits.
  const strict = chosen.notes?.some(({ code }) => code === 'alike') !== true
  const maxPValue = options.maxPValue === 'auto' ? (strict ? USUAL_P_VALUE : null) : options.maxPValue
  const [least, most] = [
    Math.min(options.minBins, view.size),
    Math.min(options.maxBins, view.size, options.prebins ?? Infinity),
  ]
  const tried: TriedBinning[] = []
  for (let count = least; count <= most; count++) {
    const cuts = count === chosen.cuts.length + 1 ? chosen.cuts : solve({ ...options, minBins: count, maxBins: Math.max(count, options.mandatory.length + 1), maxPValue }) // prettier-ignore
    if (typeof cuts === 'string') tried.push({ bins: count, cuts: null, score: null, barred: cuts })
    else if (cuts.length + 1 === count) tried.push({ bins: count, cuts, score: scoreOf(cuts) })
  }
  tell(choiceOf({ measure: parts.measure, goal: 'most', tie: tieOf(parts.tie / parts.unit, tried), limits: limitsOf({ ...options }, OPTIMAL_LIMITS) }, tried, chosen.cuts.length + 1)) // prettier-ignore
  const ends = [0, ...cellsOf(chosen.cuts), view.size]
  tellPlaces(column, {
    measure: parts.measure,
    ends,
    ...cellPlaces(column),
    saved: (from, to) => (at) => (parts.score(from, at) + parts.score(at, to) - parts.score(from, to)) / parts.unit,
    cutAt: (cell) => chosen.cuts[ends.indexOf(cell) - 1] ?? cutBetween(view.hi[cell - 1], view.lo[cell], closed),
  })
}

const OPTIMAL_LIMITS = ['minBins', 'maxBins', 'minShare', 'minEvents', 'minNonEvents', 'minRateDifference', 'maxPValue', 'trend', 'mandatory', 'prebins'] // prettier-ignore

/** The options that limit a choice, as words; those that ask for nothing are left out. */
function limitsOf(options: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names
    .map((name) => [name, options[name]] as const)
    .filter(
      ([, value]) => value !== null && value !== 0 && value !== 'none' && !(Array.isArray(value) && value.length === 0),
    ) // prettier-ignore
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`)
}

function tieOf(tie: number, tried: readonly TriedBinning[]): number {
  return Math.max(tie, TIE * Math.max(0, ...tried.map(({ score }) => Math.abs(score ?? 0))))
}

/** The step of a choice. A search that is not exhaustive may miss what it finds when asked for just so many bins. */
function choiceOf(
  given: Pick<ChoiceStep, 'measure' | 'goal' | 'tie' | 'limits'>,
  all: readonly TriedBinning[],
  chosen: number,
): ChoiceStep {
  const { goal, tie, measure } = given
  const sign = goal === 'least' ? -1 : 1
  const own = all.find((one) => one.bins === chosen)?.score ?? 0
  const tried = all
    .toSorted((a, b) => a.bins - b.bins)
    .map((one): TriedBinning => {
      const ahead =
        goal !== 'asked' && one.score !== null && one.bins !== chosen && sign * (one.score - own) > (one.bins < chosen ? -tie : tie) // prettier-ignore
      return ahead && clearlyLarger(Math.abs(one.score ?? 0), 0)
        ? { ...one, barred: 'found only by asking for just so many bins' }
        : one
    })
  const others = tried.filter((one) => one.bins !== chosen && one.score !== null)
  const why =
    others.length === 0
      ? `${bins(chosen)}: no other binning keeps the limits`
      : goal === 'asked'
        ? `of all ways to make ${bins(chosen)} this has the least ${measure}: ${short(own)}`
        : `${bins(chosen)} ${chosen === 1 ? 'has' : 'have'} the ${goal} ${measure}: ${short(own)}`
  return { step: 'choice', ...given, tried, why }
}

/** Places between cells. */
function cellPlaces({ view }: TracedColumn): Pick<Places, 'bar' | 'cellOf' | 'rangeOf'> {
  const rows = (from: number, to: number): number => view.weights.subarray(from, to).reduce((sum, one) => sum + one, 0)
  return {
    bar: null,
    cellOf: (cell) => cell,
    rangeOf: (from, to) => ({ lo: view.lo[from], hi: view.hi[to - 1], rows: rows(from, to), classes: null, disorder: null }), // prettier-ignore
  }
}
