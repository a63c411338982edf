import { ArgumentError, DataError } from '../errors.ts'
import type { Note, NumberSummary, Summary } from '../types.ts'
import { show } from '../util/check.ts'
import { VERSION } from '../util/version.ts'
import { merge } from './merge.ts'
import type { SummaryColumn, SummaryTable } from './summary-table.ts'
import { calledAs } from '../util/called-as.ts'

/** Summaries of one site, day or shard, and what messages call them. */
export interface NamedSummaries {
  /** what messages call it: a site, a day, a file */
  readonly name: string
  /** its summaries */
  readonly table: SummaryTable
}

/**
 * The summaries of the rows of all, column by column, as if they had been read in one pass. All must have the same
 * columns, in any order, and the same target; a column without any value is of every kind. `source` is what the rows of
 * all are called from now on; default the names of their sources. O(cells).
 *
 *     // Two shops count their rows apart; together they are as good as one table.
 *     const both = mergeSummaries([{ name: 'Oslo', table: saved }, { name: 'Bergen', table: saved }])
 *     console.log(both.columns[0]?.summary.rows) // → 600
 */
export function mergeSummaries(sites: readonly NamedSummaries[], source?: string): SummaryTable {
  return calledAs('mergeSummaries', () => {
    if (sites.length === 0)
      throw new ArgumentError('mergeSummaries: sites must hold at least one table, got none', { code: 'out-of-range' })
    const [first, ...others] = sites
    for (const other of others) {
      checkSameColumns(first, other)
      checkWeights(first, other)
    }
    const columns = first.table.columns.map(({ name }) =>
      sites
        .map((site) => ({ source: site.name, column: columnOf(site.table, name) }))
        .reduce((a, b) => ({ source: a.source, column: mergeColumns(a, b) })),
    )
    const { weights } = first.table.created
    const rows = sites.reduce((sum, { table }) => sum + table.created.source.rows, 0)
    return {
      created: {
        kerf: VERSION,
        source: { name: source ?? joinNames(sites), rows },
        ...(weights === undefined ? {} : { weights }),
      },
      columns: columns.map(({ column }) => column),
      notes: joinNotes(sites),
    }
  })
}

function columnOf(table: SummaryTable, name: string): SummaryColumn {
  return table.columns.find((column) => column.name === name)!
}

function checkSameColumns(first: NamedSummaries, other: NamedSummaries): void {
  const [here, there] = [first, other].map(({ table }) => table.columns.map((column) => column.name))
  for (const [names, has, lacks, own] of [
    [here, first, other, there],
    [there, other, first, here],
  ] as const) {
    const gone = names.find((name) => !own.includes(name))
    if (gone === undefined) continue
    throw new DataError(
      `${lacks.name} has no column ${show(gone)}, but ${has.name} does; summarize the same columns, see --columns`,
      { code: 'not-alike', column: gone },
    )
  }
}

function checkWeights(first: NamedSummaries, other: NamedSummaries): void {
  const [here, there] = [first, other].map(({ table }) => table.created.weights)
  if (here === there) return
  const words = (weights: string | undefined): string =>
    weights === undefined ? 'no weights' : `weights ${show(weights)}`
  throw new DataError(`${first.name} was summarized with ${words(here)}, ${other.name} with ${words(there)}`, {
    code: 'not-alike',
  })
}

interface SourceColumn {
  readonly source: string
  readonly column: SummaryColumn
}

function mergeColumns(one: SourceColumn, other: SourceColumn): SummaryColumn {
  const { name } = one.column
  const where = `${one.source} and ${other.source}, column ${show(name)}`
  const [a, b] = [one.column, other.column]
  const decisive = a.kind === b.kind || !isEmpty(a.summary) ? a : b
  const [left, right] = [a, b].map((column) => asKind(column, decisive))
  if (left === null || right === null) {
    throw new DataError(`${where}: ${KIND_WORDS[a.kind]} in one, ${KIND_WORDS[b.kind]} in the other`, {
      code: 'not-alike',
      column: name,
    })
  }
  try {
    return { ...decisive, summary: merge<Summary>(left, right) }
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    throw new DataError(`${where}: ${error.message}`, { code: 'not-alike', column: name })
  }
}

/** What columns of a kind hold, in words. */
export const KIND_WORDS: Readonly<Record<SummaryColumn['kind'], string>> = {
  number: 'numbers',
  date: 'dates',
  boolean: 'truth values',
  category: 'texts',
}

/** Whether no value was given at all, so that the kind is only a guess. */
function isEmpty(summary: Summary): boolean {
  if (summary.kind === 'category') return summary.levels.length === 0
  return summary.cells.size === 0 && summary.aside.rows.every((count, slot) => slot === 0 || count === 0)
}

/** The summary as one of another kind, where it holds nothing but missing values; null where that cannot be. */
function asKind(column: SummaryColumn, like: SummaryColumn): Summary | null {
  const { summary, kind } = column
  if (kind === like.kind) return summary
  if (!isEmpty(summary)) return null
  const { aside, ...base } = summary
  const { channels } = aside
  const resize = (size: number): Summary['aside'] => ({
    size,
    channels,
    rows: Float64Array.of(aside.rows[0], ...new Float64Array(size - 1)),
    sums: Float64Array.of(...aside.sums.subarray(0, channels), ...new Float64Array((size - 1) * channels)),
    residues: aside.residues.map((left) =>
      Float64Array.of(...left.subarray(0, channels), ...new Float64Array((size - 1) * channels)),
    ),
  })
  const { rows, target, weighted, leftOut, notes } = base
  const shared = { rows, target, weighted, leftOut, notes }
  const none = { size: 0, channels, rows: new Float64Array(0), sums: new Float64Array(0), residues: [] }
  if (like.summary.kind === 'category')
    return { kind: 'category', ...shared, levels: [], tallies: none, aside: resize(1) }
  const { specialCodes, missingCodes } = like.summary
  const lo = new Float64Array(0)
  const numbers: NumberSummary = {
    kind: 'number',
    ...shared,
    min: Number.NaN,
    max: Number.NaN,
    distinct: 0,
    origin: 'counted',
    cells: { size: 0, shift: 0, lo, hi: lo, tallies: none },
    specialCodes,
    missingCodes,
    aside: resize(3 + specialCodes.length),
  }
  return numbers
}

/** The common name of the sources, or all of them, the first three in words. */
function joinNames(sites: readonly NamedSummaries[]): string | null {
  const names = [...new Set(sites.map(({ table, name }) => table.created.source.name ?? name))]
  return names.length <= 3 ? names.join(' + ') : `${names.slice(0, 3).join(' + ')} + ${names.length - 3} more`
}

/** What all of them say is said once; what some say, with their names. */
function joinNotes(sites: readonly NamedSummaries[]): Note[] {
  const found = new Map<string, { readonly note: Note; readonly names: string[] }>()
  for (const { name, table } of sites) {
    for (const note of table.notes) {
      const same = found.get(note.message)
      if (same === undefined) found.set(note.message, { note, names: [name] })
      else same.names.push(name)
    }
  }
  return [...found.values()].map(({ note, names }) =>
    names.length === sites.length ? note : { code: note.code, message: `${names.join(', ')}: ${note.message}` },
  )
}
