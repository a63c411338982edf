import type { Blocks } from '../../discretizers/search/blocks.ts'
import { classesPresent } from '../../discretizers/column-view.ts'
import {
  chi2,
  type Chi2Options,
  cutInto,
  cutLevels,
  exceededNote,
  levelRule,
  startBlocks,
} from '../../discretizers/methods/chi2.ts'
import { mergeByLevels } from '../../discretizers/search/merge-by-levels.ts'
import {
  type MergedColumn,
  type MergingColumn,
  mergeTogether,
  type TableLimit,
  type Together,
} from './chi2-together.ts'
import type { ColumnView } from '../../discretizers/column-view.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { mergeOrder } from './merge-order.ts'
import { isBelow, pairDifference, risingBars } from '../../discretizers/search/chi2-levels.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import { dateNumbers, tableRows } from '../../summaries/column-table.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import type { Closed, Note, Table } from '../../types.ts'
import { show, isOptions } from '../../util/check.ts'
import { assign } from '../assign.ts'
import { type Binning, type CategoryColumn, type Column, hasCuts, type NumberColumn } from '../binning.ts'
import type { ColumnFit } from '../fit/column-fit.ts'
import type { FitTableOptions } from '../fit/table-options.ts'
import { fitTable, markTable } from '../fit/fit-table.ts'
import { asideCodes, blockCodes, rowPatterns } from './code-rows.ts'

/** What Chi2 makes of a table. */
export interface Chi2Fit {
  /** all columns; one that was dropped has one bin and a note that says so */
  readonly binning: Binning
  /** names of the columns that are needed, and of those that the others make superfluous */
  readonly selected: readonly string[]
  /** names of the columns that the others make superfluous */
  readonly dropped: readonly string[]
  /** share of the rows outside the largest class of those that fall into the same bins in every column */
  readonly inconsistency: number
  /** the same before any merging: of the rows that have the same values in every column */
  readonly rawInconsistency: number
}

/**
 * Chi2 over a table (Liu and Setiono 1995): bins of all columns together, and which columns are not needed. Takes what
 * `fitTable` takes, with the options of `chi2` in `all`. Category columns, and columns with a method of their own, take
 * part with their bins as they are; missing values and special codes have slots of their own. O(rows · log rows) per
 * column, then O(rows · columns) per step of merging.
 *
 *     // Age decides; income, which only follows it, is not needed.
 *     const { age, income, species } = table
 *     const options = { target: 'species', all: { delta: 0.1 } }
 *     const { selected, dropped } = await chi2Table({ age, income, species }, options)
 *     console.log(selected, dropped) // → [ 'age' ] [ 'income' ]
 */
export async function chi2Table(table: Table, options: FitTableOptions = {}): Promise<Chi2Fit> {
  isOptions('chi2Table', options)
  const { all = {} } = options
  if (all.method !== undefined && all.method.name !== chi2.name) {
    throw new ArgumentError(`chi2Table: method must be chi2 or left out, got ${show(all.method.name)}`, {
      code: 'out-of-range',
    })
  }
  const marks = markTable('chi2Table', table, tableRows('chi2Table', table), options)
  if (marks.target?.kind !== 'class') {
    throw new DataError(`chi2Table: needs a class target, got ${marks.target === null ? 'no target' : 'a numeric one'}`)
  }
  const read = await readColumns(table, options)
  const { columns, merging } = read
  const limit = commonLimit(merging)
  const together = mergeRows(table, marks, read, limit)
  const isDropped = (_: unknown, i: number): boolean => together.columns[i].dropped
  const dropped = merging.filter(isDropped).map(({ column }) => column.name)

  const replays = merging.map((own, i) => [own.column.name, replay(own, together.columns[i], limit)])
  const binning = await fitTable(table, replayOptions(options, Object.fromEntries(replays)))
  const notes = [...(binning.notes ?? []), ...tableNotes(dropped, columns.length, together, limit)]
  return {
    binning: notes.length === 0 ? binning : { ...binning, notes },
    selected: columns.map(({ name }) => name).filter((name) => !dropped.includes(name)),
    dropped,
    inconsistency: together.rate,
    rawInconsistency: together.rawRate,
  }
}

/** What a method sees of a column. */
interface Sight {
  readonly view: ColumnView
  readonly options: Chi2Options
  readonly closed: Closed
}

/** A column whose blocks Chi2 may merge: `column` holds all its values in one bin. */
interface Blocked extends Sight {
  readonly column: NumberColumn
  readonly blocks: Blocks
}

/** All columns of a table, and those of them that Chi2 may merge. */
interface ReadColumns {
  readonly columns: readonly Column[]
  readonly merging: readonly Blocked[]
}

/** A view to be kept: what it is made of may lie in memory that the next column uses again. */
function copyOf(view: ColumnView): ColumnView {
  const lo = view.lo.slice()
  const hi = view.hi === view.lo ? lo : view.hi.slice()
  return { ...view, lo, hi, weights: view.weights.slice(), counts: view.counts.slice() }
}

/**
 * Reads the columns as `fitTable` does, by a method that keeps what it is shown and makes no cut. Policies wait, since
 * they speak of bins.
 */
