import { ArgumentError, DataError } from '../errors.ts'
import { jensenShannon } from '../measures/divergence.ts'
import type { Target } from '../types.ts'
import { show } from '../util/check.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'
import type { Counted, Policy, PolicyName } from './binning.ts'

/** A policy made definite against fitted bins. */
export interface SettledPolicy {
  readonly policy: PolicyName
  readonly bin: number | null
}

/** Rows set aside that a policy is for; `what` names them in messages, such as "missing", `where` the function that was called. */
export interface Aside {
  readonly where: string
  readonly what: string
  readonly counted: Counted
}

/**
 * Makes a policy definite. `nearest` picks the bin whose target looks most like that of the rows set aside: class shares
 * by Jensen-Shannon divergence, numbers by their mean.
 */
export function settlePolicy(
  asked: Policy,
  { where, what, counted }: Aside,
  bins: readonly Counted[],
  target: Target | null,
): SettledPolicy {
  if (asked === 'own') return { policy: 'own', bin: null }
  if (asked === 'error') {
    if (counted.count > 0)
      throw new DataError(`${where}: ${counted.count} ${what} values, and the policy for them is error`)
    return { policy: 'error', bin: null }
  }
  if (asked === 'nearest') {
    if (target === null)
      throw new ArgumentError(
        `${where}: the policy nearest for ${what} values needs a target; use own, error or a bin`,
        { code: 'out-of-range' },
      )
    return counted.count === 0
      ? { policy: 'own', bin: null }
      : { policy: 'nearest', bin: nearestBin(counted, bins, target) }
  }
  if (!Number.isInteger(asked) || asked < 0 || asked >= bins.length) {
    throw new ArgumentError(
      `${where}: the policy for ${what} values must be own, nearest, error or a bin from 0 to ${bins.length - 1}, got ${show(asked)}`,
      { code: 'out-of-range' },
    )
  }
  return { policy: 'bin', bin: asked }
}

function nearestBin(aside: Counted, bins: readonly Counted[], target: Target): number {
  let best = 0
  let closeness = -Infinity
  for (const [i, bin] of bins.entries()) {
    if (bin.count === 0) continue
    const distance =
      target.kind === 'class'
        ? jensenShannon(aside.classes ?? [], bin.classes ?? [])
        : Math.abs(mean(aside) - mean(bin))
    if (clearlyLarger(-distance, closeness)) {
      best = i
      closeness = -distance
    }
  }
  return best
}

const mean = (counted: Counted): number => (counted.sum ?? 0) / (counted.weight ?? counted.count)
