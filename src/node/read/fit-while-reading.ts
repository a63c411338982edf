import type { Binning, Column } from '../../binning/binning.ts'
import type { PoolRun } from '../../binning/fit/column-pool.ts'
import { columnJob, type ColumnJob } from '../../binning/fit/fit-column.ts'
import { assembleBinning, columnOptions, markTable } from '../../binning/fit/fit-table.ts'
import { checkNames, checkRequest, checkRows, type FitRequest, planFit } from '../../plan-fit.ts'
import { idNote, looksLikeId, wantedColumns } from '../../sources/choose-columns.ts'
import type { OpenParquet } from '../../sources/parquet/open-parquet.ts'
import { numbersFor } from '../../sources/parquet/read-parquet.ts'
import type { SourceColumn } from '../../sources/source.ts'
import { asksKinds } from '../../sources/text/column-names.ts'
import { emptyColumns, isEmpty } from '../../sources/text/table-notes.ts'
import { targetKindOf } from '../../summaries/target-kind.ts'
import type { Note, Table } from '../../types.ts'
import type { ReadingPool } from '../../workers/worker-pool.ts'
import { openQuickParquet } from '../duckdb/duckdb-parquet.ts'
import { withParts } from '../files/file-bytes.ts'
import { fileKind, findFiles, isSummaryFile, sourceName } from '../files/find-files.ts'
import type { DataOptions } from './read-data.ts'

/** How a fit is watched, and the threads that share it. */
export interface ReadingRun extends PoolRun {
  readonly pool: ReadingPool
}

/**
 * Fits the columns of a Parquet file while others of it are still read, into memory that is used again: fresh memory for all of
 * them takes as long as decoding does. The binning is that of `fitSource`; null where it is not sure to be, and where anything
 * goes wrong, since only who has read all columns can say what was wrong first.
 */
export async function fitWhileReading(
  address: string,
  request: FitRequest,
  options: DataOptions,
  run: ReadingRun,
): Promise<Binning | null> {
  if (request.sample !== undefined || request.together === true || asksKinds(options)) return null
  try {
    const files = await findFiles(address)
    const [{ path, name, once }] = files
    if (files.length > 1 || once || (await isSummaryFile(path, name))) return null
    if ((await fileKind(path, name)).kind !== 'parquet') return null
    const asked = { ...request, source: sourceName(files[0]) }
    return await withParts(path, name, async (parts) => {
      const file = await openQuickParquet(parts, { ...options, name })
      return file === null ? null : await new FileInWork(file, asked).fit(run)
    })
  } catch {
    return null
  }
}

/** A file while its columns are read and fitted. */
class FileInWork {
  readonly #file: OpenParquet
  readonly #request: FitRequest
  /** memory of columns that were fitted, and of those that are fitted now */
  readonly #spare: Float64Array[] = []
  readonly #lent = new Map<string, Float64Array>()
  /** names of the columns that were read, and of those without any value */
  readonly #read = new Set<string>()
  readonly #empty = new Set<string>()
  readonly #ids = new Map<string, Note>()

  constructor(file: OpenParquet, request: FitRequest) {
    this.#file = file
    this.#request = request
  }

  async fit({ pool, ...run }: ReadingRun): Promise<Binning | null> {
    const [file, request] = [this.#file, this.#request]
    const { rows, columns } = file
    checkNames(columns, request)
    checkRows(rows, request.source)
    const table = await this.#readMarks()
    const kind =
      request.target === undefined ? undefined : targetKindOf(table[request.target], request.targetKind ?? 'auto')
    const wanted = wantedColumns(columns, request)
    const plan = planFit(request, wanted, { kind, sampled: false })
    const { notes: told, ...marks } = markTable('fitTable', table, rows, plan)
    const names = plan.columns
    const { all = {}, perColumn = {} } = plan
    const jobs = {
      names,
      values: () => undefined,
      job: async (index: number): Promise<ColumnJob | null> => {
        const column = await this.#readColumn(names[index], names.at(index + 1))
        return column && columnJob(column.name, column.values, columnOptions(all, perColumn[column.name]))
      },
      done: (index: number): void => this.#giveBack(names[index]),
    }
    const fitted = await pool.fitRead(jobs, { ...marks, notes: [] }, run)
    if (fitted === null) return null
    // Columns that nobody fits may be broken, or have no value.
    for (const { name } of columns) if (!this.#read.has(name)) await this.#look(name)
    checkRequest(
      request,
      wanted.filter(({ name }) => !this.#ids.has(name)),
    )
    const found = fitted.filter((column): column is Column => column !== undefined)
    const binning = assembleBinning(plan, { rows, target: marks.target, notes: told }, found)
    const empty = emptyColumns(columns.map(({ name }) => name).filter((name) => this.#empty.has(name)))
    const ids = names.flatMap((name) => this.#ids.get(name) ?? [])
    const notes = [...file.notes, ...empty, ...(binning.notes ?? []), ...ids]
    return notes.length === 0 ? binning : { ...binning, notes }
  }

  /** Target and weights, which all columns need. */
  async #readMarks(): Promise<Table> {
    const { target, weight } = this.#request
    const table: Record<string, Table[string]> = {}
    for (const name of [target, weight]) {
      if (name !== undefined)
        table[name] = (await this.#readInto(name, () => numbersFor(this.#file.rows, false))).values
    }
    return table
  }

  /** A column to fit; null where it looks like an id and was not asked for by its name. */
  async #readColumn(name: string, next: string | undefined): Promise<SourceColumn | null> {
    const column = await this.#readInto(name, () => this.#lend(name), next)
    const reason = this.#request.columns === undefined ? looksLikeId(column, this.#file.rows) : null
    if (reason === null) return column
    this.#ids.set(name, idNote(name, reason))
    this.#giveBack(name)
    return null
  }

  async #look(name: string): Promise<void> {
    await this.#readInto(name, () => this.#lend(name))
    this.#giveBack(name)
  }

  async #readInto(name: string, numbers: () => Float64Array, next?: string): Promise<SourceColumn> {
    const { columns, read } = this.#file
    const place = (wanted: string | undefined): number => columns.findIndex((column) => column.name === wanted)
    const after = next === undefined ? undefined : place(next)
    const column = await read(place(name), { numbers, next: after })
    this.#read.add(name)
    if (isEmpty(column)) this.#empty.add(name)
    return column
  }

  #lend(name: string): Float64Array {
    const memory = this.#spare.pop() ?? numbersFor(this.#file.rows, true)
    this.#lent.set(name, memory)
    return memory
  }

  #giveBack(name: string): void {
    const memory = this.#lent.get(name)
    if (memory !== undefined) this.#spare.push(memory)
    this.#lent.delete(name)
  }
}
