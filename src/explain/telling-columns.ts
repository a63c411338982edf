import type { ClassRanges } from './types.ts'

/** Ranges of one group that count when columns are chosen: a reader keeps two in mind. */
const PER_GROUP = 2

/**
 * The columns with a confirmed range, those first that together tell the groups apart best: always the one next that adds
 * most to the sum over groups of their two highest scores, the first named on a tie. O(columns² · groups).
 */
export function tellingColumns(groups: readonly ClassRanges[], columns: readonly string[]): string[] {
  const best = groups.map(({ ranges }) => {
    const scores = new Map<string, number>()
    for (const { column, score } of ranges) scores.set(column, Math.max(score, scores.get(column) ?? 0))
    return scores
  })
  const chosen: string[] = []
  const left = columns.filter((column) => best.some((scores) => scores.has(column)))
  const worth = (names: readonly string[]): number =>
    best.reduce((sum, scores) => {
      const own = names.map((name) => scores.get(name) ?? 0).toSorted((a, b) => b - a)
      return sum + own.slice(0, PER_GROUP).reduce((total, score) => total + score, 0)
    }, 0)
  // What adds nothing to the best two of any group is ordered by its own scores.
  const alone = new Map(left.map((column) => [column, worth([column])]))
  while (left.length > 0) {
    const now = worth(chosen)
    let next = 0
    let most = -1
    for (const [i, column] of left.entries()) {
      const added = worth([...chosen, column]) - now + alone.get(column)! / 1e6
      if (added > most) [next, most] = [i, added]
    }
    chosen.push(...left.splice(next, 1))
  }
  return chosen
}
