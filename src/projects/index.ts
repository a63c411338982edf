/** `kerf/projects`: the project file of Kerf Studio, which reopens work on bins without the data. Browser-safe, no packages. */
export type { Project, ProjectColumn, ProjectData, ProjectStep, ProjectView } from './project.ts'
export { projectToJson } from './project-json.ts'
export { projectFromJson } from './read-project.ts'
