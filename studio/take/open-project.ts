/** Opens a project file: a binning with its summaries and steps. */
export async function openProject(file: File): Promise<void> {
  throw new Error(`${file.name} is a project, and projects cannot be opened yet`)
}
