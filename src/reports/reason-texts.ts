import type { NumberColumn } from '../binning/binning.ts'
import { cutTexts, wordsOf } from '../binning/labels.ts'
import type { Reason } from '../types.ts'
import { shortestDate } from '../util/date-text.ts'
import { shortestDecimal } from '../util/numbers/decimal.ts'
import { countText, fixedText, scoreTexts, spanText, valueText } from './number-text.ts'

/** Why a cut is where it is: the cut in the words of the labels, and the reason as a phrase. */
export interface CutReason {
  readonly cut: string
  readonly why: string
}

/** The reasons of a column's cuts in plain words, in the order of the cuts. */
export function cutReasons(column: NumberColumn): CutReason[] {
  const texts = printedCuts(column)
  return column.cuts.map((_, i) => ({ cut: texts[i], why: reasonText(column, i) }))
}

/** The cuts of a column as its labels print them. */
export function printedCuts(column: NumberColumn): string[] {
  return cutTexts(column.cuts, column.closed, column.bins, wordsOf(column.kind))
}

/** How the scores of a measure are put: before and after the score, before the bar, before the runner-up's score. */
interface Words {
  readonly score: (score: string) => string
  readonly bar: string
  readonly rival: string
}

const WORDS: Readonly<Record<string, Words>> = {
  gain: { score: (score) => `gains ${score} bits per row it parts`, bar: 'had to clear', rival: 'gains' },
  'bits saved': { score: (score) => `saves ${score} bits`, bar: 'had to clear', rival: 'saves' },
  information: { score: (score) => `adds ${score} bits per row`, bar: 'had to clear', rival: 'adds' },
  iv: { score: (score) => `adds ${score} to the information value`, bar: 'had to clear', rival: 'adds' },
  'explained variance': {
    score: (score) => `adds ${score} to the explained part of the variance`,
    bar: 'had to clear',
    rival: 'adds',
  },
  'squared distance': {
    score: (score) => `saves ${score} of the squared distances`,
    bar: 'had to save',
    rival: 'saves',
  },
  'chi-square': { score: (score) => `χ² ${score} between its neighbours`, bar: 'had to reach', rival: 'had' },
  caim: whole('CAIM'),
  cacc: whole('CACC'),
  ameva: whole('Ameva'),
  'chi-square of sides': { score: (score) => `χ² ${score} between its sides`, bar: 'had to clear', rival: 'has' },
  'gain ratio': { score: (score) => `gain ratio ${score}`, bar: 'had to clear', rival: 'has' },
  gini: { score: (score) => `lowers the Gini impurity by ${score}`, bar: 'had to clear', rival: 'lowers it by' },
  variance: {
    score: (score) => `explains ${score} of the variance of the rows it parts`,
    bar: 'had to clear',
    rival: 'explains',
  },
  deviation: {
    score: (score) => `takes ${score} of the deviation of the rows it parts`,
    bar: 'had to clear',
    rival: 'takes',
  },
}

/** For methods that score all bins together: the bar is the score before the cut was added. */
function whole(name: string): Words {
  return { score: (score) => `brings ${name} to ${score}`, bar: 'from', rival: 'reaches' }
}

function reasonText(column: NumberColumn, i: number): string {
  const reason = column.reasons[i] as Reason | undefined
  if (reason === undefined) return 'no reason kept'
  const { measure, score } = reason
  if (measure === 'given') return 'given'
  if (measure === 'edited') return 'set by hand'
  if (measure === 'width' && column.options.readable === true) return 'close to bins of one width, at a short decimal'
  if (measure === 'width' && isNumber(score)) return `every bin is ${spanText(column.kind, score)} wide`
  if (measure === 'rank' && isNumber(score)) return rankText(column, i, score)
  return scoredText(
    column,
    i,
    WORDS[measure] ?? { score: (text) => `${measure} ${text}`, bar: 'against', rival: 'has' },
  )
}

function scoredText(column: NumberColumn, i: number, words: Words): string {
  const { measure, score, bar, runnerUp } = column.reasons[i]
  if (!isNumber(score)) return measure
  const [own, barText] = scoreTexts(isNumber(bar) ? [score, bar] : [score])
  const cleared = isNumber(bar) ? `, ${words.bar} ${barText}` : ''
  if (runnerUp === null || !isNumber(runnerUp.score)) return `${words.score(own)}${cleared}`
  const rival = fixedText(runnerUp.score, own.split('.')[1]?.length ?? 0)
  const much = rival === own ? 'nearly as much' : rival
  return `${words.score(own)}${cleared}; next best ${rivalText(column, i, runnerUp.cut)} ${words.rival} ${much}`
}

function rankText(column: NumberColumn, i: number, score: number): string {
  const { bar, runnerUp } = column.reasons[i]
  if (!isNumber(bar)) return `at rank ${countText(score)} of the sorted rows`
  const amount = (n: number): string =>
    column.missing.weight === undefined ? `${countText(n)} rows` : `weight ${countText(n)}`
  const before =
    runnerUp === null
      ? ''
      : `; the place before, ${rivalText(column, i, runnerUp.cut)}, has ${countText(runnerUp.score)}`
  return `${amount(score)} below it, wanted ${countText(bar)}${before}`
}

/** A place that was not taken, in as few digits as tell it from the cut. */
function rivalText(column: NumberColumn, i: number, place: number): string {
  const [min, max] = column.range ?? [place, place]
  const room = Math.min(Math.abs(place - column.cuts[i]) / 10, (max - min) / 1000)
  if (!(room > 0) || !Number.isFinite(place)) return valueText(column.kind, place)
  const shortest = column.kind === 'date' ? shortestDate : shortestDecimal
  const short = shortest(place - room, place + room, place)
  return wordsOf(column.kind)?.print(short) ?? String(short)
}

function isNumber(x: number | null): x is number {
  return x !== null && Number.isFinite(x)
}
