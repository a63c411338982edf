import { addScores, type Score, scoreWithout } from './cell-score.ts'
import type { CellGroup, CellGroups } from './group-cells.ts'
import { scoreTail, type ScoreTest, scoreTest } from './score-test.ts'

/** Neighbouring groups, or one that stands for itself, where the change is clearest. */
export interface LocalShift {
  /** corrected for having looked everywhere */
  readonly pValue: number
  /** the numbers of its cells */
  readonly cells: readonly number[]
}

/**
 * Where both sides differ most: the run of neighbouring groups, or the single group, with the largest χ². Its p-value is
 * multiplied by the number of places looked at; runs overlap, so that four per group stand for all of them. `against`
 * says what a run is measured by: `nothing` finds any change, `rest` only one that the other groups do not share.
 * Null with fewer than two groups. O(groups² · classes³).
 */
export function localShift({ ordered, single }: CellGroups, against: 'nothing' | 'rest'): LocalShift | null {
  const all = addScores([...ordered, ...single].map(({ score }) => score))
  if (all === null || ordered.length + single.length < 2) return null
  const whole = scoreTest(all)
  const measure = (score: Score): ScoreTest => {
    const own = scoreTest(score)
    if (against === 'nothing') return own
    const rest = scoreTest(scoreWithout(all, score))
    return { chiSquare: own.chiSquare + rest.chiSquare - whole.chiSquare, degrees: own.degrees }
  }
  let best: { pValue: number; test: ScoreTest; groups: readonly CellGroup[] } | null = null
  let looked = 0
  const look = (score: Score, groups: readonly CellGroup[]): void => {
    const test = measure(score)
    looked++
    // Of as many degrees, the larger χ² has the smaller p-value, which takes longer to find.
    if (best !== null && test.degrees >= best.test.degrees && test.chiSquare <= best.test.chiSquare) return
    const pValue = scoreTail(test)
    if (best === null || pValue < best.pValue) best = { pValue, test, groups }
  }
  for (let from = 0; from < ordered.length; from++) {
    let score = ordered[from].score
    for (let to = from; to < ordered.length; to++) {
      if (to > from) score = addScores([score, ordered[to].score])!
      if (single.length === 0 && to - from + 1 === ordered.length) continue
      look(score, ordered.slice(from, to + 1))
    }
  }
  const places = Math.min(looked, 4 * ordered.length) + single.length
  for (const group of single) look(group.score, [group])
  const { pValue, groups } = best!
  return { pValue: Math.min(1, places * pValue), cells: groups.flatMap(({ cells }) => cells) }
}
