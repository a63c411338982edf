import type { ColumnFit } from '../../binning/fit/column-fit.ts'
import { columnOptions } from '../../binning/fit/fit-table.ts'
import { DataError } from '../../errors.ts'
import { dateNumbers, isNumeric, tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { Table } from '../../types.ts'
import { check, integer, knownOptions } from '../../util/check.ts'
import { readNumbers } from '../../util/data-value.ts'
import { random } from '../../util/random.ts'
import { kMeans, type Points } from './cluster-points.ts'
import { calledAs } from '../../util/called-as.ts'

/** Options of `clusterRows`: how many clusters, and over which columns. */
export type ClusterOptions = {
  /** how many clusters, from 2 to 20 */
  readonly clusters: number
  /** names of the columns to take distances over; those without numbers are left out. Default all */
  readonly columns?: readonly string[] | undefined
  /** kinds of columns, and codes that do not count as numbers */
  readonly all?: ColumnFit | undefined
  /** the same for single columns, over what `all` says */
  readonly perColumn?: Readonly<Record<string, ColumnFit>> | undefined
  /** seed of the random starts; default 0 */
  readonly seed?: number | undefined
  /** how many random starts are tried; the tightest result wins. Default 25 */
  readonly starts?: number | undefined
}

/** Rows in clusters, the largest first. */
export interface Clusters {
  /** cluster of each row from 0; −1 for a row without any number */
  readonly labels: Int32Array
  /** rows of each cluster, the largest first */
  readonly sizes: readonly number[]
  /** the columns that distances were taken over */
  readonly columns: readonly string[]
  /** random starts that were tried */
  readonly starts: number
  /** part of the variance of the standardised columns that lies between the clusters, from 0 to 1 */
  readonly explained: number
  /** the same for rows whose columns were shuffled each for itself: what so many clusters explain where there are none */
  readonly shuffled: number
}

/** Starts for shuffled rows, which need not be clustered quite as well. */
const SHUFFLED_STARTS = 5

/** Most clusters that a reader could tell apart. */
const MOST_CLUSTERS = 20

/**
 * Clusters the rows of a table: k-means over its number and date columns, each with its mean taken off and divided by its
 * standard deviation. A missing value or special code counts as the mean; an infinite one as the nearest finite one. Text
 * and truth values have no distances and are left out, as are columns of one value. Which cluster a row falls into depends
 * on the seed and, rarely, on the order of the rows. O(rows · columns · clusters) per round.
 *
 *     // Two kinds of customers, told apart by age and spending:
 *     const { labels, sizes, explained } = clusterRows(
 *       { age: [20, 22, 24, 60, 63], spent: [5, 7, 6, 90, 80] },
 *       { clusters: 2 },
 *     )
 *     console.log(labels, sizes) // → Int32Array(5) [ 0, 0, 0, 1, 1 ] [ 3, 2 ]
 *     console.log(explained > 0.9) // → true
 */
export function clusterRows(table: Table, options: ClusterOptions): Clusters {
  return calledAs('clusterRows', () => {
    knownOptions('explain', options, { clusters: 1, columns: 1, all: 1, perColumn: 1, seed: 1, starts: 1 })
    const { clusters, seed = 0, starts = 25 } = options
    check('explain', 'clusters', integer(2, MOST_CLUSTERS), clusters)
    check('explain', 'seed', integer(0), seed)
    check('explain', 'starts', integer(1, 1000), starts)
    const rows = tableRows('explain', table)
    const names = options.columns ?? Object.keys(table)
    const standard = names.flatMap((name) => {
      const values = numbersOf(table, name, columnOptions(options.all ?? {}, options.perColumn?.[name]))
      const column = values === null ? null : standardized(values)
      return column === null ? [] : [{ name, scaled: column }]
    })
    if (standard.length === 0) {
      throw new DataError('explain: no column of numbers varies, so there are no distances to cluster by')
    }
    const scaled = standard.map((column) => column.scaled)
    const kept = rowsWithNumbers(scaled, rows)
    const points = toPoints(scaled, kept)
    if (!enoughDistinct(points, clusters)) {
      throw new DataError(
        `explain: fewer than ${clusters} rows differ from each other, too few for ${clusters} clusters`,
      )
    }
    const { labels, spread } = kMeans(points, { clusters, starts, seed })
    const { order, sizes } = bySize(labels, clusters)
    const all = new Int32Array(rows).fill(-1)
    for (let i = 0; i < kept.length; i++) all[kept[i]] = order[labels[i]]
    const whole = totalSpread(points)
    const mixed = kMeans(shuffle(points, seed), { clusters, starts: Math.min(starts, SHUFFLED_STARTS), seed })
    const explained = (left: number): number => (whole > 0 ? Math.max(0, 1 - left / whole) : 0)
    return {
      labels: all,
      sizes,
      columns: standard.map(({ name }) => name),
      starts,
      explained: explained(spread),
      shuffled: explained(mixed.spread),
    }
  })
}

/** The numbers of a column, NaN where there is none; null for a column of anything else. */
function numbersOf(table: Table, name: string, { kind, missing = [], special = [] }: ColumnFit): Float64Array | null {
  const given = tableColumn('explain', table, name)
  if (kind === 'category' || kind === 'boolean') return null
  if (dateNumbers(given) === null && !isNumeric(given)) return null
  const codes = new Set([...missing, ...special])
  return readNumbers(given, { where: 'explain', column: name }).map((x) => (codes.has(x) ? Number.NaN : x))
}

/** Values with mean 0 and deviation 1, NaN where there is none; null for a column that does not vary. */
function standardized(values: Float64Array): Float64Array | null {
  let [count, sum, low, high] = [0, 0, Infinity, -Infinity]
  for (const x of values) {
    if (!Number.isFinite(x)) continue
    count++
    sum += x
    low = Math.min(low, x)
    high = Math.max(high, x)
  }
  if (!(low < high)) return null
  // The mean of huge numbers may overflow; such a column has no distances worth taking.
  const mean = sum / count
  let squares = 0
  for (const x of values) if (Number.isFinite(x)) squares += (x - mean) * (x - mean)
  const deviation = Math.sqrt(squares / count)
  if (!(deviation > 0 && deviation < Infinity)) return null
  return values.map((x) => (Math.min(high, Math.max(low, x)) - mean) / deviation)
}

function rowsWithNumbers(columns: readonly Float64Array[], rows: number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row).filter((row) =>
    columns.some((values) => !Number.isNaN(values[row])),
  )
}

