import { ArgumentError, DataError } from '../../errors.ts'
import type { SummaryColumn, SummaryTable } from '../../summaries/summary-table.ts'
import type { Target } from '../../types.ts'
import { knownOptions, show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'
import type { Binning, Column } from '../binning.ts'
import type { PoolRun } from './column-pool.ts'
import { wordsOf } from '../labels.ts'
import { withColumn } from '../../util/about-column.ts'
import { roughShape } from '../shape.ts'
import { fromSummary } from './summary-source.ts'
import { asKind, fitLevels, numberOptions } from './fit-column.ts'
import type { ColumnFit } from './column-fit.ts'
import type { FitTableOptions } from './table-options.ts'
import { fitNumbers } from './fit-numbers.ts'
import { runNow } from '../../util/steps.ts'
import { columnOptions, tableBinning } from './fit-table.ts'
import { columnStep } from './count-column.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'

/** What a fit of saved summaries is asked for; target, weights and codes are fixed in them. */
export interface FitSummariesOptions extends PoolRun, Pick<FitTableOptions, 'columns' | 'all' | 'perColumn'> {
  /** the class that rates and weight of evidence speak of; default that of the summaries */
  readonly event?: string | undefined
}

/**
 * Fits every column of saved summaries without looking at rows: what `fitTable` gives for the rows they were made of,
 * as long as their cells are exact. Cuts from coarse cells are marked as not exact, with a note of what could hide, unless
 * it is proven that nothing does.
 *
 *     // The binning of a file of counts, with no row at hand:
 *     const fitted = await fitSummaries(saved)
 *     console.log(fitted.columns[0]?.bins.map(({ label }) => label)) // → [ '< 30.5', '≥ 30.5' ]
 */
export async function fitSummaries(table: SummaryTable, options: FitSummariesOptions = {}): Promise<Binning> {
  knownOptions('fitSummaries', options, { columns: 1, all: 1, perColumn: 1, signal: 1, onProgress: 1, event: 1 })
  const { all = {}, perColumn = {}, signal, onProgress } = options
  const known = table.columns.map((column) => column.name)
  const names = options.columns ?? known
  for (const name of [...names, ...Object.keys(perColumn)]) {
    if (known.includes(name)) continue
    throw new DataError(`fitSummaries: unknown column ${show(name)}${suggest(name, known)}`, {
      code: 'unknown-name',
      column: name,
    })
  }
  if (new Set(names).size < names.length) {
    throw new ArgumentError(`fitSummaries: columns must be names that all differ, got ${show(names)}`, {
      code: 'out-of-range',
    })
  }
  const target = withEvent(table.columns[0].summary.target, options.event)
  const columns: Column[] = []
  for (const name of names) {
    throwIfAborted('fitSummaries', signal)
    const column = table.columns[known.indexOf(name)]
    const asked = columnOptions(all, perColumn[name])
    columns.push(
      withColumn('fitSummaries', name, () => fitOne({ ...column, summary: { ...column.summary, target } }, asked)),
    )
    await onProgress?.(columns.length, names.length, name)
  }
  return tableBinning({ all, target, columns, notes: table.notes, ...table.created })
}

function withEvent(target: Target | null, event: string | undefined): Target | null {
  if (event === undefined) return target
  if (target?.kind !== 'class') {
    throw new ArgumentError(`fitSummaries: event must not be given without a class target, got ${show(event)}`, {
      code: 'out-of-range',
    })
  }
  if (!target.classes.includes(event)) {
    throw new DataError(`fitSummaries: unknown event class ${show(event)}${suggest(event, target.classes)}`, {
      code: 'unknown-name',
    })
  }
  return { ...target, event }
}

function fitOne({ name, kind, summary }: SummaryColumn, asked: ColumnFit): Column {
  const { missing, special, kind: wanted = kind, levels, ...rest } = asked
  if (wanted !== kind) throw new DataError(`its values were summarized as ${kind}, not as ${wanted}`)
  if (summary.kind === 'category') {
    return fitLevels(summary, name, kind === 'boolean' ? kind : 'category', { ...rest, levels })
  }
  checkCodes('special codes', special, summary.specialCodes)
  checkCodes('missing values', missing, summary.missingCodes)
  const valueKind = kind === 'date' ? 'date' : 'number'
  const { given, policies } = numberOptions(name, { ...rest, kind: valueKind }, summary.target?.kind)
  const source = fromSummary(summary, valueKind === 'date' ? wordsOf(valueKind)?.print : undefined)
  return asKind(runNow(fitNumbers(source, given, columnStep('fitSummaries', policies, roughShape))), valueKind, rest)
}

/** Codes were taken out of the cells when the rows were read; now they can only be repeated. */
function checkCodes(what: string, asked: readonly number[] | undefined, fixed: readonly number[]): void {
  if (asked === undefined) return
  const sorted = [...new Set(asked.map((code) => code + 0))].toSorted((a, b) => a - b)
  if (sorted.join() === fixed.join()) return
  throw new DataError(
    `its ${what} are fixed in the summary as [${fixed.join()}], got [${sorted.join()}]; declare them when the rows are summarized`,
  )
}
