import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeLeftovers, temporaryName } from './leftovers.ts'
import { writingError } from './system-errors.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Files that must not outlive the process. */
const pending = new Set<string>()

/** A file that is removed in the end, unless it was moved away. */
export interface Temporary {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** A path in a folder that no other file has; what killed runs left there is removed first. */
export function temporaryPath(ending: string, folder: string): string {
  removeLeftovers(folder)
  return join(folder, temporaryName(ending))
}

/**
 * Makes an empty file in a folder, for the owner alone: the data may be private, and the folder is shared. It is removed
 * when a signal or `process.exit` ends the process. What killed runs left in the folder is removed first.
 */
export function makeTemporary(ending: string, folder: string): Temporary {
  const path = temporaryPath(ending, folder)
  watch(path)
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    unwatch(path)
    throw error
  }
  return {
    path,
    remove: async () => {
      await rm(path, { force: true })
      unwatch(path)
    },
  }
}

/** Lends an empty file in a folder, as `makeTemporary` makes it, which is removed when the work is over or fails. */
export async function withTemporary<T>(ending: string, folder: string, work: (path: string) => Promise<T>): Promise<T> {
  const { path, remove } = makeTemporary(ending, folder)
  try {
    return await work(path)
  } finally {
    await remove()
  }
}

/** Lends an empty file for each ending in the system's folder for temporary files. */
export async function withTemporaries<T>(
  endings: readonly string[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const made: Temporary[] = []
  try {
    for (const ending of endings) made.push(inSystemFolder((folder) => makeTemporary(ending, folder)))
    return await work(made.map(({ path }) => path))
  } finally {
    for (const { remove } of made) await remove()
  }
}

/** A folder for the owner alone in the system's folder for temporary files; `remove` ends it with all that is in it. */
export function makeTemporaryFolder(): { readonly path: string; readonly remove: () => void } {
  return inSystemFolder((folder) => {
    const path = temporaryPath('.folder', folder)
    mkdirSync(path, { mode: 0o700 })
    watch(path)
    return {
      path,
      remove: () => {
        rmSync(path, { recursive: true, force: true })
        unwatch(path)
      },
    }
  })
}

/** Does something in the system's folder for temporary files; an error names it, since the user did not. */
function inSystemFolder<T>(work: (folder: string) => T): T {
  const folder = tmpdir()
  try {
    return work(folder)
  } catch (error) {
    throw writingError(error, `a temporary file in ${folder} (set by TMPDIR)`)
  }
}

/** Signals are only listened to while there are such files: a listener keeps them from ending the process by itself. */
function watch(path: string): void {
  if (pending.size === 0) {
    for (const signal of SIGNALS) process.on(signal, endBySignal)
    process.on('exit', removeAll)
  }
  pending.add(path)
}

function unwatch(path: string): void {
  if (!pending.delete(path) || pending.size > 0) return
  for (const signal of SIGNALS) process.off(signal, endBySignal)
  process.off('exit', removeAll)
}

function removeAll(): void {
  for (const path of pending) rmSync(path, { recursive: true, force: true })
}

function endBySignal(signal: NodeJS.Signals): void {
  removeAll()
  // Another listener, such as that of a command line, decides itself what a signal means.
  if (process.listenerCount(signal) > 1) return
  process.off(signal, endBySignal)
  process.kill(process.pid, signal)
}
