import type { Closed, Note, NumberSummary } from '../types.ts'
import { clearlyLarger } from '../util/ties.ts'
import { type ExpectedLoss, expectedLoss } from './expected-loss.ts'

/** A number of bins that was tried. */
export interface TriedBins {
  /** asked for */
  readonly bins: number
  /** made: fewer where values repeat */
  readonly made: number
  /** expected error on rows not seen, mean of all rows */
  readonly loss: number
}

/** The number of bins that is advised, with all that were tried. */
export interface Advice {
  readonly bins: number
  readonly measure: ExpectedLoss['measure']
  readonly loss: number
  readonly tried: readonly TriedBins[]
}

/** Every number of bins up to the first is tried, then steps of a quarter. */
const EVERY = 50
const MOST = 1000

/**
 * The number of bins with the least expected error among those tried; the fewest of equals. `cutsOf` cuts the column into
 * so many bins. O(cells) for each number tried, of which there are at most 65.
 */
export function chooseBins(
  summary: NumberSummary,
  closed: Closed,
  cutsOf: (bins: number) => readonly number[],
): Advice {
  const { measure, lossOf } = expectedLoss(summary)
  const tried: TriedBins[] = []
  let made = 0
  // Once every value has its own bin, more make no difference.
  for (let bins = 1; bins <= MOST && made < summary.cells.size; bins = next(bins)) {
    const cuts = cutsOf(bins)
    made = cuts.length + 1
    tried.push({ bins, made, loss: lossOf(cuts, closed) })
  }
  let best = tried[0] ?? { bins: 1, made: 1, loss: 0 }
  for (const other of tried) if (clearlyLarger(best.loss, other.loss)) best = other
  return { bins: best.bins, measure, loss: best.loss, tried }
}

function next(bins: number): number {
  return bins < EVERY ? bins + 1 : bins === MOST ? MOST + 1 : Math.min(MOST, Math.ceil(bins * 1.25))
}

/** The advised number of bins as a method takes it, with a note that says why. */
export function settleAdvised(...asked: Parameters<typeof chooseBins>): { bins: number; notes: Note[] } {
  const { bins, measure, loss, tried } = chooseBins(...asked)
  const text = (value: number): string => String(Number(value.toPrecision(4)))
  const message =
    `advised makes ${bins} ${bins === 1 ? 'bin' : 'bins'}: the least expected ${measure}, ${text(loss)}` +
    (bins === 1 ? '; more would learn noise' : ` against ${text(tried[0].loss)} of one bin`)
  return { bins, notes: [{ code: 'bin-count', message }] }
}
