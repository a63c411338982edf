import { kolmogorovTail } from '../../measures/distributions/kolmogorov.ts'
import { kolmogorovSmirnov } from '../../measures/divergence.ts'
import { independenceTest } from '../../measures/independence.ts'
import { populationStability } from '../../measures/psi.ts'
import type { Counted } from '../binning.ts'
import { cellsLabel, cellsWords, type DriftCells, sumCells } from './drift-cells.ts'
import type { ColumnDrift, Outside, ShareRange, SideCount } from './drift-types.ts'
import { rangesBeyond } from './ranges-beyond.ts'
import { levelOf, populationReason } from './drift-reasons.ts'
import { type DesignSides, shareDesign, shareRows } from './share-design.ts'
import { shareGroups } from './share-groups.ts'

/** How the chance of a false verdict is shared among the questions asked of a population. */
const SHARES = { ordered: { psi: 0.4, ks: 0.4 }, levels: { psi: 0.8, ks: 0 }, outside: 0.2 }

/** The share of the level that values and levels beyond the fit have. */
export const OUTSIDE_SHARE: number = SHARES.outside

/** The cells of a column on both sides. */
export interface PopulationSides {
  readonly cells: DriftCells
  readonly before: readonly Counted[]
  readonly now: readonly Counted[]
  readonly effects: DesignSides
  readonly outside: Outside | null
}

export type PopulationVerdict = Pick<
  ColumnDrift,
  'psi' | 'critical' | 'pValue' | 'tests' | 'chiSquarePValue' | 'ks' | 'level' | 'outside' | 'reason' | 'ranges'
>

/**
 * Whether a population moved, by cells that had no part in choosing the bins: the stability index of about ten groups of
 * them, the Kolmogorov-Smirnov distance over all that lie in an order, and what lies beyond the fit. The three share the
 * level, so that one population is called moved no more often than that.
 */
export function populationVerdict(
  { cells, before, now, effects, outside }: PopulationSides,
  { level, smoothing }: { readonly level: number; readonly smoothing: number },
): PopulationVerdict {
  const [old, fresh] = [shareRows(before), shareRows(now)]
  const groups = shareGroups(cells, { before, now }, effects)
  const grouped = [old, fresh].map((side) => groups.map((group) => sumOver(group, (cell) => side[cell])))
  const evidence = [grouped[0].map((x) => x / effects.before), grouped[1].map((x) => x / effects.now)]
  const shares = cells.ordered > 0 ? SHARES.ordered : SHARES.levels
  const design = shareDesign(groups, { before, now, effects })
  const stability = populationStability(grouped[0], grouped[1], { smoothing, level: level * shares.psi, design })
  const inOrder = [old, fresh].map((side) => side.slice(0, cells.ordered))
  const ks = cells.ordered > 0 ? distance(inOrder[0], inOrder[1], effects) : null
  const tests = { psi: stability.pValue, ks: ks?.pValue ?? null, outside: outside?.pValue ?? null }
  const pValue = Math.min(
    1,
    tests.psi / shares.psi,
    (tests.ks ?? Infinity) / shares.ks,
    (tests.outside ?? 1) / SHARES.outside,
  )
  const { critical } = stability
  const { ranges, places } = shownRanges(groups, { cells, before, now, outside }, stability.terms, smoothing)
  const psi = ranges.reduce((sum, range) => sum + range.psi, 0)
  const verdict = levelOf(psi, critical === null ? null : pValue <= level)
  const found = { psi, critical, pValue, tests, level: verdict, outside, ranges }
  const worst = ranges.indexOf(ranges.reduce((most, range) => (range.psi > most.psi ? range : most)))
  return {
    ...found,
    chiSquarePValue: independenceTest(evidence).pValue,
    ks: ks?.distance ?? null,
    reason: populationReason(found, places[worst] ?? 'beyond the fit', cells.isDate),
  }
}

/** The groups as they are shown, each with its place in words; what lies beyond the fit is set apart if it is news. */
function shownRanges(
  groups: readonly (readonly number[])[],
  { cells, before, now, outside }: Omit<PopulationSides, 'effects'>,
  terms: readonly number[],
  smoothing: number,
): { ranges: ShareRange[]; places: string[] } {
  const sides = { cells, before, now }
  const places = (list: readonly (readonly number[])[]): string[] => list.map((group) => cellsWords(cells, group))
  const plain = shareRanges(groups, sides, terms)
  if (outside?.beyondChance !== true) return { ranges: plain, places: places(groups) }
  if (cells.ordered > 0) {
    const last = groups.filter(([first]) => first < cells.ordered).length - 1
    return { ranges: rangesBeyond(plain, last, outside, smoothing), places: places(groups) }
  }
  const isNew = (cell: number): boolean => cell < cells.missing && cell !== cells.rest && before[cell].count === 0
  const known = groups.map((group) => group.filter((cell) => !isNew(cell))).filter((group) => group.length > 0)
  const fresh = groups.flat().filter(isNew)
  const apart = [...known, fresh]
  const [old, recent] = [shareRows(before), shareRows(now)].map((side) =>
    apart.map((group) => sumOver(group, (cell) => side[cell])),
  )
  const ranges = shareRanges(apart, sides, populationStability(old, recent, { smoothing }).terms)
  return { ranges, places: places(apart) }
}

function distance(
  before: readonly number[],
  now: readonly number[],
  effects: DesignSides,
): { distance: number; pValue: number } {
  const [n, m] = [before, now].map((side) => side.reduce((sum, x) => sum + x, 0))
  if (n === 0 || m === 0) return { distance: 0, pValue: 1 }
  const largest = kolmogorovSmirnov(before, now)
  return { distance: largest, pValue: kolmogorovTail(largest, n / effects.before, m / effects.now) }
}

function shareRanges(
  groups: readonly (readonly number[])[],
  { cells, before, now }: Pick<PopulationSides, 'cells' | 'before' | 'now'>,
  terms: readonly number[],
): ShareRange[] {
  const totals = [before, now].map((side) => side.reduce((sum, { count, weight = count }) => sum + weight, 0))
  const side = (list: readonly Counted[], group: readonly number[], total: number): SideCount => {
    const { count, weight = count } = sumCells(list, group)
    return { count, weight, share: total === 0 ? 0 : weight / total }
  }
  return groups.map((group, i) => ({
    label: cellsLabel(cells, group),
    before: side(before, group, totals[0]),
    now: side(now, group, totals[1]),
    psi: terms[i],
  }))
}

function sumOver(cells: readonly number[], of: (cell: number) => number): number {
  return cells.reduce((sum, cell) => sum + of(cell), 0)
}
