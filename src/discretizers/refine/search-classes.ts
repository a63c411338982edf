import type { Scratch } from '../../util/scratch.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Seen } from '../coarse-look.ts'
import type { Blocks } from '../search/blocks.ts'
import type { Part, Sides, Verdict } from '../search/top-down.ts'
import { entropyScan, ratingScan, type Scanner } from './block-scans.ts'
import type { BoundedRule } from './bounded-rule.ts'
import { type CoarseBlocks, coarseBlocks } from './coarse-blocks.ts'
import { coarseCells } from './look-at-cells.ts'
import { below, PairScan, ROUGH, type Scan } from './pair-scan.ts'
import {
  addCells,
  bestCandidates,
  type Candidate,
  type Chosen,
  ranked,
  type RankedBlocks,
  type Searched,
  type Searches,
  searchParts,
  type SettledParts,
} from './settled-search.ts'
import { NO, type SideBounds, sideBounds, UNSURE } from './side-bounds.ts'

/** What is known after a look at coarse cells. The blocks lie in the scratch memory of the look. */
export interface Outlook extends Searches {
  readonly blocks: Blocks
}

/** Counts up to here are whole 32-bit numbers. */
const MOST_ROWS = 0x7fffffff

/**
 * Where cuts would lie on coarse cells, and which cells must be known better to be sure. When none is wanted the cuts are
 * those of the exact summary, bit for bit.
 *
 * Inside a cell the counts on the left lie in a box between those at its two ends. The rating is convex over the box, so it
 * is largest in a corner: each class of the cell wholly left or wholly right. A cell none of whose corners comes near the
 * best candidates found need not be looked into. O(cells) per level, and 2^classes more for cells that come near.
 */
export function lookOver(seen: Seen, rule: BoundedRule, settled: SettledParts): Outlook {
  const blocks = blocksOfView(seen, rule)
  return { blocks, ...searchBlocks(blocks, rule, settled) }
}

/** The same over blocks of whatever cells. */
export function searchBlocks(blocks: ClassBlocks, rule: BoundedRule, settled: SettledParts): Searches {
  const search = new ClassSearch(blocks, rule)
  return searchParts(blocks, rule.most, settled, (from, to) => search.search(from, to))
}

/** Blocks of cells in the order of their values, and what a search asks of them. */
export interface ClassBlocks extends RankedBlocks {
  readonly classCount: number
  /** class counts before each block, and of all */
  readonly sums: Float64Array | Int32Array
  /** above 0 for a block that can be looked into, since a candidate may lie inside it */
  readonly inner: ArrayLike<number>
  /** the first cell of each block; null where every block is one cell */
  readonly firstCell: Uint32Array | null
  /** of the cells from … to − 1, or of all, those of which not all is known */
  readonly coarse: (from?: number, to?: number) => readonly number[]
  /** which candidates may be taken; null for all */
  readonly bounds: SideBounds | null
  readonly scan: (part: Part) => Scan
}

/** Blocks of the cells of a view, in the scratch memory of the look. */
function blocksOfView({ view, scratch }: Seen, rule: BoundedRule): ClassBlocks & CoarseBlocks {
  const blocks = coarseBlocks(view, scratch)
  const { size, classCount: width } = blocks
  const rough = view.weighted || view.total >= MOST_ROWS
  const sums = scratch[rough ? 'doubles' : 'integers']('rows before blocks', (size + 1) * width)
  const ranks = scratch.doubles('ranks of blocks', size + 1)
  addUp(blocks, sums, ranks)
  const bounds = rule.limits === null ? null : sideBounds(view, blocks, ranks, rule.limits)
  // Made when a part must be searched.
  let scanner: Scanner | null = null
  const scan = (part: Part): Scan => {
    scanner ??= scannerFor(scratch, rule, { ...blocks, sums })
    return scanner(part, (at) => bounds === null || bounds.candidate(part.from, part.to, at) !== NO)
  }
  return { ...blocks, ...ranked(ranks), sums, coarse: (from, to) => coarseCells(view, from, to), bounds, scan }
}

