import { discretize, type DiscretizeOptions } from '../../discretizers/discretize.ts'
import { shareInterval, type ShareInterval } from '../../measures/distributions/share-interval.ts'
import type { Closed, NumberSummary } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { check, integer, knownOptions } from '../../util/check.ts'
import { random } from '../../util/random.ts'
import { pausing, type StopSignal, throwIfStopped } from '../fit/column-pool.ts'
import { resampler } from './resample-cells.ts'

/** How often rows are drawn again. */
export type StabilityOptions = {
  /** how many times; default 200 */
  readonly resamples?: number | undefined
  /** of the random numbers; the same gives the same answer everywhere; default 1 */
  readonly seed?: number | undefined
}

/** A cut, and what became of it when the rows were drawn again. */
export interface StableCut {
  /** where it lies */
  readonly cut: number
  /** the value below it; null beyond the smallest and the largest */
  readonly below: number | null
  /** the value above it */
  readonly above: number | null
  /** how often a cut parted the rows in the same gap */
  readonly same: ShareInterval
  /** how often a cut fell nearer to this one than to any other */
  readonly near: ShareInterval
  /** where nine of ten of those fell; null where none did */
  readonly from: number | null
  /** the upper end of that */
  readonly to: number | null
}

/** How often there were so many bins. */
export interface BinsShare {
  /** how many */
  readonly bins: number
  /** of the draws */
  readonly share: number
}

/** Cells of one width, and how often the gap of a cut reached over each. */
export interface CutDensity {
  /** the smallest value */
  readonly from: number
  /** the largest value */
  readonly to: number
  /** of the draws, cell by cell */
  readonly shares: readonly number[]
}

/** Where cuts fall when the rows are drawn again and cut again. */
export interface CutStability {
  /** how often rows were drawn again */
  readonly resamples: number
  /** of the random numbers */
  readonly seed: number
  /** the cuts of all rows */
  readonly cuts: readonly StableCut[]
  /** how often there were so many bins */
  readonly bins: readonly BinsShare[]
  /** of cells of one width from the smallest to the largest value: how often the gap of a cut reached over each */
  readonly density: CutDensity
}

const CELLS = 80
const RESAMPLES = 200

/**
 * How stable the cuts of a column are: draws as many rows as there are from the rows of an exact summary, with replacement,
 * cuts them by the same method, and does so `resamples` times. A cut that falls into the same gap each time is one to rely
 * on; one that wanders or comes and goes is not. O(resamples · (rows + a fit)).
 *
 *     const { cuts } = cutStability(summary, { method: mdlp })
 */
export function cutStability<Options extends object>(
  summary: NumberSummary,
  given: DiscretizeOptions<Options>,
  options: StabilityOptions = {},
): CutStability {
  const drawing = drawAgain('cutStability', summary, given, options)
  for (;;) {
    const step = drawing.next()
    if (step.done === true) return step.value
  }
}

/** How it is watched and stopped. */
export type StabilityRun = {
  /** looked at about every 30 ms: what it stops ends with an `AbortError` */
  readonly signal?: StopSignal | undefined
  /** told after draws how many are done, of how many */
  readonly onProgress?: ((done: number, all: number) => void) | undefined
}

/**
 * The same, and other work runs about every 30 ms, so that it can be watched and stopped.
 *
 *     const { bins } = await cutStabilityAsync(summary, { method: mdlp }, { resamples: 50 })
 *     console.log(bins[0]?.bins) // → 2
 */
export async function cutStabilityAsync<Options extends object>(
  summary: NumberSummary,
  given: DiscretizeOptions<Options>,
  { signal, onProgress, ...options }: StabilityOptions & StabilityRun = {},
): Promise<CutStability> {
  const drawing = drawAgain('cutStabilityAsync', summary, given, options)
  const pause = pausing(signal, 'cutStabilityAsync')
  throwIfStopped(signal, 'cutStabilityAsync')
  for (;;) {
    const step = drawing.next()
    if (step.done === true) return step.value
    const turn = pause()
    if (turn === null) continue
    onProgress?.(step.value, options.resamples ?? RESAMPLES)
    await turn
  }
}

