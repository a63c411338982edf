import { ArgumentError } from '../../errors.ts'
import { leftOutNotes } from '../../discretizers/discretize.ts'
import { TallyWriter } from '../../summaries/tallies.ts'
import type { CategorySummary } from '../../types.ts'
import { show } from '../../util/check.ts'
import type { CategoryBin, CategoryColumn, Counted, Unseen } from '../binning.ts'
import { addCounted, countedSlot, emptyBinNotes, zeroLike } from '../count-bins.ts'
import { countLevels, type LevelReference } from '../reference.ts'
import {
  followGroup,
  type LevelGroup,
  mergeGroups,
  moveLevels,
  sameLevels,
  splitGroup,
  tellGroups,
} from './level-groups.ts'
import { withName } from './name-bins.ts'
import { splitCounted } from './regroup.ts'

/** A change by hand to the groups of a category column; groups are numbered from 0. */
export type LevelChange = {
  /** name of the column */
  readonly column: string
} & (
  | {
      /** levels to move */
      readonly move: readonly string[]
      /** the group they go to; the number of groups for a new one */
      readonly to: number
    }
  | {
      /** groups to make one */
      readonly merge: readonly number[]
    }
  | {
      /** the group whose levels become groups of their own */
      readonly split: number
    }
  | {
      /** what becomes of levels that the fit did not see: as missing values, refused, or a group */
      readonly unseen: 'missing' | 'error' | number
    }
)

/** The groups after a change; levels and groups that are not there are refused. */
function changedGroups(by: string, column: CategoryColumn, change: LevelChange): LevelGroup[] {
  if ('merge' in change) {
    if (!Array.isArray(change.merge)) {
      throw new ArgumentError(`${by}: merge must be a list of groups, got ${show(change.merge)}`, {
        code: 'wrong-type',
      })
    }
    return mergeGroups(by, column.bins, change.merge)
  }
  if ('split' in change) return splitGroup(by, column.bins, change.split)
  return 'move' in change ? moveLevels(by, column.bins, change.move, change.to) : [...column.bins]
}

/** What is said of a change. */
function messageOf(column: CategoryColumn, change: LevelChange, groups: readonly LevelGroup[]): string {
  const called = ({ name, label }: CategoryBin): string => name ?? label
  if ('move' in change) {
    const old = column.bins[change.to]
    const gone = old === undefined || !groups.some(({ levels }) => old.levels.some((level) => levels.includes(level)))
    const to = gone ? 'a group of their own' : called(old)
    return `levels ${change.move.join(', ')} moved to ${to} by hand`
  }
  if ('split' in change) return `group ${called(column.bins[change.split])} split into its levels by hand`
  const numbers = 'merge' in change ? [...new Set(change.merge)].toSorted((a, b) => a - b) : []
  return `groups ${numbers.map((i) => called(column.bins[i])).join(' and ')} merged by hand`
}

/**
 * A category column after a change by hand, counted from what is saved: exact where whole groups stay together or the
 * rows of a level are known, else levels are taken to share the rows of their group evenly. O(levels).
 */
export function editLevels(by: string, column: CategoryColumn, change: LevelChange): CategoryColumn {
  if ('unseen' in change) return withUnseen(by, column, change.unseen)
  const groups = changedGroups(by, column, change)
  const known = new Map(column.bins.flatMap((bin) => [...levelCounts(bin, column.reference)]))
  const empty = zeroLike(column.missing)
  let exact = true
  const parts = groups.map(({ levels }) => {
    const own = new Set(levels)
    const pieces = column.bins.flatMap((bin): Counted[] => {
      if (bin.levels.every((level) => own.has(level))) return [bin]
      return bin.levels
        .filter((level) => own.has(level))
        .map((level) => {
          const { counted, sure } = known.get(level)!
          if (!sure) exact = false
          return counted
        })
    })
    return pieces.map(plain).reduce(addCounted, empty)
  })
  const { labels, names } = tellGroups(groups, (level) => known.get(level)?.counted.count ?? 0)
  const bins = groups.map(({ levels }, i) => withName<CategoryBin>({ label: labels[i], levels, ...parts[i] }, names[i]))
  const notes = [
    ...column.notes.filter(({ code }) => code !== 'empty-bins'),
    { code: 'edited', message: messageOf(column, change, groups) },
    ...emptyBinNotes(bins),
    ...(exact || !column.countsExact ? [] : [ESTIMATED]),
  ]
  return { ...withFollowed(column, groups), bins, countsExact: column.countsExact && exact, notes }
}

const ESTIMATED = {
  code: 'estimated',
  message: 'counts of levels that were taken from a group are estimated; give the rows (--data) to count them',
}

/** The fields of a count, without the rest of the bin. */
function plain({ count, weight, classes, sum, sumSquares }: Counted): Counted {
  return {
    count,
    ...(weight === undefined ? {} : { weight }),
    ...(classes === undefined ? {} : { classes }),
    ...(sum === undefined ? {} : { sum, sumSquares }),
  }
}

