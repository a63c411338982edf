import { expect, test } from 'vitest'
import { AbortError } from '../../../src/errors.ts'
import { allColumns, longQuery, openReal } from './open.ts'

test('a query that is aborted ends here and on the server', { timeout: 120_000 }, async () => {
  const stop = new AbortController()
  const spark = await openReal({ signal: stop.signal })
  const other = await openReal()
  try {
    // Takes hours, and both processors of the workers.
    const long = allColumns(spark, longQuery(1_000_000)).catch((error: unknown) => error)
    setTimeout(() => stop.abort('enough'), 4000)
    const error = await long
    expect(error).toBeInstanceOf(AbortError)
    expect((error as Error).message).toMatch(/^sc:.*: stopped by its signal \(enough\)$/)
    // Queries wait in a line for the processors: this one ends only if the other has let go of them.
    expect(await allColumns(other, 'SELECT count(*) FROM range(0, 1000, 1, 2)')).toEqual([[1000]])
  } finally {
    await spark.close()
    await other.close()
  }
})

test('a query that nobody listens to any more ends on the server too', { timeout: 120_000 }, async () => {
  const spark = await openReal()
  try {
    // The first rows come at once, the rest never.
    const sql =
      'SELECT id FROM range(0, 1000, 1, 2) UNION ALL SELECT id FROM range(0, 1000000000000000, 1, 2) WHERE hash(id) = 7'
    for await (const [ids] of spark.columns(sql)) {
      expect(ids.length).toBeGreaterThan(0)
      break
    }
    expect(await allColumns(spark, 'SELECT count(*) FROM range(0, 1000, 1, 2)')).toEqual([[1000]])
  } finally {
    await spark.close()
  }
})
