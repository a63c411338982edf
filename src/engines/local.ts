import { assign } from '../binning/assign.ts'
import { hasCuts } from '../binning/binning.ts'
import { looksLikeId } from '../sources/choose-columns.ts'
import { sampleRows } from '../sources/sample-rows.ts'
import type { SourceColumn, SourceTable } from '../sources/source.ts'
import { markRows } from '../summaries/mark-rows.ts'
import { targetKindOf } from '../summaries/target-kind.ts'
import { summarizeCategories } from '../summaries/summarize-categories.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { Engine, NumbersAsked } from './engine.ts'
import type { Extent, NumberChunk, RowScan, ScannedColumn } from './row-scan.ts'
import { counts, scanCounting } from './scan-counting.ts'

/** Bytes a row takes: a double, or a pointer to a text. */
const ROW_BYTES = 8

/**
 * Rows in memory. Other engines must give what this one gives, bit for bit.
 *
 *     const engine = localEngine(read)
 *     console.log(engine.rows, engine.columns.map(({ name, kind }) => `${name}: ${kind}`))
 *     // → 300 [ 'age: number', 'bought: category' ]
 *     const fitted = await fitSource(engine, { target: 'bought' })
 *     console.log(labelOf(fitted.columns[0]!, 52)) // → ≥ 30.5
 *
 * @param bytes memory for what is counted at a time; default no limit
 */
export function localEngine(table: SourceTable, bytes: number = Infinity): Engine {
  const { rows, columns, notes } = table
  const column = (name: string): SourceColumn => columns.find((candidate) => candidate.name === name)!
  const labels = (name: string | undefined): SourceColumn['values'] | undefined =>
    columns.find((candidate) => candidate.name === name)?.values
  return {
    name: 'the table',
    rows,
    columns: columns.map(({ name, kind }) => ({ name, kind, rowBytes: ROW_BYTES })),
    notes,
    held: table,
    bytes,
    remote: null,
    targetKind: async ({ target, targetKind = 'auto' }) => {
      const values = labels(target)
      return values === undefined ? undefined : targetKindOf(values, targetKind)
    },
    idReasons: async (names) =>
      new Map(
        names.flatMap((name): [string, string][] => {
          const reason = looksLikeId(column(name), rows)
          return reason === null ? [] : [[name, reason]]
        }),
      ),
    sample: async (request) => {
      const drawn = sampleRows(table, request)
      return { engine: localEngine(drawn.table, bytes), notes: drawn.notes }
    },
    read: async (names) => names.map(column),
    counting: async ({ target, targetKind, event }) => {
      const marks = markRows(rows, { target: labels(target), targetName: target, targetKind, event })
      return scanCounting(localScan(column, marks, bytes))
    },
    async *apply(binning) {
      yield binning.columns.map((fitted) => {
        const { values } = column(fitted.name)
        return hasCuts(fitted) ? assign(fitted, values as Float64Array) : assign(fitted, values as string[])
      })
    },
  }
}

function localScan(column: (name: string) => SourceColumn, marks: RowMarks, bytes: number): RowScan {
  const { rows, target, notes } = marks
  const targets = targetsOf(marks)
  const numbersOf = (name: string): Float64Array => column(name).values as Float64Array
  return {
    rows,
    target,
    notes,
    bytes,
    extents: async (columns) => columns.map((asked) => extentOf(numbersOf(asked.name), targets, asked)),
    async *numbers(columns: readonly ScannedColumn[]): AsyncGenerator<NumberChunk> {
      yield { size: rows, values: columns.map(({ name }) => numbersOf(name)), targets }
    },
    levels: async (name) => summarizeCategories(column(name).values, { ...marks, notes: [] }),
  }
}

/** Class or number of every row, NaN where unknown. */
function targetsOf({ rows, codes, numbers }: RowMarks): Float64Array {
  if (numbers !== null) return numbers
  return codes === null ? new Float64Array(rows) : Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code))
}

function extentOf(values: Float64Array, targets: Float64Array, asked: NumbersAsked): Extent | null {
  const isCounted = counts(asked)
  const distinct = new Set<number>()
  for (const [row, value] of values.entries()) {
    if (targets[row] === targets[row] && isCounted(value + 0)) distinct.add(value + 0)
  }
  if (distinct.size === 0) return null
  let [lo, hi] = [Infinity, -Infinity]
  for (const value of distinct) [lo, hi] = [Math.min(lo, value), Math.max(hi, value)]
  return { lo, hi, distinct: distinct.size }
}
