import { fstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** A file that a run reads or writes. */
export interface RunFile {
  /** what the user calls it: a flag, or words such as "the data" */
  readonly role: string
  /** its path; - is standard input, or standard output where it is written */
  readonly path: string
  readonly writes: boolean
}

/**
 * The first two files of a run that are one and the same, of which at least one is written; null where there are none.
 * Links are followed, also hard ones, and a path may lead to a file that is not there yet. Devices and pipes may be
 * shared: nothing in them can be lost.
 */
export function findShared(files: readonly RunFile[]): readonly [RunFile, RunFile] | null {
  const known = files.map((file) => ({ file, marks: marksOf(file) }))
  for (const [i, one] of known.entries()) {
    for (const other of known.slice(0, i)) {
      const isShared = one.marks.some((mark) => other.marks.includes(mark))
      if (isShared && (one.file.writes || other.file.writes)) return [other.file, one.file]
    }
  }
  return null
}

/** Texts of which two files have one in common if they are the same. */
function marksOf({ path, writes }: RunFile): string[] {
  if (path === '-') {
    const stats = statsOf(() => fstatSync(writes ? 1 : 0))
    return stats?.isFile() === true ? [nodeMark(stats)] : []
  }
  const stats = statsOf(() => statSync(path))
  if (stats !== null && !stats.isFile()) return []
  const place = `path ${whereItIs(resolve(path))}`
  return stats === null ? [place] : [place, nodeMark(stats)]
}

/** Systems that number no files say 0. */
function nodeMark({ dev, ino }: Stats): string {
  return ino === 0 ? 'none' : `node ${dev} ${ino}`
}

function statsOf(look: () => Stats): Stats | null {
  try {
    return look()
  } catch {
    return null
  }
}

/** The path without links; of what is not there yet, as far as there is something. */
export function whereItIs(path: string, links = 0): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    const place = parent === path ? path : join(whereItIs(parent, links), basename(path))
    try {
      // A link that leads nowhere yet: what is written to it will be there.
      return links > 40 ? place : whereItIs(resolve(dirname(place), readlinkSync(place)), links + 1)
    } catch {
      return place
    }
  }
}
