import type { Table } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'

/** Tallies of plain rows, from counts per slot and class: rows, weights and squares of weights are the same. */
export function classTallies(counts: readonly number[], width: number): Float64Array {
  const slots = Array.from({ length: counts.length / width }, (_, slot) =>
    counts.slice(slot * width, (slot + 1) * width),
  )
  return Float64Array.from(slots.flatMap((own) => [...own, ...own, ...own]))
}

/** Rows per slot. */
export function slotRows(counts: readonly number[], width: number): Float64Array {
  const rows = new Float64Array(counts.length / width)
  for (const [at, count] of counts.entries()) rows[Math.floor(at / width)] += count
  return rows
}

/** What a table of noise looks like. */
export interface NoiseOptions {
  readonly rows?: number
  readonly numbers?: number
  readonly categories?: number
  /** part of the values that is missing */
  readonly missing?: number
  /** share of each class */
  readonly shares?: readonly number[]
}

/** Columns x0, x1 … and c0, c1 … that say nothing about the classes a, b, c … of y. */
export function noiseTable(seed: number, options: NoiseOptions = {}): Table {
  const { rows = 300, numbers = 8, categories = 0, missing = 0, shares = [0.5, 0.5] } = options
  const { next, normal, integer } = random(seed)
  const column = <T>(draw: () => T): (T | null)[] =>
    Array.from({ length: rows }, () => (missing > 0 && next() < missing ? null : draw()))
  const label = (): string => {
    let left = next()
    const code = shares.findIndex((share) => (left -= share) < 0)
    return 'abcdef'[code < 0 ? shares.length - 1 : code]
  }
  return {
    ...Object.fromEntries(Array.from({ length: numbers }, (_, i) => [`x${i}`, column(normal)])),
    ...Object.fromEntries(Array.from({ length: categories }, (_, i) => [`c${i}`, column(() => `l${integer(2 + i)}`)])),
    y: Array.from({ length: rows }, label),
  }
}

/**
 * 400 rows: `step` goes with yes from 0.8 up (9 of 10 rows, few below), `colour` red less so, `noise` with nothing.
 */
export function stepTable(seed = 1, rows = 400): Record<string, number[] | string[]> {
  const { next, integer } = random(seed)
  const step = Array.from({ length: rows }, () => Math.round(next() * 1000) / 1000)
  const colour = Array.from({ length: rows }, () => ['red', 'green', 'blue'][integer(3)])
  const noise = Array.from({ length: rows }, next)
  const y = step.map((x, i) => {
    const chance = x >= 0.8 ? 0.9 : colour[i] === 'red' ? 0.35 : 0.02
    return next() < chance ? 'yes' : 'nope'
  })
  return { step, colour, noise, y }
}
