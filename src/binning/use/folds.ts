import { type RowMarks, rowStanding } from '../../summaries/tallies.ts'
import { random } from '../../util/random.ts'

/**
 * Deals the rows that count into folds of about one size: shuffled by the seed, then dealt in turn, class by class, so
 * that a rare class is spread over the folds. The fold of each row, −1 for rows that count nowhere. O(rows).
 */
export function dealFolds(marks: RowMarks, folds: number, seed: number): Int32Array {
  const { integer } = random(seed)
  const order = new Uint32Array(marks.rows)
  let kept = 0
  for (let row = 0; row < marks.rows; row++) if (rowStanding(row, marks) === 'counts') order[kept++] = row
  for (let i = kept - 1; i > 0; i--) {
    const j = integer(i + 1)
    const row = order[i]
    order[i] = order[j]
    order[j] = row
  }
  // How many rows of lower classes come before: each class goes on dealing where the last one stopped.
  const starts = new Uint32Array(marks.target?.kind === 'class' ? marks.target.classes.length + 1 : 2)
  const classOf = (row: number): number => marks.codes?.[row] ?? 0
  for (let i = 0; i < kept; i++) starts[classOf(order[i]) + 1]++
  for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1]
  const foldOf = new Int32Array(marks.rows).fill(-1)
  for (let i = 0; i < kept; i++) foldOf[order[i]] = starts[classOf(order[i])]++ % folds
  return foldOf
}

/** The rows of a fold, and those of all others, in their order. */
export function rowsOfFold(foldOf: Int32Array, fold: number): { inside: Uint32Array; outside: Uint32Array } {
  const inside = new Uint32Array(foldOf.length)
  const outside = new Uint32Array(foldOf.length)
  let [held, kept] = [0, 0]
  for (let row = 0; row < foldOf.length; row++) {
    if (foldOf[row] === fold) inside[held++] = row
    else if (foldOf[row] >= 0) outside[kept++] = row
  }
  return { inside: inside.slice(0, held), outside: outside.slice(0, kept) }
}

/** The marks of some rows; the classes stay those of all. */
export function pickMarks(marks: RowMarks, rows: Uint32Array): RowMarks {
  const { codes, numbers, weights } = marks
  return {
    target: marks.target,
    rows: rows.length,
    codes: codes === null ? null : Int32Array.from(rows, (row) => codes[row]),
    numbers: numbers === null ? null : pickNumbers(numbers, rows),
    weights: weights === null ? null : pickNumbers(weights, rows),
    notes: [],
  }
}

/** Some of the numbers. */
export function pickNumbers(numbers: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) picked[i] = numbers[rows[i]]
  return picked
}
