import type { BinningTable } from '../../binning/use/binning-table.ts'
import { entropy } from '../../measures/entropy.ts'
import type { Target } from '../../types.ts'
import { fixedText } from '../number-text.ts'
import { printable } from '../printable.ts'

/** What the words and signs of a report mean, for the kind of target it has. */
export function legend(target: Target | null, { event, total }: BinningTable): string[] {
  if (target === null) return []
  const name = target.name === null ? 'the target' : printable(target.name)
  if (target.kind === 'numeric') {
    return [`● is the mean of ${name} in a line, ─ its standard deviation to both sides, │ the mean of all rows.`]
  }
  if (event === null) {
    const most = fixedText(entropy(total.classes ?? []), 2)
    return [`Bits measure the doubt about ${name}: ${most} when nothing is known, 0 when it is certain.`]
  }
  const what = target.name === null ? printable(event) : `${name} = ${printable(event)}`
  return [
    `rate: part of the rows with ${what}. WoE: above 0 where that is more frequent than overall, below 0 where rarer.`,
    'IV: how much a line tells; the total is called weak up to 0.1, medium up to 0.3, strong above.',
  ]
}
