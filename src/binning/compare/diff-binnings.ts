import { tableColumn } from '../../summaries/column-table.ts'
import type { LabelValues, NumberValues, Table, Target } from '../../types.ts'
import { mustBe } from '../../util/check.ts'
import { assign, slotCount } from '../assign.ts'
import { type Binning, type CategoryColumn, type Column, hasCuts, type NumberColumn } from '../binning.ts'
import { slotLabels } from '../labels.ts'
import { binningTable } from '../use/binning-table.ts'
import { recount } from '../use/recount.ts'

/** A cut that is in another place. */
export interface MovedCut {
  /** where it was */
  readonly from: number
  /** where it is */
  readonly to: number
}

/** What changed from one column to the other. */
export interface ColumnDiff {
  /** name of the column */
  readonly name: string
  /** whether anything that decides about rows changed: `added` and `removed` are columns that only one binning has */
  readonly change: 'none' | 'changed' | 'added' | 'removed'
  /** cuts that moved; a cut counts as moved where no other cut lies between its two places */
  readonly moved: readonly MovedCut[]
  /** cuts that only the second has */
  readonly added: readonly number[]
  /** cuts that only the first has */
  readonly removed: readonly number[]
  /** levels whose group, by the levels they share it with, is another */
  readonly levels: readonly string[]
  /** other changes in words: kind, closed end, policies, names */
  readonly others: readonly string[]
  /** bins before and after; null where there is none */
  readonly bins: { readonly before: number | null; readonly after: number | null }
  /** rows that leave their bin, of those given; null without rows, or where only one binning has the column */
  readonly rows: number | null
  /** what the bins tell about the target: information value, or bits, or share of variance; null where it is not known */
  readonly information: { readonly before: number | null; readonly after: number | null }
}

/** What changed from one binning to another. */
export interface BinningDiff {
  /** whether a row could be binned differently, or a column is only in one of them */
  readonly same: boolean
  /** rows that were given; null for none */
  readonly rows: number | null
  /** what `information` measures; null without a target they share */
  readonly measure: 'iv' | 'bits' | 'variance' | null
  /** the columns of the first, then those that only the second has */
  readonly columns: readonly ColumnDiff[]
}

/**
 * What changed from one binning to another: cuts moved, added and removed, levels that changed their group, and what that
 * does to what the bins tell. With rows at hand, how many of them leave their bin.
 *
 *     const later = edit(binning, { column: 'age', move: 30.5, to: 35 })
 *     const [age] = diffBinnings(binning, later, people).columns
 *     console.log(age?.moved, age?.rows) // → [ { from: 30.5, to: 35 } ] 19
 *
 * @param table rows to count; without them the information is that of the saved counts
 */
export function diffBinnings(before: Binning, after: Binning, table?: Table): BinningDiff {
  mustBe('diffBinnings', 'binning', before)
  mustBe('diffBinnings', 'binning', after)
  const [old, now] = table === undefined ? [before, after] : [before, after].map((one) => recount(one, table))
  const names = [...new Set([...old.columns, ...now.columns].map(({ name }) => name))]
  const of = ({ columns }: Binning, name: string): Column | null => columns.find((one) => one.name === name) ?? null
  const measure = sharedMeasure(old.target, now.target)
  const columns = names.map((name) => {
    const [was, is] = [of(old, name), of(now, name)]
    const diff = was === null || is === null ? alone(name, was, is) : both(was, is)
    const tell = (column: Column | null, { target }: Binning): number | null =>
      column === null || measure === null ? null : informationOf(column, target, measure)
    return {
      ...diff,
      rows: table === undefined || was === null || is === null ? null : rowsLeaving(was, is, table),
      information: { before: tell(was, old), after: tell(is, now) },
    }
  })
  const rows = table === undefined ? null : (Object.values(table)[0]?.length ?? 0)
  return { same: columns.every(({ change }) => change === 'none'), rows, measure, columns }
}

function sharedMeasure(a: Target | null, b: Target | null): BinningDiff['measure'] {
  if (a === null || b === null || a.kind !== b.kind || a.name !== b.name) return null
  if (a.kind === 'numeric') return 'variance'
  return a.classes.length === 2 || a.event !== null ? 'iv' : 'bits'
}

