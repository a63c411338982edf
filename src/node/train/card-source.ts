import type { Binning } from '../../binning/binning.ts'
import { optimal } from '../../discretizers/methods/optimal.ts'
import { DataError } from '../../errors.ts'
import { type LogisticModel, withEvent } from '../../models/logistic-model.ts'
import { fitSource, type RunOptions } from '../../pipeline.ts'
import { checkName, checkNames, type FitRequest } from '../../plan-fit.ts'
import type { CardAssessment } from '../../scorecards/assess-card.ts'
import { CARD_BINS, type CardRules, makeScorecard } from '../../scorecards/make-scorecard.ts'
import type { Scorecard } from '../../scorecards/scorecard.ts'
import { type CardParts, dealCardRows, judgeCard, markTarget } from '../../scorecards/try-scorecard.ts'
import { type SourceTable, toTable } from '../../sources/source.ts'
import { tableLike } from '../../sources/table-like.ts'
import type { Note } from '../../types.ts'
import { show } from '../../util/check.ts'
import { splitByTime } from './card-periods.ts'
import { pickSource } from './fit-encoder.ts'

/** What a card is made from, of rows that were read. */
export interface CardRequest {
  /** how bins are fitted, on the rows that are learned from; names the target */
  readonly fit: FitRequest & { readonly target: string }
  /** bins to use instead, counted again on these rows */
  readonly binning?: Binning | undefined
  readonly rules: Partial<CardRules>
  /** share of rows that are kept apart to judge the card */
  readonly test: number
  /** name of a column of times: the last rows are kept apart, and scores are compared by period */
  readonly time?: string | undefined
}

export interface MadeCard {
  readonly card: Scorecard
  readonly assessment: CardAssessment
  /** how rows were kept apart, in words; null where none were */
  readonly apart: string | null
  readonly notes: readonly Note[]
}

/** The whole flow from rows that were read to a card: rows kept apart, bins, columns, points, and how well it does. */
export async function cardSource(read: SourceTable, request: CardRequest, run: RunOptions = {}): Promise<MadeCard> {
  const { fit, binning: given, rules, time } = request
  checkNames(read.columns, fit)
  const names = read.columns.map(({ name }) => name)
  if (time !== undefined) checkName(names, time)
  if (time !== undefined && [fit.target, fit.weight].includes(time))
    throw new DataError(`--time: column ${JSON.stringify(time)} is the target or the weight`, { column: time })
  const target = targetOf(read, request)
  const split = splitRows(read, request)
  if (split.kept.length === 0) throw new DataError('there is no row to learn from, all were kept apart')
  const part = pickSource(read, split.kept)
  const asked = { ...fit, exclude: [...(fit.exclude ?? []), ...(time === undefined ? [] : [time])] }
  const fitted = given === undefined ? await fitCardBins(part, asked, run) : null
  const binning = given === undefined ? fitted! : withoutColumns(given, asked)
  if (binning.columns.length === 0) throw new DataError('there is no column to make a card of')
  const choice = { target: fit.target, event: target.event!, weights: fit.weight }
  const card = await makeScorecard(tableLike(binning, part), { binning, ...choice, ...rules })
  const all = tableLike({ columns: card.encoder.fields }, read)
  const assessment = judgeCard(card, all, { target, weights: fit.weight, ...split })
  return { card, assessment, apart: split.words, notes: [...(fitted?.notes ?? read.notes), ...split.notes] }
}

/** Bins as analysts expect them, where nothing else is asked for. */
async function fitCardBins(part: SourceTable, fit: FitRequest, run: RunOptions): Promise<Binning> {
  const { method, ...usual } = CARD_BINS
  const own = fit.method === undefined || fit.method.name === optimal.name
  const options = own && fit.options?.['preset'] === undefined ? { ...usual, ...fit.options } : fit.options
  return fitSource(part, { ...fit, targetKind: 'class', method: own ? method : fit.method, options }, run)
}

/** The bins of the columns that are asked for. */
function withoutColumns(binning: Binning, { columns, exclude = [], target, weight }: FitRequest): Binning {
  const left = new Set([...exclude, target, weight])
  if (columns !== undefined) for (const name of columns) checkName(binning.columns.map((one) => one.name), name) // prettier-ignore
  const kept = binning.columns.filter(({ name }) => !left.has(name) && (columns?.includes(name) ?? true))
  return { ...binning, columns: kept }
}

/** Pairs of classes of which everybody knows which one is the event. */
const KNOWN = ['0,1', 'no,yes', 'n,y', 'false,true', 'f,t']

/** The target over all rows. Which class is to be avoided is asked where it cannot be known: the points depend on it. */
function targetOf(read: SourceTable, { fit, binning }: CardRequest): LogisticModel['target'] {
  const saved = binning?.target?.kind === 'class' ? binning.target : null
  const event = fit.event ?? (saved?.name === fit.target ? (saved.event ?? undefined) : undefined)
  const target = markTarget(toTable(read), { target: fit.target, event, weights: fit.weight })
  if (target?.kind === 'class' && event === undefined && target.classes.length === 2) {
    const [a, b] = target.classes
    if (!KNOWN.includes(`${a},${b}`.toLowerCase()))
      throw new DataError(
        `which class of ${JSON.stringify(fit.target)} should get few points? say so with --event ${a} or --event ${b}`,
      )
  }
  if (target?.kind === 'class' && event === undefined && target.classes.length !== 2) {
    const found = target.classes.slice(0, 5).map((label) => show(label))
    const more = target.classes.length > 5 ? ', …' : ''
    throw new DataError(
      `column ${show(fit.target)} must have two classes to make a card, or one of them named by --event, got ${target.classes.length === 0 ? 'no label' : `${target.classes.length}: ${found.join(', ')}${more}`}`,
      { column: fit.target },
    )
  }
  return withEvent(target)
}

interface SplitRows extends CardParts {
  readonly words: string | null
  readonly notes: readonly Note[]
}

function splitRows(read: SourceTable, { fit, test, time }: CardRequest): SplitRows {
  if (time !== undefined) {
    const found = splitByTime(
      read.columns.find(({ name }) => name === time)!,
      test,
    )
    const message = `${found.timeless} rows without a value of ${JSON.stringify(time)} are left out`
    const notes = found.timeless === 0 ? [] : [{ code: 'timeless', message }]
    const words = found.apart.length === 0 ? null : `rows from ${found.from} on, by ${JSON.stringify(time)}`
    return { ...found, words, notes }
  }
  return { ...dealCardRows(read.rows, { test, seed: fit.seed ?? 0 }), periods: [], notes: [] }
}
