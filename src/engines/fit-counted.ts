import type { Column, NumberColumn } from '../binning/binning.ts'
import { toColumn } from '../binning/fit/fit.ts'
import {
  aboutColumn,
  type ColumnFit,
  finishNumbers,
  type NumberFit,
  numberOptions,
  withColumn,
} from '../binning/fit/fit-column.ts'
import { fitSummary } from '../binning/fit/fit-summary.ts'
import { columnOptions, type FitTableOptions } from '../binning/fit/fit-table.ts'
import { settleBy } from '../binning/fit/fit-without-sorting.ts'
import { readSettings } from '../discretizers/discretize.ts'
import type { Between } from '../discretizers/refine/deviation-bounds.ts'
import { needsDeviation, refinement } from '../discretizers/refine/refinable.ts'
import { isExact } from '../summaries/cells.ts'
import { summarizeNumbers } from '../summaries/summarize-numbers.ts'
import type { Note, NumberSummary, Target } from '../types.ts'
import { bytesText } from '../util/byte-sizes.ts'
import { omit } from '../util/omit.ts'
import { countColumns, type EmptyColumn } from './count-columns.ts'
import type { Counting, Engine } from './engine.ts'
import { RangeQuestions } from './range-questions.ts'

/** A column of numbers or dates, and what is asked for it. */
export interface NumberJob {
  readonly name: string
  readonly kind: 'number' | 'date'
  readonly options: ColumnFit
}

/** A column to count: its codes are checked as usual. */
interface Asked extends EmptyColumn {
  readonly job: NumberJob
  readonly asked: NumberFit
}

/** A column that was counted. */
interface Counted {
  readonly asked: NumberFit
  readonly summary: NumberSummary
  /** where the method needs it and cells do not tell it */
  readonly deviation: Between | undefined
}

/** Whether a column must be sorted to be fitted in memory: its method is not one that looks into a few cells. */
export function mustSort(name: string, options: FitTableOptions, target: Target['kind'] | undefined): boolean {
  const asked = columnOptions(options.all ?? {}, options.perColumn?.[name])
  if (options.weights !== undefined || asked.missing !== undefined || asked.special !== undefined) return true
  const own = methodOptions(numberOptions(name, asked, target))
  return refinement(own.method, readSettings(own).options, { target }) === null
}

/** What a method is told: all that is not about the fitted column. */
function methodOptions(asked: NumberFit): Pick<NumberFit, 'method'> & Readonly<Record<string, unknown>> {
  return { ...omit(asked, 'name', 'missingPolicy', 'specialPolicy'), method: asked.method }
}

/**
 * Fits number columns that are too large to be held, all of them together: the engine counts them in cells, and counts
 * again where a better cut could hide. Exact for the methods that can be settled in this way, and wherever there are few
 * enough different values.
 */
export async function fitCounted(engine: Engine, counting: Counting, jobs: readonly NumberJob[]): Promise<Column[]> {
  const columns = jobs.map((job) => withColumn(job.name, () => emptyColumn(job, counting.target)))
  const summaries = await countColumns(engine, counting, columns)
  const counted = await addDeviations(counting, columns, summaries)
  const questions = new RangeQuestions(counting, jobs.length)
  const fitted = await Promise.allSettled(
    columns.map(async ({ job }, i) => {
      try {
        const column = await settle(counted[i], questions, engine.bytes)
        return finishNumbers(column, job.kind, job.options)
      } catch (error) {
        throw aboutColumn(job.name, error)
      } finally {
        questions.leave()
      }
    }),
  )
  return fitted.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

function emptyColumn(job: NumberJob, target: Target | null): Asked {
  const { missing, special } = job.options
  const none = { target, rows: 0, codes: null, numbers: null, weights: null, notes: [] }
  return {
    job,
    name: job.name,
    asked: numberOptions(job.name, { ...job.options, kind: job.kind }, target?.kind),
    empty: summarizeNumbers(new Float64Array(0), none, { missing, special }),
  }
}

async function addDeviations(
  counting: Counting,
  columns: readonly Asked[],
  summaries: readonly NumberSummary[],
): Promise<Counted[]> {
  const wanted = columns.flatMap(({ name, asked }, i) => {
    const { cells, specialCodes, missingCodes } = summaries[i]
    if (isExact(cells)) return []
    const own = methodOptions(asked)
    return needsDeviation(own.method, readSettings(own).options) ? [{ name, specialCodes, missingCodes, cells }] : []
  })
  const found = wanted.length === 0 ? [] : await counting.deviations(wanted)
  const deviations = new Map(wanted.map(({ name }, i) => [name, found[i]]))
  return columns.map(({ name, asked }, i) => ({ asked, summary: summaries[i], deviation: deviations.get(name) }))
}

/** The cuts of a column that was counted; where cells are coarse and the method can tell, it is read again. */
async function settle(
  { asked, summary, deviation }: Counted,
  questions: RangeQuestions,
  bytes: number,
): Promise<{ summary: NumberSummary; column: NumberColumn }> {
  const own = methodOptions(asked)
  const spread = deviation === undefined ? undefined : (): Between => deviation
  const known = { target: summary.target?.kind, deviation: spread }
  const steps = isExact(summary.cells) ? null : refinement(own.method, readSettings(own).options, known)
  if (steps === null) {
    const column = fitSummary(summary, asked)
    const notes = column.cutsExact ? column.notes : [...column.notes, coarseNote(summary.cells.size, bytes)]
    return { summary, column: { ...column, notes } }
  }
  const { name = '', missingPolicy, specialPolicy } = asked
  const { specialCodes, missingCodes } = summary
  const reader = {
    read: (ranges: Parameters<RangeQuestions['ask']>[0]['ranges']) =>
      questions.ask({ name, specialCodes, missingCodes, ranges }),
  }
  const settled = await settleBy(reader, summary, steps, own)
  return {
    summary: settled.summary,
    column: toColumn(settled.summary, settled.proposal, { name, missingPolicy, specialPolicy }, true),
  }
}

function coarseNote(cells: number, bytes: number): Note {
  const message =
    `its different values do not fit into the ${bytesText(bytes)} of memory there is for columns, so the cuts were ` +
    `chosen between ${cells} ranges of values and are not exact; allow more with --memory`
  return { code: 'coarse', message }
}
