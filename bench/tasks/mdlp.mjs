import { atLeast, rowOf, sameCuts, times } from '../harness/judge.mjs'

const SPEC = { method: 'mdlp', target: 'class' }

/** Cuts by Fayyad and Irani: columns of many kinds, one informative column, and whole numbers with seven classes. */
export function run(bench) {
  const sets = [bench.wide(), bench.informative(), bench.set('whole', Math.round(bench.size.rows * 0.581012), 10)]
  const rows = bench.measure(
    'mdlp',
    sets.flatMap((set) => [
      bench.sort(set),
      bench.kerf('cuts', set, { ...SPEC, what: 'cuts' }),
      bench.kerf('whole binning', set, { ...SPEC, what: 'binning' }),
      ...bench.peer('Orange', 'cuts', set, 'mdlp'),
      ...bench.peer('Weka', 'cuts', set, 'mdlp'),
    ]),
  )
  const plain = bench.measureOnce(
    'mdlp',
    sets.map((set) => bench.kerf('plain reference', set, { ...SPEC, what: 'reference' })),
  )
  const cutsOf = (set, tool) => rowOf(rows, tool, 'cuts', set.name).answer.cuts
  const checks = sets.flatMap((set) => [
    ...sameCuts(`cuts are those of a plain reference, ${set.name}`, cutsOf(set, 'Kerf'), rowOf(plain, 'Kerf', 'plain reference', set.name).answer.cuts), // prettier-ignore
    // Orange takes the middle of two values as a + (b − a) / 2, which may be the next double.
    ...sameCuts(`cuts are those of Orange, ${set.name}`, cutsOf(set, 'Kerf'), cutsOf(set, 'Orange'), 1e-12),
    ...sameCuts(`cuts are those of Weka, ${set.name}`, cutsOf(set, 'Kerf'), cutsOf(set, 'Weka'), 1e-12),
  ])
  const ratio = (tool, set) => times(rowOf(rows, tool, 'cuts', set), rowOf(rows, 'Kerf', 'cuts', set))
  return {
    rows,
    checks,
    aims: [
      atLeast('MDLP, mixed columns: times as fast as Orange', 60, ratio('Orange', 'mixed')),
      atLeast('MDLP, informative column: times as fast as Orange', 25, ratio('Orange', 'informative')),
      atLeast('MDLP, mixed columns: times as fast as Weka', 120, ratio('Weka', 'mixed')),
    ],
  }
}
