import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api'
import { type Binning, hasCuts } from '../../binning/binning.ts'
import { DataError } from '../../errors.ts'
import { missingNumbers, missingTexts, trimAscii } from '../../sources/text/values.ts'
import type { ReadOptions } from '../../sources/source.ts'
import { type BinForm, outputColumns } from './apply-columns.ts'
import type { InputFile } from './apply-text.ts'
import { labelsOfSlots, oneBinSlots } from './query-slots.ts'
import { type ColumnBinner, RefusedValue } from './column-binner.ts'
import { parquetColumns, parquetSql, type StoredColumn } from '../duckdb/duckdb-parquet.ts'
import { typedColumn } from '../duckdb/duckdb-types.ts'
import { ShortTexts } from '../duckdb/short-texts.ts'
import { checkSameColumns } from '../read/join-tables.ts'
import { copyNumbers, rawVector } from '../duckdb/vectors.ts'

export interface QueryColumn {
  readonly name: string
  readonly sql: string
  /** its SQL type; null for bins */
  readonly type: string | null
  /** the list it is an item of, made by the query below; null for most */
  readonly list: { readonly name: string; readonly sql: string } | null
  /** what finds bins where the query selects the values themselves; null where it does not */
  readonly bins: BinnedValues | null
}

/** Bins of values that a query selects. */
export interface BinnedValues {
  /** what is written for each slot */
  readonly texts: readonly string[]
  /** the slots of a column of a chunk */
  readonly slots: (chunk: DuckDBDataChunk, column: number) => Int32Array
}

/** A query over Parquet files, and what it stumbled over. */
export interface BinnedQuery {
  readonly columns: readonly QueryColumn[]
  /** the part of a query after the columns */
  readonly from: string
  /** the error to tell in place of the database's, if any */
  readonly fault: () => unknown
}

/** Most rows of a chunk of the database. */
const CHUNK = 2048
const LARGEST = 2 ** 53

let functions = 0

/** How bins are put in place of values. */
type QueryOptions = ReadOptions &
  BinForm & {
    /** how labels are written; default as they are */
    readonly print?: (label: string) => string
    /** whether values are selected, for bins to be found by whoever reads them; encoded ones are made by the query anyway */
    readonly apart?: boolean
  }

/** The query that puts bins in place of values, found by functions of ours; other columns are not touched. */
export async function binnedQuery(
  connection: DuckDBConnection,
  files: readonly InputFile[],
  binning: Binning,
  { print = String, apart = false, ...options }: QueryOptions,
): Promise<BinnedQuery> {
  const [first, ...others] = files
  const columns = await storedColumns(connection, first)
  for (const other of others) await checkSame(connection, first, columns, other)
  const names = columns.map(({ called }) => called)
  passNames(names)
  const shown = files.length === 1 ? first.name : `${first.name} and ${others.length} more`
  let fault: unknown = null
  const selected: QueryColumn[] = []
  for (const column of outputColumns(first.name, names, binning, options)) {
    const stored = columns[column.from]
    const { binner, names: outputs } = column
    if (binner === null) {
      selected.push({ name: stored.stored, sql: stored.sql, type: stored.type, list: null, bins: null })
      continue
    }
    const tell = (error: unknown): void => {
      fault ??= error instanceof RefusedValue ? error.at(shown) : error
    }
    const asked = { ...options, name: shown, tell }
    if (binner.field !== null) {
      const sql = await registerFunction(connection, binner, stored, { ...asked, written: binner.writer(' ') })
      const list = { name: sql.replace(/\(.*$/s, ''), sql: `str_split(${sql}, ' ')::FLOAT[]` }
      selected.push(
        ...outputs.map((name, j) => ({ name, sql: `${list.name}[${j + 1}]`, type: 'DOUBLE', list, bins: null })),
      )
      continue
    }
    const texts = binner.texts.map(print)
    const oneBin = oneBinSlots(binner, stored, options.missingValues)
    if (apart) {
      const { select, slots } = oneBin === null ? slotsOf(binner, stored, asked) : slotsFound(oneBin)
      selected.push({ name: outputs[0], sql: select, type: null, list: null, bins: { texts, slots } })
      continue
    }
    const slot = oneBin ?? (await registerFunction(connection, binner, stored, asked))
    const sql = options.as === 'index' ? slot : labelsOfSlots(slot, texts)
    selected.push({ name: outputs[0], sql, type: null, list: null, bins: null })
  }
  const lists = [...new Set(selected.flatMap(({ list }) => list ?? []))]
  const rows = parquetSql(files.map(({ path }) => path))
  // What is split into several columns is made once a row, below.
  const made = lists.map(({ name, sql }) => `, ${sql} AS ${name}`).join('')
  return {
    columns: selected,
    from: `FROM ${made === '' ? rows : `(SELECT *${made} FROM ${rows})`}`,
    fault: () => fault,
  }
}

/** Steps over the numbers of functions whose names are those of columns. */
function passNames(names: readonly string[]): void {
  for (const name of names) {
    const number = Number(/^kerf_slot_(\d{1,9})$/i.exec(name)?.[1] ?? 0)
    functions = Math.max(functions, number)
  }
}

async function storedColumns(
  connection: DuckDBConnection,
  { path, name }: InputFile,
): Promise<readonly StoredColumn[]> {
  const found = await parquetColumns(connection, path)
  if (found === null) {
    throw new DataError(`${name} is a broken Parquet file or one with two columns of a name; copy or write it again`)
  }
  return found.columns
}

async function checkSame(
  connection: DuckDBConnection,
  first: InputFile,
  columns: readonly StoredColumn[],
  other: InputFile,
): Promise<void> {
  const others = await storedColumns(connection, other)
  const names = (all: readonly StoredColumn[]): string[] => all.map(({ called }) => called)
  checkSameColumns({ file: first.name, names: names(columns) }, { file: other.name, names: names(others) })
  const odd = columns.find(({ called, type }, i) => others[i].called !== called || others[i].type !== type)
  if (odd === undefined) return
  throw new DataError(
    `${first.name} and ${other.name} cannot be put together: column "${odd.called}" differs in place or type; ` +
      'write them alike, or apply to one after the other',
    { column: odd.called },
  )
}

interface SlotOptions extends ReadOptions {
  readonly name: string
  readonly tell: (error: unknown) => void
  /** what writes the rows of a chunk; default their slots */
  readonly written?: (rows: number) => string[]
}

/** What is selected of a column, and how the slots of a chunk of it are found. */
function slotsOf(
  binner: ColumnBinner,
  stored: StoredColumn,
  options: SlotOptions,
): { select: string; slots: BinnedValues['slots'] } {
  const { select, put } = valueOf(binner, stored, options)
  const slots: BinnedValues['slots'] = (chunk, column) => {
    try {
      put(chunk, column)
      return binner.slots(chunk.rowCount)
    } catch (error) {
      options.tell(error)
      throw error
    }
  }
  return { select, slots }
}

/** The same where the database finds them itself. */
function slotsFound(sql: string): { select: string; slots: BinnedValues['slots'] } {
  return { select: `${sql}::INTEGER`, slots: (chunk, column) => rawVector(chunk, column, Int32Array).items }
}

/** Makes a function known to the database that gives the slot of a value, or a text; the call of it as SQL. */
async function registerFunction(
  connection: DuckDBConnection,
  binner: ColumnBinner,
  stored: StoredColumn,
  options: SlotOptions,
): Promise<string> {
  const { DuckDBScalarFunction, DOUBLE, VARCHAR, INTEGER } = await import('@duckdb/node-api')
  const { select, put } = valueOf(binner, stored, options)
  functions++
  const name = `kerf_slot_${functions}`
  const numeric = hasCuts(binner.column)
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name,
      parameterTypes: [numeric ? DOUBLE : VARCHAR],
      returnType: options.written === undefined ? INTEGER : VARCHAR,
      // Missing values have a slot too.
      specialHandling: true,
      mainFunction: (_, chunk, output) => {
        try {
          put(chunk, 0)
          const { rowCount } = chunk
          if (options.written === undefined) fillSlots(output, binner.slots(rowCount))
          else fillTexts(output, options.written(rowCount))
        } catch (error) {
          options.tell(error)
          throw error
        }
      },
    }),
  )
  return `${name}(${select})`
}

