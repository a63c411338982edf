import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How near the limit memory is given back: before that it is not worth the time. */
const NEAR = 0.7
/** Part of the limit that must have come since the last time before it is tried again. */
const GROWN = 1 / 32
/** Milliseconds between two looks, also while a single query of the database runs for minutes. */
const BEAT = 200

interface Watch {
  /** bytes that the process may take */
  readonly limit: number
  /** collects what is no longer used */
  readonly collect: () => void
  /** gives back to the system what was collected */
  readonly trim: () => Promise<unknown>
  /** bytes that the process took after the last time */
  left: number
}

/** One for the process, which has one memory; null without a limit. */
let watch: Watch | null = null

/**
 * Does work within a limit of memory: what is no longer used is given back when the process comes near the limit. Left to
 * itself the language would wait far longer, since it knows nothing of the limit, nor of what the database holds for objects
 * that nobody uses any more. `trim` gives to the system what the allocator keeps.
 */
export async function withinLimit<T>(
  { limit, trim }: Pick<Watch, 'limit' | 'trim'>,
  work: () => Promise<T>,
): Promise<T> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const outer = watch
  // The first time finds what is unused, and only the second gives back arrays.
  const collect = (): void => {
    gc()
    gc()
  }
  watch = { limit, trim, collect, left: 0 }
  const timer = setInterval(() => void giveBackIfNear(), BEAT)
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    watch = outer
  }
}

/** Gives back all that is no longer used: before much memory is needed. */
export async function giveBack(): Promise<void> {
  if (watch === null) return
  const here = watch
  here.collect()
  await here.trim()
  here.left = process.memoryUsage.rss()
}

/** The same if the process has come near its limit: while rows are read. */
export async function giveBackIfNear(): Promise<void> {
  if (watch === null) return
  const { limit, left } = watch
  if (process.memoryUsage.rss() > Math.max(limit * NEAR, left + limit * GROWN)) await giveBack()
}
