import { atMost, rowOf, sameCuts, times } from '../harness/judge.mjs'

const METHODS = [
  { method: 'mdlp', target: 'class', most: 1.25 },
  { method: 'equal-frequency', options: { bins: 10 }, most: 1.25 },
  { method: 'equal-width', options: { bins: 10 }, most: 1.75 },
]

/** Counts, medians, shape and reference on top of cuts and codes. */
export function run(bench) {
  const set = bench.wide()
  const labels = (method) => ({ codes: `${method}, cuts and codes`, whole: `${method}, whole binning and codes` })
  const rows = bench.measure('binning', [
    bench.sort(set),
    ...METHODS.map(({ method, target, options }) => ({ method, target, options })).flatMap((spec) => [
      bench.kerf(labels(spec.method).codes, set, { ...spec, what: 'codes' }),
      bench.kerf(labels(spec.method).whole, set, { ...spec, what: 'binning and codes' }),
    ]),
  ])
  const pairs = METHODS.map(({ method, most }) => {
    const { codes, whole } = labels(method)
    return { method, most, codes: rowOf(rows, 'Kerf', codes), whole: rowOf(rows, 'Kerf', whole) }
  })
  return {
    rows,
    checks: pairs.flatMap(({ method, codes, whole }) =>
      sameCuts(`both give the same cuts, ${method}`, whole.answer.cuts, codes.answer.cuts),
    ),
    aims: pairs.map(({ method, most, codes, whole }) =>
      atMost(`${method}: whole binning and codes, times cuts and codes`, most, times(whole, codes)),
    ),
  }
}
