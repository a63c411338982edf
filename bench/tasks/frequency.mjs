import { atLeast, rowOf, sameCuts, times } from '../harness/judge.mjs'

const SPEC = { what: 'codes', method: 'equal-frequency', options: { bins: 10 } }
const LINEAR = { bins: 10, quantile: 'linear' }
const TOOLS = ['numpy', 'pandas', 'scikit-learn', 'polars', 'LightGBM', 'datasketches', 'river']

/** Ten bins of equal frequency, cuts and codes. LightGBM, datasketches and river give other cuts than the others, or none. */
export function run(bench) {
  const set = bench.wide()
  const rows = bench.measure('frequency', [
    bench.sort(set),
    bench.kerf('cuts and codes', set, SPEC),
    bench.kerf('cuts and codes, linear quantiles', set, { ...SPEC, options: LINEAR }),
    ...TOOLS.flatMap((tool) => bench.peer(tool, 'cuts and codes', set, 'frequency')),
  ])
  const marked = bench.measureOnce('frequency', [
    bench.kerf('left', set, { ...SPEC, options: LINEAR, marks: true }),
    bench.kerf('right', set, { ...SPEC, options: { ...LINEAR, closed: 'right' }, marks: true }),
    bench.kerf('plain reference', set, { ...SPEC, what: 'reference' }),
    ...bench.peer('numpy', 'left', set, 'frequency codes'),
    ...bench.peer('pandas', 'right', set, 'frequency codes'),
  ])
  const told = (tool, label) => rowOf(marked, tool, label).answer
  const cuts = rowOf(rows, 'Kerf', 'cuts and codes').answer.cuts
  const marksOf = (tool, side) => told(tool, side).marks?.map((mark) => [mark])
  const sameCodes = (tool, side) =>
    sameCuts(`codes of linear quantiles are those of ${tool}`, marksOf('Kerf', side), marksOf(tool, side))
  return {
    rows,
    checks: [
      ...sameCuts('cuts are those of a plain reference', cuts, told('Kerf', 'plain reference').cuts),
      ...sameCuts('linear quantiles are those of numpy', told('Kerf', 'left').cuts, told('numpy', 'left').cuts),
      ...sameCodes('numpy', 'left'),
      // pandas interpolates in another order, so that the last bit may differ.
      ...sameCuts(
        'linear quantiles are those of pandas',
        told('Kerf', 'right').cuts,
        told('pandas', 'right').cuts,
        1e-12,
      ),
      ...sameCodes('pandas', 'right'),
    ],
    aims: [
      atLeast('equal frequency, mixed columns: times as fast as numpy', 7, times(rowOf(rows, 'numpy', 'cuts and codes'), rowOf(rows, 'Kerf', 'cuts and codes'))), // prettier-ignore
    ],
  }
}
