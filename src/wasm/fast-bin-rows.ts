import { ln } from '../util/numbers/log2.ts'
import { binRowsBytes } from './bin-rows-bytes.ts'
import { type KernelModule, withRoom } from './kernel-module.ts'
import { giveBack, type LentKernel, takeKernel } from './lent-kernel.ts'

type Rows = [scores: number, firsts: number, starts: number, stops: number, n: number]
type Points = [weight: number, height: number, firsts: number, starts: number, stops: number, n: number, scores: number]

/** What kernels/bin-rows.ts exports. */
interface BinRowsFunctions {
  roughValues(...args: [...Points, logs: number, perEvent: number, perOther: number]): void
  roughInformation(...args: [...Points, logs: number]): void
  exactValues(...args: [...Points, allEvents: number, allRest: number]): void
  paidAfter(...args: [...Rows, after: number, price: number]): void
  likelyEnds(
    ...args: [...Rows, after: number, before: number, lows: number, highs: number, price: number, least: number]
  ): void
  likelyInLayers(
    ...args: [...Rows, after: number, before: number, lows: number, highs: number, most: number, least: number]
  ): void
  layersAfter(...args: [...Rows, layers: number, most: number]): void
  layersBefore(...args: [...Rows, layers: number, most: number]): void
  differingLayers(...args: [...Points, layers: number, most: number, least: number, ends: number]): void
}

/** Where bins that begin at each point may end: at the points firstEnd … lastEnd. Of the last point there is none. */
export interface Ends {
  readonly firstEnd: Int32Array
  readonly lastEnd: Int32Array
}

/** Weight and events below each point. */
interface Counts {
  readonly weight: Float64Array
  readonly height: Float64Array
}

const lent: LentKernel<BinRowsFunctions> = { idle: null }
/** Parts of 1 … 2 of which logarithms are known. */
const PARTS = 512

/**
 * The bins between points in WebAssembly, with room for `layers` numbers of each point, and for `ofBins` numbers of each bin; null
 * where it cannot be had. To be released by whoever is done, since the arrays are those of the next one then.
 */
export function fastBinRows(ends: Ends, layers: number, ofBins = 0): FastBinRows | null {
  const kernel = takeKernel(lent, binRowsBytes)
  return kernel === null ? null : withRoom(() => new FastBinRows(kernel, ends, layers, ofBins))
}

/** Bins between points, a row of scores for each point: to the point firstEnd[point] at starts[point], and on to stops[point]. */
export class FastBinRows {
  readonly scores: Float64Array
  readonly firstEnd: Int32Array
  readonly starts: Int32Array
  readonly stops: Int32Array
  readonly #kernel: KernelModule<BinRowsFunctions>
  readonly #points: number
  readonly #places: readonly number[]
  readonly #rows: Rows

  /** Use `fastBinRows`. */
  constructor(kernel: KernelModule<BinRowsFunctions>, { firstEnd, lastEnd }: Ends, layers: number, ofBins: number) {
    const points = firstEnd.length
    let bins = 0
    for (let from = 0; from < points - 1; from++) bins += Math.max(0, lastEnd[from] - firstEnd[from] + 1)
    const [words, doubles] = [4 * points, 8 * points]
    // Logarithms come first, so that they stay where they are.
    const places = kernel.layOut(16 * PARTS, words, words, words, words, words, doubles, doubles, doubles, 8 * bins, layers * doubles, 8 * ofBins * (bins + 1)) // prettier-ignore
    const [logs, firsts, starts, stops] = places
    const scores = places[9]
    this.#kernel = kernel
    this.#points = points
    this.#places = places
    this.#rows = [scores, firsts, starts, stops, points - 1]
    writeLogs(new Float64Array(kernel.buffer, logs, 2 * PARTS))
    this.scores = new Float64Array(kernel.buffer, scores, bins)
    this.firstEnd = new Int32Array(kernel.buffer, firsts, points)
    this.starts = new Int32Array(kernel.buffer, starts, points)
    this.stops = new Int32Array(kernel.buffer, stops, points)
    this.setEnds({ firstEnd, lastEnd })
  }

  /** Takes all bins again, those that were left out included. */
  setEnds({ firstEnd, lastEnd }: Ends): void {
    this.firstEnd.set(firstEnd)
    for (let from = 0, start = 0; from < this.#points - 1; from++) {
      this.starts[from] = start
      start += Math.max(0, lastEnd[from] - firstEnd[from] + 1)
      this.stops[from] = start
    }
  }

  /**
   * Writes about what all bins tell of two classes of whole counts, or add to the information value. Logarithms are within 1e-14,
   * and those of ratios of counts are below 100.
   */
  scoreRoughly({ weight, height }: Counts, measure: 'information' | 'iv'): void {
    const { run } = this.#kernel
    const points = this.#setPoints(weight, height)
    const last = this.#points - 1
    const [logs] = this.#places
    if (measure === 'information') run.roughInformation(...points, logs)
    else run.roughValues(...points, logs, 1 / height[last], 1 / (weight[last] - height[last]))
  }

