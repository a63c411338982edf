import { unusedName } from '../../util/suggest.ts'
import { type Binning, type CategoryColumn, type Column, hasCuts } from '../binning.ts'
import { zeroLike } from '../count-bins.ts'
import type { LevelReference } from '../reference.ts'

/**
 * The binning with a bin of no rows for the levels that only the new rows have, and with a reference cell of no rows for
 * each of them; and per column which levels those are. O(levels) per category column.
 */
export function withUnseenLevels(
  binning: Binning,
  levelsOf: (name: string) => Iterable<string>,
): { reference: Binning; unseen: string[][] } {
  const unseen: string[][] = []
  const columns = binning.columns.map((column): Column => {
    const levels = hasCuts(column) ? [] : unseenLevels(column, levelsOf(column.name))
    unseen.push(levels)
    if (hasCuts(column) || levels.length === 0) return column
    const labels = column.bins.map(({ label }) => label)
    const bin = { label: unusedName('not seen before', labels), levels, ...zeroLike(column.missing) }
    const { reference } = column
    return {
      ...column,
      bins: [...column.bins, bin],
      ...(reference === undefined ? {} : { reference: withLevels(reference, levels) }),
    }
  })
  return { reference: { ...binning, columns }, unseen }
}

function unseenLevels({ bins }: CategoryColumn, levels: Iterable<string>): string[] {
  const known = new Set(bins.flatMap((bin) => bin.levels))
  return Array.from(levels)
    .filter((level) => !known.has(level))
    .toSorted()
}

/** The cell of all other levels, where there is one, stays last. */
function withLevels(reference: LevelReference, more: readonly string[]): LevelReference {
  const { levels, counts, weights, classes, sums, sumSquares } = reference
  const widen = (list: readonly number[]): number[] => [
    ...list.slice(0, levels.length),
    ...more.map(() => 0),
    ...list.slice(levels.length),
  ]
  return {
    levels: [...levels, ...more],
    counts: widen(counts),
    ...(weights === undefined ? {} : { weights: widen(weights) }),
    ...(classes === undefined ? {} : { classes: classes.map(widen) }),
    ...(sums === undefined ? {} : { sums: widen(sums) }),
    ...(sumSquares === undefined ? {} : { sumSquares: widen(sumSquares) }),
  }
}
