import { ArgumentError } from '../../errors.ts'
import type { Reason, Table } from '../../types.ts'
import { check, isOptions, mustBe, real, show } from '../../util/check.ts'
import { dateText } from '../../util/date-text.ts'
import { suggest } from '../../util/suggest.ts'
import { assign } from '../assign.ts'
import { type Binning, type CategoryColumn, hasCuts, type NumberColumn, type Policy } from '../binning.ts'
import { emptyBinNotes } from '../count-bins.ts'
import { printedCuts } from '../labels.ts'
import { editLevels, type LevelChange } from './edit-levels.ts'
import { keepNames, nameBins } from './name-bins.ts'
import { recount } from './recount.ts'
import { regroupBins } from './regroup.ts'
import { representatives } from './representatives.ts'
import { setPolicy } from './set-policy.ts'

/**
 * A change by hand to one column. A cut may be named as stored or as it is printed; bins and groups are numbered from 0.
 * Levels of a category column are moved to the group `to`, which may be the number of groups for a new one; `split` makes
 * every level of a group a group of its own, and `unseen` says what becomes of levels that the fit did not see. `name` has a
 * text for every bin, empty for none. `policy` is what becomes of missing values, or of the special code in `of`.
 */
export type Change =
  | CutChange
  | LevelChange
  | { readonly column: string; readonly name: readonly string[] }
  | { readonly column: string; readonly policy: Policy; readonly of?: 'missing' | number }

type CutChange = { readonly column: string } & (
  | { readonly add: number }
  | { readonly remove: number }
  | { readonly move: number; readonly to: number }
  | { readonly merge: readonly [first: number, last: number] }
)

/**
 * The binning with one cut added, removed or moved, with neighbouring bins merged, with levels moved between groups, groups
 * merged or split, with names for bins, or with another policy for missing values or a special code; what was done to cuts
 * and groups is kept as a note.
 * With the rows at hand (a table like the one fitted) everything is counted again. Without, counts stay exact where the
 * saved bins tell them; where a cut falls inside a bin, or the rows of a level are not known, they are estimated and
 * `countsExact` becomes false.
 *
 *     const edited = edit(binning, { column: 'age', move: 30.5, to: 35 }, people)
 *     console.log(edited.columns[0]?.bins.map(({ label, count }) => `${label}: ${count}`))
 *     // → [ '< 35: 110', '≥ 35: 190' ]
 *
 * @param table rows to count the changed bins on; without them counts come from the saved bins
 */
export function edit(binning: Binning, change: Change, table?: Table): Binning {
  mustBe('edit', 'binning', binning)
  isOptions('edit', change)
  const at = binning.columns.findIndex((column) => column.name === change.column)
  const names = binning.columns.map((column) => column.name)
  if (at < 0)
    throw new ArgumentError(`edit: unknown column ${show(change.column)}${suggest(change.column, names)}`, {
      code: 'unknown-name',
      column: change.column,
    })
  const column = binning.columns[at]
  checkChange('edit', change)
  if ('name' in change) return { ...binning, columns: binning.columns.with(at, nameBins('edit', column, change.name)) }
  if ('policy' in change)
    return { ...binning, columns: binning.columns.with(at, setPolicy('edit', column, change, binning.target)) }
  const edited = hasCuts(column)
    ? editColumn(column, cutChange(column, change))
    : editLevels('edit', column, levelChange(column, change))
  if (table === undefined) return { ...binning, columns: binning.columns.with(at, edited) }
  const { target, created } = binning
  const where = { target: target?.name ?? undefined, weights: created.weights }
  const [counted] = recount({ ...binning, columns: [edited] }, table, where).columns
  return { ...binning, columns: binning.columns.with(at, counted) }
}

function editColumn(column: NumberColumn, change: CutChange): NumberColumn {
  const { cuts, message } = changedCuts('edit', column, change)
  const { bins: regrouped, exact } = regroupBins(column, cuts)
  const bins = keepNames(column, cuts, regrouped)
  const kept = column.notes.filter((note) => note.code !== 'empty-bins')
  const notes = [...kept, { code: 'edited', message }, ...emptyBinNotes(bins)]
  if (!exact && column.countsExact) {
    notes.push({
      code: 'estimated',
      message: 'counts beside the edited cut are estimated; give the rows (--data) to count them',
    })
  }
  return { ...withCuts(column, cuts), bins, notes, countsExact: column.countsExact && exact }
}

