import { ArgumentError } from '../../errors.ts'
import type { Target } from '../../types.ts'
import { type Column, hasCuts, type Policy } from '../binning.ts'
import { settlePolicy } from '../settle-policy.ts'

/** The column with another policy for its missing values, or for one of its special codes. `by` is the function called. */
export function setPolicy(
  by: string,
  column: Column,
  { policy, of = 'missing' }: { readonly policy: Policy; readonly of?: 'missing' | number },
  target: Target | null,
): Column {
  const { bins, missing } = column
  if (of === 'missing') {
    const settled = settlePolicy(policy, { where: by, what: 'missing', counted: missing }, bins, target)
    return { ...column, missing: { ...missing, ...settled } }
  }
  const special = hasCuts(column) ? column.special : []
  const at = special.findIndex(({ code }) => code === of)
  if (!hasCuts(column) || at < 0) {
    const codes = special.map(({ code }) => code).join(', ') || 'none'
    throw new ArgumentError(`${by}: of must be missing or a special code of ${column.name} (${codes}), got ${of}`, {
      code: 'out-of-range',
      column: column.name,
    })
  }
  const own = special[at]
  const settled = settlePolicy(policy, { where: by, what: `special ${of}`, counted: own }, bins, target)
  return { ...column, special: special.with(at, { ...own, ...settled }) }
}