/** Without a call a row, where the vector is as the pinned version of the package makes it. */
function fillSlots(output: DuckDBVector, slots: Int32Array): void {
  const { items } = output as { items?: unknown }
  if (items instanceof Int32Array && items.length === slots.length) items.set(slots)
  else for (let i = 0; i < slots.length; i++) output.setItem(i, slots[i])
  output.flush()
}

function fillTexts(output: DuckDBVector, texts: readonly string[]): void {
  for (let i = 0; i < texts.length; i++) output.setItem(i, texts[i])
  output.flush()
}

/** What is selected of a column, and how a chunk of it gets into the binner. */
function valueOf(
  binner: ColumnBinner,
  { sql, type, called }: StoredColumn,
  { name, missingValues }: SlotOptions,
): { select: string; put: (chunk: DuckDBDataChunk, at: number) => void } {
  const typed = typedColumn(type)
  const { kind } = binner.column
  const given = typeof typed === 'string' ? typed : `${typed.conversion.kind} values`
  if (given !== `${kind} values`) {
    throw new DataError(`${name}: column "${called}" holds ${given}, expected ${kind} values as in the binning`, {
      column: called,
    })
  }
  const missing = missingTexts(missingValues)
  if (hasCuts(binner.column)) {
    const codes = kind === 'number' ? missingNumbers(missing) : []
    const whole = type === 'BIGINT' || type === 'UBIGINT'
    const values = new Float64Array(CHUNK)
    return {
      select: kind === 'number' ? `${sql}::DOUBLE` : millisOf(sql, type),
      put: (chunk, at) => {
        // A call of the database: not for every row.
        const { rowCount } = chunk
        copyNumbers(rawVector(chunk, at, Float64Array), values, 0)
        const found = values.subarray(0, rowCount)
        const large = whole ? found.find((value) => Math.abs(value) > LARGEST) : undefined
        if (large !== undefined) throw tooLarge(name, called, large)
        binner.putNumbers(codes.length === 0 ? found : found.map((x) => (codes.includes(x) ? Number.NaN : x)))
      },
    }
  }
  const texts = new ShortTexts()
  return {
    select: `${sql}::VARCHAR`,
    put: (chunk, at) => {
      for (const [i, text] of texts.take(chunk, at).entries()) {
        const level = text === null ? null : trimAscii(text)
        binner.putLevel(i, level === null || missing.has(level) ? null : level)
      }
    },
  }
}

function tooLarge(name: string, column: string, value: number): DataError {
  const found = `found a whole number near ${value}, which a double cannot hold exactly, expected one up to 2^53`
  return new DataError(`${name}, column "${column}": ${found}; store the column as DOUBLE or text`, { column })
}

function millisOf(sql: string, type: string): string {
  return type === 'TIMESTAMP_NS' ? `(epoch_ns(${sql}) // 1000)::DOUBLE / 1000` : `epoch_us(${sql})::DOUBLE / 1000`
}
