import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { costOf } from '../../bench/engines/cost-model.mjs'
import type { Pass } from '../../src/engines/sql/passes.ts'
import { withServer } from '../../src/node/servers/open-engine.ts'
import { fitSource } from '../../src/pipeline.ts'
import { duckDbFile } from '../cli/server-file.ts'

const made = mkdtempSync(join(tmpdir(), 'kerf-cost-'))
afterAll(() => rmSync(made, { recursive: true, force: true }))

/** The queries of a fit of a table of numbers that lie anywhere, half of which tell the class a little. */
async function passesOf(rows: number, columns: number): Promise<Pass[]> {
  const path = join(made, `${rows}-${columns}.duckdb`)
  const numbers = Array.from({ length: columns }, (_, i) => {
    const noise = `(hash(i * 1000 + ${i}) % 1000003) / 1000003.0`
    return `CAST(${i % 2 === 0 ? `exp(3 * ${noise}) + (i % 2)` : noise} AS DOUBLE) AS x${i}`
  })
  await duckDbFile(path, [`CREATE TABLE t AS SELECT i % 2 AS y, ${numbers.join(', ')} FROM range(${rows}) AS r(i)`])
  const passes: Pass[] = []
  const watch = { target: 'y', onPass: (pass: Pass) => void passes.push(pass) }
  await withServer(`${path}?table=t`, watch, (engine) => fitSource(engine, { target: 'y' }))
  return passes
}

/** Columns that a pass is about, where it counts some. */
const columnsIn = (passes: readonly Pass[], what: RegExp): number[] =>
  passes.flatMap((pass) => (what.exec(pass.what) === null ? [] : [Number(/(\d+) columns?$/.exec(pass.what)?.[1])]))

test.each([
  { rows: 3000, columns: 12 },
  { rows: 3000, columns: 55 },
])('a fit of $rows rows x $columns columns costs what the model says', async ({ rows, columns }) => {
  const passes = await passesOf(rows, columns)
  const model = costOf({ kind: 'duckdb', rows, columns })
  const batches = Math.ceil(columns / 50)
  expect(columnsIn(passes, /^counting/).reduce((sum, some) => sum + some, 0)).toBe(columns)
  expect(columnsIn(passes, /^counting/).length).toBe(batches)
  expect(passes.filter(({ what }) => what === 'looking at the table').length).toBe(Math.ceil((columns + 1) / 50))
  // All values fit into one closer look, so that there is at most one for each batch.
  expect(passes.length).toBeLessThanOrEqual(model.queries)
  expect(passes.length).toBeGreaterThanOrEqual(model.queries - batches)
  for (const { what, answers, bytes } of passes) {
    if (what === 'looking at the table') continue
    expect(answers).toBeLessThanOrEqual(what.startsWith('counting') ? model.most.counted : model.most.looked)
    expect([24, 32]).toContain(bytes / answers)
  }
  const bytes = passes.reduce((sum, pass) => sum + pass.bytes, 0)
  expect(bytes).toBeLessThanOrEqual(model.bytes)
  expect(bytes).toBeGreaterThan(model.bytes / 4)
})

test('what a fit costs hardly grows with the rows, and with the columns by batches', () => {
  const cost = (rows: number, columns: number): ReturnType<typeof costOf> => costOf({ kind: 'spark', rows, columns })
  // A hundred thousand times as many rows.
  expect(cost(1e12, 200).bytes).toBeLessThan(3 * cost(1e7, 200).bytes)
  expect(cost(1e12, 200).queries).toBeLessThan(3 * cost(1e7, 200).queries)
  expect(cost(1e12, 200).bytes).toBe(20 * cost(1e12, 10).bytes)
  // Memory is for the columns of one query.
  expect(cost(1e12, 200).memory).toBe(cost(1e12, 25).memory)
})
