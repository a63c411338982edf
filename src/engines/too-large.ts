import { DataError } from '../errors.ts'
import { bytesText } from '../util/byte-sizes.ts'
import type { Engine } from './engine.ts'

const memory = (bytes: number): string => `${bytesText(bytes)} of memory there is for columns`

/** Says that rows can only be counted where they are held, and that there are too many for that. */
export function tooManyRows({ name, rows }: Pick<Engine, 'name' | 'rows'>, bytes: number, what: string): DataError {
  return new DataError(
    `${name}: a column of ${rows} rows is too large for the ${memory(bytes)}, and ` +
      `${what} cannot be counted in parts; allow more with --memory, or take fewer rows with --sample`,
  )
}

/** Says that a column can only be read whole, and that this would take too much. */
export function tooLargeColumn(
  table: string,
  { name, holds }: { readonly name: string; readonly holds: string },
  bytes: number,
): DataError {
  return new DataError(
    `${table}: column "${name}" holds ${holds} and is too large for the ${memory(bytes)}; ` +
      'allow more with --memory, or leave it out with --exclude',
    { column: name },
  )
}
