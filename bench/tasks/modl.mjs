import { modlLength } from '../../dist/measures.js'
import { atLeast, neverWorse, rowOf, times } from '../harness/judge.mjs'
import { classCounts } from '../harness/scores.mjs'

/** MODL beside Khiops, whose reading of the file is taken off its time. */
export function run(bench) {
  const set = bench.mixed()
  const spec = { method: 'modl', target: 'class' }
  const rows = bench.measure('modl', [
    bench.sort(set),
    bench.kerf('cuts', set, { ...spec, what: 'cuts' }),
    bench.kerf('whole binning', set, { ...spec, what: 'binning' }),
    ...bench.peer('Khiops', 'cuts', set, 'modl'),
  ])
  const [ours, theirs] = ['Kerf', 'Khiops'].map((tool) => rowOf(rows, tool, 'cuts'))
  const own = ours.answer.cuts === undefined ? undefined : classCounts(set.folder, ours.answer.cuts).map(modlLength)
  return {
    rows,
    checks: neverWorse('bits by the formula of the paper not above those of Khiops', own, theirs.answer.counts?.map(modlLength), false), // prettier-ignore
    aims: [atLeast('modl, mixed columns: times as fast as Khiops, its reading not counted', 25, times(theirs, ours))],
  }
}
