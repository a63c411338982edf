import { type Project, projectToJson } from '../../../src/projects/index.ts'
import type { JobContext } from '../held.ts'

/** What the page knows of a project; the summaries are in the worker. */
export type ProjectShown = Omit<Project, 'summaries'>

/** The text of a project file. */
export async function projectJob(project: ProjectShown, { held }: JobContext): Promise<string> {
  return projectToJson({ ...project, summaries: held.summaries })
}
