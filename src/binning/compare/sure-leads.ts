import { chiSquareTail } from '../../measures/distributions/chi-square-distribution.ts'
import { fTail } from '../../measures/distributions/f-distribution.ts'
import { random } from '../../util/random.ts'

/** How often the draws are repeated; the limit they give is sure to about 0.05. */
const DRAWS = 2000

/** What methods tell in each block of rows, as distances from their means. The last tells nothing: no bins. */
export interface Scatter {
  readonly residuals: readonly Float64Array[]
  /** what the blocks are shares of, together */
  readonly whole: number
  readonly folds: number
}

/** The scatter of methods around their means, with "no bins" as one more that tells 0 in every block. */
export function scatterOf(told: readonly Float64Array[], whole: Float64Array, folds: number): Scatter {
  const total = whole.reduce((sum, one) => sum + one, 0)
  const residuals = [...told, new Float64Array(whole.length)].map((sums) => {
    const mean = total > 0 ? sums.reduce((sum, one) => sum + one, 0) / total : 0
    return sums.map((sum, block) => sum - mean * whole[block])
  })
  return { residuals, whole: total, folds }
}

/**
 * The standard error of the difference between two methods, from the scatter of its blocks. Folds share most of the rows
 * they learn from, so their errors go together and plain scatter says too little: it is raised by 1 + k/(k − 1), which is
 * what Nadeau and Bengio's 1/k + 1/(k − 1) is to the 1/k of folds that do not depend on each other.
 */
export function leadError({ residuals, whole, folds }: Scatter, a: number, b: number): number {
  const blocks = residuals[a].length
  if (!(whole > 0)) return 0
  const squares = squaredGaps(residuals[a], residuals[b])
  return Math.sqrt(((squares * blocks) / (blocks - 1)) * (1 + folds / (folds - 1))) / whole
}

function squaredGaps(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, one, block) => sum + (one - b[block]) ** 2, 0)
}

/** Random signs, one per block and draw, the same for every column. */
export function drawSigns(blocks: number, seed: number): Int8Array {
  const { integer } = random(seed + 2)
  const signs = new Int8Array(DRAWS * blocks)
  let bits = 1
  for (let i = 0; i < signs.length; i++) {
    if (bits === 1) bits = 0x40000000 + integer(0x40000000)
    signs[i] = (bits & 1) * 2 - 1
    bits >>>= 1
  }
  return signs
}

/**
 * What chance makes of the largest difference among all pairs of methods, in standard errors, draw by draw: every block
 * gets a random sign, which keeps how methods go together. Raises `largest` where these pairs give more.
 * O(draws · blocks · methods).
 */
export function raiseLargest(scatter: Scatter, signs: Int8Array, largest: Float64Array): void {
  const { residuals } = scatter
  const blocks = residuals[0].length
  const pairs: { a: number; b: number; scale: number }[] = []
  for (let a = 0; a < residuals.length; a++) {
    for (let b = 0; b < a; b++) {
      const squares = squaredGaps(residuals[a], residuals[b])
      if (squares > 0) pairs.push({ a, b, scale: 1 / Math.sqrt(squares) })
    }
  }
  const sums = new Float64Array(residuals.length)
  for (let draw = 0; draw < DRAWS; draw++) {
    const from = draw * blocks
    for (const [method, own] of residuals.entries()) {
      let sum = 0
      for (let block = 0; block < blocks; block++) sum += signs[from + block] * own[block]
      sums[method] = sum
    }
    for (const { a, b, scale } of pairs) {
      const size = Math.abs(sums[a] - sums[b]) * scale
      if (size > largest[draw]) largest[draw] = size
    }
  }
}

/** Room for `raiseLargest`. */
export function noLargest(): Float64Array {
  return new Float64Array(DRAWS)
}

/**
 * How many standard errors chance alone reaches in at most 1 − `sure` of all tables, for all pairs together. The normal
 * limit is widened to that of Student's t, since the errors are estimated from so many blocks.
 */
export function limitOf(largest: Float64Array, sure: number, blocks: number): number {
  const normal = largest.toSorted()[Math.ceil(sure * largest.length) - 1]
  const tail = chiSquareTail(normal * normal, 1)
  let [low, high] = [normal, normal]
  while (high < 1e6 && fTail(high * high, 1, blocks - 1) > tail) high *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (fTail(middle * middle, 1, blocks - 1) > tail) low = middle
    else high = middle
  }
  return high
}
