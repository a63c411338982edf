import { ArgumentError } from '../../errors.ts'
import { labelText } from '../../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { LabelValues, Table } from '../../types.ts'
import { check, integer, knownOptions, show } from '../../util/check.ts'
import { random } from '../../util/random.ts'
import { pickNumbers } from './folds.ts'

/** Options of `splitRows`: how large the parts are, and what they share alike. */
export type SplitOptions = {
  /** sizes of the parts in any unit; default 10:3:2, for training, validation and test */
  readonly parts?: readonly number[] | undefined
  /** default 0 */
  readonly seed?: number | undefined
  /** name of a column whose labels are spread over the parts alike, such as the target */
  readonly stratify?: string | undefined
}

/**
 * Deals the rows of a table at random into parts of given proportions. The same seed and number of rows give the same
 * parts on every runtime. Rows keep their order within a part. O(rows · parts).
 *
 *     const [train, validation, test] = splitRows(table, { stratify: 'species' }).map((rows) => pickTable(table, rows))
 *     console.log([train, validation, test].map((part) => part?.['age']?.length)) // → [ 200, 60, 40 ]
 */
export function splitRows(table: Table, given: SplitOptions = {}): Uint32Array[] {
  knownOptions('splitRows', given, { parts: 1, seed: 1, stratify: 1 })
  const { parts = [10, 3, 2], seed = 0, stratify } = given
  const rows = tableRows('splitRows', table)
  check('splitRows', 'seed', integer(0), seed)
  if (!Array.isArray(parts) || parts.length === 0 || !parts.every((part) => Number.isFinite(part) && part > 0)) {
    throw new ArgumentError(`splitRows: parts must be numbers above 0, got ${show(parts)}`, { code: 'out-of-range' })
  }
  const order = shuffled(rows, seed)
  const turn = stratify === undefined ? order : byLabel(order, tableColumn('splitRows', table, stratify))
  const shares = shareOf(parts)
  // Rounded where parts meet, so that the parts add up to all rows.
  const ends = shares.map((_, p) => Math.round(rows * sumOf(shares.slice(0, p + 1))))
  const sizes = ends.map((end, p) => end - (ends[p - 1] ?? 0))
  const partOf = new Uint32Array(rows)
  const dealt = parts.map(() => 0)
  for (let i = 0; i < rows; i++) {
    // To the part that lags most behind its share, so that every label is spread alike.
    let best = -1
    let most = -Infinity
    for (let p = 0; p < sizes.length; p++) {
      const lag = (sizes[p] * (i + 1)) / rows - dealt[p]
      if (dealt[p] < sizes[p] && lag > most) [best, most] = [p, lag]
    }
    dealt[best]++
    partOf[turn[i]] = best
  }
  const found = sizes.map((size) => new Uint32Array(size))
  dealt.fill(0)
  for (let row = 0; row < rows; row++) found[partOf[row]][dealt[partOf[row]]++] = row
  return found
}

/**
 * Some rows of a table, in the order given. O(rows · columns).
 *
 *     console.log(pickTable({ age: [18, 22, 47] }, Uint32Array.of(2, 0))) // → { age: [ 47, 18 ] }
 *
 * @param rows numbers of the rows wanted, from 0
 */
export function pickTable(table: Table, rows: Uint32Array): Table {
  tableRows('pickTable', table)
  const pick = (values: Table[string]): Table[string] => {
    if (values instanceof Float64Array) return pickNumbers(values, rows)
    const picked = Array<LabelValues[number]>(rows.length)
    for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]]
    return picked
  }
  return Object.fromEntries(Object.entries(table).map(([name, values]) => [name, pick(values)]))
}

const sumOf = (list: readonly number[]): number => list.reduce((sum, item) => sum + item, 0)

function shareOf(parts: readonly number[]): number[] {
  const total = sumOf(parts)
  return parts.map((part) => part / total)
}

function shuffled(rows: number, seed: number): Uint32Array {
  const { integer: draw } = random(seed)
  const order = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) order[row] = row
  for (let i = rows - 1; i > 0; i--) {
    const j = draw(i + 1)
    const row = order[i]
    order[i] = order[j]
    order[j] = row
  }
  return order
}

/** The rows label by label, each in the order given; labels as they first appear in the table. */
function byLabel(order: Uint32Array, labels: LabelValues): Uint32Array {
  const groups = new Map<string | null, number>()
  const groupOf = new Uint32Array(labels.length)
  const counts: number[] = []
  for (let row = 0; row < labels.length; row++) {
    const text = labelText(labels[row], 'splitRows')
    let group = groups.get(text)
    if (group === undefined) {
      group = counts.length
      groups.set(text, group)
      counts.push(0)
    }
    groupOf[row] = group
    counts[group]++
  }
  const next = new Uint32Array(counts.length)
  for (let group = 1; group < counts.length; group++) next[group] = next[group - 1] + counts[group - 1]
  const sorted = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) sorted[next[groupOf[order[i]]]++] = order[i]
  return sorted
}
