import { forgetEditors } from '../state/editing.ts'
import { restoreSteps } from '../state/steps.ts'
import { chosen, columns, fitted, opened, target, theme, view } from '../state/store.ts'
import { ask, type AskOptions } from '../worker/ask.ts'

/** Whether a file is a project, by its name. */
export function isProject({ name }: File): boolean {
  return name.toLowerCase().endsWith('.kerf-project.json')
}

/** Opens a project: all is as it was when it was saved, without the data. What is wrong with the file is told with its place. */
export async function openProject(file: File, run: AskOptions): Promise<void> {
  const project = await ask('restore', { file }, run)
  const { binning, view: saved } = project
  const byName = new Map(project.columns.map((column) => [column.name, column]))
  forgetEditors()
  restoreSteps(project.steps)
  opened.value = project.data
  target.value = binning.target
  fitted.value = { ...binning, columns: binning.columns.map(({ name }) => byName.get(name)!.fitted) }
  columns.value = project.columns
  chosen.value = typeof saved.column === 'string' && byName.has(saved.column) ? saved.column : null
  view.value = typeof saved.panel === 'string' ? saved.panel : 'column'
  theme.value = saved.theme === 'light' || saved.theme === 'dark' ? saved.theme : null
}
