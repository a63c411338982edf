import type { FieldPlan } from './field-plan.ts'

/**
 * What is made of a value of a slot: `base + upper · s + lower · r`, where s is the share of its bin that it has passed and r
 * what is left of it, each rounded to single precision.
 */
export interface ShareForm {
  readonly base: number
  readonly upper: number
  readonly lower: number
}

/** By slot, one output of a field. */
export function outputForms({ base, slope }: FieldPlan, output: number): ShareForm[] {
  return base.map((row, slot) => {
    const own = slope?.[slot][output] ?? 0
    return own < 0 ? { base: 0, upper: 0, lower: 1 } : { base: row[output], upper: own, lower: 0 }
  })
}

/**
 * By slot, what the outputs of a field add to the score of a linear model with these weights. In pairs, what is left of a
 * bin is taken from the rounded share, as the short form of rows does.
 */
export function scoreForms({ base, slope }: FieldPlan, weights: readonly number[], pairs: boolean): ShareForm[] {
  const sum = (values: readonly number[]): number => values.reduce((all, one, i) => all + one * weights[i], 0)
  return base.map((row, slot) => {
    const own = slope?.[slot] ?? row.map(() => 0)
    if (pairs) return { base: sum(row), upper: sum(own), lower: 0 }
    return {
      base: sum(row.map((one, i) => (own[i] < 0 ? 0 : one))),
      upper: sum(own.map((one) => Math.max(0, one))),
      lower: sum(own.map((one) => Math.max(0, -one))),
    }
  })
}

/** What a form gives for a share. */
export function formAt({ base, upper, lower }: ShareForm, share: number): number {
  return base + upper * Math.fround(share) + lower * Math.fround(1 - share)
}
