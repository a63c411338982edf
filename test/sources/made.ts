import { bareMessage } from '../../src/util/called-as.ts'
import { DataError } from '../../src/errors.ts'
import { readCsv } from '../../src/sources/csv/read-csv.ts'
import type { FileOptions, OpenFile, SourceTable } from '../../src/sources/source.ts'

/** A file in memory that arrives in chunks of the given size. */
export function fileOf(content: string | Uint8Array, chunk = 65_536): OpenFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
}

/** Reads a text as the file data.csv. */
export function csv(
  content: string | Uint8Array,
  options: Partial<FileOptions> = {},
  chunk?: number,
): Promise<SourceTable> {
  return readCsv(fileOf(content, chunk), { name: 'data.csv', ...options })
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

/** Kinds by name. */
export function kindsOf(table: SourceTable): Record<string, string> {
  return Object.fromEntries(table.columns.map(({ name, kind }) => [name, kind]))
}

/** The messages of the notes. */
export function messagesOf({ notes }: Pick<SourceTable, 'notes'>): string[] {
  return notes.map(({ message }) => message)
}

/** The message of the DataError that a reader ends with, after the name of the reader; "accepted" when it does not. */
export async function refusal(reading: Promise<unknown>): Promise<string> {
  try {
    await reading
  } catch (error) {
    if (error instanceof DataError) return bareMessage(error)
    throw error
  }
  return 'accepted'
}