function toPoints(columns: readonly Float64Array[], kept: Uint32Array): Points {
  const width = columns.length
  const values = new Float64Array(kept.length * width)
  for (const [d, column] of columns.entries()) {
    for (let i = 0; i < kept.length; i++) {
      const x = column[kept[i]]
      values[i * width + d] = Number.isNaN(x) ? 0 : x
    }
  }
  return { values, size: kept.length, width }
}

/** The same points with the numbers of every column in another order. */
function shuffle({ values, size, width }: Points, seed: number): Points {
  const source = random(seed + 1)
  const mixed = values.slice()
  for (let d = 0; d < width; d++) {
    for (let i = size - 1; i > 0; i--) {
      const [a, b] = [i * width + d, source.integer(i + 1) * width + d]
      ;[mixed[a], mixed[b]] = [mixed[b], mixed[a]]
    }
  }
  return { values: mixed, size, width }
}

function enoughDistinct({ values, size, width }: Points, wanted: number): boolean {
  const seen = new Set<string>()
  for (let i = 0; i < size && seen.size < wanted; i++) seen.add(values.subarray(i * width, (i + 1) * width).join())
  return seen.size >= wanted
}

/** The rank of each cluster when the largest comes first, the earlier row on a tie. */
function bySize(labels: Int32Array, clusters: number): { order: Int32Array; sizes: number[] } {
  const counts = Array.from({ length: clusters }, (_, cluster) => ({ cluster, size: 0, first: labels.length }))
  for (let i = labels.length - 1; i >= 0; i--) {
    counts[labels[i]].size++
    counts[labels[i]].first = i
  }
  // Rounds may end before every cluster has a row; empty ones are left out.
  const filled = counts.filter(({ size }) => size > 0)
  const sorted = filled.toSorted((a, b) => b.size - a.size || a.first - b.first)
  const order = new Int32Array(clusters)
  for (const [rank, { cluster }] of sorted.entries()) order[cluster] = rank
  return { order, sizes: sorted.map(({ size }) => size) }
}

/** Sum of squared distances to the middle of all points. */
function totalSpread({ values, size, width }: Points): number {
  const middle = new Float64Array(width)
  for (let at = 0; at < values.length; at++) middle[at % width] += values[at] / size
  let sum = 0
  for (let at = 0; at < values.length; at++) {
    const gap = values[at] - middle[at % width]
    sum += gap * gap
  }
  return sum
}
