import { batch } from '@preact/signals'
import { forgetEditors } from '../state/editing.ts'
import { working } from '../state/working.ts'
import { recall } from '../state/remembered.ts'
import { restoreSteps } from '../state/steps.ts'
import { columns, fitted, opened, target } from '../state/store.ts'
import { ask } from '../worker/ask.ts'
import './page-settings.ts'

/** Opens a project: all is as it was when it was saved, without the data. What is wrong with the file is told with its place. */
export async function openProject(file: File): Promise<void> {
  await working(async (run) => {
    const { data, holds, binning, columns: shown, steps, view } = await ask('restore', { file }, run)
    const byName = new Map(shown.map((column) => [column.name, column.fitted]))
    batch(() => {
      forgetEditors()
      opened.value = { ...data, holds, target: binning.target, suggested: null }
      target.value = binning.target
      fitted.value = { ...binning, columns: binning.columns.map(({ name }) => byName.get(name)!) }
      columns.value = shown
      restoreSteps(steps)
      recall(view)
    })
  })
}
