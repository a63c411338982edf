import { toUnits } from '../../src/util/numbers/big-double.ts'

/**
 * Σw(x − x̄)² of every range of rows that are sorted by value, without any rounding: numerators over the weight of the
 * range, in powers of a unit that all share.
 */
export class ExactCosts {
  readonly #weight: bigint[] = [0n]
  readonly #sum: bigint[] = [0n]
  readonly #square: bigint[] = [0n]
  readonly size: number

  constructor(values: readonly number[], weights: readonly number[]) {
    this.size = values.length
    const shared = commonTwos([...values, ...weights].map(toUnits))
    values.forEach((value, i) => {
      const [x, w] = [toUnits(value) >> shared, toUnits(weights[i]) >> shared]
      this.#weight.push(this.#weight[i] + w)
      this.#sum.push(this.#sum[i] + w * x)
      this.#square.push(this.#square[i] + w * x * x)
    })
  }

  /** The cost of rows a … b − 1 as a part of the cost of all rows, to 53 bits. */
  share(a: number, b: number): number {
    const [top, bottom] = this.#ratio(a, b)
    const [wholeTop, wholeBottom] = this.#ratio(0, this.size)
    return quotient(top * wholeBottom, bottom * wholeTop)
  }

  #ratio(a: number, b: number): [bigint, bigint] {
    const weight = this.#weight[b] - this.#weight[a]
    const sum = this.#sum[b] - this.#sum[a]
    return [weight * (this.#square[b] - this.#square[a]) - sum * sum, weight]
  }
}

/** How often two divides all of the integers. */
function commonTwos(units: readonly bigint[]): bigint {
  let all = units.reduce((bits, unit) => bits | (unit < 0n ? -unit : unit), 0n)
  let twos = 0n
  for (; all !== 0n && (all & 1n) === 0n; all >>= 1n) twos++
  return twos
}

/** a / b as a double, for a from 0 to b; 0 when it is smaller than doubles go. */
function quotient(a: bigint, b: bigint): number {
  if (a === 0n) return 0
  const shift = Math.max(0, b.toString(16).length - a.toString(16).length) * 4 + 70
  return shift > 1060 ? 0 : Number((a << BigInt(shift)) / b) * 2 ** -shift
}

/** The cuts of least total cost into `parts` parts, each as the first row of a part, and that cost. */
export interface Cheapest {
  readonly cuts: readonly number[]
  readonly cost: number
}

/**
 * The best partitions into 1, 2, … parts, by trying every partition. Of partitions that cost the same but for one part
 * in 10^12 the one with the leftmost first cut, then the same for the rest.
 */
export function everyPartition(costs: ExactCosts): Cheapest[] {
  const { size } = costs
  const table = Array.from({ length: size + 1 }, (_, a) =>
    Array.from({ length: size + 1 }, (_unused, b) => (a < b ? costs.share(a, b) : 0)),
  )
  // least[start][parts]: rows from start on
  const least = Array.from({ length: size }, () => Array<number>(size + 1).fill(Infinity))
  const tryAll = (from: number, start: number, parts: number, cost: number): void => {
    least[from][parts] = Math.min(least[from][parts], cost + table[start][size])
    for (let end = start + 1; end < size; end++) tryAll(from, end, parts + 1, cost + table[start][end])
  }
  for (let from = 0; from < size; from++) tryAll(from, from, 1, 0)

  return Array.from({ length: size }, (_, at) => {
    const cuts: number[] = []
    let start = 0
    for (let left = at + 1; left > 1; left--) {
      const limit = least[start][left] * (1 + 1e-12)
      let end = start + 1
      while (table[start][end] + least[end][left - 1] > limit) end++
      cuts.push(end)
      start = end
    }
    return { cuts, cost: least[0][at + 1] }
  })
}
