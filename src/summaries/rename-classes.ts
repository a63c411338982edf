import { ArgumentError } from '../errors.ts'
import type { NumberSummary, Tallies, Target } from '../types.ts'
import { show } from '../util/check.ts'
import { sortLabels } from './mark-rows.ts'

/** Classes as a summary wants them, sorted, and the place each given one takes. */
export interface ClassOrder {
  readonly target: Target | null
  readonly order: readonly number[]
}

/** Sorts the classes of a target that names the classes of a live column in the order of their numbers. */
export function orderClasses(where: string, given: Target | null, kind: string, channels: number): ClassOrder {
  const got = given?.kind ?? 'none'
  if (got !== kind)
    throw new ArgumentError(`${where}: target must be of kind ${kind}, got ${got}`, { code: 'out-of-range' })
  if (given?.kind !== 'class') return { target: given, order: Array.from({ length: channels }, (_, c) => c) }
  if (given.classes.length !== channels || new Set(given.classes).size < channels) {
    throw new ArgumentError(
      `${where}: target must name ${channels} classes that all differ, got ${show(given.classes)}`,
      { code: 'out-of-range' },
    )
  }
  const classes = sortLabels(given.classes)
  const placeOf = new Map(classes.map((label, place) => [label, place]))
  return { target: { ...given, classes }, order: given.classes.map((label) => placeOf.get(label)!) }
}

/** A summary whose classes are numbers, with names given to them. O(cells · classes). */
export function renameClasses(summary: NumberSummary, given: Target | null): NumberSummary {
  const { channels } = summary.cells.tallies
  const { target, order } = orderClasses('LiveCells', given, summary.target?.kind ?? 'none', channels)
  if (order.every((place, c) => place === c)) return { ...summary, target }
  const turn = (tallies: Tallies): Tallies => ({
    ...tallies,
    sums: permute(tallies.sums, order),
    residues: tallies.residues.map((residue) => permute(residue, order)),
  })
  const { cells, aside } = summary
  return { ...summary, target, cells: { ...cells, tallies: turn(cells.tallies) }, aside: turn(aside) }
}

function permute(list: Float64Array, order: readonly number[]): Float64Array {
  const turned = new Float64Array(list.length)
  for (let base = 0; base < list.length; base += order.length) {
    for (let c = 0; c < order.length; c++) turned[base + order[c]] = list[base + c]
  }
  return turned
}
