import type { Binning } from '../../binning/binning.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import { NO_CLASS } from '../../measures/predictions/class-scores.ts'
import { tableColumn, tableRows } from '../../summaries/column-table.ts'
import { trueClasses } from '../../summaries/true-classes.ts'
import type { TreeColumn } from '../../trees/tree.ts'
import type { Note, Table } from '../../types.ts'
import { check, knownOptions, real, show } from '../../util/check.ts'
import { shareText } from '../alarms/alarm.ts'
import type { ColumnMove } from './column-moves.ts'
import { type CutModel, type CutShape, numberColumns } from './cut-model.ts'
import { judgeRepair, type Repair } from './judge-repair.ts'
import {
  bestPatch,
  candidatesOf,
  labelledRows,
  type Patch,
  type RecentFacts,
  rightRows,
  settled,
  unmoved,
  type Way,
} from './make-patches.ts'

/** Options of a repair: where the classes are, and how sure it must be. */
export type RepairOptions = {
  /** name of the column of classes; default that of the tree or rules */
  readonly target?: string | undefined
  /** share of the labelled rows, the last ones, on which old and new cuts are tested; default 1/3 */
  readonly hold?: number | undefined
  /** how likely chance alone may make the new cuts so much better; default 0.01 */
  readonly level?: number | undefined
}

/** Why a patch was not kept. */
export type Refusal = 'nothing moved' | 'no better' | 'may be chance' | 'worse than a guess'

/** Where a cut has gone, and why: its rows moved, or the boundary between classes did. */
export interface MovedCut {
  /** name of the column */
  readonly column: string
  /** the cut as the model had it */
  readonly from: number
  /** where it has gone */
  readonly to: number
  /** whether its rows moved, or the boundary between classes did */
  readonly why: 'rows' | 'boundary'
  /** how far it moves with every row; 0 where it has moved and stays */
  readonly perRow: number
}

/** What was repaired, or not, and why. */
export interface ModelRepair<Model> extends Repair {
  /** the better of both, with a note of what was tried */
  readonly model: Model
  /** why the patch was not kept; null where it was */
  readonly refused: Refusal | null
  /** share of the rows tested on that the commonest class makes up */
  readonly guess: number
  /** how the cuts were found that did best on the rows before those tested on; null where nothing moved */
  readonly way: Way | null
  /** the recent row from which on the new cuts hold, the first being 1; null where nothing moved */
  readonly since: number | null
  /** the cuts that the best patch moved, whether it was kept or not */
  readonly moved: readonly MovedCut[]
  /** where the rows of each column lie; none where it is not known where they lay before */
  readonly columns: readonly ColumnMove[]
}

/** Fewest labelled rows that a repair can be judged by. */
const LEAST = 20
/**
 * Repairs a tree or rules whose cuts have gone stale, without making them anew. See `repairTree`.
 * O(rows · columns · cuts · depth).
 */
export function repairModel<Model>(
  where: string,
  model: CutModel<Model>,
  { recent, was }: { readonly recent: Table; readonly was: Binning | Table | null },
  options: RepairOptions = {},
): ModelRepair<Model> {
  knownOptions(where, options, { target: 1, hold: 1, level: 1 })
  const { hold = 1 / 3, level = 0.01 } = options
  check(where, 'hold', real({ above: 0, below: 1 }), hold)
  check(where, 'level', real({ above: 0, max: 1 }), level)
  const truth = truthOf(where, model, recent, options.target)
  const rows = tableRows(where, recent)
  const labelled = Uint32Array.from({ length: rows }, (_, row) => row).filter((row) => truth[row] !== NO_CLASS)
  if (labelled.length < LEAST) {
    throw new DataError(`a repair needs at least ${LEAST} rows with a class, got ${labelled.length}`)
  }
  const split = labelled.length - Math.max(1, Math.round(labelled.length * hold))
  const [made, tested] = [labelled.subarray(0, split), labelled.subarray(split)]
  const facts: RecentFacts = { model, recent, was, truth, made, rows }
  const { best, columns } = bestPatch(where, facts)
  const rowsTested = labelledRows(where, facts, tested)
  const before = rightRows(model, rowsTested, unmoved(model))
  const candidates = best === null ? [] : candidatesOf(where, facts, best)
  const judged = candidates.map(({ patch, share }) => ({
    patch,
    repair: judgeRepair(before, rightRows(model, rowsTested, patch), labelled.length, share * level),
  }))
  const proven = judged.filter((one) => one.repair.kept === 'patched')
  const [likely] = (proven.length > 0 ? proven : judged).toSorted((a, b) => b.repair.patched - a.repair.patched)
  const repair = likely?.repair ?? judgeRepair(before, before, labelled.length, level)
  const guess = commonest(truth, tested)
  const refused = best === null ? 'nothing moved' : refusalOf(repair, guess)
  const kept = refused === null ? 'patched' : 'old'
  const tried = likely?.patch ?? null
  const last = tried !== null && kept === 'patched' ? settled(where, facts, tried, labelled) : tried
  const moved = last === null ? [] : movedCuts(model.columns, last)
  const patched = kept === 'patched' ? model.patch(toMoves(moved)) : model.model
  return {
    ...repair,
    kept,
    model: model.withNote(patched, noteOf(repair, refused, moved)),
    refused,
    guess,
    way: best?.way ?? null,
    since: best === null ? null : best.since + 1,
    moved,
    columns: best?.columns ?? columns,
  }
}

