import type { OptionNames } from '../util/check.ts'
import type { FileOptions, ReadOptions } from './source.ts'

/** The names of the options of all readers. */
export const READ_NAMES: OptionNames<ReadOptions> = {
  delimiter: 1,
  decimal: 1,
  header: 1,
  skip: 1,
  missingValues: 1,
  columns: 1,
  texts: 1,
  numbers: 1,
  badRows: 1,
  onProgress: 1,
}

/** The same with what the file is called. */
export const FILE_NAMES: OptionNames<FileOptions> = { ...READ_NAMES, name: 1, size: 1 }

/** What options say about reading, without what they say besides. */
export function readingOf(options: ReadOptions): ReadOptions {
  const names = Object.keys(READ_NAMES) as (keyof ReadOptions)[]
  return Object.fromEntries(names.map((name) => [name, options[name]]))
}
