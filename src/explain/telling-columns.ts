import type { ClassRanges } from './findings.ts'

/** Ranges of one group that count when columns are chosen: a reader keeps two in mind. */
const PER_GROUP = 2

/**
 * The columns with a confirmed range, those first that together tell the groups apart best: always the one next that adds
 * most to the sum over groups of their two highest scores, then by their own scores, the first named on a tie.
 * O(columns² · groups).
 */
export function tellingColumns(groups: readonly ClassRanges[], columns: readonly string[]): string[] {
  const scores = groups.map(({ ranges }) => {
    const best = new Map<string, number>()
    for (const { column, score } of ranges) best.set(column, Math.max(score, best.get(column) ?? 0))
    return best
  })
  const own = (column: string): number => scores.reduce((sum, best) => sum + (best.get(column) ?? 0), 0)
  const left = columns
    .filter((column) => scores.some((best) => best.has(column)))
    .map((name) => ({ name, own: own(name) }))
  const tops: readonly number[][] = groups.map(() => Array.from({ length: PER_GROUP }, () => 0))
  const chosen: string[] = []
  while (left.length > 0) {
    const added = left.map(({ name }) =>
      tops.reduce((sum, top, g) => sum + Math.max(0, (scores[g].get(name) ?? 0) - top[PER_GROUP - 1]), 0),
    )
    let next = 0
    for (let i = 1; i < left.length; i++) {
      if (added[i] > added[next] || (added[i] === added[next] && left[i].own > left[next].own)) next = i
    }
    const [{ name }] = left.splice(next, 1)
    chosen.push(name)
    for (const [g, top] of tops.entries()) {
      top[PER_GROUP] = scores[g].get(name) ?? 0
      top.sort((a, b) => b - a).length = PER_GROUP
    }
  }
  return chosen
}
