import { DataError, findMethod, type NumberColumn } from '../../../src/index.ts'
import { traceFit, type TraceStep } from '../../../src/explain/index.ts'
import { traceScenes, type TraceScenes } from '../../../src/reports/html/index.ts'
import type { JobContext } from '../held.ts'

/** Which column is followed, and as what method it was cut by. */
export interface TraceAsked {
  readonly column: Pick<NumberColumn, 'name' | 'kind' | 'method' | 'options' | 'closed'>
}

/** The scenes, and whose they are. */
export interface Traced extends TraceScenes {
  readonly column: string
}

/** More different values than this make traces that nobody could look at, and that fill the memory. */
const MOST_VALUES = 20_000

/** The steps of a method on one column as scenes. */
export async function traceJob({ column }: TraceAsked, { held }: JobContext): Promise<Traced> {
  const { name, kind, method, options, closed } = column
  const found = held.summaries?.columns.find((one) => one.name === name)
  if (found === undefined || found.summary.kind !== 'number')
    throw new DataError(`To follow a method on ${name}, its counts are needed: open the data or its summaries.`)
  const { summary } = found
  if (summary.cells.size > MOST_VALUES) {
    throw new DataError(
      `${name} has ${summary.cells.size.toLocaleString('en')} different values, and steps can be followed with up to ${MOST_VALUES.toLocaleString('en')}. Open a part of the rows to follow the method.`,
    )
  }
  const steps: TraceStep[] = []
  traceFit<Record<string, unknown>>(summary, { ...options, closed, method: findMethod(method) }, (step) =>
    steps.push(step),
  )
  const { target } = summary
  const event = target?.kind === 'class' ? (target.event ?? undefined) : undefined
  return { column: name, ...traceScenes(steps, { column: name, kind, target: target?.name ?? undefined, event }) }
}
