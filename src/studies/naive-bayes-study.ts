import { fitTable } from '../binning/fit/fit-table.ts'
import { equalFrequency } from '../discretizers/methods/equal-frequency.ts'
import { mdlp } from '../discretizers/methods/mdlp.ts'
import type { AnyDiscretizer } from '../discretizers/discretizer.ts'
import type { ClassScores } from '../measures/predictions/class-scores.ts'
import { type FoldEstimate, foldEstimate } from '../measures/fold-estimate.ts'
import { gaussianNaiveBayes, gaussianScores } from '../models/gaussian-naive-bayes.ts'
import { naiveBayes, naiveBayesScores } from '../models/naive-bayes.ts'
import { tableRows } from '../summaries/column-table.ts'
import { crossValidate, type CrossValidated, type Fold } from '../trees/prune/cross-validate.ts'
import { fingerprint, openCache } from './cache.ts'
import type { StudyData } from './id3.ts'

/** The three models: without bins, and over two kinds of bins. */
export const BAYES_ARMS = ['gaussian', 'mdlp', 'equal-frequency'] as const
export type BayesArm = (typeof BAYES_ARMS)[number]

/** How one data set comes out. */
export interface BayesResult {
  readonly data: string
  readonly rows: number
  readonly columns: number
  readonly classes: number
  readonly majority: number
  readonly accuracy: Readonly<Record<BayesArm, FoldEstimate>>
  readonly auc: Readonly<Record<BayesArm, FoldEstimate | null>>
  /** accuracy over bins less that of the Gaussian, fold by fold */
  readonly gained: Readonly<Record<'mdlp' | 'equal-frequency', FoldEstimate>>
}

export interface BayesStudy {
  readonly study: 'naive-bayes'
  readonly folds: number
  readonly seed: number
  readonly results: readonly BayesResult[]
}

export interface BayesOptions {
  /** default 10 */
  readonly folds?: number | undefined
  /** default 0 */
  readonly seed?: number | undefined
  /** folder that keeps results for a later run; null keeps none */
  readonly cache?: string | null | undefined
  readonly onProgress?: ((done: number, total: number, what: string) => void | Promise<void>) | undefined
}

/**
 * Does discretization help naive Bayes? On every table the same folds, a Gaussian naive Bayes and naive Bayes over bins
 * by mdlp and by equal frequency (10 bins), everything found on the training rows of the fold alone.
 */
export async function studyNaiveBayes(sets: readonly StudyData[], options: BayesOptions = {}): Promise<BayesStudy> {
  const { folds = 10, seed = 0, cache = null, onProgress } = options
  const results: BayesResult[] = []
  let done = 0
  for (const set of sets) {
    const { name, table, target, columns } = set
    const known = openCache<CrossValidated>(cache, 'naive-bayes', [fingerprint(table), target, columns, folds, seed])
    const found: Partial<Record<BayesArm, CrossValidated>> = {}
    for (const arm of BAYES_ARMS) {
      const kept = known.get(arm)
      const result =
        kept ?? (await crossValidate(table, { target, targetKind: 'class', folds, seed }, scorer(arm, set)))
      if (kept === undefined) known.add(arm, result)
      found[arm] = result
      await onProgress?.(++done, sets.length * BAYES_ARMS.length, `${name}, ${arm}`)
    }
    results.push(resultOf(set, found as Record<BayesArm, CrossValidated>))
  }
  return { study: 'naive-bayes', folds, seed, results }
}

function scorer(arm: BayesArm, { target, columns }: StudyData): (fold: Fold) => Promise<ClassScores> {
  return async ({ training, held, classes }) => {
    if (arm === 'gaussian') {
      const model = gaussianNaiveBayes(training, { target, columns, targetKind: 'class', classes })
      return gaussianScores(model, held, { target })
    }
    const method: AnyDiscretizer = arm === 'mdlp' ? mdlp : equalFrequency
    const all = arm === 'mdlp' ? { method } : { method, bins: 10 }
    const binning = await fitTable(training, { target, columns, targetKind: 'class', all })
    return naiveBayesScores(naiveBayes(binning), held, { target })
  }
}

function resultOf({ name, table, columns }: StudyData, found: Readonly<Record<BayesArm, CrossValidated>>): BayesResult {
  const each = <T>(of: (one: CrossValidated) => T): Record<BayesArm, T> => ({
    gaussian: of(found.gaussian),
    mdlp: of(found.mdlp),
    'equal-frequency': of(found['equal-frequency']),
  })
  const gained = (arm: BayesArm): FoldEstimate =>
    foldEstimate(
      found[arm].scores.map(({ accuracy }, fold) => (accuracy ?? 0) - (found.gaussian.scores[fold].accuracy ?? 0)),
    )
  return {
    data: name,
    rows: tableRows('studyNaiveBayes', table),
    columns: columns.length,
    classes: found.gaussian.scores[0].classes.length,
    majority: found.gaussian.majority.mean,
    accuracy: each(({ accuracy }) => accuracy),
    auc: each(({ auc }) => auc),
    gained: { mdlp: gained('mdlp'), 'equal-frequency': gained('equal-frequency') },
  }
}
