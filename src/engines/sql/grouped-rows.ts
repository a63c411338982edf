import { DataError } from '../../errors.ts'
import { limits } from '../../summaries/cells.ts'
import { ASIDE } from '../../summaries/tallies.ts'
import type { Cells, LeftOut, Tallies, Target } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { NumbersAsked } from '../engine.ts'
import { type Grid, inOneCell, shiftIn } from './grids.ts'
import type { GridCells } from './known-cells.ts'
import type { Measures } from './measures.ts'
import { gridConstants, numbered } from './numbered-cells.ts'
import type { SqlConnection } from './sql-table.ts'
import { onto } from './wide-sums.ts'

/** A number column whose rows are grouped by cell. */
export interface GroupedColumn extends NumbersAsked {
  /** its values as doubles over the rows of the table */
  readonly number: string
  /** the cells that its values are put into */
  readonly grid: Grid
  /** only rows in these cells; default all */
  readonly only?: readonly GridCells[] | undefined
}

/** Where rows come from, and what is measured of them. */
export interface GroupedRows {
  readonly from: string
  /** whether there are so few of them that counts fit into 32 bits, which is less to bring here */
  readonly areFew: boolean
  /** the class of a row: NULL without a label, −1 without weight; over the columns of `given` */
  readonly code: string
  /** what `code` and the layers of the measures look at, as SQL over the table by name */
  readonly given: Readonly<Record<string, string>>
  readonly measures: Measures
}

/**
 * One query that counts the rows of several columns by class and cell: whose they are, how many, smallest and largest value,
 * and what is added up besides. The number of a cell is not asked for: its values tell it.
 */
export function groupsSql(rows: GroupedRows, columns: readonly GroupedColumn[], dialect: EngineDialect): string {
  const { measures } = rows
  const xs = Object.fromEntries(columns.map(({ number }, i) => [`x${i}`, number]))
  const grids = columns.map(({ grid }) => grid)
  const asked = askedGrids(columns)
  const constants = [
    gridConstants(grids, 'g', dialect),
    ...asked.map((own, at) => gridConstants(own, `${at}`, dialect)),
  ]
  const spread = dialect.spread(codedRows(rows, xs), ['c', ...measures.kept], {
    values: Object.keys(xs),
    constants: Object.assign({}, ...constants) as Record<string, readonly string[]>,
  })
  const names = [...measures.kept, 'i', ...constants.flatMap(Object.keys)]
  const counted = onto(spread, ['c', ...names], { v: 'CASE WHEN c >= 0 THEN v END' })
  const apart = apartSql(columns, dialect)
  const marked = apart === null ? counted : onto(counted, ['c', ...names, 'v'], { a: apart })
  const kept = ['c', ...names, ...(apart === null ? [] : ['a'])]
  const some = onlySome(columns, { rows: marked, kept, asked }, dialect)
  const { query, by } = inCells(some, grids, kept, dialect)
  const rowCount = `CAST(count(*) AS ${rows.areFew ? dialect.types.integer : dialect.types.double})`
  const ends = isByValue(columns) ? ['min(v)'] : ['min(v)', 'max(v)']
  const selected = [whoseSql(measures, dialect), rowCount, ...ends, ...measures.sums]
  const named = selected.map((sql, at) => `${sql} AS r${at}`)
  const groups = ['i', 'c', ...(apart === null ? [] : ['a']), ...by]
  return `SELECT ${named.join(', ')} FROM (${query}) AS kerf_cells GROUP BY ${groups.join(', ')}`
}

/** The rows with what tells their cells apart: its number k, or the value itself. */
function inCells(
  rows: string,
  grids: readonly Grid[],
  kept: readonly string[],
  dialect: EngineDialect,
): { readonly query: string; readonly by: readonly string[] } {
  if (grids.every(({ kind }) => kind === 'values')) return { query: rows, by: ['v'] }
  const query = numbered(rows, kept, { as: 'k', grids, level: 'g' }, dialect)
  const byValue = grids.flatMap(({ kind }, i) => (kind === 'values' ? [i] : []))
  if (byValue.length === 0) return { query, by: ['k'] }
  const value = `CASE WHEN i IN (${byValue.join(', ')}) THEN v END`
  return { query: onto(query, [...kept, 'v', 'k'], { u: value }), by: ['k', 'u'] }
}

