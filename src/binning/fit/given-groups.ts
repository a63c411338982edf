import { ArgumentError } from '../../errors.ts'
import type { CategorySummary, Note } from '../../types.ts'
import { show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'
import type { CategoryColumn, Unseen } from '../binning.ts'
import { groupLabels } from '../group-labels.ts'
import { levelsColumn, type LevelsOptions } from '../level-columns.ts'

/** Groups of levels as a person gives them: lists, or lists by name. */
export type GivenGroups = readonly (readonly string[])[] | Readonly<Record<string, readonly string[]>>

/** What becomes of levels that the fit did not see: as missing values, refused, or a group by number or name. */
export type UnseenWanted = 'missing' | 'error' | number | (string & {})

/**
 * A category column in groups that a person gave. Levels in none of them are groups of their own; a level that no row has
 * stays in its group, since other rows may have it. O(levels).
 */
export function givenGroupsColumn(
  summary: CategorySummary,
  options: LevelsOptions,
  groups: GivenGroups,
): CategoryColumn {
  const given = readGroups(groups)
  const at = new Map(summary.levels.map((level, i) => [level, i]))
  const taken = new Set(given.flatMap(({ levels }) => levels))
  const others = summary.levels.filter((level) => !taken.has(level))
  const all = [...given, ...others.map((level) => ({ levels: [level], name: undefined }))]
  const indexes = all.map(({ levels }) => levels.flatMap((level) => at.get(level) ?? []))
  const rows = (level: string): number => summary.tallies.rows[at.get(level) ?? -1] ?? 0
  const labels = groupLabels(all.map(({ levels }) => levels.toSorted((a, b) => rows(b) - rows(a))))
  const told = all.map(({ name }, i) => name ?? labels[i])
  const twice = told.find((name, i) => told.indexOf(name) < i)
  if (twice !== undefined) {
    throw new ArgumentError(`fitTable: groups must be lists by names that no level has, got ${show(twice)} twice`, {
      code: 'wrong-type',
    })
  }
  const column = levelsColumn(summary, options, {
    groups: indexes,
    notes: [GIVEN, ...ownNotes(others), ...absentNotes([...taken].filter((level) => !at.has(level)))],
  })
  return {
    ...column,
    bins: column.bins.map((bin, i) => {
      const { levels, name } = all[i]
      const { label: _, levels: _l, ...counted } = bin
      return { label: labels[i], ...(name === undefined ? {} : { name }), levels, ...counted }
    }),
  }
}

const GIVEN: Note = { code: 'given-groups', message: 'levels grouped as given' }

/** Most levels that a note names. */
const MOST = 5

const listed = (levels: readonly string[]): string =>
  [...levels.slice(0, MOST), ...(levels.length > MOST ? ['…'] : [])].join(', ')

/** A level that no row has may be one that is misspelt. */
function absentNotes(levels: readonly string[]): Note[] {
  const message = `no row has ${levels.length === 1 ? 'the level' : 'the levels'} ${listed(levels)}, which the groups given name`
  return levels.length === 0 ? [] : [{ code: 'absent-levels', message }]
}

function ownNotes(others: readonly string[]): Note[] {
  const shown = listed(others)
  const message = `${others.length === 1 ? 'a level is in none of the groups given and is its' : `${others.length} levels are in none of the groups given and are their`} own: ${shown}`
  return others.length === 0 ? [] : [{ code: 'own-levels', message }]
}

function readGroups(groups: GivenGroups): { readonly levels: readonly string[]; readonly name: string | undefined }[] {
  const refuse = (rule: string, got: unknown): never => {
    throw new ArgumentError(`fitTable: groups must be ${rule}, got ${show(got)}`, { code: 'wrong-type' })
  }
  if (typeof groups !== 'object' || groups === null) refuse('lists of levels, or lists by name', groups)
  const entries: (readonly [string | undefined, readonly string[]])[] = Array.isArray(groups)
    ? groups.map((levels) => [undefined, levels])
    : Object.entries(groups)
  const seen = new Set<string>()
  return entries.map(([name, levels]) => {
    if (!Array.isArray(levels) || levels.length === 0) refuse('lists of at least one level', levels)
    for (const level of levels) {
      if (typeof level !== 'string' || level === '') refuse('lists of levels as text', level)
      if (seen.has(level)) refuse('lists that share no level', level)
      seen.add(level)
    }
    if (name !== undefined && name.trim() === '') refuse('lists by a name that is not empty', name)
    return { levels: [...levels], name }
  })
}

/** A category column with what becomes of levels that the fit did not see. */
export function withUnseenWanted(column: CategoryColumn, wanted: UnseenWanted | undefined): CategoryColumn {
  if (wanted === undefined || wanted === 'missing') return column
  if (wanted === 'error') return { ...column, unseen: { policy: 'error', bin: null } }
  const { bins } = column
  const named = bins.findIndex(({ name, label }) => name === wanted || label === wanted)
  const bin = typeof wanted === 'number' ? wanted : named
  if (!(Number.isInteger(bin) && bin >= 0 && bin < bins.length)) {
    const known = ['missing', 'error', ...bins.map(({ name, label }) => name ?? label)]
    const near = typeof wanted === 'string' ? suggest(wanted, known) : ''
    throw new ArgumentError(
      `fitTable: unseen must be missing, error, or a group of ${show(column.name)} from 0 to ${bins.length - 1} or by name, got ${show(wanted)}${near}`,
      { code: 'out-of-range', column: column.name },
    )
  }
  const unseen: Unseen = { policy: 'bin', bin }
  return { ...column, unseen }
}
