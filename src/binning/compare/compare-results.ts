import { tieKey } from '../../util/numbers/ties.ts'
import { type CompareEntry, entryName } from './compare-entries.ts'
import { leadError, type Scatter } from './sure-leads.ts'

/** What can be said of a figure on held-out rows, and of the distance to the best. */
export interface Sureness {
  /** between these `heldOut` lies, as far as the rows tell; all such intervals of a comparison hold together */
  readonly low: number
  /** upper end of that interval */
  readonly high: number
  /** how far `heldOut` is behind that of the best, with its standard error */
  readonly behind: number
  /** standard error of `behind` */
  readonly behindError: number
  /** between these `behind` lies; all of them together with the chance that `sure` names */
  readonly behindLow: number
  /** upper end of that interval */
  readonly behindHigh: number
  /** whether `behindLow` is above 0; where not, the distance may be chance */
  readonly clear: boolean
}

/** What one method makes of one column. */
export interface ColumnResult extends Sureness {
  /** name of the column */
  readonly column: string
  /** bins it was cut into, fitted on all rows */
  readonly bins: number
  /** what the bins tell on the rows they were fitted on: gain in bits per row, or the share of the variance explained */
  readonly kept: number
  /** the same on rows held out, every row once; negative where the bins mislead */
  readonly heldOut: number
  /** `heldOut` of each fold */
  readonly heldOutFolds: readonly number[]
  /** time to find the cuts on a summary of all rows */
  readonly seconds: number
}

/** What one method makes of all columns. `kept` and `heldOut` are means over the columns. */
export interface MethodResult extends Sureness {
  /** method and preset, as they are named in `methods` */
  readonly name: string
  /** name of the method alone */
  readonly method: string
  /** name of the preset; absent where it ran with its defaults */
  readonly preset?: string
  /** bins of all columns together */
  readonly bins: number
  /** bins of a column, mean over the columns */
  readonly meanBins: number
  /** what the bins tell on the rows they were fitted on: bits per row, or the share of the variance */
  readonly kept: number
  /** the same on rows held out, by which methods are ordered; negative where the bins mislead */
  readonly heldOut: number
  /** `heldOut` of each fold */
  readonly heldOutFolds: readonly number[]
  /** time to find the cuts of all columns */
  readonly seconds: number
  /** what it makes of each column */
  readonly columns: readonly ColumnResult[]
}

/** A figure with the interval it lies in. */
export interface Estimate {
  /** the figure itself */
  readonly value: number
  /** lower end of the interval */
  readonly low: number
  /** upper end of the interval */
  readonly high: number
}

/** Which method is better here, in so far as the rows tell. */
export interface Verdict {
  /**
   * `best`: one is clearly ahead of all others; `several`: some cannot be told from the best, others are clearly behind;
   * `none`: no method can be told from the best; `nothing`: the best is not clearly above 0; `only`: there is one method
   */
  readonly kind: 'best' | 'several' | 'none' | 'nothing' | 'only'
  /** name of the method with the largest `heldOut` */
  readonly best: string
  /** those that cannot be told from the best, in their order */
  readonly close: readonly string[]
  /** what the best is ahead of the next method */
  readonly lead: Estimate | null
  /** of the best and those close to it, the one of the fewest bins; null where several make as few */
  readonly fewestBins: string | null
}

/** A figure of a method, before it is compared with those of others. */
export type Unsure<Result> = Omit<Result, keyof Sureness>

/** The results of all methods, the best on held-out rows first; equals by fewer bins, then in the order given. */
export function addUp(
  entries: readonly CompareEntry[],
  results: readonly (readonly ColumnResult[])[],
  scatter: Scatter,
  limit: number,
): MethodResult[] {
  const sums = entries.map((entry, e) => sumUp(entry, results[e]))
  const sure = surely(sums, scatter, limit)
  return sums.map((one, e) => ({ ...one, ...sure[e] })).toSorted(byHeldOut)
}

/** Intervals of all methods: `limit` standard errors to both sides. The methods are in the order of the scatter. */
export function surely(
  methods: readonly { readonly heldOut: number; readonly bins: number }[],
  scatter: Scatter,
  limit: number,
): Sureness[] {
  const best = methods.indexOf(methods.toSorted(byHeldOut)[0])
  return methods.map(({ heldOut }, e) => {
    const reach = limit * leadError(scatter, e, methods.length)
    const behind = methods[best].heldOut - heldOut
    const behindError = leadError(scatter, best, e)
    const behindLow = behind - limit * behindError
    return {
      low: heldOut - reach,
      high: heldOut + reach,
      behind,
      behindError,
      behindLow,
      behindHigh: behind + limit * behindError,
      // Equal up to rounding is equal.
      clear: behindLow > 0 && tieKey(methods[best].heldOut) > tieKey(heldOut),
    }
  })
}

/** Says which method is better, of results with the best first. */
export function judge(methods: readonly MethodResult[]): Verdict {
  const [best, ...others] = methods
  const close = others.filter(({ clear }) => !clear)
  const kind =
    best.low <= 0
      ? 'nothing'
      : others.length === 0
        ? 'only'
        : close.length === 0
          ? 'best'
          : close.length === others.length
            ? 'none'
            : 'several'
  const [next] = others
  const equal = [best, ...close]
  const fewest = equal.filter(({ bins }) => bins === Math.min(...equal.map((one) => one.bins)))
  return {
    kind,
    best: best.name,
    close: close.map(({ name }) => name),
    lead: next === undefined ? null : { value: next.behind, low: next.behindLow, high: next.behindHigh },
    fewestBins: fewest.length === 1 ? fewest[0].name : null,
  }
}

/**
 * The best method on one column, by the same rule; null where none tells anything on rows held out.
 *
 *     const compared = await compareMethods(people, { target: 'bought', methods: ['mdlp', 'equal-width'] })
 *     console.log(bestOn('age', compared.methods)?.name) // → mdlp
 *
 * @param results `methods` of a comparison
 */
export function bestOn(column: string, results: readonly MethodResult[]): (ColumnResult & { name: string }) | null {
  const own = results.map(({ name, columns }) => ({ name, ...columns.find((one) => one.column === column)! }))
  const [best] = own.toSorted(byHeldOut)
  return best.heldOut > 0 ? best : null
}

interface Scored {
  readonly heldOut: number
  readonly bins: number
}

function byHeldOut(a: Scored, b: Scored): number {
  return tieKey(b.heldOut) - tieKey(a.heldOut) || a.bins - b.bins
}

function sumUp(entry: CompareEntry, columns: readonly ColumnResult[]): Unsure<MethodResult> {
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
