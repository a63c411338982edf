import { onTestFinished } from 'vitest'
import type { ServerConnection } from '../../../../src/engines/sql/server.ts'
import type { ServerAddress, ServerWatch } from '../../../../src/node/servers/server-address.ts'
import { openSpark, type SparkOptions } from '../../../../src/node/servers/spark/spark-connection.ts'
import { type MockHandlers, type MockSpark, mockSpark } from './mock-spark.ts'

// Long enough for a machine that does much else besides; tests of silence have less.
export const patience = {
  waits: [1, 2, 4],
  longest: 60_000,
  firstWaits: [1],
  silence: 20_000,
  answer: 20_000,
  opening: 20_000,
  farewell: 5000,
}
export const impatience = { ...patience, silence: 50, answer: 50 }

export interface Opened {
  readonly mock: MockSpark
  readonly connection: ServerConnection
}

/** A connection to a mock; both are closed when the test ends. */
export async function open(
  handlers: MockHandlers,
  watch: ServerWatch = {},
  more: Partial<ServerAddress> = {},
  options: SparkOptions = {},
): Promise<Opened> {
  const mock = await mockSpark(handlers)
  onTestFinished(() => mock.stop())
  const connection = await openSpark({ ...mock.address, ...more }, watch, { patience, ...options })
  // Runs before the server is stopped: what was said last is done first.
  onTestFinished(() => connection.close())
  return { mock, connection }
}

/** All numbers of the first column of a query. */
export async function allNumbers({ connection }: Opened, sql: string = 'q'): Promise<number[]> {
  const found: number[] = []
  for await (const { size, columns } of connection.numbers(sql))
    for (const x of columns[0].subarray(0, size)) found.push(x)
  return found
}
