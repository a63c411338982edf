import { atMost, rowOf } from '../harness/judge.mjs'

/** A CSV file into columns on two processors, and `kerf fit` from Parquet beside its parts; wall time. */
export function run(bench) {
  const set = bench.set('files', bench.size.rows, bench.size.columns)
  const two = (file, what, label, tool) => bench.own(file, what, { label, tool, set, threads: 2 })
  const rows = bench.measure('files', [
    two('kerf-read.mjs', 'csv', 'CSV into columns', 'Kerf'),
    two('duckdb.mjs', 'csv', 'CSV into columns', 'DuckDB'),
    ...bench.peer('pyarrow', 'CSV into columns', set, 'csv', 2),
    ...bench.peer('polars', 'CSV into columns', set, 'csv', 2),
    two('kerf-fit.mjs', 'parquet', 'kerf fit from Parquet', 'Kerf'),
    two('duckdb.mjs', 'parquet', 'Parquet into columns', 'DuckDB'),
    bench.kerf('MDLP from memory', set, { what: 'binning', method: 'mdlp', target: 'class' }),
  ])
  const wall = (tool, label) => rowOf(rows, tool, label).wall
  const csv = wall('Kerf', 'CSV into columns')
  const allowed = 1.5 * wall('DuckDB', 'Parquet into columns') + 0.4 * wall('Kerf', 'MDLP from memory')
  return {
    by: 'wall',
    rows,
    checks: [],
    aims: [
      ...['DuckDB', 'pyarrow'].map((tool) =>
        atMost(`CSV into columns, two processors: times ${tool} (wall)`, 1, csv / wall(tool, 'CSV into columns')),
      ),
      atMost('kerf fit from Parquet: times 1.5 of a scan by DuckDB and 0.4 of the fit (wall)', 1, wall('Kerf', 'kerf fit from Parquet') / allowed), // prettier-ignore
    ],
  }
}
