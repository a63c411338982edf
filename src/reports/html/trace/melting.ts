import type { MergeStep, TraceRange, TraceStep } from '../../../discretizers/trace/trace-steps.ts'
import { chiSquareOfPair } from '../../../measures/chi-square.ts'

/** The intervals of a trace that merges, as they are after the steps taken so far. */
export class Melting {
  #first: readonly TraceRange[] = []
  #merges: MergeStep[] = []
  #now: TraceRange[] = []

  take(step: TraceStep): void {
    if (step.step === 'intervals') {
      this.#first = step.intervals
      this.#now = [...step.intervals]
    } else if (step.step === 'merge') {
      this.#merges.push(step)
      this.#merge(step)
    } else if (step.step === 'back') {
      this.#merges = this.#merges.slice(0, this.#first.length - step.bins)
      this.#now = [...this.#first]
      for (const merge of this.#merges) this.#merge(merge)
    }
  }

  get intervals(): readonly TraceRange[] {
    return this.#now
  }

  /** The interval that begins at a value. */
  indexOf(lo: number): number {
    let [from, to] = [0, this.#now.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#now[middle].lo < lo) from = middle + 1
      else to = middle
    }
    return from
  }

  #merge({ left, right }: MergeStep): void {
    const at = this.indexOf(left.lo)
    const classes = left.classes === null ? null : left.classes.map((count, c) => count + (right.classes?.[c] ?? 0))
    this.#now.splice(at, 2, { ...left, hi: right.hi, rows: left.rows + right.rows, classes })
  }
}

/** χ² of two neighbours, as the method of these options counts it. */
export function chiSquareBetween(
  left: TraceRange,
  right: TraceRange,
  options: Readonly<Record<string, unknown>>,
): number {
  const [own, other] = [left.classes ?? [], right.classes ?? []]
  const number = (name: string): number => (typeof options[name] === 'number' ? options[name] : 0)
  return chiSquareOfPair(Float64Array.from([...own, ...other]), own.length, 0, 1, number('expectedFloor'), number('addToCounts')) // prettier-ignore
}
