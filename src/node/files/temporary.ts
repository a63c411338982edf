import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Files that must not outlive the process. */
const pending = new Set<string>()
let made = 0

/** A path in the folder that no other file has; default the system's folder for temporary files. */
export function temporaryPath(ending: string, folder: string = tmpdir()): string {
  made++
  const random = Math.floor(Math.random() * 0xffffffff).toString(36)
  // Independent of the name it will get: that one may already be as long as the system allows.
  return join(folder, `.kerf-${process.pid}-${made}-${random}${ending}`)
}

/**
 * Lends a path to a file that is removed when the work is over, when it fails, and when a signal or `process.exit` ends
 * the process meanwhile.
 */
export async function withTemporary<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
  watch(path)
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
    unwatch(path)
  }
}

/** Lends a path for each ending, as `withTemporary` lends one. */
export function withTemporaries<T>(
  endings: readonly string[],
  work: (paths: readonly string[]) => Promise<T>,
  paths: readonly string[] = [],
): Promise<T> {
  if (paths.length === endings.length) return work(paths)
  const next = temporaryPath(endings[paths.length])
  return withTemporary(next, (path) => withTemporaries(endings, work, [...paths, path]))
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
  for (const path of pending) rmSync(path, { force: true })
}

function endBySignal(signal: NodeJS.Signals): void {
  removeAll()
  // Another listener, such as that of a command line, decides itself what a signal means.
  if (process.listenerCount(signal) > 1) return
  process.off(signal, endBySignal)
  process.kill(process.pid, signal)
}