function informationOf(
  column: Column,
  target: Target | null,
  measure: NonNullable<BinningDiff['measure']>,
): number | null {
  const { rows, total } = binningTable(column, target)
  if (measure === 'iv') return total.iv
  if (measure === 'bits') return total.gain
  if (total.deviation === null || total.deviation === 0) return total.deviation
  return 1 - rows.reduce((sum, { share, deviation }) => sum + share * ((deviation ?? 0) / total.deviation!) ** 2, 0)
}

const NOTHING = { moved: [], added: [], removed: [], levels: [], others: [] } as const

type Shape = Omit<ColumnDiff, 'rows' | 'information'>

function alone(name: string, was: Column | null, is: Column | null): Shape {
  const bins = { before: was?.bins.length ?? null, after: is?.bins.length ?? null }
  return { name, change: was === null ? 'added' : 'removed', ...NOTHING, bins }
}

function both(was: Column, is: Column): Shape {
  const { name } = was
  const bins = { before: was.bins.length, after: is.bins.length }
  const others = otherChanges(was, is)
  const found =
    hasCuts(was) && hasCuts(is)
      ? { ...cutChanges(was, is), levels: [] }
      : hasCuts(was) || hasCuts(is)
        ? { moved: [], added: [], removed: [], levels: [] }
        : { moved: [], added: [], removed: [], levels: levelChanges(was, is) }
  const counts = [found.moved, found.added, found.removed, found.levels, others].map(({ length }) => length)
  return { name, change: counts.some((count) => count > 0) ? 'changed' : 'none', ...found, others, bins }
}

/**
 * Cuts that only one side has, those of both sides that follow each other with no common cut between them taken as one that
 * moved. O(cuts).
 */
function cutChanges(
  { cuts: old }: NumberColumn,
  { cuts: now }: NumberColumn,
): Pick<Shape, 'moved' | 'added' | 'removed'> {
  const [moved, added, removed]: [MovedCut[], number[], number[]] = [[], [], []]
  const own = new Set(now)
  const ends = [...old.filter((cut) => own.has(cut)), Infinity]
  let from = -Infinity
  for (const end of ends) {
    const inside = (cut: number): boolean => cut > from && cut < end
    const pairs = pairUp(old.filter(inside), now.filter(inside))
    moved.push(...pairs.moved)
    added.push(...pairs.added)
    removed.push(...pairs.removed)
    from = end
  }
  return { moved, added, removed }
}

/** Cuts of both sides paired in their order, so that they move least in all. O(old · now). */
function pairUp(old: readonly number[], now: readonly number[]): Pick<Shape, 'moved' | 'added' | 'removed'> {
  const [few, many] = old.length <= now.length ? [old, now] : [now, old]
  const chosen = few.length * many.length > MOST_PAIRS ? evenly(few, many) : leastWay(few, many)
  const taken = new Set(chosen)
  const rest = many.filter((_, j) => !taken.has(j))
  const swapped = old.length > now.length
  return {
    moved: few.map((cut, i) => (swapped ? { from: many[chosen[i]], to: cut } : { from: cut, to: many[chosen[i]] })),
    added: swapped ? [] : rest,
    removed: swapped ? rest : [],
  }
}

/** Pairs of cuts that are all looked at; of more, cuts are paired by their rank. */
const MOST_PAIRS = 1_000_000

function evenly(few: readonly number[], many: readonly number[]): number[] {
  return few.map((_, i) => Math.floor((i * many.length) / few.length))
}

/** For each of the few cuts one of the many, in their order, so that the way between them is least. */
function leastWay(few: readonly number[], many: readonly number[]): number[] {
  // cost[i][j]: the least way of the first i of the few among the first j of the many.
  const cost = Array.from({ length: few.length + 1 }, (_, i) =>
    Array.from({ length: many.length + 1 }, () => (i === 0 ? 0 : Infinity)),
  )
  for (let i = 1; i <= few.length; i++) {
    for (let j = i; j <= many.length; j++) {
      cost[i][j] = Math.min(cost[i][j - 1], cost[i - 1][j - 1] + Math.abs(few[i - 1] / 2 - many[j - 1] / 2))
    }
  }
  const chosen: number[] = []
  for (let [i, j] = [few.length, many.length]; i > 0; j--) {
    if (j > i && cost[i][j] === cost[i][j - 1]) continue
    chosen[--i] = j - 1
  }
  return chosen
}

