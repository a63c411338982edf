import type { Closed, NumberSummary } from '../../types.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { BinsChosen } from './bin-count-rules.ts'
import { type ExpectedLoss, expectedLoss } from './expected-loss.ts'

/** A number of bins that was tried. */
export interface TriedBins {
  /** asked for */
  readonly bins: number
  /** made: fewer where values repeat */
  readonly made: number
  /** expected error on rows not seen, mean of all rows */
  readonly loss: number
  /** mean of that with the numbers of bins beside it */
  readonly smooth: number
}

/** The number of bins that is advised, with all that were tried. */
export interface Advice {
  /** the advised number of bins */
  readonly bins: number
  /** what `loss` is: log loss in nats per row for classes, square error for a number */
  readonly measure: ExpectedLoss['measure']
  /** expected error on rows not seen with that many bins, mean of all rows; compare it with those in `tried` */
  readonly loss: number
  /** every number of bins that was looked at, from few to many */
  readonly tried: readonly TriedBins[]
}

/** Every number of bins up to the first is tried, then steps of a quarter. */
const EVERY = 50
const MOST = 1000
/** How many numbers of bins to each side are looked at together. */
const BESIDE = 2

/**
 * The number of bins that is expected to err least among those tried; the fewest of equals. `cutsOf` cuts the column into
 * so many bins. One number of bins may do well because its cuts happen to suit the noise, so that a number is judged with
 * those beside it. O(cells) for each number tried, of which there are at most 65.
 */
export function chooseBins(
  summary: NumberSummary,
  closed: Closed,
  cutsOf: (bins: number) => readonly number[],
): Advice {
  const { measure, lossOf } = expectedLoss(summary)
  const found: Omit<TriedBins, 'smooth'>[] = []
  let made = 0
  // Once every value has its own bin, more make no difference.
  for (let bins = 1; bins <= MOST && (bins === 1 || made < summary.cells.size); bins = next(bins)) {
    const cuts = cutsOf(bins)
    made = cuts.length + 1
    found.push({ bins, made, loss: lossOf(cuts, closed) })
  }
  const tried = found.map((one, i): TriedBins => ({ ...one, smooth: meanBeside(found, i) }))
  let best = tried[0]
  for (const other of tried) if (clearlyLarger(best.smooth, other.smooth)) best = other
  return { bins: best.bins, measure, loss: best.loss, tried }
}

/** As many are taken from either side, so that a slope moves nothing: fewer at the ends. */
function meanBeside(tried: readonly Pick<TriedBins, 'loss'>[], at: number): number {
  const reach = Math.min(BESIDE, at, tried.length - 1 - at)
  let sum = 0
  for (let i = at - reach; i <= at + reach; i++) sum += tried[i].loss
  return sum / (2 * reach + 1)
}

function next(bins: number): number {
  return bins < EVERY ? bins + 1 : bins === MOST ? MOST + 1 : Math.min(MOST, Math.ceil(bins * 1.25))
}

/** The advised number of bins as a method takes it, with a note that says why. */
export function settleAdvised(...asked: Parameters<typeof chooseBins>): BinsChosen {
  const { bins, measure, loss, tried } = chooseBins(...asked)
  const text = (value: number): string => String(Number(value.toPrecision(4)))
  const message =
    `advised makes ${bins} ${bins === 1 ? 'bin' : 'bins'}: an expected ${measure} of ${text(loss)}` +
    (bins === 1 ? '; more would learn noise' : ` against ${text(tried[0].loss)} of one bin`)
  return { bins, notes: [{ code: 'bin-count', message }] }
}
