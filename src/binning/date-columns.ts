import { dateText, shortestDate } from '../util/date-text.ts'
import { nextDown, nextUp } from '../util/numbers/neighbours.ts'
import type { NumberColumn } from './binning.ts'
import { binLabels, type CutWords } from './labels.ts'

const dateWords: CutWords = { print: dateText, shortest: shortestDate }

/** How the cuts of a kind of column are put into words; undefined for plain decimals. */
export function wordsOf(kind: NumberColumn['kind']): CutWords | undefined {
  return kind === 'date' ? dateWords : undefined
}

/**
 * A fitted column of milliseconds since 1970 UTC as a date column, labelled by dates. With `readable`, each cut becomes the
 * date with the shortest text in the same empty gap.
 */
export function asDates(column: NumberColumn, readable = false): NumberColumn {
  const cuts = readable ? readableDates(column) : column.cuts
  const labels = binLabels(cuts, column.closed, column.bins, dateWords)
  const options = readable ? { ...column.options, readable } : column.options
  return { ...column, kind: 'date', cuts, options, bins: column.bins.map((bin, i) => ({ ...bin, label: labels[i] })) }
}

function readableDates({ cuts, bins, closed, reasons }: NumberColumn): number[] {
  return cuts.map((cut, i) => {
    if (reasons[i].measure === 'given') return cut
    const [below, above] = [bins[i].hi, bins[i + 1].lo]
    if (below === null || above === null || !Number.isFinite(below) || !Number.isFinite(above)) return cut
    const [lo, hi] = closed === 'left' ? [nextUp(below), above] : [below, nextDown(above)]
    return shortestDate(lo, hi, cut)
  })
}
