import type { Binning } from '../../binning/binning.ts'
import { pickTable } from '../../binning/use/split-rows.ts'
import { tableColumn } from '../../summaries/column-table.ts'
import { slotsOf } from '../../trees/tree-columns.ts'
import type { TreeColumn } from '../../trees/tree.ts'
import type { Table } from '../../types.ts'
import { nextUp } from '../../util/numbers/doubles.ts'
import { type ColumnMove, moveColumns, numbersOf, ranksBefore, ROW_WAYS, type RowWay } from './column-moves.ts'
import { type CutShape, numberColumns } from './cut-model.ts'
import type { Ranks } from './rank-map.ts'
import { followBoundary, type LabelledRows } from './follow-boundary.ts'

/**
 * How new cuts were found: by where rows lie, by where classes change (`boundary`), or by the former and then the latter.
 */
export type Way = RowWay | 'boundary' | 'ranks and boundary' | 'line and boundary'

/** Where, among the rows that patches are made from, rows may begin to be new. Fewer than so many are not looked at alone. */
const BEGINNINGS = [0, 0.25, 0.5, 0.75]
const LEAST_NEW = 40
/** Rows that a cut must gain to move, at least: one or two rows are no boundary. */
const LEAST_COST = 2.5
/** Share of the rows that a cut may pass when it is placed once more. */
const NEAR = 0.15
/** Rows that boundaries are followed by, at most: the newest. */
const MOST_FOLLOWED = 4000

/** Everything of the recent rows that patches are made from. */
export interface RecentFacts {
  readonly model: CutShape
  readonly recent: Table
  readonly was: Binning | Table | null
  readonly truth: Int32Array
  /** labelled rows that patches are made from */
  readonly made: Uint32Array
  readonly rows: number
}

/** A patch, with how many of the rows it was made from it gets right, less what its moves cost. */
export interface Patch {
  readonly way: Way
  readonly since: number
  readonly score: number
  /** by column that the model tests */
  readonly cuts: readonly (readonly number[])[]
  readonly byRows: readonly (readonly number[])[]
  readonly speeds: readonly number[]
  readonly columns: readonly ColumnMove[]
  /** the rows that a cut had to gain to move */
  readonly cost: number
  /** whether its cuts crept, and are taken to have stopped */
  readonly stopped?: boolean
}

/** The patch that does best on the rows it may be made from; none where neither rows nor boundaries moved. */
export function bestPatch(
  where: string,
  facts: RecentFacts,
): { readonly best: Patch | null; readonly columns: readonly ColumnMove[] } {
  const { model, made } = facts
  const all = labelledRows(where, facts, made)
  const old = rightRows(model, all, unmoved(model))
  const tail = newest(all, MOST_FOLLOWED)
  const { right } = followBoundary(model, tail, unmoved(model).cuts, { cost: 3 })
  const cost = costOf(model, tail.size - right, tail.size)
  let columns: readonly ColumnMove[] = []
  let best: Patch | null = null
  const before = facts.was === null ? [] : ranksBefore(model, facts.was)
  const tryFrom = (first: number): void => {
    const found = patchesSince(where, { ...facts, before }, first, cost)
    if (first === 0) columns = found.columns
    // Rows from before the change are those that the old cuts were right for; a later beginning is a guess more.
    const head = sum(old.subarray(0, first)) - (first === 0 ? 0 : cost)
    for (const patch of found.patches) {
      const score = head + patch.score
      if (first > 0 && score <= sum(old)) continue
      if (best === null || score > best.score) best = { ...patch, score }
    }
  }
  const beginnings = BEGINNINGS.map((share) => Math.round(made.length * share))
  for (const first of beginnings) if (first === 0 || made.length - first >= LEAST_NEW) tryFrom(first)
  const coarse = best as Patch | null
  if (coarse !== null && coarse.since > 0) tryFrom(turnOf(old, rightRows(model, all, coarse)))
  return { best, columns }
}

/** The first row from which on the new cuts are right more often than the old ones; with enough rows from there on. */
function turnOf(old: Uint8Array, patched: Uint8Array): number {
  let [turn, most, gained] = [0, 0, 0]
  for (let row = old.length - 1; row >= 0; row--) {
    gained += patched[row] - old[row]
    if (gained > most && old.length - row >= LEAST_NEW) [turn, most] = [row, gained]
  }
  return turn
}

