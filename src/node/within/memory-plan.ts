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

/** Bytes a row takes while a column is sorted: its value twice, its number, the order and scratch to sort it, its cell. */
const SORTING = 68

/**
 * About how many bytes all rows of a table take while they are fitted in memory: the columns themselves, and what it takes
 * to sort one of them.
 */
export function tableBytes(rows: number, columns: number): number {
  return rows * (8 * columns + SORTING + 16)
}

/** Bytes a row takes where only some of them are looked at again: with classes hardly any, with numbers about a third. */
const LOOKING = { class: 5, numeric: 55 }

/** Bytes beside the values of a column of so many rows that a fit needs: little where it need not be sorted. */
export function scratchBytes(rows: number, sorted: boolean, kind: 'class' | 'numeric' = 'class'): number {
  return rows * (sorted ? SORTING + (kind === 'numeric' ? 24 : 16) : LOOKING[kind])
}
