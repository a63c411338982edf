import { exp } from '../../util/numbers/exp.ts'
import { LN2_HIGH, LN2_LOW } from '../../util/numbers/log2.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'

/** Steps in which the weight of new rows grows during one half-life. */
const STEPS = 64
const GRID = powerOfTwo(20)

/** 2^(i / 64) on the grid of fading counts: what a new row weighs against one at the start of the half-life. */
const GROWTH: Float64Array = Float64Array.from({ length: STEPS + 1 }, (_, i) => {
  return Math.round(exp((i / STEPS) * (LN2_HIGH + LN2_LOW)) * GRID) / GRID
})

/** What a row weighs that comes `age` rows after the last halving. New rows grow instead of old ones shrinking: O(1). */
export function freshWeight(age: number, halfLife: number): number {
  return GROWTH[Math.floor((age * STEPS) / halfLife)]
}