/** The grids whose cells are asked for, column by column: the first of each, then the second … */
function askedGrids(columns: readonly GroupedColumn[]): (Grid | null)[][] {
  const most = Math.max(...columns.map(({ only = [] }) => only.length))
  return Array.from({ length: most }, (_, at) => columns.map(({ only = [] }) => only[at]?.grid ?? null))
}

/** Whether every group has one value, so that the largest is the smallest. */
function isByValue(columns: readonly GroupedColumn[]): boolean {
  return columns.every(({ grid }) => grid.kind === 'values')
}

/** Column and class of a group in one small number; classes are those of the target, or one, after no label and no weight. */
function whoseSql({ target }: Measures, dialect: EngineDialect): string {
  return `CAST(i * ${standings(target)} + coalesce(c, -2) + 2 AS ${dialect.types.integer})`
}

function standings(target: Target | null): number {
  return (target?.kind === 'class' ? target.classes.length : 1) + 2
}

/** The rows of a table with some columns by name, their class c, and the parts of what is measured. */
export function codedRows(
  { from, code, given, measures }: GroupedRows,
  columns: Readonly<Record<string, string>>,
): string {
  const all = { ...given, ...columns }
  const selected = Object.entries(all).map(([name, sql]) => `${sql} AS ${name}`)
  let rows = `SELECT ${selected.length === 0 ? '1 AS one' : selected.join(', ')} FROM ${from}`
  let kept = Object.keys(all)
  for (const added of [{ c: code }, ...measures.layers]) {
    rows = onto(rows, kept, added)
    kept = [...new Set([...kept, ...Object.keys(added)])]
  }
  return rows
}

/** Codes that are set aside, each in a group of its own; null without any. */
function apartSql(columns: readonly GroupedColumn[], dialect: EngineDialect): string | null {
  const cases = columns.flatMap(({ specialCodes, missingCodes }, i) =>
    [...specialCodes, ...missingCodes].map((code) => `i = ${i} AND v = ${dialect.double(code)}`),
  )
  if (cases.length === 0) return null
  return `CASE ${cases.map((test, at) => `WHEN ${test} THEN ${at + 1}`).join(' ')} ELSE 0 END`
}

/** Only the rows in cells that are asked for, where some are: column and cell are looked up as one number. */
function onlySome(
  columns: readonly GroupedColumn[],
  {
    rows,
    kept,
    asked,
  }: { readonly rows: string; readonly kept: readonly string[]; readonly asked: readonly (Grid | null)[][] },
  dialect: EngineDialect,
): string {
  if (columns.every(({ only }) => only === undefined)) return rows
  let found = rows
  const names = [...kept]
  const tests = asked.map((grids, at) => {
    found = numbered(found, names, { as: `k${at}`, grids, level: `${at}` }, dialect)
    names.push(`k${at}`)
    const numbers = columns.flatMap(({ only }, i) =>
      (only?.[at]?.numbers ?? []).map((number) => number * BigInt(columns.length) + BigInt(i)),
    )
    return `k${at} * ${columns.length} + i IN (${numbers.join(', ')})`
  })
  const where = tests.length === 0 ? '1 = 0' : tests.join(' OR ')
  const { wall } = dialect
  const some = wall === null ? found : onto(found, [...names, 'v'], { kerf_wall: wall })
  const stays = wall === null ? where : `kerf_wall >= 0 AND (${where})`
  return `SELECT ${[...kept, 'v'].join(', ')} FROM (${some}) AS kerf_some WHERE ${stays}`
}

/** The groups of one column, one below the other. */
export class Groups {
  readonly codes: number[] = []
  readonly rows: number[] = []
  readonly lo: number[] = []
  readonly hi: number[] = []
  readonly sums: bigint[][] = []

  add(code: number, rows: number, [lo, hi]: readonly [number, number], sums: readonly bigint[]): void {
    this.codes.push(code)
    this.rows.push(rows)
    this.lo.push(lo + 0)
    this.hi.push(hi + 0)
    if (sums.length > 0) this.sums.push([...sums])
  }
}

