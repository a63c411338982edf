import type { NumberColumn } from '../../binning/binning.ts'
import { cutReasons } from '../reason-texts.ts'
import type { Screen } from './draw/screen.ts'
import { wrap } from '../text-width.ts'

/** Reasons that are told unless all are asked for. */
const MOST_REASONS = 6

/** One line per cut that says why it is there. A reason that all cuts share is told once. */
export function whyLines(column: NumberColumn, { style, width, verbose }: Screen): string[] {
  const reasons = cutReasons(column)
  if (reasons.length === 0) return []
  const put = (text: string): string[] => wrap(text, width - 2, '    ').map((line) => `  ${style.dim(line)}`)
  const [first] = reasons
  if (reasons.length > 1 && reasons.every(({ why }) => why === first.why)) {
    return put(`all ${reasons.length} cuts: ${first.why}`)
  }
  const told = verbose || reasons.length <= MOST_REASONS ? reasons : strongest(column).map((i) => reasons[i])
  const left = reasons.length - told.length
  return [
    ...told.flatMap(({ cut, why }) => put(`cut at ${cut}: ${why}`)),
    ...(left > 0 ? put(`… and ${left} ${hasMargins(column) ? 'weaker' : 'more'} cuts`) : []),
  ]
}

/** The cuts that clear their bars by most, in the order of the column; the first ones where there are no bars. */
function strongest({ reasons }: NumberColumn): number[] {
  const margin = (i: number): number => reasons[i]?.margin ?? -Infinity
  return reasons
    .map((_, i) => i)
    .toSorted((a, b) => compare(margin(b), margin(a)) || a - b)
    .slice(0, MOST_REASONS - 1)
    .toSorted((a, b) => a - b)
}

function hasMargins({ reasons }: NumberColumn): boolean {
  return reasons.some(({ margin }) => margin !== null)
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
