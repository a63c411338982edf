import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { DataError } from '../../errors.ts'
import { whereItIs } from '../files/same-file.ts'
import { errorCode, writingError } from '../files/system-errors.ts'
import { temporaryPath } from '../files/temporary.ts'

/** Who holds a lock. */
interface Holder {
  /** tells two locks apart, also of one process */
  readonly token: string
  readonly pid: number
  readonly host: string
  /** the space in which process numbers count; null where the system does not say */
  readonly space: string | null
  /** the start of the machine, and of the process in ticks after it: a number is given to another process some day */
  readonly boot: string | null
  readonly started: string | null
  /** for people */
  readonly since: string
}

/** Times that an unfinished lock is looked at, and milliseconds between. */
const [LOOKS, PAUSE] = [20, 25]

/** The path of the lock of a state. It lies beside the state itself, whatever link leads there. */
export function lockPath(state: string): string {
  return `${whereItIs(state)}.lock`
}

/**
 * Takes the lock of a state, so that no two runs use it at once; gives the function that lets go of it, which the end of
 * the process does as well. A lock whose process is gone is taken over.
 */
export function lockState(state: string): () => void {
  const path = lockPath(state)
  const own = describeSelf()
  try {
    const stats = statSync(state, { throwIfNoEntry: false })
    if (stats !== undefined && !stats.isFile()) {
      const what = stats.isDirectory() ? 'a folder' : 'a device or a pipe'
      throw new DataError(`${state} is ${what}; a state needs a file`)
    }
    take(path, own, state)
  } catch (error) {
    throw error instanceof DataError ? error : writingError(error, path)
  }
  const release = (): void => {
    process.off('exit', release)
    try {
      if (readHolder(path)?.token === own.token) rmSync(path, { force: true })
    } catch {
      // What cannot be removed is taken over by the next run, which sees that this one is gone.
    }
  }
  process.on('exit', release)
  return release
}

/**
 * Whoever finds a lock of a process that is gone claims it by a file named after that very lock, which only one can make.
 * Should they be killed before the lock is theirs, others claim their claim in the same way.
 */
function take(path: string, own: Holder, state: string): void {
  while (!make(path, own)) {
    const first = readHolder(path, state)
    if (first === null) continue
    const claims: string[] = []
    let holder: Holder | null = first
    while (holder !== null) {
      if (isRunning(holder)) throw inUse(path, holder, state)
      claims.push(`${path}.${holder.token}`)
      if (make(claims.at(-1)!, own)) break
      holder = readHolder(claims.at(-1)!, state)
    }
    if (holder === null) continue
    // Somebody who claimed it earlier may have been through with it before the claim was made.
    if (readHolder(path)?.token === first.token) {
      moveInto(path, own)
      for (const claim of claims) rmSync(claim, { force: true })
      return
    }
    rmSync(claims.at(-1)!, { force: true })
  }
}

/** Makes a lock that is complete from the first moment; false where there is one. */
function make(path: string, own: Holder): boolean {
  const whole = temporaryPath('.tmp', dirname(path))
  writeFileSync(whole, `${JSON.stringify(own)}\n`, { flag: 'wx' })
  try {
    linkSync(whole, path)
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return false
    // Not every disk has links; there a lock may be seen before it is complete.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS')
      return makePlain(path, own)
    throw error
  } finally {
    rmSync(whole, { force: true })
  }
}

function makePlain(path: string, own: Holder): boolean {
  try {
    writeFileSync(path, `${JSON.stringify(own)}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function moveInto(path: string, own: Holder): void {
  const whole = temporaryPath('.tmp', dirname(path))
  writeFileSync(whole, `${JSON.stringify(own)}\n`, { flag: 'wx' })
  renameSync(whole, path)
}

/** Who holds a lock; null where there is none. With the name of its state, what is no lock is refused. */
function readHolder(path: string, state?: string): Holder | null {
  for (let look = 0; look < LOOKS; look++) {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      throw error
    }
    const holder = parseHolder(text)
    if (holder !== null || state === undefined) return holder
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
  }
  throw new DataError(
    `${path} should say which run uses ${state}, but is not a lock that Kerf made, or a damaged one; if no other run uses the state, remove ${path} and start again`,
  )
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Holder, unknown>> | null
    const isText = (field: unknown): field is string => typeof field === 'string'
    if (!isText(value?.token) || !/^[\w-]{1,64}$/.test(value.token)) return null
    const { token, pid, host, since } = value
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || !isText(host) || !isText(since)) return null
    const orNull = (field: unknown): string | null => (isText(field) ? field : null)
    return { token, pid, host, since, space: orNull(value.space), boot: orNull(value.boot), started: orNull(value.started) } // prettier-ignore
  } catch {
    return null
  }
}

function describeSelf(): Holder {
  return {
    token: randomUUID(),
    pid: process.pid,
    host: hostname(),
    space: ownSpace(),
    boot: bootId(),
    started: startOf(process.pid),
    since: new Date().toISOString(),
  }
}

/** Whether the process of a lock may still run. What another machine does cannot be seen from here. */
function isRunning({ pid, host, space, boot, started }: Holder): boolean {
  if (host !== hostname()) return true
  // The machine was started again since: whatever ran then is gone.
  const now = bootId()
  if (boot !== null && now !== null && boot !== now) return false
  if (space !== ownSpace()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  // Another process may have got the number.
  const start = startOf(pid)
  return started === null || start === null || started === start
}

function inUse(path: string, { pid, host, space, since }: Holder, state: string): DataError {
  const isHere = host === hostname() && space === ownSpace()
  const where = isHere ? '' : ` on ${host === hostname() ? 'another container of ' : ''}${host}`
  const advice = isHere
    ? `wait for it, or end it with kill ${pid}; another stream needs a state of its own`
    : `whether it still runs cannot be seen from here; if it has ended, remove ${path} and start again`
  return new DataError(`${state} is in use by process ${pid}${where} since ${since}, says ${path}; ${advice}`)
}

function bootId(): string | null {
  return lookUp(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
}

function ownSpace(): string | null {
  return lookUp(() => readlinkSync('/proc/self/ns/pid'))
}

/** When a process was started, in ticks since the machine was. One that has ended has its number until somebody asks. */
function startOf(pid: number): string | null {
  return lookUp(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the process stands in brackets and may itself hold spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? null)
  })
}

/** What Linux says; null on other systems. */
function lookUp(look: () => string | null): string | null {
  try {
    return look()
  } catch {
    return null
  }
}
