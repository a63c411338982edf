import { discretize } from '../../discretizers/discretize.ts'
import { DataError } from '../../errors.ts'
import { type ColumnOptions, summarizeNumbers } from '../../summaries/summarize-numbers.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import type { NumberSummary } from '../../types.ts'
import type { PoolRun } from '../fit/column-pool.ts'
import { dealFolds, pickMarks, pickNumbers, rowsOfFold } from '../use/folds.ts'
import { type CompareEntry, entryName } from './compare-entries.ts'
import type { ColumnResult, Unsure } from './compare-results.ts'
import { countSlots, learnPrior, toldBy } from './held-out.ts'
import { type Scatter, scatterOf } from './sure-leads.ts'
import {
  type Blocks,
  dealBlocks,
  type HeldOut,
  type Learnt,
  placeRows,
  tellByBlock,
  wholeByBlock,
} from './tell-blocks.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'

/** A column of numbers, or of dates as numbers. */
export interface NumberValuesOf {
  readonly name: string
  readonly values: Float64Array
}

/** Rows held out of a fit, and those it learns from. */
interface Part extends HeldOut {
  readonly others: Uint32Array
  readonly learnt: RowMarks
}

export interface Split {
  readonly marks: RowMarks
  /** rows that count */
  readonly rows: number
  readonly parts: readonly Part[]
  readonly blocks: Blocks
  readonly whole: Float64Array
}

/** Deals the rows into folds and into blocks. */
export function splitRows(marks: RowMarks, folds: number, seed: number): Split {
  const foldOf = dealFolds(marks, folds, seed)
  const rows = foldOf.reduce((sum, fold) => sum + (fold < 0 ? 0 : 1), 0)
  if (rows < 2 * folds) {
    throw new DataError(`compareMethods: ${folds} folds need at least ${2 * folds} rows that count, got ${rows}`)
  }
  const blocks = dealBlocks(foldOf, seed)
  const parts = Array.from({ length: folds }, (_, fold): Part => {
    const { inside, outside } = rowsOfFold(foldOf, fold)
    const learnt = pickMarks(marks, outside)
    return { rows: inside, marks: pickMarks(marks, inside), others: outside, learnt, prior: learnPrior(learnt) }
  })
  return { marks, rows, parts, blocks, whole: addBlocks(parts.map((part) => wholeByBlock(part, blocks))) }
}

/** What methods make of one column, before columns are compared. */
export interface ComparedColumn {
  readonly results: readonly Unsure<ColumnResult>[]
  readonly scatter: Scatter
  /** of each method: what it tells in each block */
  readonly told: readonly Float64Array[]
}

interface ColumnRun {
  readonly codes?: ColumnOptions | undefined
  readonly bins?: number | string | undefined
  readonly signal?: PoolRun['signal']
  readonly onProgress?: PoolRun['onProgress']
  /** columns that are done, and how many there are */
  readonly before: number
  readonly all: number
}

export async function compareColumn(
  { name, values }: NumberValuesOf,
  entries: readonly CompareEntry[],
  { marks, parts, blocks, whole }: Split,
  { codes, bins, signal, onProgress, before, all }: ColumnRun,
): Promise<ComparedColumn> {
  // Only one summary is held beside that of all rows; each method picks up where it was.
  const summaryOfAll = summarizeNumbers(values, marks, codes)
  const fitted = entries.map((entry) => fitWhole(name, summaryOfAll, entry, bins))
  const told: Float64Array[][] = entries.map(() => [])
  for (const part of parts) {
    const summary = summarizeNumbers(pickNumbers(values, part.others), part.learnt, codes)
    const learnt: Learnt[] = []
    for (const [e, entry] of entries.entries()) {
      throwIfAborted('compareMethods', signal)
      const { cuts, closed } = cutsOf(name, summary, entry, bins)
      learnt.push({ cuts, closed, slots: countSlots(summary, cuts, closed) })
      if (part === parts.at(-1))
        await onProgress?.(before * entries.length + e + 1, all * entries.length, `${entryName(entry)} on ${name}`)
    }
    const { specialCodes: special, missingCodes: missing } = summary
    const placed = placeRows(pickNumbers(values, part.rows), learnt, { special, missing })
    for (const [e, one] of learnt.entries()) told[e].push(tellByBlock(one, placed, part, blocks))
  }
  const sums = told.map(addBlocks)
  const wholes = parts.map((part) => total(wholeByBlock(part, blocks)))
  const results = fitted.map((result, e) => ({
    ...result,
    heldOut: share(total(sums[e]), total(whole)),
    heldOutFolds: told[e].map((one, p) => share(total(one), wholes[p])),
  }))
  return { results, scatter: scatterOf(sums, whole, parts.length), told: sums }
}

function share(sum: number, whole: number): number {
  return whole > 0 && Number.isFinite(sum / whole) ? sum / whole : 0
}

function total(sums: Float64Array): number {
  return sums.reduce((sum, one) => sum + one, 0)
}

function addBlocks(parts: readonly Float64Array[]): Float64Array {
  return parts[0].map((_, block) => parts.reduce((sum, part) => sum + part[block], 0))
}

/** The mean over columns, block by block. */
export function meanByBlock(columns: readonly Float64Array[]): Float64Array {
  return addBlocks(columns).map((sum) => sum / columns.length)
}

function fitWhole(
  column: string,
  summary: NumberSummary,
  entry: CompareEntry,
  bins: ColumnRun['bins'],
): Pick<ColumnResult, 'column' | 'bins' | 'kept' | 'seconds'> {
  const start = now()
  const { cuts, closed } = cutsOf(column, summary, entry, bins)
  const seconds = (now() - start) / 1000
  return { column, bins: cuts.length + 1, kept: toldBy(countSlots(summary, cuts, closed)), seconds }
}

function cutsOf(
  column: string,
  summary: NumberSummary,
  { method, preset, options }: CompareEntry,
  bins: ColumnRun['bins'],
): Pick<ReturnType<typeof discretize>, 'cuts' | 'closed'> {
  // A rule is not a limit: only methods that take this very rule get it.
  const takes = ['bins', 'maxBins'].find((name) =>
    typeof bins === 'string' ? method.options[name]?.rule.accepts(bins) : Object.hasOwn(method.options, name),
  )
  const number = bins === undefined || takes === undefined ? {} : { [takes]: bins }
  try {
    return discretize(summary, { ...number, ...options, preset, method })
  } catch (error) {
    if (!(error instanceof DataError) || error.column !== null) throw error
    throw new DataError(`column ${column}: ${error.message}`, { column, row: error.row })
  }
}

/** Milliseconds, as finely as the runtime tells. */
function now(): number {
  const { performance } = globalThis as { performance?: { now(): number } }
  return performance?.now() ?? Date.now()
}
