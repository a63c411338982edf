import { xLog2x } from '../util/numbers/log2.ts'

/** Terms smaller than this part of the largest one change nothing. */
const NEGLIGIBLE = 1e-18

/** 1 / (2 · ln 2): bits that chance gives a test for each degree of freedom, where the counts are large. */
const BITS_PER_DEGREE = 0.7213475204444817

/** The rows of a node, as whole counts. */
export interface ChanceNode {
  readonly total: number
  readonly classes: readonly number[]
}

/** The bits that one cut gains over all rows of a node by chance alone: the same for every cut. */
export function chanceOfCut(classes: readonly number[]): number {
  let present = 0
  for (const count of classes) if (count > 0) present++
  return Math.max(0, present - 1) * BITS_PER_DEGREE
}

/**
 * The bits that branches of these sizes gain over all rows of a node on average, if the classes were dealt to the rows at
 * random: what a test owes to the number of its branches and not to what they are. Exact: the mean over all ways of dealing,
 * from the hypergeometric distribution of the rows of a class in a branch. With a row in every branch it is all there is to
 * know. O(different sizes · classes · √rows).
 */
export function chanceOfGroups({ total, classes }: ChanceNode, sizes: ArrayLike<number>): number {
  const known = new Map<number, number>()
  let bits = xLog2x(total)
  for (const count of classes) bits -= xLog2x(count)
  for (let i = 0; i < sizes.length; i++) {
    const size = sizes[i]
    let left = known.get(size)
    if (left === undefined) {
      left = -xLog2x(size)
      if (size > 1) for (const count of classes) if (count > 0) left += meanXLog2x(total, count, size)
      known.set(size, left)
    }
    bits += left
  }
  return Math.max(0, bits)
}

/**
 * The mean of x · log2 x, where x is how many rows of a class are among `size` rows drawn from `total`, `count` of which
 * are of the class. From the likeliest x outwards by the ratio of neighbours, so that no factorial is needed.
 */
function meanXLog2x(total: number, count: number, size: number): number {
  const others = total - count - size
  const least = Math.max(0, -others)
  const most = Math.min(count, size)
  const mode = Math.min(most, Math.max(least, Math.floor(((count + 1) * (size + 1)) / (total + 2))))
  let [weights, sum] = [1, xLog2x(mode)]
  for (let x = mode, weight = 1; x < most;) {
    weight *= ((count - x) * (size - x)) / ((x + 1) * (others + x + 1))
    if (weight < NEGLIGIBLE) break
    x++
    weights += weight
    sum += weight * xLog2x(x)
  }
  for (let x = mode, weight = 1; x > least;) {
    weight *= (x * (others + x)) / ((count - x + 1) * (size - x + 1))
    if (weight < NEGLIGIBLE) break
    x--
    weights += weight
    sum += weight * xLog2x(x)
  }
  return sum / weights
}
