import { ln } from '../util/numbers/log2.ts'

/** Rows of the event class and of the rest, in one bin or over all of them. */
export interface EventCounts {
  /** rows (Σw) of the event class */
  readonly event: number
  /** rows (Σw) of all other classes */
  readonly rest: number
}

/**
 * Weight of evidence of a bin: ln(share of the event / share of the rest). Positive where the event is more frequent
 * than overall. Where one of the bin's counts is zero, `smoothing` (default 0.5) is added to both.
 *
 *     // Above 0: defaults are overrepresented among the young. ln of 80 % of the defaults over 24 % of the rest.
 *     console.log(weightOfEvidence({ event: 40, rest: 60 }, { event: 50, rest: 250 }).toFixed(2)) // → 1.20
 *
 * @param all the sums over all bins
 */
export function weightOfEvidence(bin: EventCounts, all: EventCounts, smoothing = 0.5): number {
  const { event, rest } = smoothed(bin, smoothing)
  return ln(event / all.event) - ln(rest / all.rest)
}

/**
 * What a bin adds to the information value: (share of the event − share of the rest) · weight of evidence.
 *
 *     const young = { event: 40, rest: 60 }
 *     const all = { event: 50, rest: 250 }
 *     console.log(informationValueTerm(young, all).toFixed(3)) // → 0.674
 *
 * @param all the sums over all bins
 * @param smoothing added to both counts of a bin where one is zero; default 0.5
 */
export function informationValueTerm(bin: EventCounts, all: EventCounts, smoothing = 0.5): number {
  const { event, rest } = smoothed(bin, smoothing)
  return (event / all.event - rest / all.rest) * weightOfEvidence(bin, all, smoothing)
}

/**
 * Information value of bins: Σ of their terms (Jeffreys divergence of the two distributions). Empty bins add nothing.
 *
 *     // Two bins of loans: 40 defaults among 100, and 10 among 200. Above 0.5 is suspiciously much.
 *     console.log(informationValue([{ event: 40, rest: 60 }, { event: 10, rest: 190 }]).toFixed(2)) // → 1.42
 *
 * @param smoothing added to both counts of a bin where one is zero; default 0.5
 */
export function informationValue(bins: readonly EventCounts[], smoothing = 0.5): number {
  const all = { event: 0, rest: 0 }
  for (const bin of bins) {
    all.event += bin.event
    all.rest += bin.rest
  }
  if (all.event === 0 || all.rest === 0) return 0
  let sum = 0
  for (const bin of bins) {
    if (bin.event + bin.rest > 0) sum += informationValueTerm(bin, all, smoothing)
  }
  return sum
}

function smoothed({ event, rest }: EventCounts, smoothing: number): EventCounts {
  return event === 0 || rest === 0 ? { event: event + smoothing, rest: rest + smoothing } : { event, rest }
}
