import { availableParallelism } from 'node:os'
import type { EngineOptions } from '../duckdb/connect.ts'

/** How the memory a fit may use is shared out. All in bytes. */
export interface MemoryPlan {
  readonly limit: number
  /** for columns, classes and what a method needs to sort them */
  readonly arrays: number
  readonly engine: EngineOptions
}

/** Part of the limit for arrays, and for the database; the rest is for the program itself. */
const ARRAYS = 0.4
const DATABASE = 0.3
/** The database can do little with less, or with less than this for each of its threads. */
const LEAST_DATABASE = 64e6
const PER_THREAD = 48e6

/** Shares out a limit. Where it is very small the database still gets what it cannot do without. */
export function planMemory(limit: number, threads: number = availableParallelism()): MemoryPlan {
  const database = Math.max(LEAST_DATABASE, Math.floor(limit * DATABASE))
  return {
    limit,
    arrays: Math.floor(limit * ARRAYS),
    engine: {
      memory: `${Math.floor(database / 1000)}KB`,
      threads: Math.max(1, Math.min(threads, Math.floor(database / PER_THREAD))),
    },
  }
}
