import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DataError } from '../../../src/errors.ts'
import { allColumns, longQuery, openReal, sparkProcesses } from './open.ts'

const error = (caught: unknown): unknown => caught

test('a server that is frozen, and then killed, is given up with a clear error', { timeout: 180_000 }, async () => {
  const { connect } = sparkProcesses()
  const [first, second] = [await openReal(), await openReal()]
  const frozen = allColumns(first, longQuery(1_000_000)).catch(error)
  await sleep(3000)
  process.kill(connect, 'SIGSTOP')
  const begun = performance.now()
  const told = await frozen
  console.log(`  frozen: given up after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  expect(told).toBeInstanceOf(DataError)
  expect((told as Error).message).toMatch(/^sc:.*: the connection to Spark was lost and could not be made again within \d+ s \(it says nothing any more\)$/) // prettier-ignore
  process.kill(connect, 'SIGCONT')

  const killed = allColumns(second, longQuery(1_000_000)).catch(error)
  await sleep(3000)
  process.kill(-connect, 'SIGKILL')
  const killedAt = performance.now()
  const saidOfIt = await killed
  console.log(`  killed: given up after ${((performance.now() - killedAt) / 1000).toFixed(0)} s`)
  expect((saidOfIt as Error).message).toMatch(/^sc:.*: the connection to Spark was lost and could not be made again within \d+ s \(connect ECONNREFUSED .*\)$/) // prettier-ignore
  await expect(openReal()).rejects.toThrow(/no Spark Connect server can be reached there \(connect ECONNREFUSED/)
  // Closing does not wait for what is gone.
  await first.close()
  await second.close()
})
