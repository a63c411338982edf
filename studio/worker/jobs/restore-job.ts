import { FormatError } from '../../../src/index.ts'
import { type Project, projectFromJson } from '../../../src/projects/index.ts'
import type { Held, JobContext } from '../held.ts'
import type { ProjectShown } from './project-job.ts'

/** A project that was read, and what there is of its data. */
export interface Restored {
  readonly holds: 'summaries' | 'binning'
  readonly project: ProjectShown
}

/** Reads a project file: the summaries stay here, the rest goes to the page. */
export async function restoreJob({ file }: { readonly file: File }, { held }: JobContext): Promise<Restored> {
  const { summaries, ...project } = read(await file.text(), file.name)
  Object.assign(held, {
    rows: null,
    summaries,
    saved: summaries === null ? project.binning : null,
    later: null,
  } satisfies Held)
  return { holds: summaries === null ? 'binning' : 'summaries', project }
}

function read(text: string, name: string): Project {
  try {
    return projectFromJson(text)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const told = error.message.replace(/^projectFromJson: /, '')
    throw new Error(
      `${name} is not a usable project: ${told}. Open the data again, or a project that was saved whole.`,
      { cause: error },
    )
  }
}
