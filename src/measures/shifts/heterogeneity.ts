import { addScores } from './cell-score.ts'
import type { CellGroup } from './group-cells.ts'
import { scoreTail, scoreTest } from './score-test.ts'

/**
 * Whether groups of cells changed differently from each other: Σ U_g²/V_g − (ΣU)²/ΣV, χ² with one degree less than there
 * are groups (times classes − 1). A change that is the same everywhere, on the scale of log-odds, gives no more than
 * chance. Null with fewer than two groups. O(groups · classes³).
 */
export function heterogeneity(groups: readonly CellGroup[]): number | null {
  const all = addScores(groups.map(({ score }) => score))
  if (groups.length < 2 || all === null) return null
  const common = scoreTest(all)
  let [chiSquare, degrees] = [-common.chiSquare, -common.degrees]
  for (const { score } of groups) {
    const test = scoreTest(score)
    chiSquare += test.chiSquare
    degrees += test.degrees
  }
  return degrees <= 0 ? null : scoreTail({ chiSquare, degrees })
}