/** Levels that share their group with others than before: all but those of the largest part that stayed together. */
function levelChanges(was: CategoryColumn, is: CategoryColumn): string[] {
  const groupNow = new Map(is.bins.flatMap(({ levels }, i) => levels.map((level) => [level, i])))
  const groupThen = new Map(was.bins.flatMap(({ levels }, i) => levels.map((level) => [level, i])))
  const levels = [...new Set([...groupThen.keys(), ...groupNow.keys()])]
  const pairs = matched(
    is.bins.length + 1,
    levels.map((level) => [groupThen.get(level) ?? was.bins.length, groupNow.get(level) ?? is.bins.length]),
  )
  return levels.filter(
    (level) => pairs.get(groupThen.get(level) ?? was.bins.length) !== (groupNow.get(level) ?? is.bins.length),
  )
}

/** Which slot of the second each slot of the first goes on in: pairs that share most, one to one. */
function matched(nows: number, met: Iterable<readonly [number, number]>): Map<number, number> {
  const shared = new Map<number, number>()
  for (const [a, b] of met) shared.set(a * nows + b, (shared.get(a * nows + b) ?? 0) + 1)
  const order = [...shared].toSorted(([a, m], [b, n]) => n - m || a - b).map(([at]) => at)
  const [pairs, taken] = [new Map<number, number>(), new Set<number>()]
  for (const at of order) {
    const [a, b] = [Math.floor(at / nows), at % nows]
    if (pairs.has(a) || taken.has(b)) continue
    pairs.set(a, b)
    taken.add(b)
  }
  return pairs
}

/** Rows whose slot is not the one that most of their old bin went to. O(rows). */
function rowsLeaving(was: Column, is: Column, table: Table): number {
  const values = tableColumn('diffBinnings', table, was.name)
  const slots = (column: Column): Int32Array => slotsOf(column, values)
  const [old, now] = [slots(was), slots(is)]
  const pairs = matched(
    slotCount(is),
    Array.from(old, (slot, row) => [slot, now[row]] as const),
  )
  return old.reduce((sum, slot, row) => sum + (pairs.get(slot) === now[row] ? 0 : 1), 0)
}

/** The slots of values; what a policy refuses has that of missing values. */
function slotsOf(column: Column, values: NumberValues | LabelValues): Int32Array {
  const open = <T extends { readonly policy: string; readonly bin: number | null }>(aside: T): T =>
    aside.policy === 'error' ? { ...aside, policy: 'own' } : aside
  if (hasCuts(column)) {
    const lenient = { ...column, missing: open(column.missing), special: column.special.map(open) }
    return assign(lenient, values as NumberValues)
  }
  const { unseen, ...rest } = column
  const lenient = unseen === undefined || unseen.policy === 'error' ? rest : { ...rest, unseen }
  return assign({ ...lenient, missing: open(column.missing) }, values as LabelValues)
}

/** What else decides where rows go, or what they are called. */
function otherChanges(was: Column, is: Column): string[] {
  const changes: string[] = []
  const tell = (what: string, a: string, b: string): void => {
    if (a !== b) changes.push(`${what} ${a} → ${b}`)
  }
  tell('kind', was.kind, is.kind)
  if (hasCuts(was) && hasCuts(is)) {
    tell('closed', was.closed, is.closed)
    tell('special codes', codesText(was), codesText(is))
  }
  if (!hasCuts(was) && !hasCuts(is)) tell('levels not seen', policyText(was, was.unseen), policyText(is, is.unseen))
  tell('missing values', policyText(was, was.missing), policyText(is, is.missing))
  tell('values that count as missing', was.missing.values.join() || 'none', is.missing.values.join() || 'none')
  tell('names', namesText(was), namesText(is))
  return changes
}

function policyText(column: Column, aside: { policy: string; bin: number | null } | undefined): string {
  if (aside === undefined) return 'missing'
  return aside.bin === null ? aside.policy : `to ${slotLabels(column)[aside.bin]}`
}

function codesText(column: NumberColumn): string {
  return column.special.map((special) => `${special.code} ${policyText(column, special)}`).join(', ') || 'none'
}

function namesText({ bins }: Column): string {
  return bins.flatMap(({ name }) => name ?? []).join(', ') || 'none'
}
