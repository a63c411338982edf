import type { Roughness } from '../../discretizers/methods/chi2.ts'
import { errorOf, isJustHalf } from '../../discretizers/search/rough-sets.ts'

/**
 * Rows by what they look like: those that have the same code in every column and the same class count together. The codes
 * of pattern i are codes[i · columns …], whole numbers of at least 0. Weights must be such that their sums are exact.
 */
export interface Patterns {
  readonly size: number
  readonly columns: number
  readonly codes: Int32Array
  readonly classes: Int32Array
  readonly weights: Float64Array
}

/** Patterns taken together, and what is made of them when asked for. */
export interface Regrouped {
  readonly patterns: () => Patterns
  /** Σw of the rows outside the largest class of those that look alike */
  readonly inconsistent: number
  /** what the variants of Chi2 measure of rows that look alike */
  readonly roughness: () => Roughness
}

/**
 * Takes patterns together after codes have changed: `codeOf[column]` maps old codes to new ones, null keeps them.
 * Looks are numbered in the order of first sight by a hash table in typed arrays; there is no key per row.
 * O(patterns · columns).
 */
export function regroup(patterns: Patterns, codeOf: readonly (ArrayLike<number> | null)[]): Regrouped {
  const { size, columns, classes, weights } = patterns
  const codes = translate(patterns, codeOf)
  const looks = numberLooks(codes, size, columns)
  const groups = numberPairs(looks.numbers, classes)

  const sums = new Float64Array(groups.count)
  for (let i = 0; i < size; i++) sums[groups.numbers[i]] += weights[i]
  const largest = new Float64Array(looks.count)
  let inconsistent = 0
  for (let group = 0; group < groups.count; group++) {
    const look = looks.numbers[groups.first[group]]
    inconsistent += sums[group]
    if (sums[group] > largest[look]) largest[look] = sums[group]
  }
  for (let look = 0; look < looks.count; look++) inconsistent -= largest[look]
  return {
    inconsistent,
    roughness: () => roughnessOf(sums, looks.count, (group) => looks.numbers[groups.first[group]]),
    patterns: () => ({
      size: groups.count,
      columns,
      codes: pickRows(codes, columns, groups.first, groups.count),
      classes: pickRows(classes, 1, groups.first, groups.count),
      weights: sums,
    }),
  }
}

/** The roughness of looks, from Σw of each class in each look that has it. O(groups). */
function roughnessOf(sums: Float64Array, looks: number, lookOf: (group: number) => number): Roughness {
  const totals = new Float64Array(looks)
  const classes = new Int32Array(looks)
  const isHalf = new Uint8Array(looks)
  for (let group = 0; group < sums.length; group++) {
    totals[lookOf(group)] += sums[group]
    classes[lookOf(group)]++
  }
  let error = 0
  for (let group = 0; group < sums.length; group++) {
    const look = lookOf(group)
    if (isJustHalf(sums[group], totals[look])) isHalf[look] = 1
    else error = Math.max(error, errorOf(sums[group], totals[look]))
  }
  let [mixed, halves] = [0, 0]
  for (let look = 0; look < looks; look++) {
    if (classes[look] > 1) mixed += totals[look]
    if (isHalf[look] === 1) halves += totals[look]
  }
  return { error, halves, mixed }
}

/** One number per row, and for each number the first row that has it. */
interface Numbered {
  readonly numbers: Int32Array
  readonly first: Int32Array
  readonly count: number
}

function translate({ codes, columns }: Patterns, codeOf: readonly (ArrayLike<number> | null)[]): Int32Array {
  const translated = codes.slice()
  for (let column = 0; column < columns; column++) {
    const to = codeOf[column]
    if (to === null) continue
    for (let at = column; at < codes.length; at += columns) translated[at] = to[codes[at]]
  }
  return translated
}

/** Numbers rows by all their codes. */
function numberLooks(codes: Int32Array, size: number, columns: number): Numbered {
  return number(
    size,
    (row) => {
      let hash = 0
      for (let at = row * columns; at < (row + 1) * columns; at++) hash = stir(hash ^ codes[at])
      return hash
    },
    (a, b) => {
      for (let column = 0; column < columns; column++) {
        if (codes[a * columns + column] !== codes[b * columns + column]) return false
      }
      return true
    },
  )
}

/** Numbers rows by two numbers. */
function numberPairs(left: Int32Array, right: Int32Array): Numbered {
  return number(
    left.length,
    (row) => stir(stir(left[row]) ^ right[row]),
    (a, b) => left[a] === left[b] && right[a] === right[b],
  )
}

/** Numbers rows in the order of first sight, alike ones the same. Open addressing; hashes are compared before rows are. */
function number(size: number, hashOf: (row: number) => number, alike: (a: number, b: number) => boolean): Numbered {
  let buckets = 16
  while (buckets < 2 * size) buckets *= 2
  const numberAt = new Int32Array(buckets).fill(-1)
  const numbers = new Int32Array(size)
  const first = new Int32Array(size)
  const hashes = new Int32Array(size)
  let count = 0
  for (let row = 0; row < size; row++) {
    const hash = hashOf(row)
    let bucket = hash & (buckets - 1)
    for (; numberAt[bucket] >= 0; bucket = (bucket + 1) & (buckets - 1)) {
      const known = numberAt[bucket]
      if (hashes[known] === hash && alike(first[known], row)) break
    }
    if (numberAt[bucket] < 0) {
      numberAt[bucket] = count
      hashes[count] = hash
      first[count++] = row
    }
    numbers[row] = numberAt[bucket]
  }
  return { numbers, first, count }
}

/** Spreads the bits of a whole number. */
function stir(x: number): number {
  const h = Math.imul(x ^ (x >>> 15), 0x9e3779b1)
  return h ^ (h >>> 13)
}

function pickRows(list: Int32Array, width: number, rows: Int32Array, count: number): Int32Array {
  const picked = new Int32Array(count * width)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < width; c++) picked[i * width + c] = list[rows[i] * width + c]
  }
  return picked
}
