import { type BinningTable, binningTable } from '../binning/use/binning-table.ts'
import { entropy } from '../measures/entropy.ts'
import type { Target } from '../types.ts'
import { fixedText, percentText, valueText } from './number-text.ts'
import { printable } from './printed-text.ts'
import { type Binning, type Column, hasCuts } from '../binning/binning.ts'

/** What the bins of a column tell about the target. */
export interface Information {
  /** information value of an event, gain in bits, share of the variance; `none` without a target */
  readonly measure: 'iv' | 'gain' | 'variance' | 'none'
  /** to rank columns of one binning by; larger tells more */
  readonly value: number
  /** the share of what there is to know, from 0 to 1: of the entropy or of the variance */
  readonly share: number
  /** one phrase, such as "explains 90 % of the uncertainty about species (1.42 of 1.58 bits)" */
  readonly words: string
  /** the number alone, such as "0.58" or "90 %" */
  readonly short: string
}

const NOTHING: Information = { measure: 'none', value: 0, share: 0, words: '', short: '' }

/**
 * Measures a table of bins by the kind of its target.
 *
 *     console.log(informationOf(binningTable(column(binning, 'age'), binning.target), binning.target).words)
 *     // → IV 3.58 (strong), explains 53 % of the uncertainty about bought
 */
export function informationOf(table: BinningTable, target: Target | null): Information {
  if (target === null) return NOTHING
  const name = target.name === null ? 'the target' : printable(target.name)
  if (target.kind === 'numeric') {
    const share = explainedVariance(table)
    const percent = percentText(share)
    const words = `explains ${percent} of the variance of ${name}`
    return { measure: 'variance', value: share, share, words, short: percent }
  }
  const whole = entropy(table.total.classes ?? [])
  const gain = Math.max(0, table.total.gain ?? 0)
  const share = whole > 0 ? Math.min(1, gain / whole) : 0
  const part = percentText(share)
  const bits = `${fixedText(gain, 2)} of ${fixedText(whole, 2)} bits`
  const { iv } = table.total
  if (table.event === null || iv === null) {
    return {
      measure: 'gain',
      value: gain,
      share,
      words: `explains ${part} of the uncertainty about ${name} (${bits})`,
      short: part,
    }
  }
  const short = fixedText(iv, 2)
  return {
    measure: 'iv',
    value: iv,
    share,
    words: `IV ${short} (${strength(iv)}), explains ${part} of the uncertainty about ${name}`,
    short,
  }
}

/** The usual words for an information value (Siddiqi 2006). */
function strength(iv: number): string {
  if (iv < 0.02) return 'negligible'
  if (iv < 0.1) return 'weak'
  return iv < 0.3 ? 'medium' : 'strong'
}

/** The share of the target's variance that the bins explain. */
function explainedVariance({ rows, total }: BinningTable): number {
  if (total.deviation === null || total.deviation === 0) return 0
  const left = rows.reduce((sum, { share, deviation }) => sum + share * ((deviation ?? 0) / total.deviation!) ** 2, 0)
  return Number.isFinite(left) ? Math.min(1, Math.max(0, 1 - left)) : 0
}

/** A column with its table and what that tells about the target. */
export interface RankedColumn {
  readonly column: Column
  readonly table: BinningTable
  readonly information: Information
}

/** The columns of a binning in the order in which a report shows them. */
export interface Ranking {
  /** those worth showing, the most telling first */
  readonly telling: readonly RankedColumn[]
  /** a single bin, and nothing to tell beside it */
  readonly blunt: readonly RankedColumn[]
  /** nearly a level per row, as names and keys have */
  readonly naming: readonly RankedColumn[]
  /** all of them, in the order of the binning */
  readonly all: readonly RankedColumn[]
}

/** Measures every column and sorts them by what they tell; equal ones keep their order. */
export function rankColumns({ columns, target }: Binning): Ranking {
  const all = columns.map((column) => {
    const table = binningTable(column, target)
    return { column, table, information: informationOf(table, target) }
  })
  const naming = all.filter(({ column, table }) => namesRows(column, table))
  // A single bin, and nothing worth telling in the lines for missing values and special codes.
  const single = all.filter(({ column, information }) => column.bins.length <= 1 && information.share < 0.01)
  const blunt = single.filter((ranked) => !naming.includes(ranked))
  const aside = new Set([...naming, ...blunt])
  const telling = all
    .filter((ranked) => !aside.has(ranked))
    .toSorted((a, b) => b.information.value - a.information.value)
  return { telling, blunt, naming, all }
}

