import { DataError } from '../../errors.ts'
import type { SampleRequest } from '../../sources/sample-rows.ts'
import type { SourceColumn } from '../../sources/source.ts'
import { missingTexts } from '../../sources/text/values.ts'
import type { Note } from '../../types.ts'
import type { WatchedConnection } from './passes.ts'
import type { ServerConnection } from './server.ts'
import { serverColumns } from './server-columns.ts'
import { type Extent, firstLook, labelKey, labelsOf } from './first-look.ts'
import { onlyRow, type SqlColumn, type SqlLabels } from './sql-table.ts'

/** What to count: a table, or a query in its place. */
export interface ServerSource {
  /** what messages call it */
  readonly name: string
  /** what stands after FROM: a quoted table, or a query in parentheses with a name */
  readonly from: string
}

/** What is known beforehand, so that the first look at the rows can answer more. */
export interface TableHints {
  /** texts that stand for a missing value, besides the empty one */
  readonly missingValues?: readonly string[] | undefined
  /** the target: where it may be one of classes, its labels are found in the first pass */
  readonly target?: string | undefined
  /** the columns that will be asked about; default all */
  readonly columns?: readonly string[] | undefined
  /** columns that nobody will ask about */
  readonly exclude?: readonly string[] | undefined
}

/** Whether a column will be asked about. */
export function isWanted(name: string, { columns, exclude, target }: TableHints): boolean {
  return name === target || ((columns?.includes(name) ?? true) && !(exclude?.includes(name) ?? false))
}

/** A table of a server: its columns, what the first look at it told, and its labels. */
export interface ServerTable {
  readonly name: string
  readonly from: string
  readonly rows: number
  readonly columns: readonly SqlColumn[]
  readonly notes: readonly Note[]
  column(name: string): SqlColumn
  /** smallest and largest finite value of a column of numbers; null where there is none */
  extent(name: string): Extent | null
  /** the distinct labels of a column, at most so many */
  labels(column: SqlColumn, most: number): Promise<SqlLabels>
  /** about how many distinct values numbers have */
  aboutDistinct(numbers: readonly string[]): Promise<number[]>
  /** whole columns; or some rows of them, drawn by a seed */
  read(
    columns: readonly SqlColumn[],
    drawn?: { readonly wanted: number; readonly seed: number },
  ): Promise<SourceColumn[]>
  /** refuses another number of rows than there were: all queries must see the same */
  checkRows(seen: number): void
}

/** Describes a table and looks at its rows once: how many there are, and between which values columns of numbers lie. */
export async function openTable(
  connection: WatchedConnection,
  source: ServerSource,
  hints: TableHints,
): Promise<ServerTable> {
  const { dialect } = connection
  const { columns, notes } = await describeTable(connection, source, hints)
  const numbers = columns.filter(({ name, number }) => number !== null && isWanted(name, hints))
  const labelled = columns.find(({ name }) => name === hints.target)
  connection.about('looking at the table')
  const first = await firstLook(connection, source.from, numbers, labelled)
  const extents = new Map(numbers.map(({ name }, i) => [name, first.extents[i]]))
  const known = new Map<string, SqlLabels>(first.labels === null ? [] : [[labelled!.name, first.labels]])
  return {
    ...source,
    rows: first.rows,
    columns,
    notes,
    column: (name) => columns.find((candidate) => candidate.name === name)!,
    extent: (name) => extents.get(name) ?? null,
    labels: async (column, most) => {
      const labels = known.get(column.name) ?? (await readLabels(connection, source, column, most))
      known.set(column.name, labels)
      return labels
    },
    aboutDistinct: async (expressions) => {
      const measures = expressions.map(
        (x, i) => `CAST(${dialect.aboutDistinct(x)} AS ${dialect.types.double}) AS r${i}`,
      )
      return (await onlyRow(connection, `SELECT ${measures.join(', ')} FROM ${source.from}`))!.map(Number)
    },
    read: (asked, drawn) => readRows(connection, { ...source, rows: first.rows }, asked, drawn),
    checkRows: (seen) => {
      if (seen === first.rows) return
      throw new DataError(
        `${source.name}: the rows changed while they were counted, from ${first.rows} to ${seen}; run it again, or on a ` +
          'table that stands still',
      )
    },
  }
}

/** The columns of a table that can be binned; no row is looked at. */
export async function describeTable(
  connection: ServerConnection,
  { name, from }: ServerSource,
  { missingValues }: TableHints,
): Promise<{ readonly columns: readonly SqlColumn[]; readonly notes: readonly Note[] }> {
  const typed = await connection.describe(`SELECT * FROM ${from}`)
  const found = serverColumns(typed, connection.dialect, missingTexts(missingValues))
  if (found.columns.length > 0) return found
  throw new DataError(`${name}: none of its ${typed.length} columns can be binned`)
}

async function readLabels(
  connection: WatchedConnection,
  { from }: ServerSource,
  column: SqlColumn,
  most: number,
): Promise<SqlLabels> {
  connection.about('looking for the labels of the target')
  const found: unknown[] = []
  const sql = `SELECT DISTINCT ${labelKey(column)} AS r0 FROM ${from} LIMIT ${most}`
  for await (const [labels] of connection.columns(sql)) found.push(...labels)
  return labelsOf(column, found, connection.dialect)
}

/** Whole columns, or some rows of them. */
async function readRows(
  connection: WatchedConnection,
  { from, rows }: { readonly from: string; readonly rows: number },
  columns: readonly SqlColumn[],
  drawn?: { readonly wanted: number; readonly seed: number },
): Promise<SourceColumn[]> {
  const selected = columns.map(({ number, text }, i) => `${number ?? text} AS r${i}`)
  const plan = drawn && connection.dialect.draw({ columns: selected, from, total: rows, ...drawn })
  const values = columns.map((): unknown[] => [])
  for (const sql of plan?.before ?? []) await onlyRow(connection, sql)
  for await (const chunk of connection.columns(plan?.query ?? `SELECT ${selected.join(', ')} FROM ${from}`)) {
    for (const [i, list] of chunk.entries()) for (const value of list) values[i].push(value)
  }
  return columns.map((column, i) => sourceColumn(column, values[i]))
}

function sourceColumn({ name, kind, level }: SqlColumn, values: readonly unknown[]): SourceColumn {
  if (kind === 'number' || kind === 'date') {
    return { name, kind, values: Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value))) }
  }
  return { name, kind, values: values.map((value) => (value === null ? null : level(value as string))) }
}

/** How many rows a request draws, and the note that tells it; null when all are wanted. */
export function wantedRows(total: number, request: SampleRequest): { wanted: number; seed: number; note: Note } | null {
  const { sample, seed = 0 } = request
  if (sample === undefined || sample >= total) return null
  return {
    wanted: sample,
    seed,
    note: { code: 'sample', message: `fitted on ${sample} of ${total} rows, drawn there with seed ${seed}` },
  }
}
