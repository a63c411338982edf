import { type CsvStart, StreamCsv } from './stream-csv.ts'
import { StreamJson } from './stream-jsonl.ts'
import type { StreamPlan } from './stream-plan.ts'
import type { StreamReader, StreamRoles } from './stream-rows.ts'
import type { StreamRequest } from './stream-settings.ts'

/** Which columns are what. */
export function rolesOf(plan: StreamPlan, keep: boolean): StreamRoles {
  const placeOf = (column: string | null): number => (column === null ? -1 : plan.names.indexOf(column))
  return {
    binned: plan.names.map((column) => plan.binned.indexOf(column)),
    target: placeOf(plan.target),
    key: placeOf(plan.key),
    numericTarget: plan.targetKind === 'numeric',
    keep,
  }
}

/** Reads what comes after `offset` bytes of an input. */
export function makeReader(
  plan: StreamPlan,
  { data, output, read }: StreamRequest,
  offset: number,
  start: CsvStart,
): StreamReader {
  const name = data === '-' ? 'standard input' : data
  const roles = rolesOf(plan, output !== undefined)
  const shared = { name, names: plan.names, roles, missingValues: read.missingValues, offset }
  return plan.dialect === null ? new StreamJson(shared) : new StreamCsv({ ...shared, dialect: plan.dialect, start })
}
