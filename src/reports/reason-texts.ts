import type { NumberColumn } from '../binning/binning.ts'
import { cutTexts, wordsOf } from '../binning/labels.ts'
import type { Reason } from '../types.ts'
import { shortestDate } from '../util/date-text.ts'
import { shortestDecimal } from '../util/numbers/doubles.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'
import { countText, fixedText, scoreTexts, spanText, valueText } from './number-text.ts'

/** Why a cut is where it is: the cut in the words of the labels, and the reason as a phrase. */
export interface CutReason {
  /** the cut as labels print it */
  readonly cut: string
  /** the reason as a phrase */
  readonly why: string
}

/**
 * The reasons of a column's cuts in plain words, in the order of the cuts.
 *
 *     const [age] = binning.columns.filter(hasCuts)
 *     console.log(cutReasons(age!).map(({ cut, why }) => `${cut}: ${why}`))
 *     // → [ '30.5: gain 0.480 bits, needed 0.037; next best 31.5 with 0.464' ]
 */
export function cutReasons(column: NumberColumn): CutReason[] {
  const texts = printedCuts(column)
  return column.cuts.map((_, i) => ({ cut: texts[i], why: reasonText(column, i) }))
}

/** The cuts of a column as its labels print them. */
export function printedCuts(column: NumberColumn): string[] {
  return cutTexts(column.cuts, column.closed, column.bins, wordsOf(column.kind))
}

/** How the score of a measure is put into words, and what stands before the bar it had to clear. */
interface Words {
  readonly score: (score: string) => string
  readonly bar?: string
}

/** The scores of all bins together: the bar is the score without the cut, which may be the higher one. */
const whole = (name: string): Words => ({ score: (score) => `brings ${name} to ${score}`, bar: 'from' })

/** Measures that read better as a phrase; any other is told by its own name, so that a new method needs no entry here. */
const WORDS: Readonly<Record<string, Words>> = {
  gain: { score: (score) => `gain ${score} bits` },
  'bits saved': { score: (score) => `saves ${score} bits` },
  information: { score: (score) => `adds ${score} bits` },
  iv: { score: (score) => `adds ${score} to the information value` },
  'explained variance': { score: (score) => `adds ${score} to the share of the variance explained` },
  'squared distance': { score: (score) => `lowers the squared distances by ${score}` },
  'chi-square': { score: (score) => `χ² ${score} between its neighbours` },
  'chi-square of sides': { score: (score) => `χ² ${score} between its sides` },
  'chi-square of all bins': { score: (score) => `adds ${score} to the χ² of all bins` },
  caim: whole('CAIM'),
  cacc: whole('CACC'),
  ameva: whole('Ameva'),
  gini: { score: (score) => `lowers the Gini impurity by ${score}` },
  variance: { score: (score) => `explains ${score} of the variance of the rows it splits` },
  deviation: { score: (score) => `lowers the deviation of the rows it splits by ${score}` },
}

function reasonText(column: NumberColumn, i: number): string {
  const reason = column.reasons[i] as Reason | undefined
  if (reason === undefined) return 'no reason kept'
  const { measure, score } = reason
  if (measure === 'given') return 'given'
  if (measure === 'edited') return 'set by hand'
  if (measure === 'width' && column.options.readable === true) return 'bins of about one width, cut at short decimals'
  if (measure === 'width' && isNumber(score)) return `every bin is ${spanText(column.kind, score)} wide`
  if (measure === 'rank' && isNumber(score)) return rankText(column, i, score)
  return scoredText(column, i)
}

function scoredText(column: NumberColumn, i: number): string {
  const { measure, score, bar, runnerUp } = column.reasons[i]
  if (!isNumber(score)) return measure
  const words = WORDS[measure] ?? { score: (text: string) => `${measure} ${text}` }
  const [own, barText] = scoreTexts(isNumber(bar) ? [score, bar] : [score])
  const cleared = isNumber(bar) ? `, ${words.bar ?? 'needed'} ${barText}` : ''
  if (runnerUp === null || !isNumber(runnerUp.score)) return `${words.score(own)}${cleared}`
  if (!clearlyLarger(score, runnerUp.score) && !clearlyLarger(runnerUp.score, score)) {
    return `${words.score(own)}${cleared}; a tie with ${rivalText(column, i, runnerUp.cut)}`
  }
  const rival = fixedText(runnerUp.score, own.split('.')[1]?.length ?? 0)
  const much = rival === own ? 'nearly as much' : rival
  return `${words.score(own)}${cleared}; next best ${rivalText(column, i, runnerUp.cut)} with ${much}`
}

function rankText(column: NumberColumn, i: number, score: number): string {
  const { bar, runnerUp } = column.reasons[i]
  if (!isNumber(bar)) return `at rank ${countText(score)} of the sorted rows`
  const amount = (n: number): string =>
    column.missing.weight === undefined ? `${countText(n)} rows` : `weight ${countText(n)}`
  const before =
    runnerUp === null
      ? ''
      : `; the candidate before, ${rivalText(column, i, runnerUp.cut)}, has ${countText(runnerUp.score)}`
  return `${amount(score)} below it, wanted ${countText(bar)}${before}`
}

/** A candidate that was not taken, in as few digits as tell it from the cut. */
function rivalText(column: NumberColumn, i: number, candidate: number): string {
  const [min, max] = column.range ?? [candidate, candidate]
  const slack = Math.min(Math.abs(candidate - column.cuts[i]) / 10, (max - min) / 1000)
  if (!(slack > 0) || !Number.isFinite(candidate)) return valueText(column.kind, candidate)
  const shortest = column.kind === 'date' ? shortestDate : shortestDecimal
  const short = shortest(candidate - slack, candidate + slack, candidate)
  return wordsOf(column.kind)?.print(short) ?? String(short)
}

function isNumber(x: number | null): x is number {
  return x !== null && Number.isFinite(x)
}
