import fc from 'fast-check'
import type { Rows } from '../rows.ts'

/** What looking at every partition finds. */
export interface NaiveModl {
  /** the best partition: fewest bins, then leftmost cuts, among those within 1e-12 of the shortest */
  readonly cuts: readonly number[]
  readonly length: number
  /** how many partitions are as short as the shortest */
  readonly equals: number
  /** the length with given cuts */
  readonly lengthOf: (cuts: readonly number[]) => number
}

/** Γ(1 + x) for the parts of a whole that weights in quarters leave over. */
const GAMMA: Readonly<Record<number, number>> = {
  0: 1,
  0.25: 0.9064024770554771,
  0.5: 0.886226925452758,
  0.75: 0.9190625268488832,
}

function log2Factorial(n: number): number {
  let sum = Math.log2(GAMMA[n % 1])
  for (let i = n; i >= 1; i--) sum += Math.log2(i)
  return sum
}

const log2Choose = (n: number, k: number): number => log2Factorial(n) - log2Factorial(k) - log2Factorial(n - k)

/** The length by the formula of Boullé 2006, term by term, for parts given as class counts. */
export function naiveLength(table: readonly (readonly number[])[]): number {
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
  const n = sum(table.map(sum))
  const classes = table[0].filter((_, c) => table.some((counts) => counts[c] > 0)).length
  return (
    Math.log2(n) +
    log2Choose(n + table.length - 1, table.length - 1) +
    sum(table.map((counts) => log2Choose(sum(counts) + classes - 1, classes - 1))) +
    sum(table.map((counts) => log2Factorial(sum(counts)) - sum(counts.map(log2Factorial))))
  )
}

/** Every choice of gaps, by number of gaps. */
const choices = new Map<number, readonly (readonly number[])[]>()

function choicesOf(gaps: number): readonly (readonly number[])[] {
  const known = choices.get(gaps)
  if (known !== undefined) return known
  const all = Array.from({ length: 1 << gaps }, (_, bits) =>
    Array.from({ length: gaps }, (__, gap) => gap).filter((gap) => ((bits >> gap) & 1) === 1),
  )
  choices.set(gaps, all)
  return all
}

/** Looks at every partition of the distinct values, class boundary or not. Weights must be quarters. */
export function naiveModl({ x, y, w }: Rows, maxBins = Infinity): NaiveModl {
  const values = [...new Set(x)].toSorted((a, b) => a - b)
  const names = [...new Set(y)]
  const counts = values.map((value) =>
    names.map((name) => x.reduce((sum, v, i) => sum + (v === value && y[i] === name ? w[i] : 0), 0)),
  )
  // A part's own two terms, by first and last value: the length of it as the only part, less what the whole costs.
  const parts = values.map((_, from) =>
    values.map((__, last) => {
      const own = names.map((___, c) => counts.slice(from, last + 1).reduce((sum, cell) => sum + cell[c], 0))
      const rows = own.reduce((a, b) => a + b, 0)
      const order = log2Factorial(rows) - own.reduce((sum, count) => sum + log2Factorial(count), 0)
      return last < from ? 0 : log2Choose(rows + names.length - 1, names.length - 1) + order
    }),
  )
  const n = w.reduce((a, b) => a + b, 0)
  const price = values.map((_, more) => Math.log2(n) + log2Choose(n + more, more))

  const gaps = values.length - 1
  const lengthOfGaps = (chosen: readonly number[]): number =>
    [...chosen, gaps].reduce((sum, last, i) => sum + parts[i === 0 ? 0 : chosen[i - 1] + 1][last], price[chosen.length])
  const partitions = choicesOf(gaps)
    .filter((chosen) => chosen.length < maxBins)
    .map((chosen) => ({ chosen, length: lengthOfGaps(chosen) }))
  const length = partitions.reduce((least, partition) => Math.min(least, partition.length), Infinity)
  const equal = partitions.filter((partition) => partition.length <= length + 1e-12 * Math.abs(lengthOfGaps([])))
  const [{ chosen }] = equal.toSorted(
    (a, b) =>
      a.chosen.length - b.chosen.length || a.chosen.map((gap, i) => gap - b.chosen[i]).find((d) => d !== 0) || 0,
  )
  const cutAfter = (gap: number): number => (values[gap] + values[gap + 1]) / 2
  return {
    cuts: chosen.map(cutAfter),
    length,
    equals: equal.length,
    lengthOf: (cuts) => lengthOfGaps(cuts.map((cut) => values.findIndex((_, gap) => cutAfter(gap) === cut))),
  }
}

/** Rows of cells given as class counts: value i, class by class, each count as so many rows. */
export function rowsOf(cells: readonly (readonly number[])[]): Rows {
  const rows = cells.flatMap((counts, value) =>
    counts.flatMap((count, c) => Array.from({ length: count }, () => ({ value, label: 'abcd'[c] }))),
  )
  return { x: rows.map(({ value }) => value), y: rows.map(({ label }) => label), w: rows.map(() => 1) }
}

/**
 * Rows with 4 to 12 distinct values and two to four classes that mostly depend on the zone of the value, weights drawn
 * from a list.
 */
export function fewValues(weights: readonly number[]): fc.Arbitrary<Rows> {
  return fc
    .record({
      distinct: fc.integer({ min: 4, max: 12 }),
      classes: fc.integer({ min: 2, max: 4 }),
      zones: fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
      noise: fc.constantFrom(2, 5, 20),
      rows: fc.array(fc.tuple(fc.nat(0xffff), fc.nat(0xffff), fc.constantFrom(...weights)), {
        minLength: 12,
        maxLength: 90,
        size: 'max',
      }),
    })
    .map(({ distinct, classes, zones, noise, rows }) => ({
      // Every value occurs at least once.
      x: rows.map(([place], i) => (i < distinct ? i : place % distinct)),
      y: rows.map(([place, other], i) => {
        const at = i < distinct ? i : place % distinct
        const zone = zones[Math.floor((at * zones.length) / distinct)]
        return 'abcd'[(other % noise === 0 ? Math.floor(other / noise) : zone) % classes]
      }),
      w: rows.map(([, , weight]) => weight),
    }))
}
