import { addScores, leastVariance, type Score } from './cell-score.ts'

/** Cells taken together, as their numbers, and their score. */
export interface CellGroup {
  readonly cells: readonly number[]
  readonly score: Score
}

/** Groups of cells: first those that lie in an order, from low to high, then those that stand for themselves. */
export interface CellGroups {
  readonly ordered: readonly CellGroup[]
  readonly single: readonly CellGroup[]
}

export interface GroupRule {
  /** the first so many cells are neighbours of each other; the others are levels, missing values, special codes */
  readonly ordered: number
  /** most groups */
  readonly most: number
  /** least variance of a group, so that χ² holds in it */
  readonly least: number
}

/**
 * Cells in groups that are large enough for χ². Neighbours are put together in groups of about equal size; a cell that
 * stands for itself is a group when its variance allows, the largest ones first, and what is left makes one more. Groups
 * follow from both sides taken together, so no label has a say in where one ends. O(cells · log cells).
 */
export function groupCells(scores: readonly (Score | null)[], { ordered, most, least }: GroupRule): CellGroups {
  const singles = scores.flatMap((score, cell) => (cell >= ordered && score !== null ? [cell] : []))
  const room = ordered === 0 ? most : Math.max(1, Math.min(singles.length, most - 2))
  const single = singleGroups(scores, singles, { most: room, least })
  return { ordered: neighbourGroups(scores.slice(0, ordered), { most: most - single.length, least }), single }
}

function neighbourGroups(scores: readonly (Score | null)[], { most, least }: Omit<GroupRule, 'ordered'>): CellGroup[] {
  const whole = scores.reduce((sum, score) => sum + (score?.size ?? 0), 0)
  const groups: number[][] = []
  let cells: number[] = []
  const closes = (): boolean => {
    const score = scoreOf(scores, cells)
    return score !== null && score.size * most >= whole * (1 - 1e-9) && leastVariance(score) >= least
  }
  for (let cell = 0; cell < scores.length; cell++) {
    cells.push(cell)
    if (scores[cell] === null || !closes()) continue
    groups.push(cells)
    cells = []
  }
  // What is left at the end is too small for a group of its own.
  if (groups.length > 0) groups[groups.length - 1].push(...cells)
  else groups.push(cells)
  return groups.flatMap((list) => groupOf(scores, list))
}

function singleGroups(
  scores: readonly (Score | null)[],
  cells: readonly number[],
  { most, least }: Omit<GroupRule, 'ordered'>,
): CellGroup[] {
  const varied = (cell: number): number => leastVariance(scores[cell])
  const large = cells.filter((cell) => varied(cell) >= least).toSorted((a, b) => varied(b) - varied(a) || a - b)
  const own = large.slice(0, large.length < cells.length || large.length > most ? most - 1 : most)
  const rest = cells.filter((cell) => !own.includes(cell))
  const restScore = scoreOf(scores, rest)
  return [
    ...own.toSorted((a, b) => a - b).flatMap((cell) => groupOf(scores, [cell])),
    ...(leastVariance(restScore) >= least ? groupOf(scores, rest) : []),
  ]
}

function scoreOf(scores: readonly (Score | null)[], cells: readonly number[]): Score | null {
  return addScores(cells.map((cell) => scores[cell]))
}

function groupOf(scores: readonly (Score | null)[], cells: readonly number[]): CellGroup[] {
  const score = scoreOf(scores, cells)
  return score === null || leastVariance(score) <= 0 ? [] : [{ cells, score }]
}
