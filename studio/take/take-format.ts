import { signal } from '@preact/signals'
import type { Binning } from '../../src/index.ts'

/** A file as it is saved. */
export interface Taken {
  readonly name: string
  /** its media type */
  readonly type: string
  readonly body: string | Blob
}

/** What a format is asked to make. */
export interface TakeAsked {
  /** the bins as they are now, of the columns that are wanted */
  readonly binning: Binning
  /** id of what was chosen, where there is a choice */
  readonly choice: string
}

/** One thing that can be taken away. */
export interface TakeFormat {
  readonly id: string
  readonly group: string
  readonly title: string
  /** one sentence: what it is good for */
  readonly about: string
  /** such as the dialect of SQL */
  readonly choice?: {
    readonly label: string
    readonly options: readonly { readonly id: string; readonly title: string }[]
  }
  /** whether it can be of one column alone */
  readonly ofColumns: boolean
  readonly make: (asked: TakeAsked) => Promise<Taken>
}

/** Whether the dialog is open. */
export const taking = signal(false)

/** What the panel that is shown can give besides: it sets this while it is shown, and empties it when it goes. */
export const offered = signal<readonly TakeFormat[]>([])

/** The name of the data without its endings, as the start of the names of files. */
export function baseName(name: string): string {
  const bare = name.replace(/(?:\.(?:csv|tsv|txt|gz|parquet|pq|jsonl|ndjson|json|arff|kerf-project|bins))+$/i, '')
  return bare.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|-+$/g, '') || 'data'
}
