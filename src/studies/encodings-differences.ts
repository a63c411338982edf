import type { EncodingModel, EncodingSummary } from './encodings-arms.ts'

/** How much better one encoding does than another on the same folds. */
export interface Difference {
  readonly model: EncodingModel
  readonly share: number
  readonly better: string
  readonly than: string
  readonly mean: number
  /** half the width of the 95 % interval */
  readonly margin: number
  /** folds on which the first is ahead */
  readonly ahead: number
  readonly folds: number
}

/** 97.5 % quantiles of Student's t with 1 to 29 degrees of freedom. */
const T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045,
]

/**
 * Differences fold by fold, nets of one fold averaged first: local and piecewise linear against plain bins of the same
 * number, piecewise against local linear, and local linear against MGD. The interval is that of a paired t test.
 */
export function differencesOf(arms: readonly EncodingSummary[]): Difference[] {
  return arms.flatMap((one) =>
    arms.flatMap((other) =>
      one.model === other.model && one.share === other.share && areCompared(one.encoding, other.encoding)
        ? [difference(one, other)]
        : [],
    ),
  )
}

function areCompared(one: string, other: string): boolean {
  const [, kind, bins] = /^(\w+)(.*)$/.exec(one)!
  if (kind === 'LLE') return other === `CD${bins}` || other === 'MGD'
  return kind === 'PLE' && (other === `CD${bins}` || other === `LLE${bins}`)
}

function difference(one: EncodingSummary, other: EncodingSummary): Difference {
  const theirs = byFold(other)
  const found = byFold(one).map((area, fold) => area - theirs[fold])
  const folds = found.length
  const mean = found.reduce((sum, value) => sum + value, 0) / folds
  const squares = found.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return {
    model: one.model,
    share: one.share,
    better: one.encoding,
    than: other.encoding,
    mean,
    margin: T[folds - 2] * Math.sqrt(squares / (folds - 1) / folds),
    ahead: found.filter((value) => value > 0).length,
    folds,
  }
}

function byFold({ trials }: EncodingSummary): number[] {
  const folds = new Map<number, number[]>()
  for (const { fold, auc } of trials) folds.set(fold, [...(folds.get(fold) ?? []), auc])
  return [...folds.values()].map((areas) => areas.reduce((sum, area) => sum + area, 0) / areas.length)
}
