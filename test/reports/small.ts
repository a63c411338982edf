import { asDates } from '../../src/binning/labels.ts'
import { type Binning, hasCuts } from '../../src/binning/binning.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import type { FitTableOptions } from '../../src/binning/fit/table-options.ts'

/** A small table: two sizes, a colour, a kind with three classes and a price. */
export const table = {
  size: [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 21, 22, 23, 24, null],
  weight: [3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2],
  color: ['red', 'red', 'red', 'red', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'red', 'red', null, 'red', 'red'],
  kind: ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'b', 'c', 'c', 'c', 'c', 'a'],
  sold: ['no', 'no', 'no', 'no', 'no', 'yes', 'yes', 'yes', 'yes', 'no', 'yes', 'yes', 'yes', 'yes', 'no'],
  price: [10, 11, 9, 10, 12, 30, 31, 29, 30, 32, 55, 54, 56, 57, 20],
}

const DAY = 86_400_000

/** The small table binned. */
export function small(options: FitTableOptions): Promise<Binning> {
  return fitTable(table, { source: 'small.csv', ...options })
}

/** The same binning with its number columns read as days since 2024-01-01. */
export function inDays(binning: Binning): Binning {
  const day = (x: number): number => Date.UTC(2024, 0, 1) + x * DAY
  const columns = binning.columns.map((column) => {
    if (!hasCuts(column) || column.shape === null || column.range === null) return column
    const { shape, range } = column
    return asDates({
      ...column,
      cuts: column.cuts.map(day),
      range: [day(range[0]), day(range[1])],
      reasons: column.reasons.map((reason) => ({
        ...reason,
        score: reason.measure === 'width' && reason.score !== null ? reason.score * DAY : reason.score,
        runnerUp: reason.runnerUp && { ...reason.runnerUp, cut: day(reason.runnerUp.cut) },
      })),
      bins: column.bins.map((bin) => ({
        ...bin,
        lo: bin.lo === null ? null : day(bin.lo),
        hi: bin.hi === null ? null : day(bin.hi),
        median: bin.median === null ? null : day(bin.median),
      })),
      shape: { ...shape, from: day(shape.from), to: day(shape.to) },
    })
  })
  return { ...binning, columns }
}

/** Lines of a text without the first line break, as template literals hold them. */
export function lines(text: string): string[] {
  return text.replace(/^\n/, '').trimEnd().split('\n')
}
