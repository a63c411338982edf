import { leftOutNotes, rowNotes } from '../../discretizers/discretize.ts'
import { fixed } from '../../discretizers/methods/fixed.ts'
import { DataError } from '../../errors.ts'
import { sortBuckets } from '../../summaries/fast/read-buckets.ts'
import { tallyLevels } from '../../summaries/summarize-categories.ts'
import { labelText } from '../../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../../summaries/column-table.ts'
import { ASIDE, type RowMarks, rowStanding } from '../../summaries/tallies.ts'
import type { LabelValues, Note, NumberSummary, NumberValues, Table, Tallies } from '../../types.ts'
import { readNumbers } from '../../util/data-value.ts'
import {
  type Binning,
  type CategoryBin,
  type CategoryColumn,
  type Column,
  type Counted,
  hasCuts,
  type NumberColumn,
} from '../binning.ts'
import { countBins, type CountedBins, countedSlot, emptyBinNotes, medianCells } from '../count-bins.ts'
import { fitNumbers } from '../fit/fit-numbers.ts'
import { runNow } from '../../util/steps.ts'
import { RowsInMemory } from '../fit/rows-in-memory.ts'
import { markTable } from '../fit/fit-table.ts'
import { cellCounts, cellsAtEdges, countReference, type LevelReference, type NumberReference } from '../reference.ts'
import { shapeOf, shapeUnknowns } from '../shape.ts'
import { knownOptions, mustBe } from '../../util/check.ts'
import { withName } from './name-bins.ts'

/** Where the target and the weights are in other data; default: under the same names, where they are there. */
export interface RecountOptions {
  /** name of the target column in the other data */
  readonly target?: string | undefined
  /** name of the column of weights in the other data */
  readonly weights?: string | undefined
}

/**
 * The same bins counted on other rows. Cuts, reasons and policies stay; counts are those of the table. Without the
 * target's column in the table, rows are counted without classes.
 *
 *     // The bins of last year counted on the rows of this year:
 *     const now = recount(binning, later)
 *     console.log(now.columns[0]?.bins.map(({ count }) => count)) // → [ 33, 267 ]
 */
export function recount(binning: Binning, table: Table, options: RecountOptions = {}): Binning {
  mustBe('recount', 'binning', binning)
  knownOptions('recount', options, { target: 1, weights: 1 })
  const marks = marksLike(binning, table, options)
  const rows = new RowsInMemory(marks, { look: sortBuckets })
  const columns = binning.columns.map((column) =>
    recountValues(column, tableColumn('recount', table, column.name), rows),
  )
  return {
    ...binning,
    created: { ...binning.created, source: { name: null, rows: marks.rows } },
    target: marks.target,
    columns,
  }
}

/** Reads target and weights of other rows as those of the fit were read, with the same classes. */
function marksLike({ target: saved, created }: Binning, table: Table, options: RecountOptions): RowMarks {
  const present = (name: string | null | undefined): string | undefined =>
    typeof name === 'string' && Object.hasOwn(table, name) ? name : undefined
  return markTable('recount', table, tableRows('recount', table), {
    target: options.target ?? present(saved?.name),
    weights: options.weights ?? present(created.weights),
    ...(saved?.kind === 'class'
      ? { targetKind: 'class', classes: saved.classes, event: saved.event ?? undefined }
      : {}),
    ...(saved?.kind === 'numeric' ? { targetKind: 'numeric' } : {}),
  })
}

/** A column counted on rows in memory. Large ones are not sorted: a fit with the same cuts looks where it has to. */
function recountValues(column: Column, values: NumberValues | LabelValues, rows: RowsInMemory): Column {
  if (!hasCuts(column)) return recountLevels(column, values, rows.marks)
  const { cuts, closed, reference, special, missing } = column
  const numbers = readNumbers(values, { where: 'recount', column: column.name })
  const source = rows.column(numbers, { special: special.map(({ code }) => code), missing: missing.values })
  return runNow(
    fitNumbers(
      source,
      { method: fixed, cuts, closed },
      {
        where: 'recount',
        besides: (summary, _, starts) => [
          ...medianCells(summary, starts),
          ...shapeUnknowns(summary, cuts),
          ...(reference === undefined ? [] : cellsAtEdges(summary, reference.edges)),
        ],
        make: ({ summary }) => recountColumn(column, summary),
      },
    ),
  )
}

/**
 * The bins of a column counted on a summary made with the same special codes.
 *
 *     // The bins of last year, counted on this year's rows:
 *     const fitted = fit(ages, { target: bought })
 *     const now = recountColumn(fitted, summarize(later.age, { target: bought }))
 *     console.log(fitted.bins.map(({ count }) => count), now.bins.map(({ count }) => count))
 *     // → [ 91, 209 ] [ 33, 267 ]
 *
 * @param summary the rows to count, summarized with the special and missing codes of the column
 */
export function recountColumn(column: NumberColumn, summary: NumberSummary): NumberColumn {
  checkCodes(column, summary)
  const { cuts, closed, reference } = column
  return withCounts(column, summary, {
    ...countBins(summary, cuts, closed),
    shape: shapeOf(summary, cuts),
    reference: reference && countReference(summary, reference.edges),
  })
}

