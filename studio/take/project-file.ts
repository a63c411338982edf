import { VERSION } from '../../src/index.ts'
import { allSteps } from '../state/steps.ts'
import { remembered } from '../state/remembered.ts'
import { binning, columns, opened } from '../state/store.ts'
import './page-settings.ts'
import type { ProjectShown } from '../worker/jobs/project-job.ts'

/** The state of the page as a project; null where nothing is open. */
export function projectOfPage(): ProjectShown | null {
  const [data, now] = [opened.value, binning.value]
  if (data === null || now === null) return null
  const { name, rows, columns: read, notes } = data
  return {
    format: 'kerf-project',
    version: 1,
    created: { kerf: VERSION },
    data: { name, rows, columns: read, notes },
    binning: now,
    columns: columns.value,
    steps: allSteps(),
    view: remembered(),
  }
}
