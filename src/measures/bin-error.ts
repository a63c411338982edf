/**
 * Two ways to judge a bin (Liu, Liu and Zhang, definitions 1 and 2), computed from their definitions. In the bin lie
 * values whose true answers are known; what is observed is the true answer plus noise of the variance given. A prediction
 * is either the mean of what was observed, or the least-squares line through it.
 */

/**
 * Correctness of a bin that predicts by the mean: the expected square error, V[truth] + noise/n. Smaller is better.
 *
 *     // The same bin predicted by its mean: the spread of the truth is an error too.
 *     console.log(correctnessOfMean([10, 20, 30, 40], 2)) // → 125.5
 *
 * @param truths what is to be predicted, without noise
 * @param noise variance of the noise on what is observed
 */
export function correctnessOfMean(truths: ArrayLike<number>, noise: number): number {
  return spread(truths) + noise / truths.length
}

/**
 * Correctness of a bin that predicts by a line through its values: V[truth the line leaves over] + 2·noise/n. Where all
 * values are one there is no line, and the mean is left.
 *
 *     // The truth rises along the bin: a line through the values follows it, and only noise is left.
 *     console.log(correctnessOfLine([1, 2, 3, 4], [10, 20, 30, 40], 2)) // → 1
 *
 * @param values where in the bin each truth lies
 * @param truths what is to be predicted, without noise
 * @param noise variance of the noise on what is observed
 */
export function correctnessOfLine(values: ArrayLike<number>, truths: ArrayLike<number>, noise: number): number {
  if (spread(values) === 0) return correctnessOfMean(truths, noise)
  return spread(truths) - explainedByLine(values, truths) + (2 * noise) / truths.length
}

/**
 * Robustness of a bin of n values: the variance of its mean prediction, noise/n for mean and line alike.
 *
 *     // Four times the rows, a quarter of the variance of the prediction:
 *     console.log(robustness(10, 2), robustness(40, 2)) // → 0.2 0.05
 *
 * @param size how many values the bin holds
 * @param noise variance of the noise on what is observed
 */
export function robustness(size: number, noise: number): number {
  return noise / size
}

/**
 * The variance of the truths that the slope of their least-squares line explains.
 *
 *     // Of a variance of 125, the slope explains all: the truths lie on a line.
 *     console.log(explainedByLine([1, 2, 3, 4], [10, 20, 30, 40])) // → 125
 *
 * @param truths one number per value
 */
export function explainedByLine(values: ArrayLike<number>, truths: ArrayLike<number>): number {
  const width = spread(values)
  if (width === 0) return 0
  const [x, y] = [mean(values), mean(truths)]
  let together = 0
  for (let i = 0; i < values.length; i++) together += (values[i] - x) * (truths[i] - y)
  together /= values.length
  return (together * together) / width
}

/**
 * The variance between the means of two groups of one size, about the mean of both.
 *
 *     // Rents on the left and on the right of a cut: means 500 and 700 lie 100 from their middle.
 *     console.log(betweenHalves([490, 510], [690, 710])) // → 10000
 */
export function betweenHalves(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const half = (mean(first) - mean(second)) / 2
  return half * half
}

function mean(numbers: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]
  return sum / numbers.length
}

function spread(numbers: ArrayLike<number>): number {
  const middle = mean(numbers)
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += (numbers[i] - middle) * (numbers[i] - middle)
  return sum / numbers.length
}
