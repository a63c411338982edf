import { ArgumentError, DataError } from '../../errors.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Target } from '../../types.ts'
import { increasingNumbers, integer, oneOf, type OptionRules, orNull, orOneOf, real } from '../../util/check.ts'
import type { Limits } from './bin-rules.ts'
import { MOST_BINS } from './optimal-solve.ts'

/** The options of `optimal`. */
export type OptimalOptions = Omit<Limits, 'mandatory' | 'maxPValue'> & {
  /** largest p-value of the test that two neighbours are alike; auto: 0.05 where the other limits allow that; null: any */
  readonly maxPValue: number | null | 'auto'
  /** what the bins should maximize; auto: information about classes, explained variance of numbers */
  readonly objective: 'auto' | 'information' | 'iv' | 'variance'
  /** cuts that must be made, in increasing order */
  readonly mandatory: readonly number[]
  /** cuts only between so many groups of neighbouring values of about equal rows; null: between any two values */
  readonly prebins: number | null
}

export const OPTIMAL_OPTIONS: OptionRules<OptimalOptions> = {
  objective: {
    rule: oneOf('auto', 'information', 'iv', 'variance'),
    default: 'auto',
    about: 'What the bins should maximize; auto: information about classes, explained variance of numbers.',
  },
  minBins: { rule: integer(1, MOST_BINS), default: 1, about: 'Fewest bins.' },
  maxBins: { rule: integer(1, MOST_BINS), default: 10, about: 'Most bins.' },
  minShare: { rule: real({ min: 0, max: 1 }), default: 0.05, about: 'Smallest share of all rows that a bin may hold.' },
  minEvents: { rule: real({ min: 0 }), default: 0, about: 'Fewest rows of the event in a bin.' },
  minNonEvents: { rule: real({ min: 0 }), default: 0, about: 'Fewest rows of the other classes in a bin.' },
  minRateDifference: {
    rule: real({ min: 0 }),
    default: 0,
    about: "Least difference between neighbours' rates of the event, or means.",
  },
  maxPValue: {
    rule: orOneOf(orNull(real({ above: 0, max: 1 })), ['auto'] as const),
    default: 'auto',
    about:
      'Largest p-value of the test that two neighbours are alike; auto: 0.05 where the other limits allow that; null: any.',
  },
  trend: {
    rule: oneOf('none', 'auto', 'ascending', 'descending', 'peak', 'valley', 'convex', 'concave'),
    default: 'none',
    about: 'What the rate or mean does from bin to bin; auto: ascending or descending, whichever is better.',
  },
  mandatory: { rule: increasingNumbers(), default: [], about: 'Cuts that must be made, in increasing order.' },
  prebins: {
    rule: orNull(integer(2, 5000)),
    default: null,
    about: 'Cuts only between so many groups of neighbouring values of about equal rows; null: between any two values.',
  },
}

/** What `auto` asks of neighbours. */
export const USUAL_P_VALUE = 0.05

/** Refuses options that contradict each other or ask for what the target does not have. */
export function checkOptimal(options: OptimalOptions, target: Target | null): void {
  const { minBins, maxBins, mandatory, objective } = options
  if (maxBins < minBins) {
    throw new ArgumentError(`optimal: maxBins must be at least minBins (${minBins}), got ${maxBins}`, {
      code: 'out-of-range',
    })
  }
  if (maxBins <= mandatory.length) {
    throw new ArgumentError(
      `optimal: maxBins must be at least ${mandatory.length + 1} with ${mandatory.length} mandatory cuts, got ${maxBins}`,
      { code: 'out-of-range' },
    )
  }
  const aboutEvent = [
    ...(objective === 'iv' ? ['objective iv'] : []),
    ...(options.minEvents > 0 ? ['minEvents'] : []),
    ...(options.minNonEvents > 0 ? ['minNonEvents'] : []),
  ]
  const aboutRate = [
    ...(options.trend === 'none' ? [] : [`trend ${options.trend}`]),
    ...(options.minRateDifference > 0 ? ['minRateDifference'] : []),
  ]
  if (target?.kind === 'numeric') {
    const [wrong] = objective === 'information' ? ['objective information'] : aboutEvent
    if (wrong !== undefined) throw new DataError(`optimal: ${wrong} needs a class target, got a numeric one`)
    return
  }
  if (objective === 'variance') {
    throw new DataError('optimal: objective variance needs a numeric target, got a class one')
  }
  const [lacking] = eventClass(target) === null ? [...aboutEvent, ...aboutRate] : []
  if (lacking !== undefined) {
    const count = target?.classes.length ?? 0
    throw new DataError(
      `optimal: ${lacking} needs two classes or an event, the target has ${count} ${count === 1 ? 'class' : 'classes'} and no event`,
    )
  }
}
