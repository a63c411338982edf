import { neighboursPValue } from '../../measures/neighbours-p-value.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Target } from '../../types.ts'
import { mustBe } from '../../util/check.ts'
import { type Column, type Counted, hasCuts } from '../binning.ts'
import { slotTallies } from './binning-table.ts'

/** How well the lines of a table tell an event from the rest, and how even they are. */
export interface TableScores {
  /**
   * 2 · AUC − 1, where each row is scored by the rate of its line: 0 where all lines have the same rate, 1 where the event
   * has lines of its own; null without an event
   */
  readonly gini: number | null
  /** Kolmogorov and Smirnov: the most by which a limit on the rate takes in more of the event than of the rest; null without an event */
  readonly ks: number | null
  /** Herfindahl and Hirschman: Σ share², 1 where one line has all rows, 1 divided by the lines where all are alike */
  readonly hhi: number
  /**
   * one per line: the p-value of a bin and the one before it being alike; null for the first bin, beside an empty one, for
   * levels that are not grouped, and for what is set aside. Cuts were chosen to make neighbours differ, so on other rows
   * they are larger
   */
  readonly pValues: readonly (number | null)[]
}

/**
 * Scores the lines of `binningTable`, those of missing values and special codes among them. Neighbouring bins are compared
 * by two proportions with their pooled rate where there is an event, by χ² of all classes where there is none, and by two
 * means, each with its own variance, where the target is a number.
 *
 *     const { gini, ks, hhi } = tableScores(column(binning, 'age'), binning.target)
 *     console.log(gini?.toFixed(3), ks?.toFixed(3), hhi.toFixed(3)) // → 0.788 0.788 0.577
 *
 * @param target the target of the binning, `binning.target`
 */
export function tableScores(column: Column, target: Target | null): TableScores {
  mustBe('tableScores', 'column', column)
  const event = eventClass(target)
  const at = target?.kind === 'class' && event !== null ? target.classes.indexOf(event) : -1
  const lines = slotTallies(column).map(({ counted }) => counted)
  const sizes = lines.map(weightOf)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const hhi = total === 0 ? 0 : sizes.reduce((sum, size) => sum + (size / total) ** 2, 0)
  return { ...separation(lines, at), hhi, pValues: pValuesOf(column, lines, at) }
}

/** Gini and KS of rows scored by the rate of their line. */
function separation(lines: readonly Counted[], at: number): Pick<TableScores, 'gini' | 'ks'> {
  const pairs = lines.flatMap((line) => {
    const event = at < 0 ? 0 : (line.classes?.[at] ?? 0)
    const rest = weightOf(line) - event
    return event + rest > 0 ? [{ event, rest: Math.max(0, rest) }] : []
  })
  const events = pairs.reduce((sum, { event }) => sum + event, 0)
  const others = pairs.reduce((sum, { rest }) => sum + rest, 0)
  if (events === 0 || others === 0) return { gini: null, ks: null }
  // Lines of the same rate are one score, whatever their order: they add the same to the area and to no distance.
  const order = pairs.toSorted((a, b) => a.event * (b.event + b.rest) - b.event * (a.event + a.rest))
  let [below, area, ks, gap] = [0, 0, 0, 0]
  for (const { event, rest } of order) {
    area += (event / events) * (below + rest / others / 2)
    below += rest / others
    gap += rest / others - event / events
    ks = Math.max(ks, gap)
  }
  return { gini: Math.max(0, 2 * area - 1), ks }
}

/** How like each bin, or group of levels, and the one before it are. */
function pValuesOf(column: Column, lines: readonly Counted[], event: number): (number | null)[] {
  const ordered = hasCuts(column) || column.bins.some(({ levels }) => levels.length > 1)
  const bins = ordered ? lines.slice(0, column.bins.length) : []
  const present = (bins[0]?.classes ?? []).filter((_, c) => bins.some(({ classes }) => (classes?.[c] ?? 0) > 0)).length
  const test = { event, degrees: Math.max(1, present - 1) }
  return lines.map((line, i) => {
    if (i === 0 || i >= bins.length || weightOf(line) === 0 || weightOf(bins[i - 1]) === 0) return null
    return neighboursPValue(bins[i - 1], line, test)
  })
}

function weightOf({ count, weight }: Counted): number {
  return weight ?? count
}
