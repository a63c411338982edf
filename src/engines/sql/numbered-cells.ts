import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { Grid } from './grids.ts'
import { onto } from './wide-sums.ts'

type Steps = Extract<Grid, { readonly kind: 'steps' }>

/** The number of what lies above all steps, as infinity does. */
const ABOVE = 2 ** 52

/**
 * The rows of a query, which have the number i of a column and its value v, with the number of the cell that v is in; each
 * column has a grid of its own. NULL where that is null, or one of values.
 */
export function numbered(
  rows: string,
  kept: readonly string[],
  { as, grids }: { readonly as: string; readonly grids: readonly (Grid | null)[] },
  dialect: EngineDialect,
): string {
  const byStep = grids.flatMap((grid, i) => (grid?.kind === 'steps' ? [[i, grid] as const] : []))
  const byBits = grids.flatMap((grid, i) => (grid?.kind === 'bits' ? [[i, grid.shift] as const] : []))
  const steps = (x: string): string => {
    const cases = byStep.map(([i, grid]) => `WHEN i = ${i} THEN ${stepSql(x, grid, dialect)}`)
    return cases.length === 0 ? 'NULL' : `CASE ${cases.join(' ')} END`
  }
  if (byBits.length === 0) return onto(rows, [...kept, 'v'], { [as]: steps('v') })
  const shift = `CASE ${byBits.map(([i, own]) => `WHEN i = ${i} THEN ${own}`).join(' ')} END`
  const marked = onto(rows, [...kept, 'v'], { x: 'v', s: shift })
  // Bits are costly in some databases: only where they are asked for.
  const some = onto(marked, [...kept, 'x', 's'], { v: 'CASE WHEN s IS NULL THEN NULL ELSE x END' })
  const keyed = dialect.withCells(some, [...kept, 'x'])
  const number = byStep.length === 0 ? 'k' : `CASE WHEN v IS NULL THEN ${steps('x')} ELSE k END`
  const named = onto(keyed, [...kept, 'x'], { kerf_k: number })
  return onto(named, kept, { v: 'x', [as]: 'kerf_k' })
}

/** The number of a step as SQL: below 0 and above all steps for what lies outside. */
export function stepSql(x: string, { from, to, perUnit }: Steps, { double, whole }: EngineDialect): string {
  const step = whole(`floor((${x} - ${double(from)}) * ${double(perUnit)})`)
  return `CASE WHEN ${x} < ${double(from)} THEN -1 WHEN ${x} > ${double(to)} THEN ${ABOVE} ELSE ${step} END`
}
