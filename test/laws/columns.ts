import fc from 'fast-check'

/**
 * A random column and what stands beside it, one entry per row. A missing value is NaN, a missing label null, and the
 * number beside it NaN. Classes and numbers depend on the values, with noise, so that methods find something to cut.
 */
export interface Sample {
  readonly values: readonly number[]
  readonly labels: readonly (string | null)[]
  /** a numeric target */
  readonly numbers: readonly number[]
  /** fractional weights above zero */
  readonly weights: readonly number[]
  /** levels of a category column */
  readonly levels: readonly (string | null)[]
}

/** What a random column may hold. */
export interface SampleOptions {
  /** any: as large and as small as doubles go; moderate: may be scaled by 2^±60 without leaving them. Default any */
  readonly magnitudes?: 'any' | 'moderate'
  /** missing values, infinities and missing labels. Default true */
  readonly gaps?: boolean
}

const { EPSILON, MIN_VALUE } = Number
const WEIGHTS = [0.1, 0.2, 0.25, 0.3, 0.7, 1, 1.5, 2, 3, 12.34]
const LEVELS = ['red', 'green', 'blue', '10', '9', null]
const NAMES = [
  ['a', 'b', 'c', 'd'],
  ['10', '9', '2', '-1'],
  ['no', 'yes', '?', 'Zürich'],
]

const whole = (most: number): fc.Arbitrary<number> => fc.integer({ min: -most, max: most })
const signed = fc.constantFrom(1, -1)

const MODERATE_VALUES: readonly fc.Arbitrary<number>[] = [
  fc.nat(5), // ties
  whole(1000),
  whole(300).map((x) => x / 10),
  whole(30_000).map((x) => x / 100),
  fc.tuple(signed, fc.integer({ min: 1, max: 99 }), fc.nat(12)).map(([sign, x, power]) => sign * x * 10 ** power), // tails
  fc.nat(8).map((x) => 1 + x * EPSILON), // neighbours
  fc.nat(8).map((x) => -0.3 - (x * EPSILON) / 4),
  fc.tuple(signed, fc.double({ min: 1e-150, max: 1e150, noNaN: true })).map(([sign, x]) => sign * x),
]

const EXTREME_VALUES: readonly fc.Arbitrary<number>[] = [
  whole(1000).map((x) => x * MIN_VALUE), // subnormal
  whole(100).map((x) => x * 1e-300),
  whole(17).map((x) => x * 1e307),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
]

/** Random columns; few or many distinct values, 2 to 4 classes, up to 100 rows. */
export function samples({ magnitudes = 'any', gaps = true }: SampleOptions = {}): fc.Arbitrary<Sample> {
  const kinds = magnitudes === 'any' ? [...MODERATE_VALUES, ...EXTREME_VALUES] : MODERATE_VALUES
  const pool = fc
    .constantFrom(...kinds)
    .chain((value) =>
      fc.oneof(
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.array(value, { minLength: 1, maxLength: 80, size: 'max' }),
      ),
    )
  const row = fc.nat(0x7fffffff)
  const rows = fc.array(row, { maxLength: 100, size: 'max' })
  return fc
    .record({ pool, rows, names: fc.constantFrom(...NAMES), classes: fc.integer({ min: 2, max: 4 }) })
    .map(({ pool: found, rows: seeds, names, classes }) => build(found, seeds, names.slice(0, classes), gaps))
}

/** One row per seed: its bits, stirred, say which value of the pool it has and all the rest. */
function build(pool: readonly number[], seeds: readonly number[], names: readonly string[], gaps: boolean): Sample {
  const sorted = pool.toSorted((a, b) => a - b)
  const rows = seeds.map((seed) => {
    const bits = Math.imul(seed ^ (seed >>> 15), 0x9e3779b1) >>> 0
    const part = (shift: number, size: number): number => (bits >>> shift) % size
    const at = seed % sorted.length
    const rank = Math.floor((at * names.length) / sorted.length)
    const value = sorted[at] + 0
    const infinite = gaps && part(12, 29) === 0
    const label = gaps && part(16, 17) === 0 ? null : names[part(0, 8) < 6 ? rank : part(4, names.length)]
    return {
      value: gaps && part(8, 13) === 0 ? Number.NaN : infinite ? (at % 2 === 0 ? Infinity : -Infinity) : value,
      label,
      number: label === null ? Number.NaN : rank * 10 + part(3, 100) / 10,
      weight: WEIGHTS[part(5, WEIGHTS.length)],
      level: LEVELS[(rank + part(9, 3)) % LEVELS.length],
    }
  })
  return {
    values: rows.map((r) => r.value),
    labels: rows.map((r) => r.label),
    numbers: rows.map((r) => r.number),
    weights: rows.map((r) => r.weight),
    levels: rows.map((r) => r.level),
  }
}

/** A sample together with an order of its rows. */
export function shuffledSamples(options: SampleOptions = {}): fc.Arbitrary<[Sample, number[]]> {
  return samples(options).chain((sample) => {
    const places = sample.values.map((_, row) => row)
    const order = fc.shuffledSubarray(places, { minLength: places.length, maxLength: places.length })
    return fc.tuple(fc.constant(sample), order)
  })
}

/** The rows of a sample at the given places; a place may be given more than once. */
export function pickRows(sample: Sample, places: readonly number[]): Sample {
  const pick = <T>(list: readonly T[]): T[] => places.map((row) => list[row])
  return {
    values: pick(sample.values),
    labels: pick(sample.labels),
    numbers: pick(sample.numbers),
    weights: pick(sample.weights),
    levels: pick(sample.levels),
  }
}

/** The distinct finite values, ascending. */
export function distinctValues(values: readonly number[]): number[] {
  return [...new Set(values.filter(Number.isFinite))].toSorted((a, b) => a - b)
}
