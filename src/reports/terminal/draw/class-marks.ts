import { eventClass } from '../../../summaries/mark-rows.ts'
import type { Target } from '../../../types.ts'
import { OTHERS } from './colours.ts'

/** A class with the colour or pattern it has all through a report. */
export interface ClassMark {
  readonly name: string
  /** its places in the target's classes: several for "others" */
  readonly members: readonly number[]
  readonly color: number
}

/**
 * The classes as a report shows them: at most `most` (counting "others", which stands last). Those with the largest
 * `totals` are kept, and a class has the same colour however many are kept. The event is always first.
 */
export function classMarks(target: Target & { kind: 'class' }, totals: readonly number[], most: number): ClassMark[] {
  const { classes } = target
  const event = eventClass(target)
  const all = classes.map((_, i) => i)
  const byTotal = all.toSorted(
    (a, b) => Number(classes[b] === event) - Number(classes[a] === event) || totals[b] - totals[a],
  )
  // Few classes keep the order they have in the target; of many, the largest come first.
  const few = classes.length <= OTHERS + 1
  const order = few ? all.toSorted((a, b) => Number(classes[b] === event) - Number(classes[a] === event)) : byTotal
  const colorOf = (i: number): number =>
    event !== null && classes.length === 2 && classes[i] !== event ? OTHERS : Math.min(OTHERS, order.indexOf(i))
  const limit = Math.min(most, few ? classes.length : OTHERS + 1)
  const kept = new Set(classes.length <= limit ? all : byTotal.slice(0, limit - 1))
  const shown = order.filter((i) => kept.has(i)).map((i) => ({ name: classes[i], members: [i], color: colorOf(i) }))
  const rest = order.filter((i) => !kept.has(i))
  return rest.length === 0 ? shown : [...shown, { name: `${rest.length} others`, members: rest, color: OTHERS }]
}

/** What the classes of a mark add up to. */
export function totalOf(mark: ClassMark, counts: readonly number[]): number {
  return mark.members.reduce((sum, i) => sum + counts[i], 0)
}
