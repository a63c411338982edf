import { DataError } from '../errors.ts'
import type { Note } from '../types.ts'
import { suggest } from '../util/suggest.ts'
import { trimAscii } from './values.ts'

/**
 * Column names as they are used: white space around them removed, the N-th called "column N" when it has none, and a
 * name that stood before followed by " (2)" and so on. The notes say what was changed.
 */
export function columnNames(found: readonly string[]): { names: readonly string[]; notes: readonly Note[] } {
  const trimmed = found.map(trimAscii)
  const taken = new Set(trimmed)
  const firstAt = new Map<string, number>()
  const notes: Note[] = []
  const unused = (from: number, name: (n: number) => string): string => {
    let n = from
    while (taken.has(name(n))) n++
    taken.add(name(n))
    return name(n)
  }
  const names = trimmed.map((name, i) => {
    if (name === '') {
      const given = unused(i + 1, (n) => `column ${n}`)
      notes.push({ code: 'unnamed', message: `column ${i + 1} has no name and is called "${given}"` })
      return given
    }
    const before = firstAt.get(name)
    if (before === undefined) {
      firstAt.set(name, i)
      return name
    }
    const given = unused(2, (n) => `${name} (${n})`)
    const message = `columns ${before + 1} and ${i + 1} are both called "${name}"; the second is read as "${given}"`
    notes.push({ code: 'renamed', message })
    return given
  })
  return { names, notes }
}

/** Positions of the columns to read, in the order of the file. A name that is not there is refused. */
export function pickColumns(file: string, names: readonly string[], asked: readonly string[] | undefined): number[] {
  if (asked === undefined) return names.map((_, i) => i)
  for (const name of asked) {
    if (!names.includes(name)) {
      throw new DataError(`${file}: there is no column "${name}"${suggest(name, names)}`, { column: name })
    }
  }
  return names.flatMap((name, i) => (asked.includes(name) ? [i] : []))
}
