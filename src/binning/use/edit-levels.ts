import { ArgumentError } from '../../errors.ts'
import { leftOutNotes } from '../../discretizers/discretize.ts'
import { TallyWriter } from '../../summaries/tallies.ts'
import type { CategorySummary } from '../../types.ts'
import { show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'
import type { CategoryBin, CategoryColumn } from '../binning.ts'
import { countedSlot } from '../count-bins.ts'
import { groupLabels } from '../group-labels.ts'
import { countLevels } from '../reference.ts'
import { withName } from './name-bins.ts'

/** The levels of each group. */
export type LevelGroups = readonly (readonly string[])[]

/** Levels put into a group, or into a new one after the last; groups left empty go away. `by` is the function called. */
export function moveLevels(by: string, groups: LevelGroups, levels: readonly string[], to: number): LevelGroups {
  if (!Array.isArray(levels) || levels.length === 0) {
    throw new ArgumentError(`${by}: levels must be a list of levels, got ${show(levels)}`, { code: 'out-of-range' })
  }
  const known = groups.flat()
  const odd = levels.find((level) => !known.includes(level))
  if (odd !== undefined)
    throw new ArgumentError(`${by}: unknown level ${show(odd)}${suggest(odd, known)}`, { code: 'unknown-name' })
  if (!(Number.isInteger(to) && to >= 0 && to <= groups.length)) {
    throw new ArgumentError(`${by}: group must be a number from 0 to ${groups.length}, got ${show(to)}`, {
      code: 'out-of-range',
    })
  }
  const moving = new Set(levels)
  const left = groups.map((group) => group.filter((level) => !moving.has(level)))
  const goal = [...(left[to] ?? []), ...moving]
  return (to === left.length ? [...left, goal] : left.with(to, goal)).filter((group) => group.length > 0)
}

/** Groups made one, in the place of the first. */
export function mergeGroups(by: string, groups: LevelGroups, numbers: readonly number[]): LevelGroups {
  const wanted = new Set(numbers)
  const odd = [...wanted].find((number) => !(Number.isInteger(number) && number >= 0 && number < groups.length))
  if (wanted.size < 2 || odd !== undefined) {
    throw new ArgumentError(
      `${by}: groups must be two or more numbers from 0 to ${groups.length - 1}, got ${show(numbers)}`,
      { code: 'out-of-range' },
    )
  }
  const first = Math.min(...wanted)
  const joined = groups.flatMap((group, i) => (wanted.has(i) ? group : []))
  return groups.flatMap((group, i) => (i === first ? [joined] : wanted.has(i) ? [] : [group]))
}

/** A category column with other groups, counted on a summary; levels that the groups do not have count as missing. O(levels). */
export function groupedColumn(column: CategoryColumn, groups: LevelGroups, summary: CategorySummary): CategoryColumn {
  const { levels, tallies, aside, target, weighted, leftOut } = summary
  const slotOf = new Map(groups.flatMap((group, slot) => group.map((level) => [level, slot])))
  const writer = new TallyWriter(groups.length + 1, tallies.channels)
  const rows = new Map<string, number>()
  for (const [i, level] of levels.entries()) {
    writer.addSlot(slotOf.get(level) ?? groups.length, tallies, i)
    rows.set(level, tallies.rows[i])
  }
  writer.addSlot(groups.length, aside, 0)
  const sums = writer.finish()
  const commonest = (group: readonly string[]): string[] =>
    group.toSorted((a, b) => (rows.get(b) ?? 0) - (rows.get(a) ?? 0))
  const labels = groupLabels(groups.map(commonest))
  const counted = (slot: number): ReturnType<typeof countedSlot> => countedSlot(sums, slot, target, weighted)
  const same =
    column.bins.length === groups.length && column.bins.every(({ levels: own }, i) => sameSet(own, groups[i]))
  const { policy, bin, values } = column.missing
  const { reference } = column
  return {
    ...column,
    ...(reference === undefined ? {} : { reference: countLevels(summary, reference.levels) }),
    bins: groups.map((group, i) => {
      const own: CategoryBin = { label: same ? column.bins[i].label : labels[i], levels: group, ...counted(i) }
      return withName(own, column.bins.find((old) => sameSet(old.levels, group))?.name)
    }),
    missing: { ...counted(groups.length), policy, bin: bin === null ? null : follow(column, bin, groups), values },
    notes: [
      ...column.notes.filter(({ code }) => !ON_ROWS.has(code)),
      ...leftOutNotes(leftOut),
      ...(same ? [] : [EDITED]),
    ],
  }
}

const ON_ROWS = new Set(['unlabelled', 'weightless', 'unseen-levels', 'edited'])
const EDITED = { code: 'edited', message: 'levels grouped by hand' }

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((level) => b.includes(level))
}

/** Missing values sent to a group follow its levels: to where most of them are now. */
function follow(column: CategoryColumn, bin: number, groups: LevelGroups): number {
  const old = new Set(column.bins[bin].levels)
  const shared = groups.map((group) => group.filter((level) => old.has(level)).length)
  return shared.indexOf(Math.max(...shared))
}