/** The best two candidates of a part, and what the rule says of the best. */
interface Judged {
  readonly best: Candidate
  readonly second: Candidate
  readonly verdict: Verdict | null
  readonly accepted: boolean
}

/** Coarse cells in which a better candidate could lie, and how good it could be at most. */
interface RivalCells {
  readonly cells: Set<number>
  readonly reach: number
}

/** Searches parts of blocks, one after the other. */
class ClassSearch {
  readonly #blocks: ClassBlocks
  readonly #rule: BoundedRule

  constructor(blocks: ClassBlocks, rule: BoundedRule) {
    this.#blocks = blocks
    this.#rule = rule
  }

  search(from: number, to: number): Searched {
    const rule = this.#rule
    const part = this.#partOf(from, to)
    const scan = this.#blocks.scan(part)
    const rate = (at: number): number => rule.rate(this.#sidesAt(part, at), part)
    const rough = rule.entropy ? 2 * ROUGH * part.total : 0
    const { best, second } = bestCandidates(closeToBest(part, scan, rough), rate)
    const verdict = best.at < 0 ? null : rule.judge(this.#sidesAt(part, best.at), part)
    const judged = { best, second, verdict, accepted: verdict !== null && verdict.accepted }
    // Where nothing is accepted a rival must beat the best candidate and be acceptable; else the second one counts too.
    const least = judged.accepted ? below(second.rating) : Math.max(below(best.rating), below(rule.leastRating(part)))
    const { cells: unsure, reach } = this.#rivalCells(part, scan, least - rough)
    const stops = judged.accepted && rule.equalStop && this.#allEqual(part, best.rating, rate, unsure)
    const chosen = stops ? null : this.#choose(part, judged, unsure)
    const highest = reach === -Infinity || rule.scoreOf === null ? null : rule.scoreOf(reach, part)
    return { chosen, unsure, rivals: { rows: part.total, found: verdict?.score ?? null, reach: highest } }
  }

  #partOf(from: number, to: number): Part {
    const gaps = this.#cellOf(to) - this.#cellOf(from) - 1
    return { from, to, counts: this.#countsOf(from, to), total: this.#rows(from, to), gaps }
  }

  #cellOf(block: number): number {
    const { firstCell } = this.#blocks
    return firstCell === null ? block : firstCell[block]
  }

  #rows(from: number, to: number): number {
    const { rankOf } = this.#blocks
    return rankOf(to) - rankOf(from)
  }

