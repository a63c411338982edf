import { dateText, shortestDate } from '../util/date-text.ts'
import type { NumberColumn } from './binning.ts'
import { binLabels, type CutWords } from './labels.ts'

const dateWords: CutWords = { print: dateText, shortest: shortestDate }

/** How the cuts of a kind of column are put into words; undefined for plain decimals. */
export function wordsOf(kind: NumberColumn['kind']): CutWords | undefined {
  return kind === 'date' ? dateWords : undefined
}

/** A fitted column of milliseconds since 1970 UTC as a date column, labelled by dates. */
export function asDates(column: NumberColumn): NumberColumn {
  const labels = binLabels(column.cuts, column.closed, column.bins, dateWords)
  return { ...column, kind: 'date', bins: column.bins.map((bin, i) => ({ ...bin, label: labels[i] })) }
}
