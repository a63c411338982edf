import { withRoom } from './kernel-module.ts'
import { giveBack, type LentKernel, takeKernel } from './lent-kernel.ts'
import { squaredSumsBytes } from './squared-sums-bytes.ts'

/** What kernels/squared-sums.ts exports. */
interface SquaredSumsFunctions {
  place(...addresses: [number, number, number, number, number, number, number]): void
  scale(...args: [n: number, grow: number, growOn: number, weigh: number, weighOn: number]): void
  addUp(n: number, middle: number, blur: number): void
}

/** Sums at the ends of cells, one more than there are cells, each in two doubles; what they are is told where they are used. */
export interface RunningSquares {
  /** the values, scaled */
  readonly values: Float64Array
  /** weight of the cells before each cell, and of all */
  readonly below: Float64Array
  readonly sums: Float64Array
  readonly sumRests: Float64Array
  readonly squares: Float64Array
  readonly squareRests: Float64Array
  readonly blur: Float64Array
  /** ends the use of the arrays, so that others may have their memory */
  readonly release: () => void
}

/** What values and weights are multiplied by, two factors each, and the rounding of which the blur tells. */
export interface SumScales {
  readonly values: readonly [number, number]
  readonly weights: readonly [number, number]
  readonly blur: number
}

const lent: LentKernel<SquaredSumsFunctions> = { idle: null }

/** The sums of cells of one value each, in WebAssembly; null where it cannot be had. O(cells). */
export function fastRunningSquares(
  values: Float64Array,
  weights: Float64Array,
  scales: SumScales,
): RunningSquares | null {
  const kernel = takeKernel(lent, squaredSumsBytes)
  if (kernel === null) return null
  return withRoom(() => {
    const size = values.length
    const ends = 8 * (size + 1)
    const places = kernel.layOut(8 * size, ends, ends, ends, ends, ends, ends)
    const [own, below, ...rest] = places.map((at, i) => new Float64Array(kernel.buffer, at, i === 0 ? size : size + 1))
    own.set(values)
    below.set(weights)
    kernel.run.place(...(places as Parameters<SquaredSumsFunctions['place']>))
    kernel.run.scale(size, ...scales.values, ...scales.weights)
    kernel.run.addUp(size, size >> 1, scales.blur)
    const [sums, sumRests, squares, squareRests, blur] = rest
    return { values: own, below, sums, sumRests, squares, squareRests, blur, release: () => giveBack(lent, kernel) }
  })
}