/** More levels than half of the rows that have one, as names and keys do. */
function namesRows(column: Column, { total }: BinningTable): boolean {
  if (hasCuts(column)) return false
  const present = total.count - column.missing.count
  return column.bins.length > 20 && column.bins.length > present / 2
}

/** Why a column has a single bin, as words behind its name; empty when it is only that no cut is worth making. */
export function whyBlunt(column: Column): string {
  const codes = new Set(column.notes.map((note) => note.code))
  if (codes.has('constant')) return ' (constant)'
  if (codes.has('no-values')) return ' (no values)'
  const refused = hasCuts(column) ? column.refused : undefined
  if (refused === undefined || !hasCuts(column)) return ''
  const [score, bar, missing] = [refused.score, refused.bar, refused.bar - refused.score].map((x) =>
    String(Number(x.toPrecision(3))),
  )
  const best = `best candidate ${valueText(column.kind, refused.cut)}: ${refused.measure} ${score}`
  if (refused.why !== undefined) return ` (${best}, but ${refused.why})`
  return ` (${best}, needed ${bar}, ${refused.bar > refused.score ? `${missing} short` : 'and a tie is not enough'})`
}

/** Notes that every column has are about the rows, not about the columns. */
export function sharedNotes(columns: readonly Column[]): string[] {
  if (columns.length < 2) return []
  return columns[0].notes
    .map((note) => note.message)
    .filter((message) => columns.every((column) => column.notes.some((note) => note.message === message)))
}

/** What a binning was made for; `name` is that of the target as the report prints it. */
export function purposeText(target: Target | null, name: string): string {
  if (target === null) return 'binned without a target'
  if (target.kind === 'numeric') return `binned to explain ${name}`
  const { length } = target.classes
  return length < 2
    ? `binned by ${name}, which has one class only`
    : `binned to tell the ${length} classes of ${name} apart`
}

/** What the words and signs of a report mean, for the kind of target it has; `table` is that of its most telling column. */
export function legend(target: Target | null, table: BinningTable): string[] {
  const alike = table.rows.some(({ pValue = null }) => pValue !== null)
  return [...targetLegend(target, table), ...(target !== null && alike ? [P_VALUES] : [])]
}

const P_VALUES = 'p: how often chance alone would make a bin differ so much from the one above it.'

/** What the scores of tables mean, where all that is known is shown; `compared` where there are p-values. */
export function scoresLegend({ event }: BinningTable, compared: boolean): string[] {
  return [
    ...(event === null
      ? []
      : [
          'Gini: 2 · AUC − 1, where each row is scored by the rate of its line.',
          'KS: the most by which a limit on the rate takes in more of the event than of the rest.',
        ]),
    'HHI: the sum of the squared shares of the lines; 1 where one line has all rows.',
    ...(compared
      ? [`${P_VALUES} The cuts were chosen on these rows to make bins differ, so on other rows p is larger.`]
      : []),
  ]
}

function targetLegend(target: Target | null, { event, total }: BinningTable): string[] {
  if (target === null) return []
  const name = target.name === null ? 'the target' : printable(target.name)
  if (target.kind === 'numeric') {
    return [`● is the mean of ${name} in a line, ─ its standard deviation to both sides, │ the mean of all rows.`]
  }
  if (event === null) {
    const most = fixedText(entropy(total.classes ?? []), 2)
    return [`Bits measure the uncertainty about ${name}: ${most} when nothing is known, 0 when it is certain.`]
  }
  const what = target.name === null ? printable(event) : `${name} = ${printable(event)}`
  const caution = (total.iv ?? 0) > SUSPICIOUS ? ' Above 0.5, check that the column is known before the event.' : ''
  return [
    `rate: share of the rows with ${what}. WoE: above 0 where that is more frequent than overall, below 0 where rarer.`,
    `IV: how much a line tells; the total is called weak up to 0.1, medium up to 0.3, strong above.${caution}`,
  ]
}

/** An information value so large is often that of a column known only after the event (Siddiqi 2006). */
const SUSPICIOUS = 0.5
