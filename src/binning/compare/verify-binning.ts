import { findMethod, methods } from '../../discretizers/registry.ts'
import { DataError, isKerfError } from '../../errors.ts'
import type { Table } from '../../types.ts'
import { mustBe, show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'
import { type Binning, type Column, type Counted, hasCuts, type NumberColumn, type Policy } from '../binning.ts'
import type { ColumnFit } from '../fit/column-fit.ts'
import { fitTable } from '../fit/fit-table.ts'
import { chi2Table } from '../together/chi2-table.ts'
import { recount } from '../use/recount.ts'
import { roundCuts } from '../use/round-cuts.ts'

/** Something that was derived again and is not what the file says. */
export interface Difference {
  /** what differs, such as `cuts` or `rows in bins` */
  readonly what: string
  /** as the file has it */
  readonly saved: string
  /** as it comes from the rows */
  readonly derived: string
}

/** What came of one column. */
export interface ColumnCheck {
  /** name of the column */
  readonly name: string
  /**
   * `same`: method and options give these cuts or groups, and rows are counted as the file says; `by hand`: cuts or groups
   * were edited or given, and rows are counted as the file says; `different`: they are not, or the method gives others
   */
  readonly verdict: 'same' | 'by hand' | 'different'
  /** what differs; empty where nothing does */
  readonly differences: readonly Difference[]
}

/** Whether a binning is what its method makes of some rows. */
export interface Verification {
  /** whether nothing differs */
  readonly holds: boolean
  /** differences of the table as a whole: rows, classes of the target */
  readonly differences: readonly Difference[]
  /** the columns in the order of the binning */
  readonly columns: readonly ColumnCheck[]
}

/**
 * Derives a binning again from the rows it was fitted on, by the methods and options it names, and compares cuts, groups and
 * counts, number by number. Bins that were edited by hand are counted again only.
 *
 *     const { holds } = await verifyBinning(binning, people)
 *     console.log(holds) // → true
 *     const edited = edit(binning, { column: 'age', move: 30.5, to: 35 }, people)
 *     console.log((await verifyBinning(edited, people)).columns[0]?.verdict) // → by hand
 */
export async function verifyBinning(binning: Binning, table: Table): Promise<Verification> {
  mustBe('verifyBinning', 'binning', binning)
  const { target, created } = binning
  const names = Object.keys(table)
  for (const name of [target?.name, created.weights]) {
    if (name == null || names.includes(name)) continue
    throw new DataError(
      `verifyBinning: there is no column ${show(name)}, which the binning was made with${suggest(name, names)}`,
      { code: 'unknown-name', column: name },
    )
  }
  const rows = Object.values(table)[0]?.length ?? 0
  const differences = compared('rows', String(created.source.rows), String(rows))
  const columns: ColumnCheck[] = []
  for (const column of binning.columns) columns.push(await checkColumn(binning, column, table))
  const open = columns.some(({ verdict }) => verdict === 'different')
  if (open && (await holdsTogether(binning, table))) return { holds: differences.length === 0, differences, columns: columns.map(({ name }) => ({ name, verdict: 'same', differences: [] })) } // prettier-ignore
  return { holds: !open && differences.length === 0, differences, columns }
}

function compared(what: string, saved: string, derived: string): Difference[] {
  return saved === derived ? [] : [{ what, saved, derived }]
}

async function checkColumn(binning: Binning, column: Column, table: Table): Promise<ColumnCheck> {
  const { name } = column
  const different = (differences: readonly Difference[]): ColumnCheck => ({ name, verdict: 'different', differences })
  if (!Object.hasOwn(table, name)) return different([{ what: 'column', saved: 'there', derived: 'not among the rows' }])
  try {
    const [again] = recount({ ...binning, columns: [column] }, table).columns
    const counts = countDifferences(column, again)
    if (isByHand(column)) return counts.length === 0 ? { name, verdict: 'by hand', differences: [] } : different(counts)
    const derived = await derive(binning, column, table)
    const places = placeDifferences(column, derived)
    // Counts of other bins than those saved tell nothing.
    const found = places.length > 0 ? places : countDifferences(column, derived)
    return found.length === 0
      ? { name, verdict: 'same', differences: [] }
      : different([...found, ...(places.length > 0 ? counts : [])])
  } catch (error) {
    if (!isKerfError(error)) throw error
    return different([{ what: 'derived', saved: 'bins', derived: `nothing: ${error.message}` }])
  }
}

/** Whether a person had a part in the bins, beyond choosing a method. */
function isByHand(column: Column): boolean {
  if (hasCuts(column) && column.reasons.some(({ measure }) => measure === 'edited')) return true
  return column.notes.some(({ code }) => code === 'edited' || code === 'given-groups')
}

/** The column as its method and options make it of the rows. */
async function derive(binning: Binning, column: Column, table: Table): Promise<Column> {
  const { target, created } = binning
  const asked = hasCuts(column) ? numberFit(column) : levelFit(binning, column)
  const fitted = await fitTable(table, {
    target: target?.name ?? undefined,
    targetKind: target?.kind,
    event: target?.kind === 'class' ? (target.event ?? undefined) : undefined,
    weights: created.weights,
    columns: [column.name],
    perColumn: { [column.name]: { ...asked, kind: column.kind, reference: 'none' } },
  })
  const { round } = hasCuts(column) ? column.options : { round: undefined }
  if (typeof round !== 'number') return fitted.columns[0]
  return recount(roundCuts(fitted, round), table).columns[0]
}

function numberFit(column: NumberColumn): ColumnFit {
  const { method: name, options, closed, missing, special } = column
  if (!methods().some((method) => method.name === name))
    throw new DataError(`verifyBinning: ${show(name)} is no method of this version, so it cannot be derived again`)
  const { preset: _, round: _r, ...own } = options
  return {
    ...own,
    method: findMethod(name),
    closed,
    missing: missing.values,
    special: special.map(({ code }) => code),
    missingPolicy: policyOf(missing),
    specialPolicy: Object.fromEntries(special.map((one) => [one.code, policyOf(one)])),
  }
}

/** A file says for levels only what was asked for all columns. */
function levelFit({ created }: Binning, { missing }: Column): ColumnFit {
  const { special: _, missing: _m, reference: _f, ...options } = created.options
  const known = methods().some((method) => method.name === created.method)
  return { ...options, ...(known ? { method: findMethod(created.method) } : {}), missingPolicy: policyOf(missing) }
}

function policyOf({ policy, bin }: { readonly policy: string; readonly bin: number | null }): Policy {
  return policy === 'bin' && bin !== null ? bin : policy === 'nearest' || policy === 'error' ? policy : 'own'
}

/** Where cuts or groups differ. */
function placeDifferences(saved: Column, derived: Column): Difference[] {
  if (hasCuts(saved) && hasCuts(derived)) {
    return [
      ...compared('cuts', saved.cuts.join(', ') || 'none', derived.cuts.join(', ') || 'none'),
      ...compared('closed', saved.closed, derived.closed),
    ]
  }
  const groups = (column: Column): string =>
    hasCuts(column) ? '' : column.bins.map(({ levels }) => levels.toSorted().join(' + ')).join(', ')
  return compared('groups', groups(saved), groups(derived))
}

/** Where counts differ; those that the file calls estimates are not held against it. */
function countDifferences(saved: Column, derived: Column): Difference[] {
  if (!saved.countsExact) return []
  const text = ({ count, weight, classes, sum, sumSquares }: Counted): string =>
    [`${count}`, ...(weight === undefined ? [] : [`weight ${weight}`]), ...(classes === undefined ? [] : [`(${classes.join(', ')})`]), ...(sum === undefined ? [] : [`sum ${sum}, squares ${sumSquares}`])].join(' ') // prettier-ignore
  const all = (slots: readonly Counted[]): string => slots.map(text).join('; ') || 'none'
  return [
    ...compared('rows in bins', all(saved.bins), all(derived.bins)),
    ...compared('missing', text(saved.missing), text(derived.missing)),
    ...(hasCuts(saved) && hasCuts(derived) ? compared('special codes', all(saved.special), all(derived.special)) : []),
  ]
}

/** Whether the columns are those that `chi2` gives when it bins them together. */
async function holdsTogether(binning: Binning, table: Table): Promise<boolean> {
  const { target, created, columns } = binning
  const numbers = columns.filter(hasCuts)
  if (created.method !== 'chi2' || numbers.length < 2 || target?.kind !== 'class' || columns.some(isByHand))
    return false
  const { binning: derived } = await chi2Table(table, {
    target: target.name ?? undefined,
    weights: created.weights,
    columns: columns.map(({ name }) => name),
    perColumn: Object.fromEntries(columns.map((column) => [column.name, { ...(hasCuts(column) ? numberFit(column) : levelFit(binning, column)), kind: column.kind }])), // prettier-ignore
  })
  return columns.every((column, i) => {
    const again = derived.columns[i]
    return again?.name === column.name && placeDifferences(column, again).length + countDifferences(column, again).length === 0 // prettier-ignore
  })
}
