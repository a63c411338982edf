import { ArgumentError } from '../../errors.ts'
import type { CategorySummary, NumberSummary, Summary } from '../../types.ts'
import { show } from '../../util/check.ts'
import { type CategoryColumn, type Column, hasCuts, type NumberColumn } from '../binning.ts'
import { binLabels, wordsOf } from '../labels.ts'
import { countReference } from '../reference.ts'
import { CellIndex } from './cell-index.ts'
import { changedCuts, withCuts } from './edit.ts'
import { groupedColumn } from './edit-levels.ts'
import { type LevelGroup, mergeGroups, moveLevels, splitGroup } from './level-groups.ts'
import { History } from './history.ts'
import { keepNames, nameBins } from './name-bins.ts'
import { checkCodes, withCounts } from './recount.ts'

/** What editors of cuts and of levels share. Columns are never changed in place: a new one means something changed. */
export interface Editing<C extends Column> {
  /** the column as it is now, counted on the summary */
  readonly column: C
  /** whether there is a step to undo */
  readonly canUndo: boolean
  /** whether there is a step to redo */
  readonly canRedo: boolean
  /** takes back the last step */
  readonly undo: () => C
  /** does the step again that was taken back last */
  readonly redo: () => C
  /** back to the column the editor was made with, as a step that can be undone */
  readonly reset: () => C
  /** ends a drag, so that the next one is a step of its own */
  readonly drop: () => void
  /** calls back after every change; gives a function that ends this */
  readonly subscribe: (listener: () => void) => () => void
}

/** Cuts moved, added and removed. A cut is named as stored or as it is printed. */
export interface CutEditor extends Editing<NumberColumn> {
  /** adds a cut */
  readonly add: (cut: number) => NumberColumn
  /** takes a cut away */
  readonly remove: (cut: number) => NumberColumn
  /** `drag: true` while a handle is held: all positions until `drop` are undone together */
  readonly move: (cut: number, to: number, options?: { readonly drag?: boolean }) => NumberColumn
  /** takes away the cuts between two bins, numbered from 0 */
  readonly merge: (first: number, last: number) => NumberColumn
}

/** Levels moved between groups, groups merged, split and named. Groups are numbered from 0. */
export interface LevelEditor extends Editing<CategoryColumn> {
  /** puts levels into a group; into a new one with the number of groups there are. A group left empty goes away. */
  readonly move: (levels: readonly string[], group: number) => CategoryColumn
  /** puts all levels of these groups into one */
  readonly merge: (groups: readonly number[]) => CategoryColumn
  /** makes every level of a group a group of its own */
  readonly split: (group: number) => CategoryColumn
  /** names for all groups in their order, empty for none; a group keeps its name while levels come and go */
  readonly name: (names: readonly string[]) => CategoryColumn
}

/**
 * An editor of one column over a summary of its rows: each change gives the whole column counted anew, in a few
 * milliseconds for a million rows, so that it can follow a hand.
 *
 *     const editor = makeEditor(fit(ages, { target: bought }), summarize(ages, { target: bought }))
 *     editor.move(30.5, 35)
 *     console.log(editor.column.bins.map(({ label, count }) => `${label}: ${count}`)) // → [ '< 35: 110', '≥ 35: 190' ]
 *     editor.undo()
 *     console.log(editor.column.cuts) // → [ 30.5 ]
 */
export function makeEditor(column: NumberColumn, summary: NumberSummary): CutEditor
export function makeEditor(column: CategoryColumn, summary: CategorySummary): LevelEditor
export function makeEditor(column: Column, summary: Summary): CutEditor | LevelEditor {
  if (!Array.isArray(column?.bins)) {
    throw new ArgumentError(`makeEditor: column must be a fitted column, got ${show(column)}`, { code: 'wrong-type' })
  }
  const wanted = hasCuts(column) ? 'number' : 'category'
  if (summary?.kind !== wanted) {
    const got = summary?.kind === undefined ? show(summary) : `one of kind ${show(summary.kind)}`
    throw new ArgumentError(
      `makeEditor: summary must be a summary of kind "${wanted}" for ${column.name}, got ${got}`,
      { code: 'wrong-type' },
    )
  }
  return hasCuts(column) ? editCuts(column, summary as NumberSummary) : editLevels(column, summary as CategorySummary)
}

