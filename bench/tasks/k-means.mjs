import { atLeast, neverWorse, rowOf, times } from '../harness/judge.mjs'
import { squaredDistances } from '../harness/scores.mjs'

/** Ten bins of least squared distance: ours are the best there are, scikit-learn's where its steps end. */
export function run(bench) {
  const set = bench.mixed()
  const spec = { method: 'k-means', options: { bins: 10 } }
  const rows = bench.measure('k-means', [
    bench.sort(set),
    bench.kerf('cuts', set, { ...spec, what: 'cuts' }),
    bench.kerf('whole binning', set, { ...spec, what: 'binning' }),
    ...bench.peer('scikit-learn', 'cuts', set, 'k-means'),
    // As it comes: its threads wait for each other in loops, which is CPU time too.
    ...bench.peer('scikit-learn', 'cuts, two threads', set, 'k-means', 2),
  ])
  const [ours, theirs] = ['Kerf', 'scikit-learn'].map((tool) => rowOf(rows, tool, 'cuts'))
  const costOf = ({ answer }) => (answer.cuts === undefined ? undefined : squaredDistances(set.folder, answer.cuts))
  return {
    rows,
    checks: neverWorse('squared distances not above those of scikit-learn', costOf(ours), costOf(theirs), false),
    aims: [atLeast('k-means, mixed columns: times as fast as scikit-learn', 10, times(theirs, ours))],
  }
}
