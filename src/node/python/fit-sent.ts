import type { Binning, Policy } from '../../binning/binning.ts'
import { placedPool } from '../../binning/fit/placed-pool.ts'
import type { ColumnFit } from '../../binning/fit/column-fit.ts'
import { type ColumnJob, columnJob } from '../../binning/fit/fit-column.ts'
import { assembleBinning, columnOptions, markTable } from '../../binning/fit/fit-table.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { findMethod } from '../../discretizers/registry.ts'
import { findEncoding } from '../../encoders/all-encodings.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { makeEncoder } from '../../encoders/make-encoder.ts'
import { checkNames, checkRequest, checkRows, type FitRequest, planFit } from '../../plan-fit.ts'
import type { SourceColumn } from '../../sources/source.ts'
import type { LabelValues, Table } from '../../types.ts'
import type { Field } from '../../util/saved-json.ts'
import type { SentValues } from './sent-columns.ts'

/** What a message that asks for a fit is answered with. */
export interface FitAnswer {
  readonly binning: Binning
  /** null where none was asked for */
  readonly encoder: Encoder | null
}

/** What a message asks for. */
interface FitMessage {
  readonly request: FitRequest
  readonly encoding: { readonly name: string; readonly options: Readonly<Record<string, unknown>> } | null
}

/**
 * Fits the columns behind a header. Each is read when it is its turn, so that the other side makes the next one ready
 * meanwhile. Cuts are those of `fitSource` for the same rows.
 */
export async function fitSent(header: Field, sent: SentValues): Promise<FitAnswer> {
  return fitMessage(readAsked(header), sent)
}

async function fitMessage({ request, encoding }: FitMessage, sent: SentValues): Promise<FitAnswer> {
  const { rows, columns } = sent
  checkNames(columns, request)
  checkRows(rows)
  const aside = [request.target, request.weight].filter((name) => name !== undefined)
  const kept = aside.map(() => sent.next(true))
  const own = columns.slice(aside.length)
  checkRequest(request, own)
  // The target is read once; the plan asks what kind it is.
  const { notes, ...marks } = markTable('fit', tableOf(kept), rows, { ...request, weights: request.weight })
  const plan = planFit(request, own, { kind: marks.target?.kind, sampled: false })
  // They are asked for in the order in which they come.
  const job = (): ColumnJob => {
    const { name, values } = sent.next()
    return columnJob(name, values, columnOptions(plan.all ?? {}, plan.perColumn?.[name]))
  }
  const jobs = { names: own.map(({ name }) => name), job, values: () => undefined }
  const fitted = await placedPool.fitColumns(jobs, { ...marks, notes: [] }, {})
  const binning = assembleBinning(plan, { rows, target: marks.target, notes }, fitted)
  if (encoding === null) return { binning, encoder: null }
  return { binning, encoder: makeEncoder(binning, { ...encoding.options, encoding: findEncoding(encoding.name) }) }
}

function tableOf(columns: readonly SourceColumn[]): Table {
  return Object.fromEntries(columns.map(({ name, values }) => [name, values as LabelValues]))
}

/** What a header asks for. Options of methods are checked by the methods. */
function readAsked(header: Field): FitMessage {
  const text = (name: string): string | undefined => header.get(name).optional((field) => field.text()) ?? undefined
  const method = header.get('method').optional(methodOf)
  const request: FitRequest = {
    target: text('target'),
    targetKind: header.get('targetKind').optional((field) => field.oneOf('auto', 'class', 'numeric')) ?? undefined,
    event: text('event'),
    weight: text('weight'),
    ...(method === null ? {} : { method }),
    bins: (header.get('bins').value ?? undefined) as FitRequest['bins'],
    options: header.get('options').optional((field) => field.record()) ?? {},
    perColumn: header.get('perColumn').optional(perColumnOf) ?? {},
    missingPolicy: (header.get('missing').value ?? undefined) as Policy | undefined,
    special: header.get('special').optional((field) => field.list((code) => code.finite())) ?? [],
    reference: (header.get('reference').value ?? undefined) as FitRequest['reference'],
    source: text('source'),
  }
  const encoding = header.get('encoding').optional((field) => ({
    name: field.get('name').text(),
    options: field.get('options').optional((options) => options.record()) ?? {},
  }))
  return { request, encoding }
}

function methodOf(field: Field): AnyDiscretizer {
  return field.attempt(() => findMethod(field.text()))
}

function perColumnOf(field: Field): Record<string, ColumnFit> {
  return Object.fromEntries(
    Object.keys(field.record()).map((name) => {
      const column = field.get(name)
      const { method: _, ...options } = column.record()
      const method = column.get('method').optional(methodOf)
      return [name, { ...options, ...(method === null ? {} : { method }) }]
    }),
  )
}
