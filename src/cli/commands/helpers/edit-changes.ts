import { type Binning, type CategoryColumn, type Column, hasCuts } from '../../../binning/binning.ts'
import type { Change } from '../../../binning/use/edit.ts'
import { suggest } from '../../../util/suggest.ts'
import { UsageError } from '../../exit.ts'
import { parseList, parseNumbers } from '../../flags/parse-flags.ts'

/** Flags that change a column. */
export interface EditChanges {
  readonly column: string
  readonly add?: string
  readonly remove?: string
  readonly move?: string
  readonly to?: string
  readonly merge?: string
  readonly split?: string
  readonly unseen?: string
  readonly name?: string
  readonly round?: string
}

const CHANGES = ['add', 'remove', 'move', 'merge', 'split', 'unseen', 'round', 'name'] as const

/** Refuses what is wrong whatever the column holds. */
export function checkEdit(flags: EditChanges): void {
  if ((flags.move === undefined) !== (flags.to === undefined)) throw new UsageError('--move and --to go together')
  if (CHANGES.some((name) => flags[name] !== undefined)) return
  const names = CHANGES.map((name) => `--${name}`)
  throw new UsageError(`edit needs one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`)
}

/** The changes that flags ask of a column, one after the other; names come last, since bins get them after all others. */
export function changesOf(column: Column, flags: EditChanges): Change[] {
  const named: Change[] = flags.name === undefined ? [] : [{ column: column.name, name: namesOf(flags.name) }]
  return [...(hasCuts(column) ? cutChanges(flags) : groupChanges(column, flags)), ...named]
}

/** Names may be empty, which takes one away; a comma inside of one is written `\,`. */
function namesOf(text: string): string[] {
  return text.split(/(?<!\\),/).map((name) => name.replaceAll(String.raw`\,`, ','))
}

/** Refuses names that are not one for each bin: most often, a comma inside of one was taken for its end. */
export function checkNames({ columns }: Binning, change: Change): void {
  if (!('name' in change)) return
  const bins = columns.find(({ name }) => name === change.column)?.bins.length ?? 0
  if (change.name.length === bins) return
  const given = change.name.map((name) => JSON.stringify(name)).join(', ')
  throw new UsageError(
    String.raw`--name takes ${bins} names for the bins of ${change.column}, got ${change.name.length}: ${given}; a comma inside of a name is written \,`,
  )
}

function cutChanges(flags: EditChanges): Change[] {
  const { column, move, to, merge } = flags
  refuse(flags, ['split', 'unseen'], 'is for groups of levels, and the column has cuts')
  const changes: Change[] = [
    ...parseNumbers('--remove', flags.remove ?? '').map((remove) => ({ column, remove })),
    ...parseNumbers('--add', flags.add ?? '').map((add) => ({ column, add })),
  ]
  if (move !== undefined && to !== undefined) {
    changes.push({ column, move: parseNumbers('--move', move)[0], to: parseNumbers('--to', to)[0] })
  }
  if (merge !== undefined) {
    const bins = parseNumbers('--merge', merge)
    if (bins.length !== 2)
      throw new UsageError(`--merge takes the first and the last bin, such as 2,3, got ${JSON.stringify(merge)}`)
    changes.push({ column, merge: [bins[0], bins[1]] })
  }
  return changes
}

/** Groups are counted as they are in the file: of several changes, those that keep the numbers come first. */
function groupChanges(groups: CategoryColumn, flags: EditChanges): Change[] {
  const { column, move, to, merge, split, unseen } = flags
  refuse(
    flags,
    ['add', 'remove', 'round'],
    'is for cuts, and the column has groups of levels; see --move, --merge and --split',
  )
  const given = [move, merge, split].filter((text) => text !== undefined)
  if (given.length > 1) throw new UsageError('--move, --merge and --split number groups anew; give one at a time')
  const changes: Change[] = []
  if (unseen !== undefined) {
    const policy = unseen === 'missing' || unseen === 'error' ? unseen : groupOf('--unseen', groups, unseen)
    changes.push({ column, unseen: policy })
  }
  if (move !== undefined && to !== undefined) {
    const goal = to === 'new' ? groups.bins.length : groupOf('--to', groups, to)
    changes.push({ column, move: parseList(move), to: goal })
  }
  if (merge !== undefined) {
    changes.push({ column, merge: parseList(merge).map((group) => groupOf('--merge', groups, group)) })
  }
  if (split !== undefined) changes.push({ column, split: groupOf('--split', groups, split) })
  return changes
}

/** The number of a group that is named by its number, its name or its label. */
function groupOf(flag: string, { bins }: CategoryColumn, text: string): number {
  const named = bins.findIndex(({ name, label }) => name === text || label === text)
  const number = /^\d+$/.test(text) ? Number(text) : named
  if (number >= 0 && number < bins.length) return number
  const known = bins.map(({ name, label }) => name ?? label)
  throw new UsageError(
    `${flag} takes a group from 0 to ${bins.length - 1} or its name, got ${JSON.stringify(text)}${suggest(text, known)}`,
  )
}

function refuse(flags: EditChanges, names: readonly (typeof CHANGES)[number][], why: string): void {
  const odd = names.find((name) => flags[name] !== undefined)
  if (odd !== undefined) throw new UsageError(`--${odd} ${why}`)
}
