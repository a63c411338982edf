import { DataError } from '../../errors.ts'
import { check, integer, mustBe, show } from '../../util/check.ts'
import { type Binning, hasCuts, type NumberColumn } from '../binning.ts'
import { printedCuts } from '../labels.ts'
import { emptyBinNotes } from '../count-bins.ts'
import { keepNames } from './name-bins.ts'
import { regroupBins } from './regroup.ts'
import { withCuts } from './edit.ts'

/** What rounding the cuts of a column did. */
export interface RoundedColumn {
  /** name of the column */
  readonly name: string
  /** cuts that moved */
  readonly cuts: number
  /** rows that are in another bin now; null where that cannot be known without counting them */
  readonly rows: number | null
}

/** A number to so many decimals, or to tens and hundreds where they are negative. */
function rounded(cut: number, decimals: number): number {
  if (decimals >= 0) return Number(cut.toFixed(decimals)) + 0
  const unit = 10 ** -decimals
  return Math.round(cut / unit) * unit + 0
}

/**
 * The binning with the cuts of its numbers rounded; the reason of each stays. Cuts that would become one, or pass another,
 * are refused: that would join bins. Counts beside a cut that moved are estimates until the rows are counted again.
 */
export function roundCuts(binning: Binning, decimals: number, only?: string): Binning {
  mustBe('roundCuts', 'binning', binning)
  check('roundCuts', 'decimals', integer(-15, 15), decimals)
  const columns = binning.columns.map((column) =>
    hasCuts(column) && column.kind === 'number' && (only === undefined || column.name === only)
      ? roundColumn(column, decimals)
      : column,
  )
  return { ...binning, columns }
}

function roundColumn(column: NumberColumn, decimals: number): NumberColumn {
  const { name, cuts } = column
  const texts = printedCuts(column)
  const next = cuts.map((cut) => rounded(cut, decimals))
  for (const [i, cut] of next.entries()) {
    const over = cut >= (next[i + 1] ?? Infinity) || cut >= (cuts[i + 1] ?? Infinity)
    const under = i + 1 < cuts.length && next[i + 1] <= cuts[i]
    if (!over && !under) continue
    throw new DataError(
      `column ${show(name)}: cuts ${texts[i]} and ${texts[i + 1]} rounded to ${next[i]} and ${next[i + 1]} would join bins; keep more decimals, or remove one of them first`,
      { column: name },
    )
  }
  const moved = next.filter((cut, i) => cut !== cuts[i]).length
  const options = { ...column.options, round: decimals }
  if (moved === 0) return { ...column, options }
  const { bins: regrouped, exact } = regroupBins(column, next)
  const bins = keepNames(column, next, regrouped).map((bin, i) => ({
    ...bin,
    ...(column.bins[i].name === undefined ? {} : { name: column.bins[i].name }),
  }))
  const notes = [
    ...column.notes.filter(({ code }) => code !== 'empty-bins' && code !== 'rounded'),
    { code: 'rounded', message: `${moved === 1 ? '1 cut' : `${moved} cuts`} rounded to ${unitText(decimals)}` },
    ...emptyBinNotes(bins),
  ]
  return { ...withCuts(column, next), reasons: column.reasons, options, bins, notes, countsExact: column.countsExact && exact } // prettier-ignore
}

function unitText(decimals: number): string {
  if (decimals > 0) return decimals === 1 ? '1 decimal' : `${decimals} decimals`
  return decimals === 0 ? 'whole numbers' : `multiples of ${10 ** -decimals}`
}

/**
 * What rounding did, by the counts of both binnings on the same rows: rows are known where counts are. A bin that had rows
 * and has none now was joined with its neighbour, which is refused.
 */
export function roundedColumns(before: Binning, after: Binning): RoundedColumn[] {
  return before.columns.flatMap((old, i): RoundedColumn[] => {
    const now = after.columns[i]
    if (!hasCuts(old) || now === undefined || !hasCuts(now)) return []
    const cuts = now.cuts.filter((cut, c) => cut !== old.cuts[c]).length
    if (cuts === 0) return []
    const joined = now.bins.findIndex(({ count }, bin) => count === 0 && old.bins[bin].count > 0)
    if (joined >= 0) {
      throw new DataError(
        `column ${show(old.name)}: with rounded cuts no row is left in bin ${old.bins[joined].label}, which joins bins; keep more decimals, or remove a cut first`,
        { column: old.name },
      )
    }
    const known = old.countsExact && now.countsExact
    return [{ name: old.name, cuts, rows: known ? movedRows(old, now) : null }]
  })
}

/** Rows between old and new cuts. No cut passes another, so none is counted twice. */
function movedRows(old: NumberColumn, now: NumberColumn): number {
  const below = ({ bins }: NumberColumn): number[] => {
    let sum = 0
    return bins.map(({ count }) => (sum += count))
  }
  const [before, after] = [below(old), below(now)]
  return before.reduce((sum, count, i) => sum + Math.abs(count - after[i]), 0)
}

/** Rounding done to one column is told in words of people. */
export function roundedText({ name, cuts, rows }: RoundedColumn): string {
  const what = `${show(name)}: ${cuts === 1 ? '1 cut' : `${cuts} cuts`} rounded`
  if (rows === null) return `${what}; how many rows move is only known from the rows (--data)`
  return `${what}, ${rows === 1 ? '1 row moves' : `${rows} rows move`} to another bin`
}
