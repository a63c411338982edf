import type { Sides, Part } from '../search/top-down.ts'

/** The sides of a candidate that moves; it starts at the left end of a part. */
export class Walk implements Sides {
  readonly left: Float64Array
  readonly right: Float64Array
  leftTotal = 0
  rightTotal: number
  at: number

  constructor(part: Part) {
    this.left = new Float64Array(part.counts.length)
    this.right = part.counts.slice()
    this.rightTotal = part.total
    this.at = part.from
  }

  /** Moves the counts that start at `at` from the right to the left. */
  advance(counts: Float64Array, at: number): void {
    const { left, right } = this
    let moved = 0
    for (let c = 0; c < left.length; c++) {
      const count = counts[at + c]
      left[c] += count
      right[c] -= count
      moved += count
    }
    this.leftTotal += moved
    this.rightTotal -= moved
  }
}
