import { pickTable, splitRows } from '../binning/use/split-rows.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { labelText } from '../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../summaries/column-table.ts'
import type { Table } from '../types.ts'
import { spreadOf } from '../trees/prune/try-tree.ts'
import { check, integer, real, show } from '../util/check.ts'
import { fingerprint, openCache } from './cache.ts'
import {
  encodeFold,
  type EncodedFold,
  type EncodingArm,
  encodingArm,
  type EncodingModel,
  type EncodingResult,
  type EncodingSummary,
  type FoldRows,
  NET,
  PENALTIES,
  runModel,
} from './encodings-arms.ts'
import { type Difference, differencesOf } from './encodings-differences.ts'
import { published, publishedData } from './encodings-published.ts'
import type { StudyData, StudyOptions } from './id3.ts'

export type EncodingStudyOptions = Pick<StudyOptions, 'cache' | 'onProgress'> & {
  readonly models?: readonly EncodingModel[] | undefined
  /** names such as `CD(10)`, `LLE(10)`, `PLE(10)`, `MGD` */
  readonly encodings?: readonly string[] | undefined
  /** shares of the training rows; default all of them */
  readonly shares?: readonly number[] | undefined
  /** default 5 */
  readonly folds?: number | undefined
  /** nets per fold; default 3 */
  readonly seeds?: number | undefined
  /** the class to tell from the rest; default the second of two */
  readonly event?: string | undefined
}

export interface EncodingStudy {
  readonly study: 'encodings'
  readonly data: string
  readonly rows: number
  readonly columns: number
  readonly event: string
  readonly folds: number
  readonly seeds: number
  readonly arms: readonly EncodingSummary[]
  readonly differences: readonly Difference[]
}

/** The encodings that are compared unless told otherwise. */
export const USUAL_ENCODINGS: readonly string[] = [
  'CD(5)', 'CD(10)', 'CD(100)', 'MGD', 'LLE(5)', 'LLE(10)', 'LLE(100)', 'PLE(10)',
] // prettier-ignore

/** Name of the column of 0 and 1 that stands for the target. */
const LABEL = 'label of the study'

/**
 * The comparison of encodings on one table: equal-frequency bins, a logistic regression and a net on each encoding, by
 * folds, with some shares of the training rows. The same rows give the same folds, and all encodings the same of them.
 */
export async function studyEncodings(data: StudyData, options: EncodingStudyOptions = {}): Promise<EncodingStudy> {
  const { models = ['lr', 'dnn'], shares = [1], folds = 5, seeds = 3, cache = null, onProgress } = options
  check('studyEncodings', 'folds', integer(2, 30), folds)
  check('studyEncodings', 'seeds', integer(1, 1000), seeds)
  for (const share of shares) check('studyEncodings', 'shares', real({ above: 0, max: 1 }), share)
  const arms = (options.encodings ?? USUAL_ENCODINGS).map(armOf)
  const { table, event } = labelled(data, options.event)
  const { name, columns } = data
  const rows = tableRows('studyEncodings', table)
  if (rows < 10 * folds) throw new DataError(`${name}: the study needs at least ${10 * folds} rows, got ${rows}`)
  const known = openCache<EncodingResult>(cache, 'encodings', [fingerprint(table), columns, folds, NET, PENALTIES])
  const parts = splitRows(table, { parts: Array<number>(folds).fill(1), seed: 5, stratify: LABEL })
  const trials = new Map<string, EncodingTrial[]>()
  const runs = runsOf({ models, arms, shares, folds, seeds })
  // Bins are fitted when the first model that is not known needs them, and serve all models on the same rows.
  let encoded: { readonly run: Run; readonly fold: EncodedFold } | null = null
  for (const [done, run] of runs.entries()) {
    const { model, arm, share, fold, seed } = run
    const label = `${model} · ${arm.name} · ${share} · ${fold} · ${seed}`
    let result = known.get(label)
    if (result === undefined) {
      if (encoded === null || !haveSameRows(encoded.run, run)) {
        encoded = { run, fold: await encodeFold(arm, foldRows({ table, columns, parts }, fold, share)) }
      }
      result = await runModel(model, encoded.fold, seed)
      known.add(label, result)
    }
    const key = keyOf(model, arm.name, share)
    trials.set(key, [...(trials.get(key) ?? []), { fold, seed, ...result }])
    await onProgress?.(done + 1, runs.length, `${arm.name}, ${model.toUpperCase()}, fold ${fold + 1} of ${folds}`)
  }
  const summaries = models.flatMap((model) =>
    shares.flatMap((share) =>
      arms.map(({ name: encoding }) =>
        summaryOf({ model, encoding, share }, name, trials.get(keyOf(model, encoding, share))!),
      ),
    ),
  )
  return {
    study: 'encodings',
    data: name,
    rows,
    columns: columns.length,
    event,
    folds,
    seeds,
    arms: summaries,
    differences: differencesOf(summaries),
  }
}