/** The classes of rows as the model numbers them. */
function truthOf(where: string, model: CutShape, recent: Table, asked: string | undefined): Int32Array {
  const name = asked ?? model.target
  if (name === null)
    throw new ArgumentError(`${where}: target must be the name of a column, got none`, { code: 'wrong-type' })
  const labels = tableColumn(where, recent, name)
  const truth = trueClasses(model.classes, labels, where)
  if (truth.some((code) => code >= 0) || truth.every((code) => code === NO_CLASS)) return truth
  const row = truth.findIndex((code) => code !== NO_CLASS)
  throw new DataError(
    `column ${show(name)} has none of the classes that the ${model.what} ${model.what === 'tree' ? 'tells' : 'tell'} apart (${model.classes.map((one) => show(one)).join(', ')}), but ${show(labels[row])} at row ${row + 1}; is it the right column?`,
    { column: name, row },
  )
}

function movedCuts(columns: readonly TreeColumn[], { cuts, byRows, speeds }: Patch): MovedCut[] {
  return numberColumns(columns).flatMap(({ place, column }) =>
    column.cuts.flatMap((from, k) => {
      const to = cuts[place][k]
      const why = to === byRows[place][k] ? 'rows' : 'boundary'
      return to === from ? [] : [{ column: column.name, from, to, why, perRow: speeds[place] } as const]
    }),
  )
}

function toMoves(moved: readonly MovedCut[]): Record<string, { from: number; to: number; moved: null }[]> {
  const moves = new Map<string, { from: number; to: number; moved: null }[]>()
  for (const { column, from, to } of moved) {
    moves.set(column, [...(moves.get(column) ?? []), { from, to, moved: null }])
  }
  return Object.fromEntries(moves)
}

function commonest(truth: Int32Array, rows: Uint32Array): number {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(truth[row], (counts.get(truth[row]) ?? 0) + 1)
  return Math.max(...counts.values()) / rows.length
}

function refusalOf(repair: Repair, guess: number): Refusal | null {
  if (repair.gained <= repair.lost) return 'no better'
  // Where classes were swapped, cuts that are wrong less often are still none to keep.
  if (repair.patched <= guess) return 'worse than a guess'
  return repair.kept === 'patched' ? null : 'may be chance'
}

/** Moved cuts that a note names. */
const MOST_NAMED = 6

/** What was tried, for the notes of a model. */
function noteOf({ rows, old, patched }: Repair, refused: Refusal | null, moved: readonly MovedCut[]): Note {
  const result = `${shareText(old)} of ${rows} recent rows right before, ${shareText(patched)} with moved cuts`
  if (refused !== null) return { code: 'repair-refused', message: `cuts were not moved (${refused}): ${result}` }
  return { code: 'repaired', message: `cuts were moved: ${result}; ${movedText(moved)}` }
}

/** Where cuts have gone, and why, as a sentence for people. */
export function movedText(moved: readonly MovedCut[]): string {
  const text = (cut: number): string => String(Number(cut.toPrecision(5)))
  const named = moved
    .slice(0, MOST_NAMED)
    .map(({ column, from, to, why }) => `${column} ${text(from)} → ${text(to)} (the ${why} moved)`)
  const more = moved.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