/** A column and a summary must set the same values aside. */
export function checkCodes(column: NumberColumn, summary: NumberSummary): void {
  const codes = column.special.map((special) => special.code)
  if (codes.join() === summary.specialCodes.join()) return
  throw new DataError(
    `recount: ${column.name} has the special codes [${codes.join(', ')}], the summary was made with [${summary.specialCodes.join(', ')}]`,
    { column: column.name },
  )
}

/** A column with what was counted on a summary. */
export function withCounts(
  column: NumberColumn,
  summary: NumberSummary,
  counted: CountedBins & Pick<NumberColumn, 'shape'> & { readonly reference: NumberReference | undefined },
): NumberColumn {
  const { aside, target, weighted } = summary
  const { bins, exact, shape, reference } = counted
  const { policy, bin, values } = column.missing
  return {
    ...column,
    countsExact: exact,
    // Labels and names stay those of the fit: other rows must not rename a bin.
    bins: bins.map((own, i) => withName({ ...own, label: column.bins[i].label }, column.bins[i].name)),
    missing: { ...countedSlot(aside, ASIDE.missing, target, weighted), policy, bin, values },
    special: column.special.map((special, i) => ({
      code: special.code,
      ...countedSlot(aside, ASIDE.special + i, target, weighted),
      policy: special.policy,
      bin: special.bin,
    })),
    shape,
    ...(reference === undefined ? {} : { reference }),
    notes: [...lastingNotes(column), ...rowNotes(summary), ...emptyBinNotes(bins)],
  }
}

function unseenNotes(column: CategoryColumn, values: LabelValues, marks: RowMarks): Note[] {
  const known = new Set(column.bins.flatMap((bin) => bin.levels))
  let unseen = 0
  for (let row = 0; row < values.length; row++) {
    const text = labelText(values[row], 'recount')
    if (text !== null && !known.has(text) && rowStanding(row, marks) === 'counts') unseen++
  }
  return unseen === 0 ? [] : [{ code: 'unseen-levels', message: unseenMessage(unseen, column) }]
}

/** Notes on the rows that were counted, not on the bins. */
const ROW_NOTES = ['unlabelled', 'weightless', 'empty-bins', 'estimated', 'infinite', 'target-kind', 'unseen-levels']

/** Notes that hold for other rows too; those on the rows themselves are replaced. */
export function lastingNotes({ notes }: Column): Note[] {
  return notes.filter((note) => !ROW_NOTES.includes(note.code))
}

/** A level as it is counted: one that was not seen, where a bin takes those, as one of that bin. */
export function toldLevel({ bins, unseen }: CategoryColumn): (level: string | null) => string | null {
  const stand = bins[unseen?.bin ?? -1]?.levels[0]
  if (stand === undefined) return (level) => level
  const known = new Set(bins.flatMap(({ levels }) => levels))
  return (level) => (level === null || known.has(level) ? level : stand)
}

/** What is said of rows whose levels the fit did not see. */
export function unseenMessage(rows: number, { bins, unseen }: CategoryColumn): string {
  const bin = bins[unseen?.bin ?? -1]
  return `${rows} rows hold levels the fit did not see, counted ${bin === undefined ? 'as missing' : `in ${bin.name ?? bin.label}`}`
}

/** Levels the fit did not see are counted as missing, or in the bin that takes them. */
function recountLevels(column: CategoryColumn, values: LabelValues, marks: RowMarks): CategoryColumn {
  const groups = column.bins.map((bin) => bin.levels)
  const told = toldLevel(column)
  const { tallies, aside, leftOut } = tallyLevels(groups, (row) => told(labelText(values[row], 'recount')), marks)
  const counted = (from: Tallies, slot: number): Counted =>
    countedSlot(from, slot, marks.target, marks.weights !== null)
  const { policy, bin, values: codes } = column.missing
  return {
    ...column,
    countsExact: true,
    // Names stay, as those of ranges do.
    bins: column.bins.map(({ label, levels, name }, i) =>
      withName<CategoryBin>({ label, levels, ...counted(tallies, i) }, name),
    ),
    missing: { ...counted(aside, 0), policy, bin, values: codes },
    ...(column.reference === undefined ? {} : { reference: recountReference(column, column.reference, values, marks) }),
    notes: [...lastingNotes(column), ...leftOutNotes(leftOut), ...unseenNotes(column, values, marks)],
  }
}

/** The cells of the reference counted on other rows; levels the fit did not see are in none of them. */
function recountReference(
  { bins }: CategoryColumn,
  { levels, counts }: LevelReference,
  values: LabelValues,
  marks: RowMarks,
): LevelReference {
  const own = new Set(levels)
  const rest =
    counts.length > levels.length ? [bins.flatMap((bin) => bin.levels).filter((level) => !own.has(level))] : []
  const { tallies } = tallyLevels(
    [...levels.map((level) => [level]), ...rest],
    (row) => labelText(values[row], 'recount'),
    marks,
  )
  return { levels, ...cellCounts(tallies, marks.target, marks.weights !== null) }
}
