import type { DesignSpread } from '../../measures/psi.ts'
import type { Counted } from '../binning.ts'
import { meanOne, weightOf } from './row-evidence.ts'

/** The design effects of the weights of both sides: 1 where rows have none, or all the same. */
export interface DesignSides {
  readonly before: number
  readonly now: number
}

/** Design effects of both sides: the weights of the fit are taken to differ as those of the new rows do. */
export function designSides(before: readonly Counted[], now: readonly Counted[], effect: number): DesignSides {
  const side = (cells: readonly Counted[]): number => (cells.some((cell) => weightOf(cell) !== cell.count) ? effect : 1)
  return { before: side(before), now: side(now) }
}

/** Shares by weight as rows: Σw of each cell, scaled so that they add up to the number of rows. */
export function shareRows(cells: readonly Counted[]): number[] {
  const unit = meanOne(cells)
  return cells.map((cell) => weightOf(cell) * unit)
}

/**
 * How the shares of groups of cells vary beside those of plain rows. With shares s and design effects f of the groups, and
 * D = Σ s·f of all, the covariance of the shares over what plain rows have is M_gg = (1 − 2s_g)·f_g + s_g·D and
 * M_gh = −√(s_g·s_h)·(f_g + f_h − D); its trace, and that of its square, give the mean and the variance of the χ². A group
 * in which rows weigh more than elsewhere varies more; what is left of the design effect inside groups is the same for all.
 * O(cells + groups²).
 */
export function shareDesign(groups: readonly (readonly number[])[], { before, now, effects }: SharesOf): DesignSpread {
  if ((effects.before === 1 && effects.now === 1) || groups.length < 2) return { effect: 1, variation: 0 }
  const [old, fresh] = [sideOf(groups, before, effects.before), sideOf(groups, now, effects.now)]
  const [n, m] = [old.rows, fresh.rows]
  if (n === 0 || m === 0) return { effect: 1, variation: 0 }
  const f = old.effects.map((effect, g) => (m * effect + n * fresh.effects[g]) / (n + m))
  const s = old.shares.map((share, g) => (share + fresh.shares[g]) / 2)
  const whole = f.reduce((sum, effect, g) => sum + s[g] * effect, 0)
  let [trace, squares] = [0, 0]
  for (const [g, effect] of f.entries()) {
    const own = (1 - 2 * s[g]) * effect + s[g] * whole
    trace += own
    squares += own * own
    for (let h = 0; h < g; h++) squares += 2 * s[g] * s[h] * (effect + f[h] - whole) ** 2
  }
  const degrees = f.length - 1
  return { effect: trace / degrees, variation: Math.max(0, (degrees * squares) / (trace * trace) - 1) }
}

interface SharesOf {
  readonly before: readonly Counted[]
  readonly now: readonly Counted[]
  readonly effects: DesignSides
}

function sideOf(
  groups: readonly (readonly number[])[],
  cells: readonly Counted[],
  effect: number,
): { rows: number; shares: number[]; effects: number[] } {
  const unit = meanOne(cells)
  const sums = groups.map((group) => {
    let [count, weight] = [0, 0]
    for (const cell of group) {
      count += cells[cell].count
      weight += weightOf(cells[cell]) * unit
    }
    return { count, weight }
  })
  const rows = sums.reduce((sum, { count }) => sum + count, 0)
  if (rows === 0) return { rows, shares: sums.map(() => 0), effects: sums.map(() => 1) }
  const between = sums.reduce((sum, { count, weight }) => sum + (count > 0 ? (weight * weight) / count : 0), 0) / rows
  const within = Math.max(1, effect / Math.max(1, between))
  return {
    rows,
    shares: sums.map(({ weight }) => weight / rows),
    effects: sums.map(({ count, weight }) => (count > 0 ? (within * weight) / count : 1)),
  }
}
