import { FormatError } from '../../../src/index.ts'
import { type Project, projectFromJson } from '../../../src/projects/index.ts'
import type { Held, JobContext } from '../held.ts'
import type { Opened } from './open-job.ts'
import type { ProjectShown } from './project-job.ts'

/** Reads a project file: the summaries stay here, the rest goes to the page. */
export async function restoreJob({ file }: { readonly file: File }, { held }: JobContext): Promise<Restored> {
  const { summaries, ...shown } = read(await file.text(), file.name)
  const saved = summaries === null ? shown.binning : null
  Object.assign(held, { rows: null, summaries, saved, later: null } satisfies Held)
  return { ...shown, holds: summaries === null ? 'binning' : 'summaries' }
}

/** What goes to the page, and what there is besides: counts of the columns, or only their bins. */
type Restored = ProjectShown & Pick<Opened, 'holds'>

function read(text: string, name: string): Project {
  try {
    return projectFromJson(text)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const told = error.message.replace(/^projectFromJson: /, '')
    throw new Error(`${name} is not a usable project: ${told}. Open the data again, or a project that was saved whole.`)
  }
}
