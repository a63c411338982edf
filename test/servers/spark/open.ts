import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import type { ServerAddress, ServerWatch } from '../../../src/node/servers/server-address.ts'
import { openSpark } from '../../../src/node/servers/spark/spark-connection.ts'

/** The processes of the Spark that `npm run test:spark` has started. */
export interface SparkProcesses {
  readonly master: number
  readonly workers: readonly number[]
  readonly connect: number
}

function given(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run these tests by npm run test:spark`)
  return value
}

/** The address of the server, with what a test wants otherwise, such as the port of something in between. */
export function sparkAddress(more: Partial<ServerAddress> = {}): ServerAddress {
  const { hostname, port } = new URL(given('KERF_SPARK_ADDRESS').replace('sc:', 'http:'))
  return {
    kind: 'spark',
    host: hostname,
    port: Number(port),
    database: null,
    user: null,
    password: process.env['KERF_SPARK_TOKEN'] ?? null,
    table: null,
    query: null,
    settings: {},
    shown: given('KERF_SPARK_ADDRESS'),
    ...more,
  }
}

export function sparkProcesses(): SparkProcesses {
  return JSON.parse(given('KERF_SPARK_PIDS')) as SparkProcesses
}

/** A connection to the server, open; the test closes it. */
export function openReal(watch: ServerWatch = {}, more: Partial<ServerAddress> = {}): Promise<ServerConnection> {
  return openSpark(sparkAddress(more), watch)
}

/** All rows of a query, column by column. */
export async function allColumns(connection: ServerConnection, sql: string): Promise<unknown[][]> {
  const all: unknown[][] = []
  for await (const columns of connection.columns(sql)) {
    columns.forEach((column, i) => {
      const whole = (all[i] ??= [])
      for (const value of column) whole.push(value)
    })
  }
  return all
}

/** All rows of a query of numbers, column by column, and in how many parts they came. */
export async function allNumbers(
  connection: ServerConnection,
  sql: string,
): Promise<{ readonly columns: number[][]; readonly parts: number }> {
  const all: number[][] = []
  let parts = 0
  for await (const { size, columns } of connection.numbers(sql)) {
    parts++
    columns.forEach((column, i) => {
      const whole = (all[i] ??= [])
      for (const value of column.subarray(0, size)) whole.push(value)
    })
  }
  return { columns: all, parts }
}

/** A query that takes this many billion steps on both workers, in so many tasks. */
export function longQuery(billions: number, tasks: number = 2): string {
  return `SELECT count(*) AS n, sum(CAST(hash(id) AS BIGINT)) AS s FROM range(0, ${billions}000000000, 1, ${tasks})`
}
