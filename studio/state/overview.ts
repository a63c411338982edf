import { computed, effect, signal } from '@preact/signals'
import { type Binning, type Column, hasCuts, type RankedColumn, rankColumns, type Target } from '../../src/index.ts'
import { fixedText, percentText } from '../../src/reports/index.ts'
import { columns, fitted, isTouched, opened, type ShownColumn } from './store.ts'

/** What columns can be ranked by: how it is called, its number, and how that is written. */
export interface RankMeasure {
  readonly id: string
  readonly title: string
  readonly valueOf: (ranked: RankedColumn) => number | null
  readonly write: (value: number, ranked: RankedColumn) => string
}

/** All measures; those that the target does not have are left out of the menu. */
const MEASURES: readonly RankMeasure[] = [
  {
    id: 'score',
    title: 'information',
    valueOf: (of) => of.score,
    write: (value, of) => percentText(beyondChance(value, of)),
  },
  { id: 'iv', title: 'information value', valueOf: (of) => of.iv, write: (value) => fixedText(value, 2) },
  { id: 'gain', title: 'gain in bits', valueOf: (of) => of.gain, write: (value) => fixedText(value, 3) },
  { id: 'gainRatio', title: 'gain ratio', valueOf: (of) => of.gainRatio, write: (value) => fixedText(value, 3) },
  { id: 'cramersV', title: 'Cramér’s V', valueOf: (of) => of.cramersV, write: (value) => fixedText(value, 2) },
]

/** The score as a share of what there is to know; that of a class target is in bits. */
function beyondChance(score: number, { gain, share }: RankedColumn): number {
  return gain === null ? score : gain > 0 ? (score * share) / gain : 0
}

/** A column in the list. */
export interface ListedColumn {
  readonly name: string
  readonly shown: ShownColumn
  readonly ranked: RankedColumn | null
  /** what it is ranked by, as text, and as a part of the largest */
  readonly text: string
  readonly part: number
  readonly touched: boolean
}

/** What the list is ranked by: a measure, `name` or `order`, that of the file. */
export const rankedBy = signal('score')
/** What is typed to find a column. */
export const query = signal('')
/** The columns that were ticked. */
export const selected = signal<ReadonlySet<string>>(new Set())
/** Whether columns that tell nothing are shown. */
export const unfolded = signal(false)
/** Whether the list is open where it is a sheet. */
export const sheet = signal(false)

// What was ticked and typed is of one file.
effect(() => {
  if (opened.value === null) return
  selected.value = new Set()
  query.value = ''
  unfolded.value = false
})

/** The measures that the target has. */
export const measures = computed<readonly RankMeasure[]>(() => {
  const [first] = columns.value
  const ranked = first === undefined ? null : rankOf(first.column, fitted.value)
  return ranked === null ? [] : MEASURES.filter(({ valueOf }) => valueOf(ranked) !== null)
})

/** Ranking all columns at every move of a handle would be in vain: a column that did not change has its rank. */
const ranks = new WeakMap<Column, { readonly of: Target; readonly ranked: RankedColumn }>()

/** What a column tells about the target; null without one. */
export function rankOf(column: Column, whole: Binning | null): RankedColumn | null {
  if (whole === null || whole.target === null) return null
  const known = ranks.get(column)
  if (known?.of === whole.target) return known.ranked
  const [ranked] = rankColumns({ ...whole, columns: [column] }).columns
  ranks.set(column, { of: whole.target, ranked })
  return ranked
}

const measure = computed(() => measures.value.find(({ id }) => id === rankedBy.value) ?? null)

let lastCut: readonly Column[] = []

/** The columns as methods cut them: the same array until one is cut anew, whatever is moved by hand. */
const methodCuts = computed<readonly Column[]>(() => {
  const now = fitted.value?.columns ?? []
  if (now.length !== lastCut.length || now.some((column, i) => column !== lastCut[i])) lastCut = now
  return lastCut
})

/** Names in the order of the list, and those that tell nothing. It stays while cuts are moved, so that nothing jumps. */
const order = computed(() => {
  const whole = methodCuts.value.length === 0 ? null : fitted.peek()
  const now = columns.peek()
  const by = measure.value
  const valueOf = ({ column }: ShownColumn): number => {
    const ranked = rankOf(column, whole)
    return ranked === null ? 0 : (by?.valueOf(ranked) ?? 0)
  }
  const sorted =
    by !== null
      ? now.toSorted((a, b) => valueOf(b) - valueOf(a))
      : rankedBy.value === 'name'
        ? now.toSorted((a, b) => a.name.localeCompare(b.name))
        : now
  const nothing = new Set(sorted.filter((shown) => tellsNothing(shown.column, whole)).map(({ name }) => name))
  return { names: sorted.map(({ name }) => name), nothing }
})

/** One bin tells nothing apart; nor do bins whose gain is what chance alone gives. */
function tellsNothing(column: Column, whole: Binning | null): boolean {
  const ranked = rankOf(column, whole)
  return ranked === null ? hasCuts(column) && column.cuts.length === 0 : ranked.score <= 0
}

/** The columns as the list shows them. */
export const listed = computed<{
  readonly telling: readonly ListedColumn[]
  readonly nothing: readonly ListedColumn[]
}>(() => {
  const { names, nothing } = order.value
  const by = measure.value
  const byName = new Map(columns.value.map((shown) => [shown.name, shown]))
  const wanted = query.value.trim().toLowerCase()
  const found = names.filter((name) => byName.has(name) && name.toLowerCase().includes(wanted))
  const whole = fitted.value
  const valueOf = (ranked: RankedColumn | null): number => (ranked === null ? 0 : (by?.valueOf(ranked) ?? 0))
  const most = Math.max(1e-9, ...names.map((name) => valueOf(rankAt(byName.get(name), whole))))
  const all = found.map((name): ListedColumn => {
    const shown = byName.get(name)!
    const ranked = rankOf(shown.column, whole)
    const value = valueOf(ranked)
    const text = ranked === null || by === null ? '' : by.write(value, ranked)
    return { name, shown, ranked, text, part: by === null ? 0 : Math.max(0, value / most), touched: isTouched(shown) }
  })
  // Who looks for a column wants to see it.
  if (wanted !== '') return { telling: all, nothing: [] }
  return { telling: all.filter(({ name }) => !nothing.has(name)), nothing: all.filter(({ name }) => nothing.has(name)) }
})

function rankAt(shown: ShownColumn | undefined, whole: Binning | null): RankedColumn | null {
  return shown === undefined ? null : rankOf(shown.column, whole)
}

/** The columns in the order in which arrow keys go through them. */
export const reachable = computed<readonly string[]>(() => {
  const { telling, nothing } = listed.value
  return [...telling, ...(unfolded.value ? nothing : [])].map(({ name }) => name)
})

/** Ticks a column, or takes the tick away. */
export function toggle(name: string): void {
  const next = new Set(selected.value)
  if (!next.delete(name)) next.add(name)
  selected.value = next
}
