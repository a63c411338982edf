import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { join } from 'node:path'

/** Names of temporary files and folders: the machine, the space that process numbers count in, the process, a number. */
const OURS = /^\.kerf-([0-9a-f]{6})-([0-9a-f]{6})-(\d+)-\d+-[0-9a-z]+\.\w+$/

/** This machine, and where its process numbers count: those of different containers may be equal, and their folders shared. */
let place: { readonly host: string; readonly space: string } | null = null

const cleaned = new Set<string>()
let made = 0

/** A name that no other file has, and that tells which process made it. */
export function temporaryName(ending: string): string {
  made++
  const random = Math.floor(Math.random() * 0xffffffff).toString(36)
  const { host, space } = placeOfProcess()
  // Independent of the name it will get: that one may already be as long as the system allows.
  return `.kerf-${host}-${space}-${process.pid}-${made}-${random}${ending}`
}

/**
 * Removes the temporary files of Kerf in a folder whose process is gone: one that was killed could not do it. Files of
 * processes that run, of other machines and of other programs are left alone. Looks into each folder once.
 */
export function removeLeftovers(folder: string): void {
  if (cleaned.has(folder)) return
  cleaned.add(folder)
  try {
    for (const name of readdirSync(folder)) if (isLeftover(folder, name)) remove(join(folder, name))
  } catch {
    // A folder that cannot be read is the affair of whoever writes to it.
  }
}

function isLeftover(folder: string, name: string): boolean {
  const [, host, space, pid] = OURS.exec(name) ?? []
  const here = placeOfProcess()
  if (host !== here.host || isRunning(Number(pid))) return false
  if (space === here.space) return true
  // The number means nothing here, unless the machine was started since.
  return lstatSync(join(folder, name)).mtimeMs < Date.now() - uptime() * 1000
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Somebody else's; they will remove it themselves.
  }
}

function placeOfProcess(): NonNullable<typeof place> {
  place ??= { host: hash(hostname()), space: hash(numberSpace()) }
  return place
}

function numberSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return '' // not Linux
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}
