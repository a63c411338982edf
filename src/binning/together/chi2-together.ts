import { type Patterns, regroup, type Regrouped } from './row-patterns.ts'
import { type Chi2Options, isRougher } from '../../discretizers/methods/chi2.ts'
import { type Chi2Limit, countedRate, isConsistent } from '../../discretizers/search/chi2-levels.ts'
import { binStarts, type MergeOrder } from './merge-order.ts'

/** A column whose bins may be merged. */
export interface MergingColumn {
  /** which of the codes of a pattern are its own */
  readonly index: number
  /** codes below this stand for missing values and special codes; code `aside` + b is block b */
  readonly aside: number
  /** all merges down to one bin, in their order */
  readonly order: Pick<MergeOrder, 'at'>
  /** how many merges are done at the end of a step, from those already done */
  readonly mergesAt: (step: number, done: number) => number
  readonly options: Chi2Options
}

/** How far a column was merged: how many merges of its order, and the last step it took; −1 where it took none. */
export interface MergedColumn {
  readonly merges: number
  readonly step: number
  /** whether all rows look alike in it, so that it is not needed */
  readonly dropped: boolean
}

/** What all columns keep to: the limit on inconsistency, or the measure of a variant. */
export type TableLimit = Chi2Limit & Pick<Chi2Options, 'variant'>

/** What came of merging columns together. */
export interface Together {
  readonly columns: readonly MergedColumn[]
  /** inconsistency of the merged columns, and of the raw ones */
  readonly rate: number
  readonly rawRate: number
  /** what counts against delta where nothing keeps it, so that all columns stay at the start level; else null */
  readonly exceeded: number | null
}

/**
 * Chi2 (Liu and Setiono 1995) over several columns. In phase 1 all take one step after the other together, from the start
 * level on, as long as rows that look alike do not differ in class too often. In phase 2 they take steps in turn, in the
 * order given; one that would go too far stays as it is from then on. A column of one interval tries, as its last step,
 * to do without its missing values and special codes too. O(patterns · columns) per step that merges something; patterns
 * only get fewer.
 */
export function mergeTogether(columns: readonly MergingColumn[], rows: Patterns, limit: TableLimit): Together {
  const total = rows.weights.reduce((sum, weight) => sum + weight, 0)
  const unchanged = Array.from({ length: rows.columns }, () => null)
  const raw = regroup(rows, unchanged)
  const rateOf = (grouped: Regrouped): number => countedRate(grouped.inconsistent, raw.inconsistent, total, limit)
  const states = columns.map((column): State => ({ column, merges: forcedMerges(column), step: -1 }))
  const forced = regroup(raw.patterns(), changedCodes(unchanged, states))
  let patterns = forced.patterns()
  let { inconsistent } = forced
  const rawRoughness = limit.variant === 'original' ? null : raw.roughness()
  const allows = (grouped: Regrouped): boolean =>
    rawRoughness === null ? isConsistent(rateOf(grouped), limit) : !isRougher(grouped.roughness(), rawRoughness, limit)
  const isHopeless = !allows(forced)

  const tryChanges = (changes: readonly Change[]): boolean => {
    if (changes.length === 0) return true
    const tried = regroup(patterns, changedCodes(unchanged, changes))
    if (!isHopeless && !allows(tried)) return false
    patterns = tried.patterns()
    inconsistent = tried.inconsistent
    return true
  }
  /** Takes the next step of these columns, all or none of them. */
  const takeStep = (stepping: readonly State[]): boolean => {
    const next = stepping.map(({ column, step, merges }) => column.mergesAt(step + 1, merges))
    const changes = stepping.map(({ column }, i) => ({ column, merges: next[i] }))
    if (!tryChanges(changes.filter(({ merges }, i) => merges !== stepping[i].merges))) return false
    stepping.forEach((state, i) => {
      state.merges = next[i]
      state.step++
    })
    return true
  }
  /** One column's turn; whether it may have another. */
  const takeTurn = (state: State): boolean => {
    if (!isWhole(state)) return takeStep([state])
    tryChanges([{ column: state.column, merges: Infinity }])
    return false
  }

  // What maxBins asks for may be too much already. The start level is kept all the same, but not by the variants.
  if (isHopeless) {
    if (rawRoughness === null) takeStep(states)
  } else {
    while (!states.every(isWhole) && takeStep(states));
    for (let open = states; open.length > 0;) open = open.filter(takeTurn)
  }

  return {
    columns: states.map(({ column, merges, step }) => ({
      merges,
      step,
      dropped: isUniform(patterns, column.index),
    })),
    rate: total === 0 ? 0 : inconsistent / total,
    rawRate: total === 0 ? 0 : raw.inconsistent / total,
    exceeded: isHopeless ? countedRate(inconsistent, raw.inconsistent, total, limit) : null,
  }
}

/** So many merges of a column; Infinity also takes in its missing values and special codes. */
interface Change {
  readonly column: MergingColumn
  readonly merges: number
}

interface State {
  readonly column: MergingColumn
  merges: number
  step: number
}

function isWhole({ column, merges }: State): boolean {
  return merges === column.order.at.length
}

function isUniform({ codes, columns }: Patterns, index: number): boolean {
  for (let at = index; at < codes.length; at += columns) if (codes[at] !== codes[index]) return false
  return true
}

/** The merges that `maxBins` asks for in any case. */
function forcedMerges({ order, options }: MergingColumn): number {
  return Math.max(0, order.at.length + 1 - (options.maxBins ?? Infinity))
}

/** For each list of codes that changes, the new code of every old one. */
function changedCodes(unchanged: readonly null[], changes: readonly Change[]): readonly (ArrayLike<number> | null)[] {
  const codeOf: (ArrayLike<number> | null)[] = [...unchanged]
  for (const { column, merges } of changes) codeOf[column.index] = mergedCodes(column, merges)
  return codeOf
}

function mergedCodes({ aside, order }: MergingColumn, merges: number): Int32Array {
  const codes = new Int32Array(aside + order.at.length + 1)
  if (merges === Infinity) return codes
  for (let code = 0; code < aside; code++) codes[code] = code
  const starts = binStarts(order, merges)
  for (let block = 0; block < starts.length; block++) codes[aside + block] = aside + starts[block]
  return codes
}
