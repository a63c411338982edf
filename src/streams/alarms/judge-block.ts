import { rowJudge } from '../../wasm/row-judge.ts'
import type { ExpertLanes } from './expert-lanes.ts'

/**
 * Lets all alternatives judge a block of rows, as if row by row: the same operations in the same order give the same bits. Gives
 * the number of rows up to one that may raise an alarm; the others have not happened. `level` says how little a row counts, and
 * `follows` whether alternatives that follow the last rows have a say. O(experts · rows).
 */
export function judgeBlock(lanes: ExpertLanes, codes: Int32Array, level: number, follows: boolean): number {
  const judge = rowJudge()
  const { numbers, changing, changed } = lanes
  if (judge === null || !judge.reserve(8 * numbers.length)) return 0
  judge.words.set(codes, judge.codes / 4)
  let sure = codes.length
  for (let size = -1; size !== sure && sure > 0;) {
    size = sure
    judge.numbers.set(numbers, judge.own / 8)
    sure = judge.run.judge(judge.own, size, level, follows ? 1 : 0)
  }
  const own = judge.own / 8
  if (sure > 0) numbers.set(judge.numbers.subarray(own + changing, own + changed), changing)
  return sure
}
