import type { Target } from '../../src/index.ts'
import { classMarks } from '../../src/reports/index.ts'

/** A class as pictures show it: its fill, and its rows among counts by class. */
export interface ClassFill {
  /** name of the class; null where there are no classes */
  readonly name: string | null
  /** a pattern over a colour, so that classes can be told apart without colour */
  readonly fill: string
  readonly sizeOf: (classes: readonly number[] | undefined, all: number) => number
}

/** The classes of a target with the fills of the reports, the event first, "others" last; a single one without classes. */
export function classFills(target: Target | null, totals: readonly number[]): ClassFill[] {
  if (target?.kind !== 'class') return [{ name: null, fill: 'url(#k0)', sizeOf: (_, all) => all }]
  return classMarks(target, totals, Infinity).map(({ name, members, color }) => ({
    name,
    fill: `url(#k${color})`,
    sizeOf: (classes) => members.reduce((sum, i) => sum + (classes?.[i] ?? 0), 0),
  }))
}
