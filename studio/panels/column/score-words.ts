import type { NumberColumn } from '../../../src/index.ts'
import { type CutScore, cutScores } from '../../../src/explain/index.ts'
import { countText, percentText } from '../../../src/reports/index.ts'

/** What a cut tells of the bins beside it, in words. */
export function scoreText({ score, bar }: CutScore): string {
  if (score === null) return 'no target to measure it by'
  if (bar === null) return `explains ${percentText(score, 1)} of the variance beside it`
  return `gain ${score.toFixed(3)} bits between its neighbours, ${score > bar ? 'clears' : 'does not clear'} ${bar.toFixed(3)}`
}

/** What moving a cut changes: "moves 37 rows; gain 0.071 → 0.065; still clears 0.018". */
export function moveText(before: NumberColumn, now: NumberColumn, at: number): string {
  const below = ({ bins }: NumberColumn): number => bins.slice(0, at + 1).reduce((sum, { count }) => sum + count, 0)
  const moved = Math.abs(below(now) - below(before))
  const rows = `moves ${countText(moved)} ${moved === 1 ? 'row' : 'rows'}`
  const [old, next] = [cutScores(before)[at], cutScores(now)[at]]
  if (old.score === null || next.score === null) return rows
  if (next.bar === null)
    return `${rows}; explains ${percentText(old.score, 1)} → ${percentText(next.score, 1)} beside it`
  const clears = next.score > next.bar
  const did = old.bar !== null && old.score > old.bar
  const word = clears ? (did ? 'still clears' : 'now clears') : did ? 'no longer clears' : 'does not clear'
  return `${rows}; gain ${old.score.toFixed(3)} → ${next.score.toFixed(3)}; ${word} ${next.bar.toFixed(3)}`
}
