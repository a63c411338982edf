import type { Note, NumberSummary, Tallies, Target } from '../types.ts'
import { ExactSum, HUGE, productError } from '../util/numbers/exact-sum.ts'

/** Slots of the values set aside from the cells of a number column; special codes follow from `special` on. */
export const ASIDE = { missing: 0, below: 1, above: 2, special: 3 } as const

/** What each row adds to a slot: its class or number, and its weight. Read by column, never as objects per row. */
export interface RowMarks {
  readonly target: Target | null
  readonly rows: number
  /** class of each row, −1 where unknown; null without a class target */
  readonly codes: Int32Array | null
  /** the same as bytes, where labels were such bytes already and somebody asked for them */
  readonly bytes?: Uint8Array | undefined
  /** number of each row, NaN where unknown; null without a numeric target */
  readonly numbers: Float64Array | null
  /** weight of each row; null when every row weighs 1 */
  readonly weights: Float64Array | null
  readonly notes: readonly Note[]
  /** the function that was called, for messages about its columns; default summarize */
  readonly where?: string | undefined
}

/** Whether a row counts, or why it is left out. */
export function rowStanding(row: number, marks: RowMarks): 'counts' | 'unlabelled' | 'weightless' {
  if (marks.codes !== null && marks.codes[row] < 0) return 'unlabelled'
  if (marks.numbers !== null && Number.isNaN(marks.numbers[row])) return 'unlabelled'
  return marks.weights !== null && marks.weights[row] === 0 ? 'weightless' : 'counts'
}

/** Sums kept per slot: one per class; weight, Σy and Σy² for a numeric target; or the weight alone. */
export function channelCount(target: Target | null): number {
  if (target === null) return 1
  return target.kind === 'class' ? target.classes.length : 3
}

/** Σw of one slot. */
export function slotWeight(tallies: Tallies, target: Target | null, slot: number): number {
  const { channels, sums } = tallies
  if (target === null || target.kind === 'numeric') return sums[slot * channels]
  const weight = new ExactSum()
  for (let at = slot * channels; at < (slot + 1) * channels; at++) {
    weight.add(sums[at])
    for (const residue of tallies.residues) weight.add(residue[at])
  }
  return weight.value()
}

/** Σw of every cell; not to be changed. */
export function cellWeights({ cells: { tallies }, target, weighted }: NumberSummary): Float64Array {
  return weighted ? tallies.rows.map((_, cell) => slotWeight(tallies, target, cell)) : tallies.rows
}

/**
 * Adds rows or whole slots into slots, exactly. Plain addition while it loses nothing (always so for counts); an
 * ExactSum takes over for a sum that would have to be rounded.
 */
export class TallyWriter {
  readonly #size: number
  readonly #channels: number
  readonly #rows: Float64Array
  readonly #sums: Float64Array
  readonly #residues: Float64Array[] = []
  readonly #open = new Map<number, ExactSum>()
  readonly #spare: ExactSum[] = []

  constructor(size: number, channels: number) {
    this.#size = size
    this.#channels = channels
    this.#rows = new Float64Array(size)
    this.#sums = new Float64Array(size * channels)
  }

  addRow(slot: number, row: number, marks: RowMarks): void {
    this.#rows[slot]++
    const base = slot * this.#channels
    const weight = marks.weights === null ? 1 : marks.weights[row]
    if (marks.codes !== null) return this.#add(base + marks.codes[row], weight)
    this.#add(base, weight)
    if (marks.numbers === null) return
    const y = marks.numbers[row]
    this.#addProduct(base + 1, weight, y)
    const wy = weight * y
    this.#addProduct(base + 2, wy, y)
    // Σwy² has to see what rounding took from wy as well; for unweighted rows that is nothing.
    if (weight !== 1 && Number.isFinite(wy)) this.#addProduct(base + 2, productError(weight, y, wy), y)
  }

  /** Adds slot `index` of another tally; `channelOf` says where its channels go when they differ. */
  addSlot(slot: number, from: Tallies, index: number, channelOf: ArrayLike<number> | null = null): void {
    this.#rows[slot] += from.rows[index]
    const base = slot * this.#channels
    for (let c = 0; c < from.channels; c++) {
      const to = base + (channelOf === null ? c : channelOf[c])
      const at = index * from.channels + c
      this.#add(to, from.sums[at])
      for (const residue of from.residues) this.#add(to, residue[at])
    }
  }

  /** Says that a slot is finished, so that long runs of slots need no accumulator each. */
  close(slot: number): void {
    if (this.#open.size === 0) return
    for (let at = slot * this.#channels; at < (slot + 1) * this.#channels; at++) {
      const sum = this.#open.get(at)
      if (sum !== undefined) this.#settle(at, sum)
    }
  }

  finish(): Tallies {
    for (const [at, sum] of this.#open) this.#settle(at, sum)
    return { size: this.#size, channels: this.#channels, rows: this.#rows, sums: this.#sums, residues: this.#residues }
  }

  #add(at: number, term: number): void {
    const sum = this.#sums[at]
    const total = sum + term
    const back = total - sum
    const lost = sum - (total - back) + (term - back)
    if (lost === 0 && (this.#open.size === 0 || !this.#open.has(at))) this.#sums[at] = total
    else this.#openSum(at).add(term)
  }

  #addProduct(at: number, a: number, b: number): void {
    const product = a * b
    if (Math.abs(product) < HUGE) {
      this.#add(at, product)
      const lost = productError(a, b, product)
      if (lost !== 0) this.#add(at, lost)
    } else this.#openSum(at).addProduct(a, b)
  }

  #openSum(at: number): ExactSum {
    let sum = this.#open.get(at)
    if (sum === undefined) {
      sum = this.#spare.pop() ?? new ExactSum()
      sum.add(this.#sums[at])
      this.#open.set(at, sum)
    }
    return sum
  }

  #settle(at: number, sum: ExactSum): void {
    const [first, ...rest] = sum.expansion()
    this.#sums[at] = first
    rest.forEach((term, level) => {
      this.#residues[level] ??= new Float64Array(this.#sums.length)
      this.#residues[level][at] = term
    })
    this.#open.delete(at)
    this.#spare.push(sum)
  }
}
