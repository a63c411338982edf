import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { Grid } from './grids.ts'
import { onto } from './wide-sums.ts'

/** The number of what lies above all steps, as infinity does. */
const ABOVE = 2 ** 52

/** Grids of columns, one each or none, as constants that are spread with the columns: names end with `level`. */
export function gridConstants(
  grids: readonly (Grid | null)[],
  level: string,
  { double, types }: EngineDialect,
): Record<string, readonly string[]> {
  const none = `CAST(NULL AS ${types.double})`
  const steps = (pick: 'from' | 'to' | 'perUnit'): string[] =>
    grids.map((grid) => (grid?.kind === 'steps' ? double(grid[pick]) : none))
  const shifts = grids.map((grid) => (grid?.kind === 'bits' ? `${grid.shift}` : `CAST(NULL AS ${types.integer})`))
  return {
    ...(hasSteps(grids)
      ? { [`f${level}`]: steps('from'), [`t${level}`]: steps('to'), [`m${level}`]: steps('perUnit') }
      : {}),
    ...(hasBits(grids) ? { [`s${level}`]: shifts } : {}),
  }
}

const hasSteps = (grids: readonly (Grid | null)[]): boolean => grids.some((grid) => grid?.kind === 'steps')
const hasBits = (grids: readonly (Grid | null)[]): boolean => grids.some((grid) => grid?.kind === 'bits')

/**
 * The rows of a query, which have the value v of a column and the constants of its grid, with the number of the cell that v is
 * in as `as`. NULL where the column has no grid of cells.
 */
export function numbered(
  rows: string,
  kept: readonly string[],
  { as, grids, level }: { readonly as: string; readonly grids: readonly (Grid | null)[]; readonly level: string },
  dialect: EngineDialect,
): string {
  if (!hasBits(grids))
    return onto(rows, [...kept, 'v'], { [as]: hasSteps(grids) ? stepSql('v', level, dialect) : 'NULL' })
  // Bits are costly in some databases: only where they are asked for.
  const marked = onto(rows, [...kept, 'v'], { x: 'v', s: `s${level}` })
  const some = onto(marked, [...kept, 'x', 's'], { v: 'CASE WHEN s IS NULL THEN NULL ELSE x END' })
  const keyed = dialect.withCells(some, [...kept, 'x'])
  const number = hasSteps(grids) ? `CASE WHEN v IS NULL THEN ${stepSql('x', level, dialect)} ELSE k END` : 'k'
  const named = onto(keyed, [...kept, 'x'], { kerf_k: number })
  return onto(named, kept, { v: 'x', [as]: 'kerf_k' })
}

/**
 * The number of a step as SQL: below 0 and above all steps for what lies outside. Turned into a whole number in the end, when
 * nothing is infinite any more.
 */
function stepSql(x: string, level: string, { double, whole }: EngineDialect): string {
  const step = `floor((${x} - f${level}) * m${level})`
  return whole(
    `CASE WHEN ${x} < f${level} THEN ${double(-1)} WHEN ${x} > t${level} THEN ${double(ABOVE)} ELSE ${step} END`,
  )
}
