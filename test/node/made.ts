import { bareMessage } from '../../src/util/called-as.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll } from 'vitest'
import { DataError } from '../../src/errors.ts'
import { closeDuckDb, withDuckDb } from '../../src/node/duckdb/connect.ts'
import type { SourceTable } from '../../src/sources/source.ts'

/** A folder for the files of a test file; it and the database are gone afterwards. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'kerf-node-'))

  constructor() {
    afterAll(async () => {
      await closeDuckDb()
      rmSync(this.path, { recursive: true })
    })
  }

  at(name: string): string {
    return join(this.path, name)
  }

  /** Writes a file, compressed if its name ends in .gz; its path. */
  file(name: string, content: string | Uint8Array): string {
    writeFileSync(this.at(name), name.endsWith('.gz') ? gzipSync(content) : content)
    return this.at(name)
  }

  /** Writes the rows of a query as a Parquet file; its path. */
  async parquet(name: string, sql: string, codec = 'snappy'): Promise<string> {
    const how = `(FORMAT parquet, COMPRESSION ${codec})`
    await withDuckDb({}, (connection) => connection.run(`COPY (${sql}) TO '${this.at(name)}' ${how}`))
    return this.at(name)
  }

  /** A text with the path of the folder left out. */
  short(text: string): string {
    return text.replaceAll(`${this.path}/`, '')
  }

  /** The message of the DataError that something ends with, without the function and the path of the folder. */
  async refusal(work: Promise<unknown>): Promise<string> {
    try {
      await work
    } catch (error) {
      if (error instanceof DataError) return this.short(bareMessage(error))
      throw error
    }
    return 'accepted'
  }
}

/** Columns as name → values, for comparing; missing numbers are null. */
export function columnsOf(table: SourceTable): Record<string, unknown[]> {
  return Object.fromEntries(
    table.columns.map((column) => [
      column.name,
      Array.from(column.values as ArrayLike<number | string | null>, (value) => (Number.isNaN(value) ? null : value)),
    ]),
  )
}

/** All there is to a table, so that −0 differs from 0. */
export function exact(table: SourceTable): unknown {
  const values = (column: SourceTable['columns'][number]): unknown[] =>
    Array.from(column.values as ArrayLike<number | string | null>, (value) =>
      typeof value === 'number' ? (Object.is(value, -0) ? 'number -0' : `number ${value}`) : value,
    )
  return { ...table, columns: table.columns.map((column) => ({ ...column, values: values(column) })) }
}

/** What a reader gives: all of the table, or the message of its error. */
export async function outcome(reading: Promise<SourceTable | null>): Promise<unknown> {
  try {
    const table = await reading
    return table === null ? null : exact(table)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DataError') throw error
    return bareMessage(error)
  }
}
