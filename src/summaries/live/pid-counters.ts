import type { Field } from '../../util/saved-json.ts'

/** What a live column has counted so far, besides its cells. */
export interface PidCounters {
  /** rows handed in */
  rows: number
  unlabelled: number
  weightless: number
  /** cells split on a guess, cells joined, and cells added for a value of their own */
  splits: number
  joins: number
  inserts: number
  /** rows since the last halving, or in the newest pane */
  age: number
  /** rows handed in before another split is tried when there are as many cells as there may be */
  quietUntil: number
}

/** Counters before the first row. */
export function noCounts(): PidCounters {
  return { rows: 0, unlabelled: 0, weightless: 0, splits: 0, joins: 0, inserts: 0, age: 0, quietUntil: 0 }
}

/** Reads saved counters: whole numbers of at least 0. */
export function readCounters(field: Field): PidCounters {
  const counters = noCounts()
  for (const name of Object.keys(counters) as (keyof PidCounters)[]) counters[name] = field.get(name).index()
  return counters
}