/** The patches made from the rows from one of them on. */
function patchesSince(
  where: string,
  facts: RecentFacts & { readonly before: readonly Ranks[] },
  first: number,
  cost: number,
): { readonly patches: readonly Patch[]; readonly columns: readonly ColumnMove[] } {
  const { model, was, before, made, recent, truth, rows } = facts
  const since = first === 0 ? 0 : made[first]
  const part =
    first === 0
      ? recent
      : pickTable(
          recent,
          Uint32Array.from({ length: rows - since }, (_, i) => since + i),
        )
  const labels = Array.from(truth.subarray(since), (code) => model.classes[code] ?? null)
  const used = made.subarray(first)
  const columns =
    was === null ? [] : moveColumns(model, part, { was, before, made: used.map((row) => row - since), labels })
  const labelled = labelledRows(where, facts, used)
  const { cuts: now, speeds: still } = unmoved(model)
  const byWay = (way: RowWay): readonly (readonly number[])[] => {
    const cuts = [...now]
    for (const [i, { place }] of numberColumns(model.columns).entries()) {
      cuts[place] = rising(columns[i].moves[way].map(({ from, to }) => to ?? from!))
    }
    return cuts
  }
  const anyMoved = columns.some(({ moved }) => moved)
  const patches: Patch[] = []
  for (const way of anyMoved ? ROW_WAYS : []) {
    const cuts = byWay(way)
    const score = sum(rightRows(model, labelled, { cuts, speeds: still }))
    patches.push({ way, since, score, cuts, byRows: cuts, speeds: still, columns, cost })
  }
  const tail = newest(labelled, MOST_FOLLOWED)
  const head = labelled.size - tail.size
  const starts: [Way, readonly (readonly number[])[]][] = [['boundary', now]]
  if (anyMoved) starts.push(['ranks and boundary', byWay('ranks')], ['line and boundary', byWay('line')])
  const old = sum(rightRows(model, labelled, unmoved(model)))
  const follow = ([way, byRows]: (typeof starts)[number], creeping: 'no' | 'clearly'): void => {
    const { cuts, speeds, score } = followBoundary(model, tail, byRows, { cost, creeping })
    if (cuts.every((list, place) => list.every((cut, k) => cut === byRows[place][k]))) return
    const whole = head === 0 ? score : score + sum(rightRows(model, labelled, { cuts, speeds }).subarray(0, head))
    if (whole > old || way !== 'boundary')
      patches.push({ way, since, score: whole, cuts, byRows, speeds, columns, cost })
  }
  for (const start of starts) follow(start, 'no')
  // Cuts that creep cost most to find, so they set out from where cuts that do not are best.
  const best = patches.reduce<Patch | null>((a, b) => (a === null || b.score > a.score ? b : a), null)
  follow(starts.find(([, byRows]) => byRows === best?.byRows) ?? starts[0], 'clearly')
  return { patches, columns }
}

/**
 * Rows that a cut must gain to move. Where a cut is right and `wrong` of the rows are noise, chance offers a gain of g rows
 * elsewhere about as often as (wrong / right)^g; this is the g that it offers once in 100 times, whichever cut.
 */
function costOf({ columns }: CutShape, wrong: number, rows: number): number {
  const cuts = numberColumns(columns).reduce((total, { column }) => total + column.cuts.length, 0)
  const share = Math.min(0.45, Math.max(0.02, wrong / Math.max(1, rows)))
  return Math.max(LEAST_COST, Math.log(100 * Math.max(1, cuts)) / Math.log((1 - share) / share))
}

export function labelledRows(
  where: string,
  { model, recent, truth, rows }: RecentFacts,
  used: Uint32Array,
): LabelledRows {
  const table = pickTable(recent, used)
  return {
    size: used.length,
    truth: Int32Array.from(used, (row) => truth[row]),
    values: model.columns.map((column) => ('cuts' in column ? numbersOf(table, column.name) : null)),
    slots: model.columns.map((column) => slotsOf(where, column, tableColumn(where, table, column.name))),
    ages: Float64Array.from(used, (row) => rows - 1 - row),
  }
}

function newest(rows: LabelledRows, most: number): LabelledRows {
  const from = rows.size - most
  if (from <= 0) return rows
  return {
    size: most,
    truth: rows.truth.subarray(from),
    values: rows.values.map((list) => list?.subarray(from) ?? null),
    slots: rows.slots.map((list) => list.subarray(from)),
    ages: rows.ages.subarray(from),
  }
}

/** Which rows are predicted right with some cuts, 1 each; cuts that creep are taken where they were when each row came. */
export function rightRows(
  { columns, says }: CutShape,
  rows: LabelledRows,
  { cuts, speeds }: Pick<Patch, 'cuts' | 'speeds'>,
): Uint8Array {
  const slots = columns.map((column, place) => {
    const values = rows.values[place]
    if (values === null) return rows.slots[place]
    const speed = speeds[place]
    const found = slotsOf('repair', { ...column, cuts: cuts[place] } as TreeColumn, values)
    if (speed === 0) return found
    const shifted = values.map((value, row) => value + speed * rows.ages[row])
    const moving = slotsOf('repair', { ...column, cuts: cuts[place], missing: [], special: [] } as TreeColumn, shifted)
    return found.map((slot, row) => (slot > cuts[place].length ? slot : moving[row]))
  })
  return Uint8Array.from(rows.truth, (code, row) => (says(slots, row) === code ? 1 : 0))
}

