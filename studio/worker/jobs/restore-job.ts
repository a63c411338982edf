import { FormatError } from '../../../src/index.ts'
import { type Project, projectFromJson } from '../../../src/projects/index.ts'
import type { JobContext } from '../held.ts'
import type { ProjectShown } from './project-job.ts'

/** Reads a project file: the summaries stay here, the rest goes to the page. */
export async function restoreJob({ file }: { readonly file: File }, { held }: JobContext): Promise<ProjectShown> {
  const { summaries, ...shown } = read(await file.text(), file.name)
  held.rows = null
  held.summaries = summaries
  held.later = null
  return shown
}

function read(text: string, name: string): Project {
  try {
    return projectFromJson(text)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const told = error.message.replace(/^projectFromJson: /, '')
    throw new Error(`${name} is not a usable project: ${told}. Open the data again, or a project that was saved whole.`)
  }
}