/** What each level of a bin holds: its own cell of the reference, or an even share of what those leave. */
function levelCounts(
  bin: CategoryBin,
  reference: LevelReference | undefined,
): Map<string, { readonly counted: Counted; readonly sure: boolean }> {
  const own = bin.levels.map((level) => {
    const cell = reference?.levels.indexOf(level) ?? -1
    return cell < 0 ? null : cellOf(reference!, cell)
  })
  const rest = own.reduce<Counted>((left, counted) => (counted === null ? left : minus(left, counted)), plain(bin))
  // A file whose cells hold more than its bins cannot tell one from the other.
  const odd = rest.count < 0 || (rest.classes ?? []).some((count) => count < 0)
  const open = odd ? bin.levels.length : own.filter((counted) => counted === null).length
  const shares =
    open === 0
      ? []
      : splitCounted(
          odd ? plain(bin) : rest,
          Array.from({ length: open }, () => 1 / open),
          { ends: false },
        )
  return new Map(
    bin.levels.map((level, i) => {
      const counted = odd ? null : own[i]
      return [level, { counted: counted ?? shares.shift()!, sure: counted !== null || (open === 1 && !odd) }]
    }),
  )
}

function cellOf({ counts, weights, classes, sums, sumSquares }: LevelReference, cell: number): Counted {
  return {
    count: counts[cell],
    ...(weights === undefined ? {} : { weight: weights[cell] }),
    ...(classes === undefined ? {} : { classes: classes.map((own) => own[cell]) }),
    ...(sums === undefined || sumSquares === undefined ? {} : { sum: sums[cell], sumSquares: sumSquares[cell] }),
  }
}

function minus(from: Counted, less: Counted): Counted {
  const turned = {
    count: -less.count,
    ...(less.weight === undefined ? {} : { weight: -less.weight }),
    ...(less.classes === undefined ? {} : { classes: less.classes.map((count) => -count) }),
    ...(less.sum === undefined ? {} : { sum: -less.sum, sumSquares: -(less.sumSquares ?? 0) }),
  }
  return addCounted(from, turned)
}

/** Policies that send values to a group follow its levels. */
function withFollowed(column: CategoryColumn, groups: readonly LevelGroup[]): CategoryColumn {
  const { missing, unseen } = column
  const moved = (bin: number | null): number | null =>
    bin === null ? null : followGroup(column.bins[bin].levels, groups)
  return {
    ...column,
    missing: { ...missing, bin: moved(missing.bin) },
    ...(unseen === undefined ? {} : { unseen: { ...unseen, bin: moved(unseen.bin) } }),
  }
}

/** A category column with what becomes of levels that were not seen. */
function withUnseen(by: string, column: CategoryColumn, asked: 'missing' | 'error' | number): CategoryColumn {
  const most = column.bins.length - 1
  if (asked !== 'missing' && asked !== 'error' && !(Number.isInteger(asked) && asked >= 0 && asked <= most)) {
    throw new ArgumentError(`${by}: unseen must be missing, error or a group from 0 to ${most}, got ${show(asked)}`, {
      code: 'out-of-range',
    })
  }
  const { unseen: _, ...rest } = column
  if (asked === 'missing') return rest
  const unseen: Unseen = asked === 'error' ? { policy: 'error', bin: null } : { policy: 'bin', bin: asked }
  return { ...rest, unseen }
}

/** A category column with other groups, counted on a summary; levels that the groups do not have count as missing. O(levels). */
export function groupedColumn(
  column: CategoryColumn,
  groups: readonly LevelGroup[],
  summary: CategorySummary,
): CategoryColumn {
  const { levels, tallies, aside, target, weighted, leftOut } = summary
  const slotOf = new Map(groups.flatMap((group, slot) => group.levels.map((level) => [level, slot])))
  const writer = new TallyWriter(groups.length + 1, tallies.channels)
  const rows = new Map<string, number>()
  for (const [i, level] of levels.entries()) {
    writer.addSlot(slotOf.get(level) ?? groups.length, tallies, i)
    rows.set(level, tallies.rows[i])
  }
  writer.addSlot(groups.length, aside, 0)
  const sums = writer.finish()
  const { labels, names } = tellGroups(groups, (level) => rows.get(level) ?? 0)
  const counted = (slot: number): Counted => countedSlot(sums, slot, target, weighted)
  const same =
    column.bins.length === groups.length && column.bins.every((own, i) => sameLevels(own.levels, groups[i].levels))
  const followed = withFollowed(column, groups)
  const { policy, bin, values } = followed.missing
  const { reference } = column
  return {
    ...followed,
    ...(reference === undefined ? {} : { reference: countLevels(summary, reference.levels) }),
    bins: groups.map((group, i) => {
      const own: CategoryBin = { label: same ? column.bins[i].label : labels[i], levels: group.levels, ...counted(i) }
      return withName(own, names[i])
    }),
    missing: { ...counted(groups.length), policy, bin, values },
    notes: [
      ...column.notes.filter(({ code }) => !ON_ROWS.has(code)),
      ...leftOutNotes(leftOut),
      ...(same ? [] : [EDITED]),
    ],
  }
}

const ON_ROWS = new Set(['unlabelled', 'weightless', 'unseen-levels', 'edited'])
const EDITED = { code: 'edited', message: 'levels grouped by hand' }