/** Draws rows again and cuts them; gives how many draws are done after each. */
function* drawAgain<Options extends object>(
  where: string,
  summary: NumberSummary,
  given: DiscretizeOptions<Options>,
  options: StabilityOptions,
): Generator<number, CutStability, void> {
  knownOptions(where, options, { resamples: 1, seed: 1 })
  const { resamples = RESAMPLES, seed = 1 } = options
  check(where, 'resamples', integer(1), resamples)
  check(where, 'seed', integer(0), seed)
  const { draw } = resampler(where, summary)
  const proposal = discretize(summary, given)
  const values = summary.cells.lo
  const marks = proposal.cuts.map((cut) => new CutMark(cut, gapOf(values, cut, proposal.closed)))
  const bins = new Map<number, number>()
  const density = new Float64Array(CELLS)
  const { min: from, max: to } = summary
  const rolls = random(seed)
  for (let i = 0; i < resamples; i++) {
    const { drawn } = draw(rolls)
    const { cuts, closed } = discretize(drawn, given)
    bins.set(cuts.length + 1, (bins.get(cuts.length + 1) ?? 0) + 1)
    const gaps = cuts.map((cut) => gapOf(drawn.cells.lo, cut, closed))
    for (const cell of new Set(cuts.flatMap((cut, at) => cellsOf(cut, gaps[at], from, to)))) density[cell]++
    marks.forEach((mark, at) => mark.take(gaps, cuts.filter((cut) => nearest(proposal.cuts, cut) === at))) // prettier-ignore
    yield i + 1
  }
  return {
    resamples,
    seed,
    cuts: marks.map((mark) => mark.told(resamples)),
    bins: [...bins].toSorted(([a], [b]) => a - b).map(([count, times]) => ({ bins: count, share: times / resamples })),
    density: { from, to, shares: Array.from(density, (times) => times / resamples) },
  }
}

/** The values beside a cut. */
interface Gap {
  readonly below: number
  readonly above: number
}

function gapOf(values: Float64Array, cut: number, closed: Closed): Gap {
  const at = (closed === 'left' ? bisectLeft : bisectRight)(values, cut)
  return { below: values[at - 1] ?? -Infinity, above: values[at] ?? Infinity }
}

/** The cells between the values beside a cut, wherever in the gap it lies; at least its own. */
function cellsOf(cut: number, { below, above }: Gap, from: number, to: number): number[] {
  const place = (value: number): number => ((value - from) / (to - from)) * CELLS
  const own = Math.max(0, Math.min(CELLS - 1, Math.floor(place(cut))))
  const first = Math.max(0, Math.min(own, Math.ceil(place(below) - 0.5)))
  const last = Math.min(CELLS - 1, Math.max(own, Math.ceil(place(above) - 0.5) - 1))
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function finite(x: number): number | null {
  return Number.isFinite(x) ? x : null
}

/** The index of the nearest of sorted cuts, the lower of equals. */
function nearest(cuts: readonly number[], cut: number): number {
  const at = bisectLeft(cuts, cut)
  if (at === 0) return 0
  return at < cuts.length && cuts[at] - cut < cut - cuts[at - 1] ? at : at - 1
}

/** A cut while rows are drawn again. */
class CutMark {
  readonly #cut: number
  readonly #gap: Gap
  readonly #places: number[] = []
  #same = 0
  #near = 0

  constructor(cut: number, gap: Gap) {
    this.#cut = cut
    this.#gap = gap
  }

  take(gaps: readonly Gap[], near: readonly number[]): void {
    // A value that was not drawn leaves a wider gap around this one.
    if (gaps.some(({ below, above }) => below <= this.#gap.below && above >= this.#gap.above)) this.#same++
    if (near.length > 0) this.#near++
    this.#places.push(...near)
  }

  told(resamples: number): StableCut {
    const sorted = Float64Array.from(this.#places).sort()
    const at = (share: number): number | null => sorted[Math.round(share * (sorted.length - 1))] ?? null
    return {
      cut: this.#cut,
      below: finite(this.#gap.below),
      above: finite(this.#gap.above),
      same: shareInterval(this.#same, resamples),
      near: shareInterval(this.#near, resamples),
      from: at(0.05),
      to: at(0.95),
    }
  }
}
