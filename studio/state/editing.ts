import {
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
}

/** Summaries of large columns are large: only those looked at last are kept in the page. */
const MOST_KEPT = 4
const kept = new Map<string, { readonly fitted: ShownColumn['fitted']; readonly open: Promise<OpenEditor> }>()

/** The editor of a column: one for each fit of it. */
export function editorOf({ name, fitted, column }: ShownColumn): Promise<OpenEditor> {
  const old = kept.get(name)
  if (old?.fitted === fitted) return old.open
  const open = ask('summary', { column: name }).then((summary) => ({
    summary,
    editor: hasCuts(column) ? makeEditor(column, summary as NumberSummary) : makeEditor(column, summary as never),
  }))
  kept.delete(name)
  kept.set(name, { fitted, open })
  for (const [oldest] of kept) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return open
}

/** Forgets all editors: other rows were opened, or they were counted for another target. */
export function forgetEditors(): void {
  kept.clear()
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
