import { atLeast, neverWorse, rowOf, times } from '../harness/judge.mjs'
import { classCounts, informationValue } from '../harness/scores.mjs'

/** Most information value within the same limits as optbinning, and beside fastbinning on a long informative column. */
export function run(bench) {
  const [mixed, informative] = [bench.mixed(), bench.informative()]
  const long = { ...bench.informative(bench.size.rows * 10), name: 'informative, long' }
  const ten = {
    method: 'optimal',
    target: 'class',
    options: { objective: 'iv', maxBins: 10, minShare: 0.05, maxPValue: 0.05 },
  }
  const five = { ...ten, options: { objective: 'iv', maxBins: 5, minShare: 0.05, maxPValue: null, trend: 'auto' } }
  const rows = bench.measure('optimal', [
    ...[mixed, informative].flatMap((set) => [
      bench.sort(set),
      bench.kerf('cuts, 10 bins', set, { ...ten, what: 'cuts' }),
      ...bench.peer('optbinning', 'cuts, 10 bins', set, 'optimal'),
    ]),
    ...[mixed, long].flatMap((set) => [
      ...(set === long ? [bench.sort(set)] : []),
      bench.kerf('cuts, 5 bins, one trend', set, { ...five, what: 'cuts' }),
      ...bench.peer('fastbinning', 'cuts, 5 bins, one trend', set, 'optimal'),
    ]),
  ])
  const values = (set, tool, label) => {
    const { cuts } = rowOf(rows, tool, label, set.name).answer
    // fastbinning closes bins on the right.
    const closed = tool === 'fastbinning' ? 'right' : 'left'
    return cuts === undefined ? undefined : classCounts(set.folder, cuts, closed).map(informationValue)
  }
  const compare = (set, tool, label) =>
    neverWorse(`information value not below that of ${tool}, ${set.name}`, values(set, 'Kerf', label), values(set, tool, label), true) // prettier-ignore
  const ratio = (tool, label, set) => times(rowOf(rows, tool, label, set.name), rowOf(rows, 'Kerf', label, set.name))
  const checks = [
    ...compare(mixed, 'optbinning', 'cuts, 10 bins'),
    ...compare(informative, 'optbinning', 'cuts, 10 bins'),
    ...compare(mixed, 'fastbinning', 'cuts, 5 bins, one trend'),
    ...compare(long, 'fastbinning', 'cuts, 5 bins, one trend'),
  ]
  return {
    rows,
    checks,
    aims: [
      atLeast('optimal, mixed columns: times as fast as optbinning', 20, ratio('optbinning', 'cuts, 10 bins', mixed)),
      atLeast('optimal, long informative column: times as fast as fastbinning', 1, ratio('fastbinning', 'cuts, 5 bins, one trend', long)), // prettier-ignore
    ],
  }
}
