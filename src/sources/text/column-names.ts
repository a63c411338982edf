import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { suggest } from '../../util/suggest.ts'
import type { ReadOptions } from '../source.ts'
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
  /** where to go on counting, so that a name that stands a thousand times is not tried a million times */
  const next = new Map<string, number>()
  const unused = (stem: string, from: number, name: (n: number) => string): string => {
    let n = Math.max(from, next.get(stem) ?? 0)
    while (taken.has(name(n))) n++
    next.set(stem, n + 1)
    return name(n)
  }
  const names = trimmed.map((name, i) => {
    if (name === '') {
      const given = unused('', i + 1, (n) => `column ${n}`)
      notes.push({ code: 'unnamed', message: `column ${i + 1} has no name and is called "${given}"` })
      return given
    }
    const before = firstAt.get(name)
    if (before === undefined) {
      firstAt.set(name, i)
      return name
    }
    const given = unused(name, 2, (n) => `${name} (${n})`)
    const message = `columns ${before + 1} and ${i + 1} are both called "${name}"; the second is read as "${given}"`
    notes.push({ code: 'renamed', message })
    return given
  })
  return { names, notes }
}

/** Positions of the columns to read, in the order of the file. A name that is not there is refused. */
export function pickColumns(file: string, names: readonly string[], asked: readonly string[] | undefined): number[] {
  if (asked === undefined) return names.map((_, i) => i)
  const known = new Set(names)
  for (const name of asked) {
    if (!known.has(name)) {
      throw new DataError(`${file}: there is no column "${name}"${suggest(name, names)}`, {
        code: 'unknown-name',
        column: name,
      })
    }
  }
  const wanted = new Set(asked)
  return names.flatMap((name, i) => (wanted.has(name) ? [i] : []))
}

/** Whether it was said what single columns are. */
export function asksKinds({ texts, numbers }: Pick<ReadOptions, 'texts' | 'numbers'>): boolean {
  return (texts?.length ?? 0) + (numbers?.length ?? 0) > 0
}
