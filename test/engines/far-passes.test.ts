import { afterAll, beforeAll, expect, test } from 'vitest'
import { localEngine } from '../../src/engines/local.ts'
import { serverEngine } from '../../src/engines/sql/server-engine.ts'
import { fitSource } from '../../src/pipeline.ts'
import { omit } from '../../src/util/omit.ts'
import type { TriedServer } from './conformance/engine-conformance.ts'
import { openDuckDb } from './conformance/duckdb-server.ts'

const ROWS = 300_000
const NORMAL = 'sqrt(-2 * ln(1 - random())) * cos(6.283185307179586 * random())'

let server: TriedServer
beforeAll(async () => {
  server = await openDuckDb()
  // One thread and a seed make the same numbers every time.
  await server.connection.run('SET threads = 1')
  await server.connection.run('CREATE TABLE seeded AS SELECT setseed(0.25)')
  const columns = [
    'CASE WHEN random() < 1 / (1 + exp(-n)) THEN 1 ELSE 0 END AS y',
    `0.15 * n + ${NORMAL} AS tells`,
    `0.04 * n + ${NORMAL} AS weak`,
    '1.7e9 + floor(1e6 * random()) AS moment',
    `n * ${NORMAL} AS product`,
  ]
  await server.connection.run(
    `CREATE TABLE t AS SELECT ${columns.join(', ')} FROM (SELECT ${NORMAL} AS n FROM range(${ROWS}))`,
  )
})
afterAll(async () => server?.close())

test('columns that are far away are settled by one closer look, with the bins of rows in memory', async () => {
  const there = await serverEngine(server.connection, { name: 't', from: 't' }, { target: 'y' })
  const found = await fitSource(there, { target: 'y' })
  expect(there.passes.map(({ what }) => what)).toEqual([
    'looking at the table',
    'counting 4 columns',
    'looking closer into 4 columns',
  ])
  const columns = await there.read(there.columns.map(({ name }) => name))
  const here = await fitSource(localEngine({ rows: ROWS, columns, notes: [], skipped: 0 }), { target: 'y' })
  // Far away the shape is that of the cells.
  expect(found.columns.map((column) => omit(column, 'shape'))).toEqual(
    here.columns.map((column) => omit(column, 'shape')),
  )
  expect(found.columns.map((column) => column.kind === 'number' && column.cutsExact)).toEqual([true, true, true, true])
})
