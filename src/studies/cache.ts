import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DataError } from '../errors.ts'
import { readSmallFile } from '../node/files/small-file.ts'
import { VERSION } from '../binning/binning.ts'
import type { Table } from '../types.ts'

/** Results by name, which outlive the process that found them, so that a study which was stopped goes on where it was. */
export interface StudyCache<Result> {
  readonly get: (name: string) => Result | undefined
  readonly add: (name: string, result: Result) => void
}

/**
 * Results kept in a file of a folder, one line of JSON each; `about` says what they depend on, and other data or another
 * version of Kerf is another file. A last line that was cut off when the process ended is left out. Without a folder
 * results are kept in memory only.
 */
export function openCache<Result>(folder: string | null, study: string, about: unknown): StudyCache<Result> {
  const known = new Map<string, Result>()
  if (folder === null) return { get: (name) => known.get(name), add: (name, result) => void known.set(name, result) }
  const key = createHash('sha256')
    .update(JSON.stringify([VERSION, about]))
    .digest('hex')
    .slice(0, 16)
  const path = join(folder, `${study}-${key}.jsonl`)
  for (const line of keeping(folder, () => linesOf(path))) {
    const entry = parsed(line)
    if (entry !== null) known.set(entry.name, entry.result as Result)
  }
  return {
    get: (name) => known.get(name),
    add: (name, result) => {
      known.set(name, result)
      // A line that was cut off before is ended first.
      keeping(folder, () => appendFileSync(path, `\n${JSON.stringify({ name, result })}\n`))
    },
  }
}

/** The whole lines of the file; the folder is made where there is none. */
function linesOf(path: string): string[] {
  if (!existsSync(dirname(path))) mkdirSync(dirname(path))
  return existsSync(path) ? readSmallFile(path).toString('utf8').split('\n').slice(0, -1) : []
}

/** What goes wrong with files is told with the folder. */
function keeping<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DataError(`results cannot be kept in ${folder}: ${why}`)
  }
}

function parsed(line: string): { readonly name: string; readonly result: unknown } | null {
  try {
    const { name, result } = JSON.parse(line) as { name?: unknown; result?: unknown }
    return typeof name === 'string' && result !== undefined ? { name, result } : null
  } catch {
    return null
  }
}

/** What tells one table from another: names, and every value. O(values). */
export function fingerprint(table: Table): string {
  const hash = createHash('sha256')
  for (const [name, values] of Object.entries(table)) {
    hash.update(`${JSON.stringify(name)}:`)
    if (ArrayBuffer.isView(values)) hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    else hash.update(JSON.stringify(Array.from(values, String)))
  }
  return hash.digest('hex')
}
