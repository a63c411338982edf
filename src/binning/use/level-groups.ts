import { ArgumentError } from '../../errors.ts'
import { show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'
import { groupLabels } from '../group-labels.ts'

/** The levels of a group, and what a person called it. */
export interface LevelGroup {
  readonly levels: readonly string[]
  readonly name?: string | undefined
}

/** Levels put into a group, or into a new one after the last; groups left empty go away. `by` is the function called. */
export function moveLevels(
  by: string,
  groups: readonly LevelGroup[],
  levels: readonly string[],
  to: number,
): LevelGroup[] {
  if (!Array.isArray(levels) || levels.length === 0) {
    throw new ArgumentError(`${by}: levels must be a list of levels, got ${show(levels)}`, { code: 'out-of-range' })
  }
  const known = groups.flatMap((group) => group.levels)
  const odd = levels.find((level) => !known.includes(level))
  if (odd !== undefined)
    throw new ArgumentError(`${by}: unknown level ${show(odd)}${suggest(String(odd), known)}`, { code: 'unknown-name' })
  if (!(Number.isInteger(to) && to >= 0 && to <= groups.length)) {
    throw new ArgumentError(`${by}: group must be a number from 0 to ${groups.length}, got ${show(to)}`, {
      code: 'out-of-range',
    })
  }
  const moving = new Set(levels)
  const left = groups.map((group) => ({ ...group, levels: group.levels.filter((level) => !moving.has(level)) }))
  const goal = { ...left[to], levels: [...(left[to]?.levels ?? []), ...moving] }
  return (to === left.length ? [...left, goal] : left.with(to, goal)).filter((group) => group.levels.length > 0)
}

/** Groups made one, in the place of the first; it has no name, as it is none of those it was. */
export function mergeGroups(by: string, groups: readonly LevelGroup[], numbers: readonly number[]): LevelGroup[] {
  const wanted = new Set(numbers)
  const odd = [...wanted].find((number) => !(Number.isInteger(number) && number >= 0 && number < groups.length))
  if (wanted.size < 2 || odd !== undefined) {
    throw new ArgumentError(
      `${by}: groups must be two or more numbers from 0 to ${groups.length - 1}, got ${show(numbers)}`,
      { code: 'out-of-range' },
    )
  }
  const first = Math.min(...wanted)
  const joined = { levels: groups.flatMap((group, i) => (wanted.has(i) ? group.levels : [])) }
  return groups.flatMap((group, i) => (i === first ? [joined] : wanted.has(i) ? [] : [group]))
}

/** Every level of a group made a group of its own, in the place of the group. */
export function splitGroup(by: string, groups: readonly LevelGroup[], number: number): LevelGroup[] {
  if (!(Number.isInteger(number) && number >= 0 && number < groups.length)) {
    throw new ArgumentError(`${by}: split must be a number from 0 to ${groups.length - 1}, got ${show(number)}`, {
      code: 'out-of-range',
    })
  }
  const { levels } = groups[number]
  if (levels.length < 2) {
    throw new ArgumentError(`${by}: split must be a group of several levels, got one of ${show(levels[0])} alone`, {
      code: 'out-of-range',
    })
  }
  return groups.flatMap((group, i) => (i === number ? levels.map((level) => ({ levels: [level] })) : [group]))
}

/** Labels of groups, their commonest levels first, and names where no other group is called the same. */
export function tellGroups(
  groups: readonly LevelGroup[],
  rowsOf: (level: string) => number,
): { readonly labels: readonly string[]; readonly names: readonly (string | undefined)[] } {
  const labels = groupLabels(groups.map(({ levels }) => levels.toSorted((a, b) => rowsOf(b) - rowsOf(a))))
  const names = groups.map(({ name }, i) => {
    const others = groups.flatMap((other, j) => (j === i ? [] : [other.name ?? labels[j], labels[j]]))
    return name !== undefined && others.includes(name) ? undefined : name
  })
  return { labels, names }
}

/** Where what went to a group goes now: to where most of its levels are. */
export function followGroup(levels: readonly string[], groups: readonly LevelGroup[]): number {
  const old = new Set(levels)
  const shared = groups.map((group) => group.levels.filter((level) => old.has(level)).length)
  return shared.indexOf(Math.max(...shared))
}

/** Whether two groups hold the same levels. */
export function sameLevels(a: readonly string[], b: readonly string[]): boolean {
  const own = new Set(a)
  return a.length === b.length && b.every((level) => own.has(level))
}
