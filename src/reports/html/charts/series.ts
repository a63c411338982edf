import type { Target } from '../../../types.ts'
import { type ClassMark, classMarks, totalOf } from '../../terminal/draw/screen.ts'

/** What a bar is stacked of: one per class shown, or a single one. */
export interface Series {
  /** name of the class; null where there are no classes */
  readonly name: string | null
  /** number of its fill in the page */
  readonly fill: number
  /** its part of a bar, of the rows of each class and of all */
  readonly sizeOf: (classes: readonly number[] | null | undefined, all: number) => number
}

/**
 * The classes of a target as a report shows them, the event first; "others" last. Each has the number of a fill of `FILLS`.
 *
 *     const { total } = binningTable(column(binning, 'age'), binning.target)
 *     console.log(seriesOf(binning.target, total.classes).map(({ name, fill }) => `${name}: ${fill}`))
 *     // → [ 'yes: 0', 'no: 1' ]
 *
 * @param totals rows of each class, for those that are shown where there are many
 */
export function seriesOf(target: Target | null, totals: readonly number[] | null): Series[] {
  if (target?.kind !== 'class' || totals === null) return [{ name: null, fill: 0, sizeOf: (_, all) => all }]
  return classMarks(target, totals, Infinity).map((mark: ClassMark) => ({
    name: mark.name,
    fill: mark.color,
    sizeOf: (classes) => (classes == null ? 0 : totalOf(mark, classes)),
  }))
}

/** The fill of a class: a pattern, so that classes can be told apart without colour. */
export function fillOf(fill: number): string {
  return `url(#k${fill})`
}

/** Boxes stacked from 0, one list per series, for each of the bars. */
export function stack<T>(
  series: readonly Series[],
  bars: readonly T[],
  size: (one: Series, bar: T) => number,
): { from: number; to: number; bar: T }[][] {
  const tops = bars.map(() => 0)
  return series.map((one) =>
    bars.map((bar, i) => {
      const from = tops[i]
      tops[i] += size(one, bar)
      return { from, to: tops[i], bar }
    }),
  )
}
