import { ArgumentError } from '../errors.ts'
import {
  betweenHalves,
  correctnessOfLine,
  correctnessOfMean,
  explainedByLine,
  robustness,
} from '../measures/bin-error.ts'
import { random } from '../util/random.ts'

/** What theory says and what was measured, with the standard error of the measurement. */
export interface Compared {
  readonly predicted: number
  readonly measured: number
  readonly error: number
}

/** A lemma tried on one bin: it claims that `better` is at most `worse` (lemma 4: that both are the same). */
export interface LemmaCase {
  readonly lemma: 1 | 2 | 3 | 4
  readonly claim: string
  /** how steep the truth is in the bin */
  readonly slope: number
  readonly better: Compared
  readonly worse: Compared
  /** what the lemma needs, with its numbers; null where it needs nothing */
  readonly condition: string | null
  /** whether it should hold here, and whether it did */
  readonly predicted: boolean
  readonly measured: boolean
}

export interface LemmaOptions {
  /** values in the bin, an even number */
  readonly size?: number | undefined
  /** times that observations are drawn */
  readonly draws?: number | undefined
  readonly seed?: number | undefined
}

/** Slopes of the truth: a steep one keeps the conditions, a flat one breaks them. */
const SLOPES = [0.3, 0.02]

/**
 * Tries the four lemmas of "An Empirical Study on Feature Discretization" on bins on both sides of what they silently
 * need: observations are drawn again and again, and error and variance of the predictions are measured. O(draws · size).
 */
export function tryLemmas(options: LemmaOptions = {}): LemmaCase[] {
  const { size = 20, draws = 40_000, seed = 1 } = options
  if (size < 4 || size % 2 !== 0)
    throw new ArgumentError(`lemmas: size must be an even number of at least 4, got ${size}`, { code: 'out-of-range' })
  return SLOPES.flatMap((slope) => casesOf({ size, noise: 1, slope, draws, seed }))
}

interface Bin {
  readonly size: number
  readonly noise: number
  readonly slope: number
  readonly draws: number
  readonly seed: number
}

function casesOf(bin: Bin): LemmaCase[] {
  const { size, noise, slope } = bin
  const half = size / 2
  const values = Float64Array.from({ length: size }, (_, i) => i)
  const truths = values.map((value) => slope * value)
  const [low, high] = [truths.subarray(0, half), truths.subarray(half)]
  const measured = simulate(values, truths, bin)
  const between = betweenHalves(low, high)
  const explained = explainedByLine(values, truths)
  const share = noise / size
  const short = (number: number): string => String(Number(number.toPrecision(3)))
  const halves = (correctnessOfMean(low, noise) + correctnessOfMean(high, noise)) / 2
  const made = (
    lemma: LemmaCase['lemma'],
    claim: string,
    [better, worse]: readonly [Compared, Compared],
    [condition, predicted]: readonly [string | null, boolean],
  ): LemmaCase => {
    // Of lemma 4 both sides are one number, measured on the same draws.
    const held = lemma === 4 ? Math.abs(better.measured - worse.measured) < 1e-9 : better.measured < worse.measured
    return { lemma, claim, slope, better, worse, condition, predicted, measured: held }
  }
  const says = (predicted: number, tally: Tally): Compared => ({ predicted, ...tally.result() })
  return [
    made(
      1,
      'two halves are more correct than the whole bin',
      [says(halves, measured.halves), says(correctnessOfMean(truths, noise), measured.mean)],
      [`variance between the halves ${short(between)} > noise/size ${short(share)}`, between > share],
    ),
    made(
      2,
      'the whole bin is more robust than a half',
      [says(robustness(size, noise), measured.meanSpread), says(robustness(half, noise), measured.halfSpread)],
      [null, true],
    ),
    made(
      3,
      'a line is more correct than the mean',
      [
        says(correctnessOfLine(values, truths, noise), measured.line),
        says(correctnessOfMean(truths, noise), measured.mean),
      ],
      [`variance the slope explains ${short(explained)} > noise/size ${short(share)}`, explained > share],
    ),
    made(
      4,
      'a line is as robust as the mean',
      [says(robustness(size, noise), measured.lineSpread), says(robustness(size, noise), measured.meanSpread)],
      [null, true],
    ),
  ]
}

/** Mean of what is added, with its standard error. */
class Tally {
  #count = 0
  #sum = 0
  #squares = 0

  add(value: number): void {
    this.#count++
    this.#sum += value
    this.#squares += value * value
  }

  result(): { measured: number; error: number } {
    const measured = this.#sum / this.#count
    return { measured, error: Math.sqrt((this.#squares / this.#count - measured * measured) / this.#count) }
  }
}

/** Draws observations and adds up the errors of predictions, and how far their means lie from the truth's. */
function simulate(values: Float64Array, truths: Float64Array, { noise, draws, seed }: Bin): Record<Measured, Tally> {
  const { normal } = random(seed)
  const size = values.length
  const half = size / 2
  const deviation = Math.sqrt(noise)
  const tallies: Record<Measured, Tally> = {
    mean: new Tally(),
    halves: new Tally(),
    line: new Tally(),
    meanSpread: new Tally(),
    halfSpread: new Tally(),
    lineSpread: new Tally(),
  }
  const centre = average(values, 0, size)
  const width = values.reduce((sum, value) => sum + (value - centre) * (value - centre), 0)
  const truth = average(truths, 0, size)
  const observed = new Float64Array(size)
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < size; i++) observed[i] = truths[i] + deviation * normal()
    const [whole, low, high] = [average(observed, 0, size), average(observed, 0, half), average(observed, half, size)]
    const slope = observed.reduce((sum, value, i) => sum + (values[i] - centre) * value, 0) / width
    let [ofMean, ofHalves, ofLine, lineSum] = [0, 0, 0, 0]
    for (let i = 0; i < size; i++) {
      const line = whole + slope * (values[i] - centre)
      ofMean += square(truths[i] - whole)
      ofHalves += square(truths[i] - (i < half ? low : high))
      ofLine += square(truths[i] - line)
      lineSum += line
    }
    tallies.mean.add(ofMean / size)
    tallies.halves.add(ofHalves / size)
    tallies.line.add(ofLine / size)
    // The expected mean prediction is the mean of the truth, so its variance is the mean square distance from that.
    tallies.meanSpread.add(square(whole - truth))
    tallies.lineSpread.add(square(lineSum / size - truth))
    tallies.halfSpread.add(square(low - average(truths, 0, half)))
  }
  return tallies
}

type Measured = 'mean' | 'halves' | 'line' | 'meanSpread' | 'halfSpread' | 'lineSpread'

const square = (number: number): number => number * number

function average(numbers: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += numbers[i]
  return sum / (to - from)
}
