import { bisectLeft } from '../../util/bisect.ts'
import { ascending } from '../../util/numbers/ascending.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Rivals } from '../coarse-look.ts'
import { mostSaving, type Pending, type Split } from '../search/top-down.ts'

/** How a part is split, by its candidates, and what that saves. */
export type Chosen = Omit<Pending, 'from' | 'to'>

/**
 * Parts that are settled, by their first and last row in the order of values, which no refinement changes: where
 * each is cut, by rows too, or null. Hand the same map in again after a refinement, and they are not searched again.
 */
export type SettledParts = Map<string, Chosen | null>

/** What a search of one part finds. */
export interface Searched {
  readonly chosen: Chosen | null
  /** the coarse cells that leave it open; none where it is settled */
  readonly unsure: ReadonlySet<number>
  /** what could hide in them */
  readonly rivals: Rivals
}

/** What a search of all parts finds. */
export interface Searches {
  /** the coarse cells in which a better cut, or a better runner-up, could still hide; ascending, empty when settled */
  readonly wanted: readonly number[]
  /** the cuts if nothing hid, ascending */
  readonly splits: readonly Split[]
  /** what is known of the largest part in which something could hide; null when all is settled */
  readonly rivals: Rivals | null
}

/** Blocks, and how many rows, or what weight, lies before each. */
export interface RankedBlocks {
  readonly size: number
  readonly rankOf: (at: number) => number
  /** the first block before which as many lie, or more */
  readonly atRank: (rank: number) => number
}

/** The ranks of blocks in a list. */
export function ranked(ranks: Float64Array): RankedBlocks {
  return { size: ranks.length - 1, rankOf: (at) => ranks[at], atRank: (rank) => bisectLeft(ranks, rank) }
}

/**
 * The recursion of `splitParts` over coarse cells. Where a candidate is not settled, the search goes on as if it were, so that
 * one reading serves all levels. With a limit on splits only the parts that the limited search comes by are searched.
 */
export function searchParts(
  { size, rankOf, atRank }: RankedBlocks,
  most: number,
  settled: SettledParts,
  search: (from: number, to: number) => Searched,
): Searches {
  const wanted = new Set<number>()
  const splits: Split[] = []
  let rivals: Rivals | null = null
  const find = (key: string, from: number, to: number): Chosen | null => {
    const { chosen, unsure, rivals: own } = search(from, to)
    if (unsure.size === 0) settled.set(key, chosen === null ? null : move(chosen, rankOf))
    else if (rivals === null || own.rows > rivals.rows) rivals = own
    for (const cell of unsure) wanted.add(cell)
    return chosen
  }
  const look = (from: number, to: number): Pending[] => {
    if (from >= to) return []
    const key = `${rankOf(from)} ${rankOf(to)}`
    const known = settled.get(key)
    const chosen = known === undefined ? find(key, from, to) : known === null ? null : move(known, atRank)
    return chosen === null ? [] : [{ from, to, ...chosen }]
  }
  // From left to right, as in `splitParts`.
  const pending = most > 0 ? look(0, size) : []
  while (pending.length > 0) {
    const next = most === Infinity ? pending.length - 1 : mostSaving(pending)
    const { from, to, split } = pending[next]
    splits.push(split)
    if (splits.length >= most) break
    pending.splice(next, 1, ...look(from, split.at), ...look(split.at, to))
  }
  return { wanted: ascending(wanted), splits: splits.toSorted((a, b) => a.at - b.at), rivals }
}

const move = (chosen: Chosen, rename: (at: number) => number): Chosen => ({
  ...chosen,
  split: renamed(chosen.split, rename),
})

/** A split with its candidates named in another way. */
export function renamed(split: Split, rename: (at: number) => number): Split {
  const { at, runnerUp } = split
  return { ...split, at: rename(at), runnerUp: runnerUp === null ? null : { ...runnerUp, at: rename(runnerUp.at) } }
}

/** Adds cells, which may be too many to be handed over as arguments. */
export function addCells(to: Set<number>, cells: readonly number[]): void {
  for (const cell of cells) to.add(cell)
}

/** A candidate before block `at`, −1 for none, and how it is rated. */
export interface Candidate {
  readonly at: number
  readonly rating: number
}

/** The best and the second best of some candidates, which ascend; leftmost on a tie. */
export function bestCandidates(
  candidates: Iterable<number>,
  rate: (at: number) => number,
): { best: Candidate; second: Candidate } {
  let best: Candidate = { at: -1, rating: -Infinity }
  let second = best
  for (const at of candidates) {
    const rating = rate(at)
    if (clearlyLarger(rating, best.rating)) {
      second = best
      best = { at, rating }
    } else if (clearlyLarger(rating, second.rating)) second = { at, rating }
  }
  return { best, second }
}
