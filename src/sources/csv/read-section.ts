import type { ColumnPart } from './column-builders.ts'
import { CsvPass, type PassResult } from './csv-pass.ts'
import type { FileOptions } from '../source.ts'
import type { CsvPlan } from './csv-plan.ts'

/** What is to be read from each section of a text table. Plain data, which can be sent to another thread. */
export interface SectionTask {
  /** without header and lines to skip */
  readonly plan: CsvPlan
  readonly columns: readonly number[]
  readonly options: Pick<FileOptions, 'name' | 'missingValues' | 'badRows'>
  /** about how many rows there are in a byte */
  readonly density: number
}

/** What a section gave: its parts of the columns that have no misfit in it. */
export interface SectionRead {
  readonly result: PassResult
  readonly parts: ReadonlyMap<number, ColumnPart>
}

/** Reads one section of `size` bytes, which come in pieces. Throws when it does not end where a record ends. */
export function readSection(
  { plan, columns, options, density }: SectionTask,
  bytes: Iterable<Uint8Array>,
  size: number,
): SectionRead {
  // A few rows too many cost less than another block.
  const pass = new CsvPass(plan, columns, options, Math.ceil(size * density * 1.1) + 16)
  for (const piece of bytes) pass.feed(piece)
  const result = pass.finish()
  const parts = columns.filter((j) => !result.misfits.has(j)).map((j): [number, ColumnPart] => [j, pass.part(j)])
  return { result, parts: new Map(parts) }
}
