import { tieKey } from '../../util/numbers/ties.ts'
import { type CompareEntry, entryName } from './compare-entries.ts'

/** What one method makes of one column. */
export interface ColumnResult {
  readonly column: string
  readonly bins: number
  /** what the bins tell on the rows they were fitted on: gain in bits per row, or the share of the variance explained */
  readonly kept: number
  /** the same on rows held out, every row once; negative where the bins mislead */
  readonly heldOut: number
  readonly heldOutFolds: readonly number[]
  /** time to find the cuts on a summary of all rows */
  readonly seconds: number
}

/** What one method makes of all columns. `kept` and `heldOut` are means over the columns. */
export interface MethodResult {
  readonly name: string
  readonly method: string
  readonly preset?: string
  /** bins of all columns together */
  readonly bins: number
  readonly meanBins: number
  readonly kept: number
  readonly heldOut: number
  readonly heldOutFolds: readonly number[]
  readonly seconds: number
  /** how far `heldOut` is behind that of the best, with its standard error over the folds */
  readonly behind: number
  readonly behindError: number
  /** whether `behind` is at least twice its error; where not, it may be chance */
  readonly clear: boolean
  readonly columns: readonly ColumnResult[]
}

/** The results of all methods, the best on held-out rows first; equals by fewer bins, then in the order given. */
export function addUp(entries: readonly CompareEntry[], results: readonly (readonly ColumnResult[])[]): MethodResult[] {
  const sums = entries.map((entry, e) => sumUp(entry, results[e]))
  const order = sums.toSorted((a, b) => tieKey(b.heldOut) - tieKey(a.heldOut) || a.bins - b.bins)
  return order.map((result) => ({ ...result, ...distance(order[0], result) }))
}

/** The best method on one column, by the same rule; null where none tells anything on rows held out. */
export function bestOn(column: string, results: readonly MethodResult[]): (ColumnResult & { name: string }) | null {
  const own = results.map(({ name, columns }) => ({ name, ...columns.find((one) => one.column === column)! }))
  const [best] = own.toSorted((a, b) => tieKey(b.heldOut) - tieKey(a.heldOut) || a.bins - b.bins)
  return best.heldOut > 0 ? best : null
}

type Sums = Omit<MethodResult, 'behind' | 'behindError' | 'clear'>

function sumUp(entry: CompareEntry, columns: readonly ColumnResult[]): Sums {
  const total = (pick: (one: ColumnResult) => number): number => columns.reduce((sum, one) => sum + pick(one), 0)
  const mean = (pick: (one: ColumnResult) => number): number => total(pick) / columns.length
  const bins = total((one) => one.bins)
  return {
    name: entryName(entry),
    method: entry.method.name,
    ...(entry.preset === undefined ? {} : { preset: entry.preset }),
    bins,
    meanBins: bins / columns.length,
    kept: mean((one) => one.kept),
    heldOut: mean((one) => one.heldOut),
    heldOutFolds: columns[0].heldOutFolds.map((_, fold) => mean((one) => one.heldOutFolds[fold])),
    seconds: total((one) => one.seconds),
    columns,
  }
}

/** How far one is behind the best, fold by fold: what a fold does to both falls out. */
function distance(best: Sums, { heldOut, heldOutFolds }: Sums): Pick<MethodResult, 'behind' | 'behindError' | 'clear'> {
  const gaps = best.heldOutFolds.map((value, fold) => value - heldOutFolds[fold])
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const squares = gaps.reduce((sum, gap) => sum + (gap - mean) * (gap - mean), 0)
  const behind = best.heldOut - heldOut
  const behindError = Math.sqrt(squares / (gaps.length - 1) / gaps.length)
  return { behind, behindError, clear: behind > 0 && behind >= 2 * behindError }
}