  #countsOf(from: number, to: number): Float64Array {
    const { classCount: width, sums } = this.#blocks
    const counts = new Float64Array(width)
    for (let c = 0; c < width; c++) counts[c] = sums[to * width + c] - sums[from * width + c]
    return counts
  }

  #sidesAt({ from, to }: Part, at: number): Sides {
    return {
      at,
      left: this.#countsOf(from, at),
      leftTotal: this.#rows(from, at),
      right: this.#countsOf(at, to),
      rightTotal: this.#rows(at, to),
    }
  }

  /** Whether a part is left as it is since all its candidates are rated alike; adds the cells that leave that open. */
  #allEqual({ from, to, gaps }: Part, best: number, rate: (at: number) => number, unsure: Set<number>): boolean {
    const tie = allTie(from, to, best, rate)
    if (tie === null) return false
    const coarse = this.#blocks.coarse(this.#cellOf(from), this.#cellOf(to))
    addCells(unsure, coarse)
    return tie && coarse.length === 0 && gaps > 1 && gaps === to - from - 1
  }

  /** The split of a part where one is accepted. Adds the cells beside its candidates that are not known. */
  #choose(part: Part, { best, second, verdict, accepted }: Judged, unsure: Set<number>): Chosen | null {
    if (verdict === null || !accepted) return null
    const { score, bar, saved = score * part.total } = verdict
    const runnerUp =
      second.at < 0 ? null : { at: second.at, score: this.#rule.judge(this.#sidesAt(part, second.at), part).score }
    // The values beside a candidate must be known for the cut between them, and for whether it is a candidate at all.
    for (const at of runnerUp === null ? [best.at] : [best.at, second.at]) {
      const cell = this.#cellOf(at)
      addCells(unsure, this.#blocks.coarse(cell - 1, cell + 1))
    }
    return { split: { at: best.at, score, bar, runnerUp }, saved }
  }

  /** The coarse cells in which a candidate could lie that is rated at the limit or above. */
  #rivalCells({ from, to }: Part, { near, ratings, corner }: Scan, limit: number): RivalCells {
    const { inner, bounds } = this.#blocks
    const cells = new Set<number>()
    let reach = -Infinity
    let all = false
    for (let i = 0; i < near.length; i += 2) {
      const end = near[i + 1]
      for (let b = near[i]; b < end; b++) {
        if (bounds !== null && b > from && ratings[b] >= limit && bounds.candidate(from, to, b) === UNSURE) {
          // Where the cells beside the candidate are known, only the deviation of the column can leave it open.
          const ends = [...bounds.ends(from, b), ...bounds.ends(b, to)]
          if (ends.length > 0) addCells(cells, ends)
          else all = true
          reach = Math.max(reach, ratings[b])
        }
        if (inner[b] <= 0 || (bounds !== null && !bounds.inside(from, to, b))) continue
        const highest = corner(b, limit)
        if (highest < limit) continue
        cells.add(this.#cellOf(b))
        reach = Math.max(reach, highest)
      }
    }
    if (all) addCells(cells, this.#blocks.coarse())
    return { cells, reach }
  }
}

/** Whether all candidates are rated alike, by more than rounding could hide: true, or null where one is surely rated lower. */
function allTie(from: number, to: number, best: number, rate: (at: number) => number): boolean | null {
  let least = best
  let most = best
  for (let at = from + 1; at < to; at++) {
    const rating = rate(at)
    if (rating < below(best)) return null
    least = Math.min(least, rating)
    most = Math.max(most, rating)
  }
  return !clearlyLarger(most, least)
}

/** The fastest way to rate candidates, by class counts before each block; other rules than entropy ask for those of each block too. */
export function scannerFor(
  scratch: Scratch,
  rule: BoundedRule,
  { counts, sums, classCount: width }: Pick<ClassBlocks, 'sums' | 'classCount'> & Partial<Pick<Blocks, 'counts'>>,
): Scanner {
  if (counts !== undefined && (!rule.entropy || sums instanceof Float64Array))
    return ratingScan({ counts, classCount: width }, rule)
  const whole = sums as Int32Array
  // Groups of blocks are compared by their candidates, which must all be open.
  if (width !== 2 || rule.limits !== null) return entropyScan(whole, width)
  const pairs = new PairScan(whole, scratch)
  return ({ from, to }) => pairs.scan(from, to)
}

/** Writes class counts and Σw of all blocks before each block, and of all blocks. */
function addUp(
  { size, counts, classCount: width }: Blocks,
  sums: Float64Array | Int32Array,
  ranks: Float64Array,
): void {
  sums.fill(0, 0, width)
  let rank = 0
  for (let b = 0, at = 0; b < size; b++) {
    ranks[b] = rank
    for (let c = 0; c < width; c++, at++) {
      const count = counts[at]
      sums[at + width] = sums[at] + count
      rank += count
    }
  }
  ranks[size] = rank
}

/** The candidates between blocks that could be the best or the second best, as far as a rough scan tells; ascending. */
function closeToBest({ from }: Part, { near, ratings }: Scan, rough: number): number[] {
  let most = -Infinity
  let next = -Infinity
  for (let i = 0; i < near.length; i += 2) {
    const end = near[i + 1]
    for (let at = Math.max(near[i], from + 1); at < end; at++) {
      const rating = ratings[at]
      if (rating > most) {
        next = most
        most = rating
      } else if (rating > next) next = rating
    }
  }
  const limit = below(next) - rough
  const close: number[] = []
  for (let i = 0; i < near.length; i += 2) {
    const end = near[i + 1]
    for (let at = Math.max(near[i], from + 1); at < end; at++) {
      if (ratings[at] >= limit && ratings[at] > -Infinity) close.push(at)
    }
  }
  return close
}
