import { rowOf, sameCuts } from '../harness/judge.mjs'

const SPEC = { method: 'equal-width', options: { bins: 10 } }

/** Ten bins of equal width, cuts and codes. */
export function run(bench) {
  const set = bench.wide()
  const rows = bench.measure('width', [
    bench.sort(set),
    bench.kerf('cuts and codes', set, { ...SPEC, what: 'codes' }),
    ...['numpy', 'pandas', 'scikit-learn', 'polars'].flatMap((tool) =>
      bench.peer(tool, 'cuts and codes', set, 'width'),
    ),
  ])
  const [plain] = bench.measureOnce('width', [bench.kerf('plain reference', set, { ...SPEC, what: 'reference' })])
  const cutsOf = (tool) => rowOf(rows, tool, 'cuts and codes').answer.cuts
  return {
    rows,
    checks: [
      ...sameCuts('cuts are those of a plain reference', cutsOf('Kerf'), plain.answer.cuts),
      ...sameCuts('cuts are those of numpy, to 1 in 10^12', cutsOf('Kerf'), cutsOf('numpy'), 1e-12),
    ],
    aims: [],
  }
}