/** Cuts of a column in place of its own: reasons of those that stay, and policies that follow the values of their bins. */
export function withCuts(column: NumberColumn, cuts: readonly number[]): NumberColumn {
  const byHand: Reason = { measure: 'edited', score: null, bar: null, margin: null, runnerUp: null }
  const reasonOf = new Map(column.cuts.map((cut, i) => [cut, column.reasons[i]]))
  const next = { ...column, cuts, reasons: cuts.map((cut) => reasonOf.get(cut) ?? byHand) }
  const middles = representatives(column)
  const plain = { ...column.missing, values: [], policy: 'own' as const, bin: null }
  const moved = (bin: number | null): number | null =>
    bin === null ? null : assign({ ...next, special: [], missing: plain }, middles[bin])
  return {
    ...next,
    missing: { ...column.missing, bin: moved(column.missing.bin) },
    special: column.special.map((special) => ({ ...special, bin: moved(special.bin) })),
  }
}

/** Refuses what only groups of levels have. */
function cutChange({ name }: NumberColumn, change: CutChange | LevelChange): CutChange {
  const odd = 'split' in change ? 'split' : 'unseen' in change ? 'unseen' : null
  if (odd === null && !('move' in change && Array.isArray(change.move))) return change as CutChange
  const what = odd ?? 'move with levels'
  throw new ArgumentError(`edit: ${name} holds numbers and has no groups of levels; ${what} is for categories`, {
    code: 'wrong-type',
  })
}

/** Refuses what only cuts have. */
function levelChange({ name }: CategoryColumn, change: CutChange | LevelChange): LevelChange {
  if (!('add' in change || 'remove' in change || ('move' in change && typeof change.move === 'number'))) {
    return change as LevelChange
  }
  throw new ArgumentError(`edit: ${name} holds categories and has no cuts; move, merge or split its groups of levels`, {
    code: 'wrong-type',
  })
}

const CHANGES = ['add', 'remove', 'move', 'merge', 'split', 'unseen', 'name', 'policy']

function checkChange(by: string, change: Change): void {
  const asked = CHANGES.filter((name) => name in change)
  if (asked.length === 1) return checkNames(by, change)
  const got = asked.length === 0 ? 'nothing' : asked.join(' and ')
  throw new ArgumentError(`${by}: change must be one of ${CHANGES.join(', ')}, got ${got}`, { code: 'wrong-type' })
}

function checkNames(by: string, change: Change): void {
  const known = ['column', 'to', 'of', ...CHANGES]
  const odd = Object.keys(change).find((name) => !known.includes(name))
  if (odd !== undefined)
    throw new ArgumentError(`${by}: unknown option ${show(odd)}${suggest(odd, known)}`, { code: 'unknown-name' })
}

/** The cuts after a change, and what is said of it. `by` is the function that was called. */
export function changedCuts(by: string, column: NumberColumn, change: CutChange): { cuts: number[]; message: string } {
  const { cuts } = column
  if ('add' in change) {
    const cut = newCut(by, 'add', change.add)
    if (cuts.includes(cut))
      throw new ArgumentError(`${by}: add must be a new cut of ${column.name}, got ${cut}`, { code: 'out-of-range' })
    return { cuts: [...cuts, cut].toSorted((a, b) => a - b), message: `cut ${cut} added by hand` }
  }
  if ('remove' in change) {
    const i = findCut(by, column, change.remove)
    return { cuts: cuts.toSpliced(i, 1), message: `cut ${cuts[i]} removed by hand` }
  }
  if ('move' in change) {
    const i = findCut(by, column, change.move)
    const cut = newCut(by, 'to', change.to)
    const [below, above] = [cuts[i - 1] ?? -Infinity, cuts[i + 1] ?? Infinity]
    if (!(cut > below && cut < above)) {
      throw new ArgumentError(`${by}: to must lie between the neighbouring cuts ${below} and ${above}, got ${cut}`, {
        code: 'out-of-range',
      })
    }
    return { cuts: cuts.with(i, cut), message: `cut ${cuts[i]} moved to ${cut} by hand` }
  }
  const [first, last] = change.merge
  if (!(Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first < last && last <= cuts.length)) {
    throw new ArgumentError(
      `${by}: merge must be two bins from 0 to ${cuts.length}, the first below the last, got ${show(change.merge)}`,
      { code: 'out-of-range' },
    )
  }
  const labels = column.bins.slice(first, last + 1).map((bin) => bin.label)
  return { cuts: cuts.toSpliced(first, last - first), message: `bins ${labels.join(' and ')} merged by hand` }
}

function newCut(by: string, name: string, value: unknown): number {
  check(by, name, real(), value)
  return value + 0
}

function findCut(by: string, column: NumberColumn, wanted: number): number {
  const texts = printedCuts(column)
  const exact = column.cuts.indexOf(wanted)
  const found = exact >= 0 ? exact : texts.indexOf(column.kind === 'date' ? dateText(wanted) : String(wanted))
  if (found < 0) {
    throw new ArgumentError(
      `${by}: ${column.name} has no cut ${show(wanted)}, its cuts are ${texts.join(', ') || 'none'}`,
      { code: 'out-of-range' },
    )
  }
  return found
}
