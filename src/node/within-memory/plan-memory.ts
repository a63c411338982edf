import { availableParallelism } from 'node:os'
import { parseBytes } from '../../util/byte-sizes.ts'
import type { EngineOptions } from '../duckdb/engine-options.ts'

/** The smallest limit that can be kept, as it is typed and in bytes. */
export const LEAST_LIMIT = '384MB'
const LEAST = 384e6

/**
 * Of the smallest limit, what is left for arrays and for the database. The rest is the program with its libraries (about
 * 165 MB), what a search over the cells of one column takes (up to 190 MB), and what the allocator keeps.
 */
const LEAST_ARRAYS = 28e6
const LEAST_DATABASE = 64e6
/** What the program takes where rows only pass through it, with some room. */
const PROGRAM = 180e6
/** Parts of what a limit allows beyond that. */
const MORE_ARRAYS = 0.7
const MORE_DATABASE = 0.2
/** Arrays never get more of a limit than this. */
const MOST_ARRAYS = 0.4
/** The database can do little with less for each of its threads. */
const PER_THREAD = 48e6

/** How a limit of memory is used. */
export interface MemoryPlan {
  /** bytes for columns and what is made of them */
  readonly arrays: number
  readonly engine: EngineOptions
}

/** Shares out a limit, in bytes. Below the smallest that can be kept, the database still gets what it cannot do without. */
export function planMemory(limit: number, threads: number = availableParallelism()): MemoryPlan {
  const more = Math.max(0, limit - LEAST)
  const database = LEAST_DATABASE + more * MORE_DATABASE
  return {
    arrays: Math.floor(Math.min(limit * MOST_ARRAYS, LEAST_ARRAYS + more * MORE_ARRAYS)),
    engine: {
      memory: `${Math.floor(database / 1000)}KB`,
      threads: Math.max(1, Math.min(threads, Math.floor(database / PER_THREAD))),
    },
  }
}

/** What the database may take where rows only pass through: all but what the program itself takes. */
export function databaseMemory(limit: string | undefined): string | undefined {
  if (limit === undefined) return undefined
  return `${Math.floor(Math.max(LEAST_DATABASE, parseBytes(limit) - PROGRAM) / 1000)}KB`
}

/** Whether a limit is too small to be kept. */
export function isTooSmall(limit: string): boolean {
  return parseBytes(limit) < LEAST
}
