import { cellNumber, sameCell } from '../../summaries/cell-key.ts'

/**
 * How values are put into cells that are asked for: by their leading bits, which suits values of all sizes and makes cells that
 * merge with those of other tables; in steps of one width, which is cheaper and finer where values lie evenly; or each value
 * by itself.
 */
export type Grid =
  | { readonly kind: 'bits'; readonly shift: number }
  | { readonly kind: 'steps'; readonly from: number; readonly to: number; readonly perUnit: number }
  | { readonly kind: 'values' }

/** Steps are counted in whole numbers of at most this many bits. */
const MOST_STEP_BITS = 50

/** Numbers of cells of fewer bits have room beside the number of a column. */
const LEAST_SHIFT = 12

/** Steps between two ends; null where a double cannot hold how many there are to a unit. */
export function stepsBetween(from: number, to: number, most: number): Grid | null {
  const perUnit = most / (to - from)
  const isUsable = to - from < Infinity && perUnit < Number.MAX_VALUE / 2 ** MOST_STEP_BITS && perUnit > 1e-300
  return isUsable ? { kind: 'steps', from, to, perUnit } : null
}

/** Whether two values are in one cell. */
export function inOneCell(grid: Grid, a: number, b: number): boolean {
  if (a === b) return true
  if (grid.kind === 'bits') return sameCell(a, b, grid.shift)
  return grid.kind === 'steps' && stepOf(grid, a) === stepOf(grid, b)
}

/** The number of the cell that a value is in. */
export function cellIn(grid: Grid, value: number): bigint {
  if (grid.kind === 'values') throw new Error('values are in no cells')
  return grid.kind === 'bits' ? cellNumber(value, grid.shift) : BigInt(stepOf(grid, value))
}

/** The very steps that the database computes: doubles are subtracted and multiplied alike everywhere. */
function stepOf({ from, perUnit }: Extract<Grid, { kind: 'steps' }>, value: number): number {
  return Math.floor((value - from) * perUnit)
}

/** A grid whose cells are parts of those of another, 2^bits in each. */
export function finerGrid(grid: Grid, bits: number): Grid {
  if (grid.kind === 'values') return grid
  if (grid.kind === 'bits') {
    const shift = grid.shift - bits
    return shift < LEAST_SHIFT ? { kind: 'values' } : { kind: 'bits', shift }
  }
  const finer = { ...grid, perUnit: grid.perUnit * 2 ** bits }
  return (grid.to - grid.from) * finer.perUnit < 2 ** MOST_STEP_BITS ? finer : { kind: 'values' }
}

/** How many last bits of a double may differ within a cell, as summaries tell it. */
export function shiftIn(grid: Grid): number {
  return grid.kind === 'bits' ? grid.shift : grid.kind === 'values' ? 0 : 52
}
