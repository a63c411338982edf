import { DataError } from '../errors.ts'

/** Lines of a wrong number of fields: the first of them, how many in all, and what was expected. */
export interface BadLines {
  readonly line: number
  readonly fields: number
  readonly bad: number
  /** the right number, and why: "5 as in line 1" */
  readonly expected: string
}

/** Says which line has too few or too many fields, and how many more. */
export function badLines(name: string, { line, fields, bad, expected }: BadLines): DataError {
  const more = bad === 1 ? '' : ` (and so in ${bad - 1} more line${bad === 2 ? '' : 's'})`
  return new DataError(
    `${name}, line ${line}: found ${fields} field${fields === 1 ? '' : 's'}, expected ${expected}${more}; ` +
      'correct that, or add --bad-rows skip to leave such lines out',
  )
}
