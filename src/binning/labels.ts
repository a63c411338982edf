import type { Closed } from '../types.ts'
import { dateText, shortestDate } from '../util/date-text.ts'
import { nextDown, nextUp, shortestDecimal } from '../util/numbers/doubles.ts'
import { type Column, hasCuts, type NumberBin, type NumberColumn } from './binning.ts'

/** The text of a cut is off by at most the distance to its neighbours divided by this. */
const CLOSENESS = 1000

/** How cuts are put into words: as text, and which number within limits has the shortest text. */
export interface CutWords {
  readonly print: (cut: number) => string
  readonly shortest: (lo: number, hi: number, wish: number) => number
}

const decimalWords: CutWords = { print: String, shortest: shortestDecimal }
const dateWords: CutWords = { print: dateText, shortest: shortestDate }

/** How the cuts of a kind of column are put into words; undefined for plain decimals. */
export function wordsOf(kind: NumberColumn['kind']): CutWords | undefined {
  return kind === 'date' ? dateWords : undefined
}

/**
 * Labels of the bins between cuts: `< 2.45`, `[2.45, 4.75)`, `≥ 4.75`, or `≤`, `(a, b]`, `>` when closed on the right.
 * Cuts are printed short, but never so that a value seen would change its bin, and no two labels are the same.
 *
 *     console.log(binLabels([30, 45.5], 'left', [])) // → [ '< 30', '[30, 45.5)', '≥ 45.5' ]
 *
 * @param closed which end of a bin belongs to it
 * @param seen per bin, its smallest and largest value, which no label may part otherwise; empty where nothing is known
 * @param words how a cut is written; default as a decimal
 */
export function binLabels(
  cuts: readonly number[],
  closed: Closed,
  seen: readonly Pick<NumberBin, 'lo' | 'hi'>[],
  words: CutWords = decimalWords,
): string[] {
  if (cuts.length === 0) return ['all values']
  const texts = cutTexts(cuts, closed, seen, words)
  const [first, last] = closed === 'left' ? ['<', '≥'] : ['≤', '>']
  const [open, close] = closed === 'left' ? ['[', ')'] : ['(', ']']
  return [
    `${first} ${texts[0]}`,
    ...texts.slice(1).map((text, i) => `${open}${texts[i]}, ${text}${close}`),
    `${last} ${texts[texts.length - 1]}`,
  ]
}

/**
 * Each cut as the shortest text that stays close to it and inside the gap between the values seen on its two sides.
 *
 *     // As short as the values beside each cut allow:
 *     const seen = [{ lo: 18, hi: 29.4 }, { lo: 29.6, hi: 44.5 }, { lo: 45, hi: 67 }]
 *     console.log(cutTexts([29.499999999999996, 44.75], 'left', seen)) // → [ '29.5', '44.75' ]
 *
 * @param closed which end of a bin belongs to it
 * @param seen per bin, its smallest and largest value; empty where nothing is known
 * @param words how a cut is written; default as a decimal
 */
export function cutTexts(
  cuts: readonly number[],
  closed: Closed,
  seen: readonly Pick<NumberBin, 'lo' | 'hi'>[],
  words: CutWords = decimalWords,
): string[] {
  const { print, shortest } = words
  // The values next to a cut may lie beyond empty bins: carry the last one seen along from both ends.
  const below: number[] = []
  const above: number[] = []
  for (let i = 0; i < seen.length; i++) below[i] = seen[i].hi ?? below[i - 1] ?? -Infinity
  for (let i = seen.length - 1; i >= 0; i--) above[i] = seen[i].lo ?? above[i + 1] ?? Infinity
  const texts = cuts.map((cut, i) => {
    const [under, over] = [below[i], above[i + 1]]
    if (!Number.isFinite(under) || !Number.isFinite(over)) return print(cut)
    const slack = Math.min(over - under, cut - (cuts[i - 1] ?? -Infinity), (cuts[i + 1] ?? Infinity) - cut) / CLOSENESS
    const [least, most] = closed === 'left' ? [nextUp(under), over] : [under, nextDown(over)]
    const lo = Math.max(least, cut - slack)
    const hi = Math.min(most, cut + slack)
    return print(lo <= cut && cut <= hi ? shortest(lo, hi, cut) : cut)
  })
  // Dates are printed to the microsecond; what lies closer together is told apart by its digits.
  return texts.map((text, i) => (text === texts[i - 1] || text === texts[i + 1] ? String(cuts[i]) : text))
}

/** The cuts as they stand in the labels of a column. */
export function printedCuts({ bins }: NumberColumn): string[] {
  return bins.slice(0, -1).map(({ label }) => label.replace(/^.*, |^[<≤] /, '').replace(/[)\]]$/, ''))
}

/**
 * The label of every slot that `assign` can answer: the bins, by name where they were given one, then missing, then one
 * per special code.
 *
 *     // A label for each number that `assign` answers:
 *     console.log(slotLabels(column(binning, 'age'))) // → [ '< 30.5', '≥ 30.5', 'missing' ]
 */
export function slotLabels(column: Column): string[] {
  return withAsides(
    column,
    column.bins.map(({ name, label }) => name ?? label),
  )
}

/** The same, with the range beside every name. */
export function fullSlotLabels(column: Column): string[] {
  return withAsides(
    column,
    column.bins.map(({ name, label }) => (name === undefined ? label : `${name} (${label})`)),
  )
}

function withAsides(column: Column, bins: readonly string[]): string[] {
  let missing = 'missing'
  while (bins.includes(missing)) missing = `(${missing})`
  const special = hasCuts(column) ? column.special.map(({ code }) => `special ${code}`) : []
  return [...bins, missing, ...special]
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
