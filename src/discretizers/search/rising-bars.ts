import { chiSquareQuantileOfTail } from '../../measures/distributions/chi-square-distribution.ts'

/** The levels of a common table of χ², from which a significance level is lowered step by step. */
const LEVELS: readonly number[] = [0.5, 0.25, 0.2, 0.1, 0.05, 0.025, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001]

/** By how much the bar grows where the table ends. */
const GROWTH = 1.25

/**
 * The χ² bar of each step of Chi2. Step 0 is the start level, then come the lower levels of a table down to 0.0001;
 * from there on the bar itself grows by a quarter per step, so that any two bins are merged after a few dozen steps,
 * however different they are. `classes` are those that occur; with less than two there is nothing to tell apart.
 */
export function risingBars(startLevel: number, classes: number): (step: number) => number {
  if (classes < 2) return () => Infinity
  const levels = [startLevel, ...LEVELS.filter((level) => level < startLevel)]
  const bars = levels.map((level) => chiSquareQuantileOfTail(level, classes - 1))
  return (step) => {
    while (bars.length <= step) bars.push(bars[bars.length - 1] * GROWTH)
    return bars[step]
  }
}
