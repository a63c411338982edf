import { leftOutNotes } from '../../discretizers/discretize.ts'
import { DataError } from '../../errors.ts'
import type { SummaryTable } from '../../summaries/summary-table.ts'
import { channelCount, TallyWriter } from '../../summaries/tallies.ts'
import type { CategorySummary, NumberSummary, Summary, Tallies, Target } from '../../types.ts'
import { show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'
import { type Binning, type CategoryBin, type CategoryColumn, type Column, hasCuts } from '../binning.ts'
import { countedSlot } from '../count-bins.ts'
import { cellCounts, type LevelReference } from '../reference.ts'
import { withName } from './name-bins.ts'
import { lastingNotes, recountColumn, toldLevel, unseenMessage } from './recount.ts'

/**
 * The same bins counted on other rows, of which there are summaries: what `recount` gives of the rows themselves. The
 * summaries must have the special codes of the binning, and cells that reach over none of its cuts.
 */
export function recountSummaries(binning: Binning, table: SummaryTable): Binning {
  const found = table.columns[0].summary.target
  const target = found === null ? null : likeSaved(binning.target, found)
  const channelOf = target === null ? null : channelsOf(found!, target)
  const columns = binning.columns.map((column) => {
    const own = table.columns.find(({ name }) => name === column.name)
    if (own === undefined) throw new DataError(`recount: the summaries have no column ${show(column.name)}`)
    return recountSummary(column, { ...withTarget(own.summary, target, channelOf) })
  })
  const { rows } = table.created.source
  return { ...binning, created: { ...binning.created, source: { name: null, rows } }, target, columns }
}

function recountSummary(column: Column, summary: Summary): Column {
  if (hasCuts(column) === (summary.kind === 'number')) {
    return hasCuts(column)
      ? recountColumn(column, summary as NumberSummary)
      : recountLevels(column, summary as CategorySummary)
  }
  const held = summary.kind === 'number' ? 'numbers' : 'text'
  throw new DataError(
    `recount: column ${show(column.name)} holds ${held}, but the binning was fitted on other values`,
    {
      column: column.name,
    },
  )
}

/** The target as the binning has it: with all of its classes, also those that these rows do not have. */
function likeSaved(saved: Target | null, found: Target): Target {
  if (saved?.kind !== 'class' || found.kind !== 'class') return found
  const strange = found.classes.find((label) => !saved.classes.includes(label))
  if (strange !== undefined)
    throw new DataError(`recount: label ${show(strange)} is not in classes${suggest(strange, saved.classes)}`)
  return { ...saved, name: found.name }
}

/** Which channel of the saved target each channel is; null where they are the same. */
function channelsOf(found: Target, target: Target): number[] | null {
  if (found.kind !== 'class' || target.kind !== 'class') return null
  return found.classes.map((label) => target.classes.indexOf(label))
}

/** A summary counted by another order of classes, or with more of them. O(cells · classes). */
function withTarget(summary: Summary, target: Target | null, channelOf: readonly number[] | null): Summary {
  if (channelOf === null) return { ...summary, target }
  const turn = (from: Tallies): Tallies => {
    const writer = new TallyWriter(from.size, channelCount(target))
    for (let slot = 0; slot < from.size; slot++) writer.addSlot(slot, from, slot, channelOf)
    return writer.finish()
  }
  const aside = turn(summary.aside)
  if (summary.kind === 'category') return { ...summary, target, aside, tallies: turn(summary.tallies) }
  return { ...summary, target, aside, cells: { ...summary.cells, tallies: turn(summary.cells.tallies) } }
}

/** Levels the fit did not see are counted as missing. */
function recountLevels(column: CategoryColumn, summary: CategorySummary): CategoryColumn {
  const { target, weighted, leftOut } = summary
  const groups = column.bins.map(({ levels }) => levels)
  const { tallies, others } = tallyGroups(groups, summary, toldLevel(column))
  const { policy, bin, values } = column.missing
  const { reference } = column
  return {
    ...column,
    countsExact: true,
    bins: column.bins.map(({ label, levels, name }, i) =>
      withName<CategoryBin>({ label, levels, ...countedSlot(tallies, i, target, weighted) }, name),
    ),
    missing: { ...countedSlot(others, 0, target, weighted), policy, bin, values },
    ...(reference === undefined ? {} : { reference: recountReference(groups.flat(), reference, summary) }),
    notes: [...lastingNotes(column), ...leftOutNotes(leftOut), ...unseenNotes(column, summary)],
  }
}

/** Levels counted in groups; those in none go with the missing ones. */
function tallyGroups(
  groups: readonly (readonly string[])[],
  { levels, tallies, aside }: CategorySummary,
  told: (level: string | null) => string | null = (level) => level,
): { readonly tallies: Tallies; readonly others: Tallies } {
  const groupOf = new Map(groups.flatMap((list, group) => list.map((level) => [level, group])))
  const writer = new TallyWriter(groups.length, tallies.channels)
  const others = new TallyWriter(1, tallies.channels)
  others.addSlot(0, aside, 0)
  for (const [slot, level] of levels.entries()) {
    const group = groupOf.get(told(level)!)
    if (group === undefined) others.addSlot(0, tallies, slot)
    else writer.addSlot(group, tallies, slot)
  }
  return { tallies: writer.finish(), others: others.finish() }
}

/** The cells of the reference; levels the fit did not see are in none of them. */
function recountReference(
  known: readonly string[],
  { levels, counts }: LevelReference,
  summary: CategorySummary,
): LevelReference {
  const own = new Set(levels)
  const rest = counts.length > levels.length ? [known.filter((level) => !own.has(level))] : []
  const { tallies } = tallyGroups([...levels.map((level) => [level]), ...rest], summary)
  return { levels, ...cellCounts(tallies, summary.target, summary.weighted) }
}

function unseenNotes(column: CategoryColumn, { levels, tallies }: CategorySummary): Column['notes'] {
  const own = new Set(column.bins.flatMap((bin) => bin.levels))
  const unseen = levels.reduce((sum, level, slot) => sum + (own.has(level) ? 0 : tallies.rows[slot]), 0)
  return unseen === 0 ? [] : [{ code: 'unseen-levels', message: unseenMessage(unseen, column) }]
}
