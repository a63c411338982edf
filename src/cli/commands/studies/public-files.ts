import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DataError } from '../../../errors.ts'
import { readData } from '../../../node/read/read-data.ts'
import type { StudyData } from '../../../studies/id3.ts'
import { studyOf } from '../../flags/study-flags.ts'

/** A public file as studies know it. */
export interface KnownFile {
  /** its name; it may be a gz */
  readonly file: string
  readonly target: string
  /** columns that are neither numbers to learn from nor the target */
  readonly without: readonly string[]
  /** columns that are asked for by name */
  readonly has?: readonly string[]
  /** codes that are not amounts, such as −9 for no record; they are taken for missing */
  readonly codes?: readonly number[]
}

/** Refuses a folder that is not there. */
export function checkFolder(folder: string): void {
  if (!existsSync(folder)) throw new DataError(`--data: there is no folder ${folder}`)
}

/** A public file that lies in a folder, by itself or in a folder of its own, with its columns of numbers; null without it. */
export async function publicFile(folder: string, name: string, known: KnownFile): Promise<StudyData | null> {
  const { file, target, without, has = [], codes = [] } = known
  const places = [folder, join(folder, name)].flatMap((place) => [join(place, file), join(place, `${file}.gz`)])
  const path = places.find((place) => existsSync(place))
  if (path === undefined) return null
  const read = await readData(path)
  const absent = [target, ...has].find((wanted) => !read.columns.some((column) => column.name === wanted))
  if (absent !== undefined) {
    const got = read.columns.map((column) => column.name).join(', ')
    throw new DataError(`${path}: expected a column ${absent}, got ${got}; rename it, or take the file away`)
  }
  const numbers = read.columns.filter((column) => column.kind === 'number' && !without.includes(column.name))
  const study = studyOf(
    file,
    read,
    target,
    numbers.map((column) => column.name),
  )
  if (codes.length === 0) return study
  const cleaned = study.columns.map((column) => [
    column,
    Float64Array.from(study.table[column] as Float64Array, (x) => (codes.includes(x) ? Number.NaN : x)),
  ])
  return { ...study, table: { ...study.table, ...Object.fromEntries(cleaned) } }
}