/** Asks for groups, column by column. */
export async function readGroups(
  connection: SqlConnection,
  rows: GroupedRows,
  columns: readonly GroupedColumn[],
): Promise<Groups[]> {
  const groups = columns.map(() => new Groups())
  const sql = groupsSql(rows, columns, connection.dialect)
  const each = standings(rows.measures.target)
  const add = (whose: number, count: number, ends: readonly [number, number], sums: readonly bigint[]): void => {
    const code = (whose % each) - 2
    groups[Math.floor(whose / each)].add(code === -2 ? Number.NaN : code, count, ends, sums)
  }
  const none: readonly bigint[] = []
  if (rows.measures.sums.length === 0) {
    for await (const { size, columns: found } of connection.numbers(sql)) {
      const [whose, counts, lo, hi = lo] = found
      for (let at = 0; at < size; at++) add(whose[at], counts[at], [lo[at], hi[at]], none)
    }
    return groups
  }
  const number = (value: unknown): number => (value === null ? Number.NaN : Number(value))
  const sumsAt = isByValue(columns) ? 3 : 4
  for await (const found of connection.columns(sql)) {
    const [whose, counts, lo, hi] = found
    for (const at of whose.keys()) {
      const wide = found.slice(sumsAt).map((list) => BigInt((list[at] ?? 0) as string))
      const low = number(lo[at])
      add(Number(whose[at]), Number(counts[at]), [low, sumsAt === 3 ? low : number(hi[at])], wide)
    }
  }
  return groups
}

/** What a column's groups come to. */
export interface GroupedCells {
  readonly cells: Cells
  readonly aside: Tallies
  readonly leftOut: LeftOut
  /** all rows that were seen, also those that are left out */
  readonly seen: number
}

/** Cells from groups: those of one cell are joined, whatever their class. */
export function cellsOf(groups: Groups, column: GroupedColumn, measures: Measures): GroupedCells {
  const { codes, rows, lo, hi, sums } = groups
  const { specialCodes, missingCodes, grid } = column
  const specials = new Map(specialCodes.map((code, at) => [code, ASIDE.special + at]))
  for (const code of missingCodes) specials.set(code, ASIDE.missing)
  const aside = measures.tally()
  const leftOut = { unlabelled: 0, weightless: 0 }
  const counted: number[] = []
  let seen = 0
  for (const [at, code] of codes.entries()) {
    seen += rows[at]
    if (Number.isNaN(code)) leftOut.unlabelled += rows[at]
    else if (code < 0) leftOut.weightless += rows[at]
    else {
      const slot = asideSlot(lo[at], specials)
      // Beyond the ends there were only infinities when the table was first looked at.
      if (Math.abs(lo[at]) === Infinity && hi[at] !== lo[at]) throw changed(column.name, lo[at], hi[at])
      if (slot === null) counted.push(at)
      else aside.add(slot, code, rows[at], sums[at])
    }
  }
  counted.sort((a, b) => lo[a] - lo[b])
  const tally = measures.tally()
  const [from, to]: [number[], number[]] = [[], []]
  for (const at of counted) {
    if (!inOneCell(grid, lo[at], hi[at])) throw changed(column.name, lo[at], hi[at])
    let cell = from.length - 1
    if (cell < 0 || !inOneCell(grid, from[cell], lo[at])) {
      cell++
      from.push(lo[at])
      to.push(hi[at])
    } else if (hi[at] > to[cell]) to[cell] = hi[at]
    tally.add(cell, codes[at], rows[at], sums[at])
  }
  const size = from.length
  const tallies = tally.tallies(Array.from({ length: size }, (_, cell) => cell))
  const slots = Array.from({ length: ASIDE.special + specialCodes.length }, (_, slot) => slot)
  const ends = limits(Float64Array.from(from), Float64Array.from(to))
  return { cells: { size, shift: shiftIn(grid), ...ends, tallies }, aside: aside.tallies(slots), leftOut, seen }
}

/** Values in a cell that cannot hold both: they lie where there were none. */
function changed(column: string, lo: number, hi: number): DataError {
  return new DataError(
    `column "${column}": the rows changed while they were counted, there are now values from ${lo} to ${hi} in one cell; run it again`,
    { column },
  )
}

/** The slot of what is no value of a cell; null for the others. */
function asideSlot(value: number, specials: ReadonlyMap<number, number>): number | null {
  if (Number.isNaN(value)) return ASIDE.missing
  if (value === Infinity) return ASIDE.above
  if (value === -Infinity) return ASIDE.below
  return specials.get(value) ?? null
}