type EncodingTrial = EncodingSummary['trials'][number]

/** One model on one encoding of one fold. */
interface Run {
  readonly model: EncodingModel
  readonly arm: EncodingArm
  readonly share: number
  readonly fold: number
  readonly seed: number
}

/** All runs of a study; those on the same rows and encoding follow each other. */
function runsOf(of: {
  readonly models: readonly EncodingModel[]
  readonly arms: readonly EncodingArm[]
  readonly shares: readonly number[]
  readonly folds: number
  readonly seeds: number
}): Run[] {
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
  return of.shares.flatMap((share) =>
    upTo(of.folds).flatMap((fold) =>
      of.arms.flatMap((arm) =>
        of.models.flatMap((model) =>
          upTo(model === 'lr' ? 1 : of.seeds).map((i) => ({ model, arm, share, fold, seed: i + 1 })),
        ),
      ),
    ),
  )
}

function haveSameRows(a: Run, b: Run): boolean {
  return a.arm === b.arm && a.share === b.share && a.fold === b.fold
}

function summaryOf(
  { model, encoding, share }: Pick<EncodingSummary, 'model' | 'encoding' | 'share'>,
  data: string,
  trials: readonly EncodingTrial[],
): EncodingSummary {
  return {
    model,
    encoding,
    share,
    auc: spreadOf(trials.map(({ auc }) => auc))!,
    parameters: Math.round(spreadOf(trials.map(({ parameters }) => parameters))!.mean),
    seconds: spreadOf(trials.map(({ seconds }) => seconds))!.mean,
    published: published(publishedData(data), model, encoding, share),
    trials,
  }
}

const keyOf = (model: string, encoding: string, share: number): string => `${model} ${encoding} ${share}`

function armOf(text: string): EncodingArm {
  const arm = encodingArm(text)
  if (arm === null) {
    throw new ArgumentError(
      `studyEncodings: encodings must be names such as CD(10), LLE(10), PLE(10) or MGD, got ${show(text)}`,
      { code: 'out-of-range' },
    )
  }
  return arm
}

/** The rows with a label, which becomes 1 for the event and 0 for the rest. */
function labelled(
  { name, table, target, columns }: StudyData,
  asked: string | undefined,
): { table: Table; event: string } {
  const texts = Array.from(tableColumn('studyEncodings', table, target) as ArrayLike<string>, (label) =>
    labelText(label, 'studyEncodings'),
  )
  const classes = [...new Set(texts.filter((text) => text !== null))].toSorted()
  const event = asked ?? (classes.length === 2 ? classes[1] : undefined)
  if (event === undefined || !classes.includes(event) || classes.length < 2) {
    throw new DataError(
      `${name}: ${target} must have two classes, or one of them named as the event, got ${show(classes)}`,
    )
  }
  const rows = Uint32Array.from([...texts.keys()].filter((row) => texts[row] !== null))
  const kept = pickTable(Object.fromEntries(columns.map((column) => [column, table[column]])), rows)
  return { table: { ...kept, [LABEL]: Float64Array.from(rows, (row) => (texts[row] === event ? 1 : 0)) }, event }
}

/** A table with the rows of its folds. */
interface DealtTable {
  readonly table: Table
  readonly columns: readonly string[]
  readonly parts: readonly Uint32Array[]
}

function foldRows({ table, columns, parts }: DealtTable, fold: number, share: number): FoldRows {
  const others = parts.flatMap((part, i) => (i === fold ? [] : Array.from(part)))
  const all = pickTable(table, Uint32Array.from(others).sort())
  const training =
    share === 1 ? all : pickTable(all, splitRows(all, { parts: [share, 1 - share], seed: fold, stratify: LABEL })[0])
  return { training, test: pickTable(table, parts[fold]), target: LABEL, columns }
}
