import {
  type CategorySummary,
  type Column,
  type CutEditor,
  hasCuts,
  type LevelEditor,
  makeEditor,
  type NumberSummary,
  type Summary,
} from '../../src/index.ts'
import { ask } from '../worker/ask.ts'
import type { ShownColumn } from './store.ts'
import { addStep } from './steps.ts'

/** The editor of a column and the summary it counts on. */
export interface OpenEditor {
  readonly summary: Summary
  readonly editor: CutEditor | LevelEditor
  /** the column it was made for, and what that is once it is counted by the editor */
  readonly made: Column
  readonly start: Column
}

/** Summaries of large columns are large: only those looked at last are kept in the page. */
const MOST_KEPT = 4
const summaries = new Map<string, Promise<Summary>>()
const editors = new Map<string, OpenEditor>()

/** The summary of a column, fetched from the worker when it is first asked for. */
function summaryOf(name: string): Promise<Summary> {
  const old = summaries.get(name)
  const summary = old ?? ask('summary', { column: name }).then(nextTask)
  summaries.delete(name)
  summaries.set(name, summary)
  for (const [oldest] of summaries) {
    if (summaries.size <= MOST_KEPT) break
    summaries.delete(oldest)
    editors.delete(oldest)
  }
  return summary
}

/** Taking in a large summary and making its editor are two tasks, so that the page can answer a hand between them. */
function nextTask<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), 0))
}

/** The editor of a column as it is shown: a new one only where it is not what the last one made. */
export async function editorOf(shown: ShownColumn): Promise<OpenEditor> {
  const summary = await summaryOf(shown.name)
  const old = editors.get(shown.name)
  if (old !== undefined && old.summary === summary && isAt(old, shown.column)) return old
  const editor = editorFor(shown.column, summary)
  const open = { summary, editor, made: shown.column, start: editor.column }
  editors.set(shown.name, open)
  return open
}

/** Whether an editor stands where a column is: undo, other methods and new names go around it. */
export function isAt({ editor, made, start }: OpenEditor, column: Column): boolean {
  return editor.column === column || (column === made && editor.column === start)
}

function editorFor(column: Column, summary: Summary): CutEditor | LevelEditor {
  return hasCuts(column) ? makeEditor(column, summary as NumberSummary) : makeEditor(column, summary as CategorySummary)
}

/** Forgets all editors: other rows were opened, or they were counted for another target. */
export function forgetEditors(): void {
  summaries.clear()
  editors.clear()
}

/** Makes a change with an editor as one step; while a handle is held, `noteStep` is called once at its end instead. */
export function change(shown: ShownColumn, words: string, act: () => ShownColumn['column']): void {
  noteStep(shown, { ...shown, column: act() }, words)
}

/** Notes the way from one state of a column, or of several, to another as a step, and shows the other. */
export function noteStep(before: StepSide, after: StepSide, words: string): void {
  addStep({ words, before: [before].flat(), after: [after].flat() })
}

type StepSide = ShownColumn | ShownColumn[]
