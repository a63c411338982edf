import type { CutMove } from '../cut-map.ts'

/** A condition on a column: from ≤ value < to; null is an open end. */
export interface RangeTest {
  /** name of the column */
  readonly column: string
  /** values from here on; null is an open end */
  readonly from: number | null
  /** values below this; null is an open end */
  readonly to: number | null
}

/** What follows when all conditions hold. */
export interface RangeRule {
  /** the conditions, all of which must hold */
  readonly when: readonly RangeTest[]
  /** the class that follows */
  readonly label: string
}

/** Rules in order: the first that holds decides. */
export interface RuleSet {
  /** tried in this order; the first that holds decides */
  readonly rules: readonly RangeRule[]
  /** the class where no rule holds */
  readonly otherwise: string
}

/** The value of a column in a row; NaN where it is missing. */
export type ValueOf = (column: string) => number

/**
 * What rules say of a row. A missing value fails every condition.
 *
 *     const rules = { rules: [{ when: [{ column: 'age', from: 30, to: null }], label: 'yes' }], otherwise: 'no' }
 *     console.log(applyRules(rules, () => 44), applyRules(rules, () => NaN)) // → yes no
 *
 * @param valueOf gives the value of a column in this row; NaN where it is missing
 */
export function applyRules({ rules, otherwise }: RuleSet, valueOf: ValueOf): string {
  const holds = ({ column, from, to }: RangeTest): boolean => {
    const value = valueOf(column)
    return value === value && (from === null || value >= from) && (to === null || value < to)
  }
  return rules.find(({ when }) => when.every(holds))?.label ?? otherwise
}

/** By column, what became of its cuts. */
export type CutMoves = Readonly<Record<string, readonly CutMove[]>>

/**
 * The same rules with every bound that was a cut moved along with it; bounds that vanished stay where they are.
 *
 *     const rules = { rules: [{ when: [{ column: 'age', from: 30, to: null }], label: 'yes' }], otherwise: 'no' }
 *     const patched = patchRules(rules, { age: [{ from: 30, to: 33, moved: 0.05 }] })
 *     console.log(patched.rules[0]?.when) // → [ { column: 'age', from: 33, to: null } ]
 *
 * @param moves by column, what became of its cuts, as `mapCuts` tells
 */
export function patchRules({ rules, otherwise }: RuleSet, moves: CutMoves): RuleSet {
  const patch = ({ column, from, to }: RangeTest): RangeTest => ({
    column,
    from: from === null ? null : movedCut(moves, column, from),
    to: to === null ? null : movedCut(moves, column, to),
  })
  return { rules: rules.map(({ when, label }) => ({ when: when.map(patch), label })), otherwise }
}

/**
 * Where a cut of a column has gone; the cut itself where nothing is known of it.
 *
 *     const moves = { age: [{ from: 30, to: 33, moved: 0.05 }] }
 *     console.log(movedCut(moves, 'age', 30), movedCut(moves, 'age', 50)) // → 33 50
 *
 * @param moves by column, what became of its cuts, as `mapCuts` tells
 */
export function movedCut(moves: CutMoves, column: string, cut: number): number {
  const known = Object.hasOwn(moves, column) ? moves[column] : []
  return known.find(({ from }) => from === cut)?.to ?? cut
}
