import { atMost, rowOf } from '../harness/judge.mjs'

const METHODS = ['chi-merge', 'chi2', 'caim', 'cacc', 'ameva']

/** Methods that others have in quadratic time or not at all: beside a sort. */
export function run(bench) {
  const set = bench.mixed()
  const rows = bench.measure('merging', [
    bench.sort(set),
    ...METHODS.map((method) =>
      bench.kerf(`${method}, cuts`, set, { what: 'cuts', method, target: 'class', quiet: true }),
    ),
  ])
  return {
    rows,
    checks: [],
    aims: METHODS.map((method) =>
      atMost(`${method}, mixed columns: times a sort`, 4, rowOf(rows, 'Kerf', `${method}, cuts`).ratio ?? NaN),
    ),
  }
}
