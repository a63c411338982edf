/** Entry → its file in src. `index` is `kerf`, `trees` is `kerf/trees`. */
export const ENTRIES: Readonly<Record<string, string>>

/** The built program, for scripts and tests that start it. */
export const PROGRAM_FILE: string

/** The files of the program: what the shell starts, and the same without a process of its own. */
export const PROGRAM: Readonly<Record<string, string>>

/** What a user imports: `kerf`, `kerf/trees` … */
export function specifierOf(entry: string): string

/** The files that threads start with, by their name, in the folder of the sources. */
export function workerFiles(source: string): Record<string, string>

/** The files of workers that users bundle themselves: for threads of Node, and for pages. */
export const WORKERS: readonly string[]

/** The `exports` of package.json. */
export function exportsField(): Record<string, unknown>
