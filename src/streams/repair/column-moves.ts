import { type Binning, hasCuts } from '../../binning/binning.ts'
import { fit } from '../../binning/fit/fit.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { mdlp } from '../../discretizers/methods/mdlp.ts'
import { findMethod, methods } from '../../discretizers/registry.ts'
import { DataError } from '../../errors.ts'
import { tableColumn } from '../../summaries/column-table.ts'
import type { TreeNumbers } from '../../trees/tree.ts'
import type { NumberValues, Table } from '../../types.ts'
import { readNumbers } from '../../util/data-value.ts'
import type { CutMove } from '../cut-map.ts'
import { type CutShape, numberColumns } from './cut-model.ts'
import { chanceDistance, lineBetween, type Ranks, rankDistance, rankOf, ranksOfBins, ranksOfValues, valueAt } from './rank-map.ts' // prettier-ignore

/**
 * How new cuts are found from where rows lie: where as many rows lie below as before (`ranks`); by the scale and shift of
 * the column (`line`); and either with the cuts of new bins where those are close.
 */
export type RowWay = 'ranks' | 'line' | 'ranks and bins' | 'line and bins'

export const ROW_WAYS: readonly RowWay[] = ['ranks', 'line', 'ranks and bins', 'line and bins']

/** What became of the cuts of a column. */
export interface ColumnMove {
  /** name of the column */
  readonly column: string
  /** largest difference of the shares of rows below one and the same value, then and now; and what chance would make of it */
  readonly distance: number
  /** the distance that chance alone would seldom exceed */
  readonly chance: number
  /** whether rows lie elsewhere than before; where they do not, no cut moves along with them */
  readonly moved: boolean
  /** cuts of new bins, made from recent rows */
  readonly bins: readonly number[]
  /** by way of following rows, what became of each cut */
  readonly moves: Readonly<Record<RowWay, readonly CutMove[]>>
}

interface Recent {
  /** the old bins, or old rows */
  readonly was: Binning | Table
  /** where its rows lay, by column of numbers that the model tests */
  readonly before: readonly Ranks[]
  /** rows whose classes may be looked at */
  readonly made: Uint32Array
  readonly labels: readonly (string | null)[]
}

/** A new cut is the old one if no more than this share of the rows lies between it and where the old one should be. */
const NEAR = 0.08

/** The parts of a model that a column is moved by. */
type Tested = Pick<CutShape, 'columns' | 'method'>

/**
 * Finds out for every column of numbers that a model tests where its cuts have gone, by where its rows are. Classes are
 * looked at in `made` only.
 */
export function moveColumns(model: Tested, recent: Table, facts: Recent): ColumnMove[] {
  return numberColumns(model.columns).map(({ column }, i) => {
    const values = numbersOf(recent, column.name)
    return moveColumn(model, column, values, { ...facts, before: facts.before[i] })
  })
}

/** Where the rows of every column of numbers that a model tests lay. O(rows · log rows). */
export function ranksBefore({ columns }: Tested, was: Binning | Table): Ranks[] {
  return numberColumns(columns).map(({ column }) => oldRanks(column, was))
}

function moveColumn(
  model: Tested,
  column: TreeNumbers,
  values: Float64Array,
  facts: Omit<Recent, 'before'> & { readonly before: Ranks },
): ColumnMove {
  const { name, cuts, closed } = column
  const aside = [...column.missing, ...column.special]
  const { before } = facts
  const now = ranksOfValues(values, aside)
  if (now.rows < 2 || before.rows < 2) {
    throw new DataError(`column ${JSON.stringify(name)} has too few numbers to tell where its rows lie`, {
      column: name,
    })
  }
  const distance = rankDistance(before, now)
  const chance = chanceDistance(before, now)
  const moved = distance > chance
  const bins = moved ? newBins(model, column, values, facts) : []
  const line = lineBetween(before, now)
  const byRanks = cuts.map((cut) => valueAt(now, rankOf(before, cut), closed))
  const byLine = line === null ? byRanks : cuts.map((cut) => line.scale * cut + line.shift)
  const moves = (to: readonly number[]): CutMove[] =>
    cuts.map((from, i) => {
      const found = moved ? to[i] : from
      return { from, to: found, moved: Math.abs(rankOf(now, found) - rankOf(now, from)) }
    })
  return {
    column: name,
    distance,
    chance,
    moved,
    bins,
    moves: {
      ranks: moves(byRanks),
      line: moves(byLine),
      'ranks and bins': moves(snapped(byRanks, bins, now)),
      'line and bins': moves(snapped(byLine, bins, now)),
    },
  }
}

/** Each cut, or the nearest new one that is near enough and not taken by another cut; nearest pairs first. */
function snapped(cuts: readonly number[], bins: readonly number[], now: Ranks): number[] {
  const found = [...cuts]
  const pairs = cuts.flatMap((old, i) =>
    bins.map((cut) => ({ i, cut, distance: Math.abs(rankOf(now, cut) - rankOf(now, old)) })),
  )
  const taken = new Set<number>()
  const done = new Set<number>()
  for (const { i, cut } of pairs.filter((pair) => pair.distance <= NEAR).toSorted((a, b) => a.distance - b.distance)) {
    if (done.has(i) || taken.has(cut)) continue
    // Cuts keep their order.
    if (found.some((other, j) => (j < i && other >= cut) || (j > i && other <= cut))) continue
    found[i] = cut
    done.add(i)
    taken.add(cut)
  }
  return found
}

function oldRanks({ name, missing, special }: TreeNumbers, was: Binning | Table): Ranks {
  if (!isBinning(was)) return ranksOfValues(numbersOf(was, name), [...missing, ...special])
  const column = was.columns.find((one) => one.name === name)
  if (column === undefined || !hasCuts(column)) {
    throw new DataError(`the old bins have no column of numbers ${JSON.stringify(name)}, which is tested`)
  }
  return ranksOfBins(column)
}

/** Cuts of new bins, made by the method of the old ones; none where that is not possible. */
function newBins(
  model: Tested,
  column: TreeNumbers,
  values: NumberValues,
  { was, made, labels }: Omit<Recent, 'before'>,
): readonly number[] {
  const { method, options } = methodOf(model, column.name, was)
  try {
    return fit(
      Array.from(made, (row) => values[row] ?? null),
      {
        ...options,
        target: Array.from(made, (row) => labels[row]),
        targetKind: 'class',
        missing: [...column.missing],
        special: [...column.special],
        closed: column.closed,
        method,
      },
    ).cuts
  } catch (error) {
    // Such as rows of one class only.
    if (!(error instanceof DataError)) throw error
    return []
  }
}

/** The method of the old bins or of the model; `mdlp` for single cuts. */
function methodOf(
  { method: known }: Tested,
  name: string,
  was: Binning | Table,
): { readonly method: AnyDiscretizer; readonly options: Readonly<Record<string, unknown>> } {
  const old = isBinning(was) ? was.columns.find((one) => one.name === name) : undefined
  if (old !== undefined && hasCuts(old) && old.method !== 'fixed') {
    return { method: findMethod(old.method), options: old.options }
  }
  const by = methods().find((method) => method.name === known && method.name !== 'binary')
  return { method: by ?? mdlp, options: {} }
}

export function numbersOf(table: Table, name: string): Float64Array {
  return readNumbers(tableColumn('repairTree', table, name), { where: 'repairTree', column: name })
}

function isBinning(was: Binning | Table): was is Binning {
  return (was as { format?: unknown }).format === 'kerf-binning'
}
