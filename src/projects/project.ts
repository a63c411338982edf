import type { Binning, Column } from '../binning/binning.ts'
import type { SummaryTable } from '../summaries/summary-table.ts'
import type { Note } from '../types.ts'

/** A column at some time of the work. */
export interface ProjectColumn {
  /** name of the column */
  readonly name: string
  /** name of the method that cut it */
  readonly method: string
  /** options of the method */
  readonly options: Readonly<Record<string, unknown>>
  /** as the method cut it; the same object as `column` where nobody changed it by hand */
  readonly fitted: Column
  /** as it was at that time */
  readonly column: Column
}

/** A change that can be taken back and done again. */
export interface ProjectStep {
  /** what was done: "move cut of Fare to 12.1" */
  readonly words: string
  /** the columns that it changed, before it */
  readonly before: readonly ProjectColumn[]
  /** the same columns after it */
  readonly after: readonly ProjectColumn[]
}

/** What is known of the data, which are not in the file. */
export interface ProjectData {
  /** name of the file that was opened */
  readonly name: string
  /** its rows */
  readonly rows: number
  /** its columns: name, what the values are, and how many differ, as far as they were counted */
  readonly columns: readonly {
    readonly name: string
    readonly kind: Column['kind']
    readonly values: number
  }[]
  /** what there was to tell of the reading */
  readonly notes: readonly Note[]
}

/** What was shown, by names that the page knows: panel, column, scale, second method, theme. */
export type ProjectView = Readonly<Record<string, string | number | boolean | null>>

/** A whole piece of work on the bins of a table: plain data. */
export interface Project {
  /** marks a file as a project */
  readonly format: 'kerf-project'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** version of the library that wrote it */
  readonly created: { readonly kerf: string }
  /** the data that were open */
  readonly data: ProjectData
  /** the bins as they are now */
  readonly binning: Binning
  /** how each column of the binning came about, in the order of the binning */
  readonly columns: readonly ProjectColumn[]
  /** layer one of the columns; null where only a binning was open */
  readonly summaries: SummaryTable | null
  /** what undo takes back, last step last, and what redo does again, next step last */
  readonly steps: { readonly done: readonly ProjectStep[]; readonly undone: readonly ProjectStep[] }
  /** what was shown */
  readonly view: ProjectView
}