function editCuts(first: NumberColumn, summary: NumberSummary): CutEditor {
  checkCodes(first, summary)
  const index = new CellIndex(summary)
  const reference = first.reference && countReference(summary, first.reference.edges)
  const counted = (cuts: readonly number[]): NumberColumn => {
    const bins = index.countBins(cuts, first.closed)
    const labels = binLabels(cuts, first.closed, bins.bins, wordsOf(first.kind))
    const labelled = bins.bins.map((bin, i) => ({ ...bin, label: labels[i] }))
    const named = keepNames(first, cuts, labelled)
    const next = { ...withCuts(first, cuts), bins: named, notes: [...first.notes, ...changeNotes(first.cuts, cuts)] }
    return withCounts(next, summary, { ...bins, shape: index.shape(cuts), reference })
  }
  const history = new History(counted(first.cuts))
  const change = (what: Parameters<typeof changedCuts>[2], drag = false): NumberColumn => {
    const { cuts } = changedCuts('makeEditor', history.state, what)
    history.push(counted(cuts), drag)
    return history.state
  }
  const { name } = first
  return Object.assign(editing(history), {
    add: (cut) => change({ column: name, add: cut }),
    remove: (cut) => change({ column: name, remove: cut }),
    move: (cut, to, { drag = false } = {}) => change({ column: name, move: cut, to }, drag),
    merge: (low, high) => change({ column: name, merge: [low, high] }),
  } satisfies Omit<CutEditor, keyof Editing<NumberColumn>>)
}

function editLevels(first: CategoryColumn, summary: CategorySummary): LevelEditor {
  const counted = (groups: readonly LevelGroup[]): CategoryColumn => groupedColumn(first, groups, summary)
  const history = new History(counted(first.bins))
  const change = (make: (groups: readonly LevelGroup[]) => LevelGroup[]): CategoryColumn => {
    history.push(counted(make(history.state.bins)))
    return history.state
  }
  return Object.assign(editing(history), {
    move: (levels, group) => change((groups) => moveLevels('makeEditor', groups, levels, group)),
    merge: (numbers) => change((groups) => mergeGroups('makeEditor', groups, numbers)),
    split: (number) => change((groups) => splitGroup('makeEditor', groups, number)),
    name: (names) => {
      history.push(nameBins('makeEditor', history.state, names))
      return history.state
    },
  } satisfies Omit<LevelEditor, keyof Editing<CategoryColumn>>)
}

/** What editors share, over the states a column has been in. */
function editing<C extends Column>(history: History<C>): Editing<C> {
  const start = history.state
  const after = (act: () => void) => (): C => {
    act()
    return history.state
  }
  return {
    get column() {
      return history.state
    },
    get canUndo() {
      return history.canUndo
    },
    get canRedo() {
      return history.canRedo
    },
    undo: after(() => history.step(-1)),
    redo: after(() => history.step(1)),
    reset: after(() => history.push(start)),
    drop: () => history.drop(),
    subscribe: (listener) => history.subscribe(listener),
  }
}

/** One note on all that was done, whatever the way there. */
function changeNotes(before: readonly number[], now: readonly number[]): { code: string; message: string }[] {
  const added = now.filter((cut) => !before.includes(cut))
  const removed = before.filter((cut) => !now.includes(cut))
  if (added.length + removed.length === 0) return []
  const word = (cuts: readonly number[], what: string): string[] =>
    cuts.length === 0 ? [] : [`${cuts.length === 1 ? 'cut' : 'cuts'} ${cuts.join(', ')} ${what}`]
  return [{ code: 'edited', message: `${[...word(removed, 'removed'), ...word(added, 'added')].join(', ')} by hand` }]
}
