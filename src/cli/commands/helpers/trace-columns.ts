import type { Column, NumberColumn } from '../../../binning/binning.ts'
import { numberOptions } from '../../../binning/fit/fit-column.ts'
import { columnOptions } from '../../../binning/fit/fit-table.ts'
import type { DiscretizeOptions } from '../../../discretizers/discretize.ts'
import { traceFit } from '../../../discretizers/trace/trace-fit.ts'
import type { TraceStep } from '../../../discretizers/trace/trace-steps.ts'
import { DataError } from '../../../errors.ts'
import type { Opened } from '../../../node/read/read-data.ts'
import { summarizeSource } from '../../../summarize-source.ts'
import { checkName, checkSaved, type FitRequest, planColumns } from '../../../plan-fit.ts'
import type { ReportOptions } from '../../../reports/terminal/draw/screen.ts'
import { traceReport } from '../../../reports/terminal/trace-text.ts'
import type { SummaryColumn, SummaryTable } from '../../../summaries/summary-table.ts'
import type { Note, NumberSummary, Proposal, Target } from '../../../types.ts'
import { withColumn } from '../../../util/about-column.ts'
import { calledAs } from '../../../util/called-as.ts'

/** The steps of one column. */
export interface ColumnTrace {
  readonly name: string
  readonly kind: NumberColumn['kind']
  readonly target: Target | null
  readonly proposal: Proposal
  readonly steps: readonly TraceStep[]
  readonly notes: readonly Note[]
  /** what the method was given */
  readonly summary: NumberSummary
  readonly given: DiscretizeOptions<Record<string, unknown>>
}

/** Follows the method on every column of numbers or dates that a request asks for. */
export async function traceColumns(opened: Opened, request: FitRequest): Promise<ColumnTrace[]> {
  const table = await summariesOf(opened, request)
  const { columns } = table
  const names = columns.map(({ name }) => name)
  for (const name of request.columns ?? []) checkName(names, name)
  const plan = planColumns(request, columns, columns[0]?.summary.target?.kind)
  return columns
    .filter(({ name }) => request.columns?.includes(name) ?? true)
    .flatMap((column) => traceColumn(column, columnOptions(plan.all, plan.perColumn[column.name]), table.notes ?? []))
}

async function summariesOf(opened: Opened, request: FitRequest): Promise<SummaryTable> {
  if (opened.kind === 'rows') return summarizeSource(opened.table, { ...request, source: opened.table.source })
  checkSaved(opened.table, request)
  return opened.table
}

function traceColumn(
  { name, kind, summary }: SummaryColumn,
  options: ReturnType<typeof columnOptions>,
  notes: readonly Note[],
): ColumnTrace[] {
  if (summary.kind !== 'number' || (kind !== 'number' && kind !== 'date')) return []
  const steps: TraceStep[] = []
  const { given } = numberOptions(name, { ...options, kind: kind satisfies Column['kind'] }, summary.target?.kind)
  const follow = (): Proposal => traceFit<Record<string, unknown>>(summary, given, (step) => steps.push(step))
  // At the command line nobody called a function.
  const proposal = calledAs('traceFit', () => withColumn('traceFit', name, follow))
  return [{ name, kind, target: summary.target, proposal, steps, notes, summary, given }]
}

/** The one column asked for; a column of texts has no cuts to follow. */
export async function traceOne(opened: Opened, request: FitRequest, name: string): Promise<ColumnTrace> {
  const [found] = await traceColumns(opened, { ...request, columns: [name] })
  if (found === undefined) {
    throw new DataError(`column ${name}: it holds text, and only numbers and dates are cut; --number ${name} reads numbers in it`, { column: name }) // prettier-ignore
  }
  return found
}

/** The steps of several columns, one after the other. */
export function tracesReport(traces: readonly ColumnTrace[], shape: ReportOptions): string {
  return traces.map(({ name, kind, steps }) => traceReport(steps, { ...shape, name, kind })).join('\n\n')
}