  /** Writes what all bins add to the information value, bit for bit as elsewhere. */
  scoreValues({ weight, height }: Counts): void {
    const last = this.#points - 1
    this.#kernel.run.exactValues(...this.#setPoints(weight, height), height[last], weight[last] - height[last])
  }

  #setPoints(weight: Float64Array, height: Float64Array): Points {
    const [, firsts, starts, stops, , , weights, heights] = this.#places
    this.#doubles(weights).set(weight)
    this.#doubles(heights).set(height)
    return [weights, heights, firsts, starts, stops, this.#points - 1, this.#rows[0]]
  }

  /** What bins tell at most from each point on when each pays a price; of several lists, the one of that number. */
  after(which: number, price: number): Float64Array {
    this.#kernel.run.paidAfter(...this.#rows, this.#layer(which), price)
    return this.#doubles(this.#layer(which))
  }

  /** The ends between which all bins lie through which the whole can come to `least`, by list `which` of what follows. */
  likely(which: number, price: number, least: number): Ends {
    const [, , , , lows, highs, , , before] = this.#places
    this.#kernel.run.likelyEnds(...this.#rows, this.#layer(which), before, lows, highs, price, least)
    return this.#endsFound()
  }

  /**
   * The same where at most `most` bins count, which is more work and leaves fewer. What is told of any number of bins at most is
   * handed to `least`, which says how much the whole must come to. Uses the layers from `which` on, two more than twice `most`.
   */
  likelyOf(which: number, most: number, least: (after: readonly Float64Array[]) => number): Ends {
    const after = this.layers(which, 'after', most)
    this.layers(which + most + 1, 'before', most)
    const [, , , , lows, highs] = this.#places
    const lists = [this.#layer(which), this.#layer(which + most + 1)] as const
    this.#kernel.run.likelyInLayers(...this.#rows, ...lists, lows, highs, most, least(after))
    return this.#endsFound()
  }

  /** Leaves out all bins but those between such ends. */
  keep({ firstEnd, lastEnd }: Ends): void {
    for (let from = 0; from < this.#points - 1; from++) {
      const start = this.starts[from] - this.firstEnd[from]
      const none = lastEnd[from] < firstEnd[from]
      this.stops[from] = none ? this.starts[from] : start + lastEnd[from] + 1
      if (none) continue
      this.starts[from] = start + firstEnd[from]
      this.firstEnd[from] = firstEnd[from]
    }
  }

  #endsFound(): Ends {
    const [, , , , lows, highs] = this.#places
    const words = (at: number): Int32Array => new Int32Array(this.#kernel.buffer, at, this.#points).slice()
    return { firstEnd: words(lows), lastEnd: words(highs) }
  }

  /** For each number of bins up to `most` what they tell at most, from every point to the last, or from the first to every point. */
  layers(which: number, side: 'after' | 'before', most: number): Float64Array[] {
    const { run } = this.#kernel
    if (side === 'after') run.layersAfter(...this.#rows, this.#layer(which), most)
    else run.layersBefore(...this.#rows, this.#layer(which), most)
    return Array.from({ length: most + 1 }, (_, k) => this.#doubles(this.#layer(which + k)))
  }

  /**
   * For each number of bins up to `most` what they tell at most behind the beginning and behind each bin, whose number is 1 more than
   * that of its score, where neighbours must have rates whose squared deviate is `least` or more.
   */
  differing({ weight, height }: Counts, most: number, least: number): Float64Array[] {
    const points = this.#setPoints(weight, height)
    const [, , , , lows] = this.#places
    const layers = this.#places[11]
    this.#kernel.run.differingLayers(...points, layers, most, least, lows)
    const nodes = this.scores.length + 1
    return Array.from(
      { length: most + 1 },
      (_, k) => new Float64Array(this.#kernel.buffer, layers + 8 * nodes * k, nodes),
    )
  }

  release(): void {
    giveBack(lent, this.#kernel)
  }

  #layer(which: number): number {
    return this.#places[10] + 8 * this.#points * which
  }

  #doubles(at: number): Float64Array {
    return new Float64Array(this.#kernel.buffer, at, this.#points)
  }
}

/** The logarithm and the inverse of the middle of each part of 1 … 2, unless they are there already. */
function writeLogs(logs: Float64Array): void {
  if (logs[1] !== 0) return
  for (let i = 0; i < PARTS; i++) {
    const middle = 1 + (i + 0.5) / PARTS
    logs[2 * i] = ln(middle)
    logs[2 * i + 1] = 1 / middle
  }
}
