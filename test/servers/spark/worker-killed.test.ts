import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { allColumns, longQuery, openReal, sparkProcesses } from './open.ts'

// These tests end processes for good, so they come last: the others need both workers.
test(
  'a worker that is killed in the middle of a query changes nothing in the answer',
  { timeout: 180_000 },
  async () => {
    const spark = await openReal()
    try {
      const sql = longQuery(1, 24)
      const before = await allColumns(spark, sql)
      const after = allColumns(spark, sql)
      await sleep(2000)
      // With its executor, which is in the same group of processes.
      process.kill(-sparkProcesses().workers[0], 'SIGKILL')
      expect(await after).toEqual(before)
    } finally {
      await spark.close()
    }
  },
)