async function readColumns(table: Table, options: FitTableOptions): Promise<ReadColumns> {
  const sights: Sight[] = []
  const keep: AnyDiscretizer = {
    ...chi2,
    run(view: ColumnView, own: Chi2Options, closed: Closed) {
      sights.push({ view: copyOf(view), options: own, closed })
      return { cuts: [], reasons: [] }
    },
  }
  const reading = (own: ColumnFit): ColumnFit => ({
    ...own,
    ...(own.method?.name === chi2.name ? { method: keep } : {}),
    missingPolicy: undefined,
    specialPolicy: undefined,
  })
  const { columns } = await fitTable(table, {
    ...options,
    all: reading({ ...options.all, method: keep }),
    perColumn: Object.fromEntries(Object.entries(options.perColumn ?? {}).map(([name, own]) => [name, reading(own)])),
    onProgress: undefined,
  })
  const cut = columns.filter(hasCuts).filter((column) => column.method === chi2.name)
  const merging = cut.map((column, i): Blocked => {
    const sight = sights[i]
    return { ...sight, column, blocks: startBlocks(sight.view, sight.options) }
  })
  return { columns, merging }
}

/** The limit on inconsistency, which is one for the table. */
function commonLimit(merging: readonly Blocked[]): TableLimit {
  const none = { delta: chi2.options.delta.default, absolute: false, variant: chi2.options.variant.default }
  const { delta, absolute, variant } = merging[0]?.options ?? none
  for (const { options } of merging) {
    if (options.variant !== variant) {
      throw new ArgumentError(`chi2Table: variant must be the same for all columns, got ${options.variant}`, {
        code: 'out-of-range',
      })
    }
    if (options.delta !== delta || options.absolute !== absolute) {
      throw new ArgumentError(`chi2Table: delta and absolute must be the same for all columns, got ${options.delta}`, {
        code: 'out-of-range',
      })
    }
  }
  return { delta, absolute, variant }
}

function mergeRows(table: Table, marks: RowMarks, { columns, merging }: ReadColumns, limit: TableLimit): Together {
  const blockedOf = new Map<Column, Blocked>(merging.map((own) => [own.column, own]))
  const codes = columns.map((column) => {
    const values = dateNumbers(table[column.name]) ?? table[column.name]
    const blocked = blockedOf.get(column)
    if (blocked === undefined) return assign(column as CategoryColumn, values as readonly string[])
    return blockCodes(blocked.column, values as Float64Array, blocked.view, blocked.blocks)
  })
  const steps = merging.map((own) => ({
    index: columns.indexOf(own.column),
    aside: asideCodes(own.column),
    ...(limit.variant === 'original' ? sequence(own) : levelSequence(own)),
    options: own.options,
  }))
  return mergeTogether(steps, rowPatterns(marks, codes), limit)
}

/** The merges of a column: one sequence serves all levels. */
function sequence({ view, blocks, options }: Blocked): Pick<MergingColumn, 'order' | 'mergesAt'> {
  const order = mergeOrder(blocks, pairDifference(view, options))
  const barOf = risingBars(options.startLevel, classesPresent(view))
  const mergesAt = (step: number, done: number): number => {
    let merges = done
    while (merges < order.difference.length && isBelow(order.difference[merges], barOf(step), options)) merges++
    return merges
  }
  return { order, mergesAt }
}

/** The same for the variants, which merge level by level. */
function levelSequence({ view, blocks, options }: Blocked): Pick<MergingColumn, 'order' | 'mergesAt'> {
  const order = mergeByLevels(blocks, levelRule(view, options))
  const mergesAt = (step: number, done: number): number => Math.max(done, order.ends[step] ?? order.at.length)
  return { order, mergesAt }
}

/** A method that answers what was found for a column. It asks for no target, so that nothing is said of blunt columns. */
function replay(
  blocked: Blocked,
  { merges, step, dropped }: MergedColumn,
  { delta, variant }: TableLimit,
): AnyDiscretizer {
  const { view, blocks, options, closed } = blocked
  const bar = step < 0 ? null : risingBars(options.startLevel, classesPresent(view))(step)
  const found =
    variant === 'original'
      ? cutInto(view, blocks, { bins: blocks.size - merges, bar, closed }, options)
      : cutLevels(view, { blocks, merges, step }, options, closed)
  const within = variant === 'original' ? `within delta ${delta} ` : ''
  const message = `dropped: ${within}the other columns tell the classes apart without it`
  const notes: Note[] = dropped ? [{ code: 'dropped', message }] : []
  return { ...chi2, target: 'none', run: () => ({ ...found, notes }) }
}

function replayOptions(options: FitTableOptions, replays: Readonly<Record<string, AnyDiscretizer>>): FitTableOptions {
  const { all = {}, perColumn = {} } = options
  const own = (name: string): ColumnFit =>
    Object.fromEntries(Object.entries(perColumn[name] ?? {}).filter(([, value]) => value !== undefined))
  const replayed = Object.entries(replays).map(([name, method]) => [name, { ...all, ...own(name), method }])
  return {
    ...options,
    all: { ...all, method: chi2 },
    perColumn: { ...perColumn, ...Object.fromEntries(replayed) },
  }
}

const TOO_FEW_BINS: Note = {
  code: 'inconsistent',
  message: 'nothing was merged beyond maxBins, which already mixes more than the values do',
}

function tableNotes(dropped: readonly string[], columns: number, { exceeded }: Together, limit: TableLimit): Note[] {
  const message = `chi2 dropped ${dropped.length} of ${columns} columns: ${dropped.join(', ')}`
  return [
    ...(dropped.length === 0 ? [] : [{ code: 'dropped-columns', message }]),
    ...(exceeded === null ? [] : [limit.variant === 'original' ? exceededNote(exceeded, limit) : TOO_FEW_BINS]),
  ]
}
