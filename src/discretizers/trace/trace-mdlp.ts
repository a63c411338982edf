import { arrangementBits } from '../../measures/description-length.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { clearlyLarger, TIE } from '../../util/numbers/ties.ts'
import { cutBetween } from '../column-view.ts'
import { candidatesFor, type MdlpOptions, mdlpRule } from '../methods/mdlp.ts'
import { type D2Options, d2Rule } from '../methods/d2.ts'
import { bestSubset } from '../search/best-subset.ts'
import { type Blocks, boundaryBlocks, cellBlocks, cutBefore } from '../search/blocks.ts'
import { classesIn, entropyRule } from '../search/entropy-rule.ts'
import { type Part, partOf } from '../search/top-down.ts'
import { entropyOf, mdlTerms, plainTerm } from './bar-terms.ts'
import { type FollowedClasses, followClasses } from './trace-parts.ts'
import type { BarTerm, TriedBinning } from './trace-steps.ts'
import { bins, short, type TracedColumn } from './traced-column.ts'

/** Follows `mdlp`. */
export function traceMdlp(column: TracedColumn, options: MdlpOptions): void {
  const { view, closed } = column
  const { stop, search, maxBins } = options
  const blocks = stop === 'blog' ? cellBlocks(view) : boundaryBlocks(view)
  const candidates = candidatesFor(options)
  const cutAt = (at: number): number => {
    const cell = blocks.firstCell[at]
    const [below, above] = [view.hi[cell - 1], view.lo[cell]]
    if (stop !== 'blog') return cutBetween(below, above, closed)
    return closed === 'left' ? above : below // the blog cuts at a value itself
  }
  const nats = stop === 'blog' ? Math.LN2 : 1
  const terms: FollowedClasses['terms'] = (sides, part) =>
    stop === 'kononenko' ? [nameTerm(candidates(part))] : mdlTerms(sides, part, candidates(part), nats)
  const shared = { blocks, cutAt, barred: () => 'its gain does not exceed its own bar', besides: () => null }
  if (search === 'top-down') {
    followClasses(column, {
      ...shared,
      rule: mdlpRule(options),
      most: (maxBins ?? Infinity) - 1,
      measure: stop === 'kononenko' ? 'bits saved' : 'gain',
      disorder: (counts, total) => entropyOf(counts, total) * nats,
      terms,
    })
    return
  }
  // The candidates of the choice: the first cuts of a search by entropy without a bar.
  const found = followClasses(column, {
    ...shared,
    rule: entropyRule,
    most: options.candidates,
    measure: 'gain',
    disorder: entropyOf,
    terms: () => [],
  })
  chooseSubset(column, blocks, { options, cutAt, found: found.map(({ at }) => at) })
}

function nameTerm(candidates: number): BarTerm {
  return plainTerm(
    'to name the cut among its candidates',
    'log2(candidates)',
    `log2(${short(candidates)})`,
    log2(candidates),
  )
}

/** The choice of best-first: of the candidates, the subset that is described shortest. */
function chooseSubset(
  { tell }: TracedColumn,
  blocks: Blocks,
  { options, cutAt, found }: { options: MdlpOptions; cutAt: (at: number) => number; found: readonly number[] },
): void {
  if (blocks.size === 0) return
  const candidates = candidatesFor(options)
  const whole = partOf(blocks, 0, blocks.size)
  const tried = new Map<number, TriedBinning>()
  const most = Math.min(found.length + 1, options.maxBins ?? Infinity)
  for (let count = 1; count <= most; count++) {
    const starts = bestSubset(blocks, { candidates: options.candidates, maxBins: count }, candidates).map(
      ({ at }) => at,
    )
    const [rows, cuts] = lengthOf(blocks, starts, candidates(whole))
    const terms = [
      plainTerm('to tell the classes in each bin', 'Σ bits of a bin', `${short(rows)} bits`, rows),
      plainTerm(
        'to name the cuts',
        'log2 C(candidates + k − 1, k)',
        `${bins(starts.length + 1)} of ${short(candidates(whole))} candidates`,
        cuts,
      ),
    ]
    tried.set(starts.length + 1, { bins: starts.length + 1, cuts: starts.map(cutAt), score: rows + cuts, terms })
  }
  const list = [...tried.values()]
  const [one] = list
  let best = one
  for (const other of list) if (clearlyLarger(best.score ?? 0, other.score ?? 0)) best = other
  const score = best.score ?? 0
  const better = best === one ? 'no subset of the candidates is shorter than none' : `one bin takes ${short(one.score ?? 0)} bits, ${bins(best.bins)} take ${short(score)}` // prettier-ignore
  tell({
    step: 'choice',
    measure: 'bits',
    goal: 'least',
    tie: TIE * Math.abs(score),
    tried: list,
    limits: options.maxBins === null ? [] : [`maxBins ${options.maxBins}`],
    why: better,
  })
}

/** Bits for the classes of the rows in each bin, and bits that name the cuts. */
function lengthOf(blocks: Blocks, starts: readonly number[], candidates: number): [number, number] {
  const ends = [0, ...starts, blocks.size]
  const classes = classesIn(partOf(blocks, 0, blocks.size).counts)
  let rows = 0
  let cuts = 0
  for (let i = 1; i < ends.length; i++) {
    const { counts, total } = partOf(blocks, ends[i - 1], ends[i])
    rows += arrangementBits(counts, total, classes)
  }
  for (let k = 1; k <= starts.length; k++) cuts += log2((candidates + k - 1) / k)
  return [rows, cuts]
}

/** Follows `d2`. */
export function traceD2(column: TracedColumn, options: D2Options): void {
  const { view, closed } = column
  const { minRows, minGain, maxBins } = options
  const blocks = boundaryBlocks(view)
  followClasses(column, {
    blocks,
    rule: d2Rule(options),
    most: (maxBins ?? Infinity) - 1,
    measure: 'gain',
    cutAt: (at) => cutBefore(view, blocks, at, closed),
    disorder: entropyOf,
    terms: () => [plainTerm('least gain', 'minGain', short(minGain), minGain)],
    barred: () => null,
    besides: ({ score, bar }, part: Part) => {
      if (clearlyLarger(minRows, part.total)) return `${short(part.total)} rows are fewer than minRows ${minRows}`
      return clearlyLarger(score, bar) ? 'every candidate gains the same (equalGains stop)' : null
    },
  })
}