/** The cuts that a model has now. */
export function unmoved({ columns }: CutShape): Pick<Patch, 'cuts' | 'speeds'> {
  return { cuts: columns.map((column) => ('cuts' in column ? column.cuts : [])), speeds: columns.map(() => 0) }
}

/** A patch that is tested, and its share of the level. */
export interface Candidate {
  readonly patch: Patch
  readonly share: number
}

/**
 * What the rows tested must tell because those before cannot: whether cuts that crept creep on or have stopped; and whether
 * they crept at all, where that is about as likely.
 */
export function candidatesOf(where: string, facts: RecentFacts, best: Patch): Candidate[] {
  const { model, made, rows } = facts
  const stopped = (patch: Patch): Patch => {
    const lastAge = rows - 1 - made[made.length - 1]
    const cuts = patch.cuts.map((list, place) => list.map((cut) => cut - patch.speeds[place] * lastAge))
    return { ...patch, cuts, speeds: patch.speeds.map(() => 0), stopped: true }
  }
  if (creeps(best)) {
    return [
      { patch: best, share: 0.75 },
      { patch: stopped(best), share: 0.25 },
    ]
  }
  if (best.cuts === best.byRows) return [{ patch: best, share: 1 }]
  const used = made.filter((row) => row >= best.since)
  const tail = newest(labelledRows(where, facts, used), MOST_FOLLOWED)
  const { cuts, speeds } = followBoundary(model, tail, best.byRows, { cost: best.cost, creeping: 'perhaps' })
  const rival = { ...best, cuts, speeds }
  if (!creeps(rival)) return [{ patch: best, share: 1 }]
  return [
    { patch: best, share: 0.6 },
    { patch: rival, share: 0.3 },
    { patch: stopped(rival), share: 0.1 },
  ]
}

function creeps({ speeds }: Pick<Patch, 'speeds'>): boolean {
  return speeds.some((speed) => speed !== 0)
}

/**
 * A patch that was found to be better, with the boundaries it follows placed once more, by all labelled rows: those it was
 * tested on, too. Only small steps are taken; where a cut would go further, the patch stays as it is. O(rows · cuts · depth).
 */
export function settled(where: string, facts: RecentFacts, patch: Patch, labelled: Uint32Array): Patch {
  const { model } = facts
  const { cost, byRows } = patch
  const since = labelled.filter((row) => row >= patch.since)
  const rows = newest(labelledRows(where, facts, since), MOST_FOLLOWED)
  const half = newest(rows, Math.ceil(rows.size / 2))
  // More rows may tell that cuts creep, or that they do not.
  const [still, creeping] = (['no', 'clearly'] as const).map((one) =>
    followBoundary(model, rows, byRows, { cost, creeping: one }),
  )
  const found = creeping.score > still.score ? [creeping, still] : [still]
  const again = found.find((one) => isNear(model, rows, patch.cuts, one.cuts))
  const all = { ...patch, cuts: again?.cuts ?? patch.cuts, speeds: again?.speeds ?? patch.speeds }
  if (patch.stopped !== true && !creeps(all)) return all
  // Few things creep evenly: the newer half of the rows, each brought to where it would lie now, has the last word.
  const placed = [all, ...(patch.stopped === true ? [patch] : [])].map((one) => placedNear(model, half, one, cost))
  const right = placed.map((one) => sum(rightRows(model, half, one)))
  return placed[right.indexOf(Math.max(...right))]
}

/** A patch with its cuts placed by some rows, each brought to where it would lie now, if they are not far. */
function placedNear(model: CutShape, rows: LabelledRows, patch: Patch, cost: number): Patch {
  const values = rows.values.map(
    (list, place) => list?.map((x, row) => x + patch.speeds[place] * rows.ages[row]) ?? null,
  )
  const { cuts } = followBoundary(model, { ...rows, values }, patch.cuts, { cost })
  return isNear(model, rows, patch.cuts, cuts) ? { ...patch, cuts } : patch
}

/** Whether no more than a small share of the rows lies between the places of each cut. */
function isNear(
  { columns }: CutShape,
  rows: LabelledRows,
  before: readonly (readonly number[])[],
  after: readonly (readonly number[])[],
): boolean {
  return numberColumns(columns).every(({ place }) =>
    after[place].every((to, k) => {
      const [low, high] = [Math.min(before[place][k], to), Math.max(before[place][k], to)]
      return rows.values[place]!.filter((value) => value >= low && value < high).length <= NEAR * rows.size
    }),
  )
}

/** Cuts in their order, each at least a step above the one before. */
function rising(cuts: readonly number[]): number[] {
  const list: number[] = []
  for (const cut of cuts) list.push(cut > (list.at(-1) ?? -Infinity) ? cut : nextUp(list.at(-1)!))
  return list
}

function sum(list: Uint8Array): number {
  let total = 0
  for (const x of list) total += x
  return total
}
