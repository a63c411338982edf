import { DataError } from '../errors.ts'
import { tableRows } from '../summaries/column-table.ts'
import type { Table } from '../types.ts'
import { check, integer } from '../util/check.ts'
import { dealParts, type Spread, spreadOf } from '../trees/prune/try-tree.ts'
import { fingerprint, openCache } from './cache.ts'
import { ID3_ARMS, type Id3Arm, type Id3Result, PUBLISHED } from './id3-arms.ts'

/** A table to study: classes in `target`, numbers in `columns`. */
export interface StudyData {
  readonly name: string
  readonly table: Table
  readonly target: string
  readonly columns: readonly string[]
}

export interface StudyOptions {
  /** so many splits of the rows; default 20 */
  readonly seeds?: number | undefined
  /** the first of their seeds; default 0 */
  readonly firstSeed?: number | undefined
  /** folder that keeps results for a later run; null keeps none */
  readonly cache?: string | null | undefined
  /** told after every model */
  readonly onProgress?: ((done: number, total: number, what: string) => void | Promise<void>) | undefined
}

/** One way of making a model, over all splits. */
export interface ArmSummary {
  readonly name: string
  readonly validation: Spread
  readonly test: Spread
  /** area under the ROC curve on the test rows */
  readonly auc: Spread | null
  readonly depth: Spread | null
  readonly nodes: Spread | null
  readonly seconds: Spread
  /** accuracy, depth and nodes as printed in the paper */
  readonly published: { readonly accuracy: number; readonly depth: number; readonly nodes: number } | null
  readonly trials: readonly (Id3Result & { readonly seed: number })[]
}

export interface Id3Study {
  readonly study: 'id3'
  readonly data: string
  readonly rows: number
  /** rows to train on, to prune by, to judge by */
  readonly parts: readonly [number, number, number]
  readonly seeds: number
  /** share of the rows that are of the commonest class: the accuracy of always saying it */
  readonly majority: number
  /** the best accuracy printed in the paper for this data; null for other data */
  readonly best: number | null
  readonly arms: readonly ArmSummary[]
}

/** Sizes of the parts, as in the paper. */
const PARTS = [10, 3, 2] as const

/**
 * The comparison of ID3 over binary cuts and over ChiMerge bins on one table, over several splits of its rows, with MDLP
 * bins and naive Bayes beside it. The same seeds give the same splits and models; only times differ.
 */
export async function studyId3(data: StudyData, options: StudyOptions = {}): Promise<Id3Study> {
  const { seeds = 20, firstSeed = 0, cache = null, onProgress } = options
  check('studyId3', 'seeds', integer(1, 10_000), seeds)
  check('studyId3', 'firstSeed', integer(0), firstSeed)
  const { table, target, columns, name } = data
  const rows = tableRows('studyId3', table)
  if (rows < 30) throw new DataError(`${name}: the study needs at least 30 rows, got ${rows}`)
  const known = openCache<Id3Result>(cache, 'id3', [fingerprint(table), target, columns, PARTS])
  const found = new Map(ID3_ARMS.map((arm) => [arm, [] as (Id3Result & { seed: number })[]]))
  let done = 0
  let sizes: [number, number, number] = [0, 0, 0]
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const { training, validation, test } = dealParts(table, PARTS, seed, target)
    const dealt = { training, validation: validation!, test: test!, target, columns, seed }
    sizes = [training, dealt.validation, dealt.test].map((part) => tableRows('studyId3', part)) as typeof sizes
    for (const arm of ID3_ARMS) {
      const label = `${arm.name} · ${seed}`
      const kept = known.get(label)
      const result = isResult(kept) ? kept : await arm.run(dealt)
      if (result !== kept) known.add(label, result)
      found.get(arm)!.push({ seed, ...result })
      await onProgress?.(++done, seeds * ID3_ARMS.length, `${name}, ${arm.name}`)
    }
  }
  const paper = publishedName(name, rows)
  return {
    study: 'id3',
    data: name,
    rows,
    parts: sizes,
    seeds,
    majority: majorityOf(table, target),
    best: paper === null ? null : Math.max(...Object.values(PUBLISHED).map((row) => row[paper][0])),
    arms: ID3_ARMS.map((arm) => summaryOf(arm, found.get(arm)!, paper)),
  }
}

/** The data sets of the paper, by the names of files and their rows. */
function publishedName(name: string, rows: number): 'iris' | 'occupancy' | null {
  const base = name.replace(/^.*[\\/]/, '').toLowerCase()
  if (base.startsWith('iris') && rows === 150) return 'iris'
  return base.startsWith('occupancy') && rows === 20_560 ? 'occupancy' : null
}

/** Share of the commonest of all labels. */
function majorityOf(table: Table, target: string): number {
  const counts = new Map<unknown, number>()
  for (const label of Array.from(table[target])) if (label != null) counts.set(label, (counts.get(label) ?? 0) + 1)
  const all = [...counts.values()]
  return Math.max(...all) / all.reduce((sum, count) => sum + count, 0)
}

/** Files can be changed by anyone, and those of an earlier version have no area. */
function isResult(kept: Partial<Id3Result> | undefined): kept is Id3Result {
  return [kept?.validation, kept?.test, kept?.seconds].every(Number.isFinite) && kept?.auc !== undefined
}

function summaryOf(
  { name, published }: Id3Arm,
  trials: readonly (Id3Result & { readonly seed: number })[],
  paper: 'iris' | 'occupancy' | null,
): ArmSummary {
  const over = (of: (result: Id3Result) => number | null): Spread | null => spreadOf(trials.map(of))
  const printed = published === undefined || paper === null ? null : PUBLISHED[published][paper]
  return {
    name,
    validation: over(({ validation }) => validation)!,
    test: over(({ test }) => test)!,
    auc: over(({ auc }) => auc),
    depth: over(({ depth }) => depth),
    nodes: over(({ nodes }) => nodes),
    seconds: over(({ seconds }) => seconds)!,
    published: printed === null ? null : { accuracy: printed[0], depth: printed[1], nodes: printed[2] },
    trials,
  }
}
