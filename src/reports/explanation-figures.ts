import type { GoalCount, MeanCount } from '../explain/findings.ts'
import { alignedTexts, counted, percentText } from './number-text.ts'
import { printable } from './printed-text.ts'

/** How the figures of an explanation are written: shares of a class, or means of a number. */
export interface Figures<Count> {
  /** "80 % positive", "80 % with outcome = 1", "mean 29.4" */
  readonly said: (count: Count) => string
  /** "73 % of 78 rows", "mean 29.4 of 78 rows" */
  readonly of: (count: Count) => string
  /** what a figure is read against: "35 %", "23.5" */
  readonly value: (value: number) => string
  /** the value of a count */
  readonly valueOf: (count: Count) => number
}

/** Shares below this are told with a decimal, or a few times as much would read like the same. */
const SMALL = 0.1

/** Shares of a class; `goal` is what the class is called, `overall` its share in all rows. */
export function shareFigures(goal: string, overall: number): Figures<GoalCount> {
  const share = (rate: number): string => percentText(rate, overall < SMALL ? 1 : 0)
  // "80 % positive", "80 % with outcome = 1"
  const what = goal.includes(' = ') ? `with ${goal}` : goal
  return {
    said: ({ rate }) => `${share(rate)} ${what}`,
    of: ({ rate, rows }) => `${share(rate)} of ${counted(rows, 'row')}`,
    value: share,
    valueOf: ({ rate }) => rate,
  }
}

/** Means of a number, with the decimals that its deviation asks for. */
export function meanFigures(target: string, deviation: number): Figures<MeanCount> {
  const value = (mean: number): string => alignedTexts([mean], deviation)[0]
  return {
    said: ({ mean }) => `mean ${printable(target)} ${value(mean)}`,
    of: ({ mean, rows }) => `${value(mean)} in ${counted(rows, 'row')}`,
    value,
    valueOf: ({ mean }) => mean,
  }
}
