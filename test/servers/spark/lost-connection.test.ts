import { expect, test } from 'vitest'
import { type ConnectClient, connectClient } from '../../../src/node/servers/spark/connect-client.ts'
import { SparkSession } from '../../../src/node/servers/spark/connect-session.ts'
import { PATIENCE } from '../../../src/node/servers/spark/patience.ts'
import { runPlan } from '../../../src/node/servers/spark/run-plan.ts'
import { allColumns, allNumbers, longQuery, openReal, sparkAddress } from './open.ts'
import { proxyTo } from './proxy.ts'

/** Counts the streams that a client asks for. */
function counting(client: ConnectClient, streams: string[]): ConnectClient {
  return { ...client, stream: (method, request) => (streams.push(method), client.stream(method, request)) }
}

// The server is set to end every stream after 2 MB or 3 s. How long it counts depends on the machine; how long it sleeps does not.
const sleeping = "SELECT reflect('java.lang.Thread', 'sleep', 7000L) FROM range(0, 1, 1, 1)"

test.each([
  ['its result is long', 'SELECT id, uuid() FROM range(0, 200000, 1, 4)'],
  ['it takes long', sleeping],
])('the server hands a query over when %s', { timeout: 180_000 }, async (_, sql) => {
  const streams: string[] = []
  const client = counting(await connectClient(sparkAddress()), streams)
  const who = { id: crypto.randomUUID(), user: 'kerf', observed: null }
  const session = new SparkSession(client, who, { shown: 'spark', patience: PATIENCE })
  let rows = 0
  for await (const { batch } of runPlan(session, { sql, kind: 'query' }, undefined)) rows += batch?.rows ?? 0
  await session.close(true)
  console.log(`  ${streams.length} streams, ${rows} rows`)
  expect(rows).toBe(sql.includes('uuid') ? 200_000 : 1)
  expect(streams[0]).toBe('ExecutePlan')
  expect(streams.length).toBeGreaterThan(1)
  expect(new Set(streams.slice(1))).toEqual(new Set(['ReattachExecute']))
})

test('the answer is the same when the connection is cut again and again', { timeout: 180_000 }, async () => {
  const { host, port } = sparkAddress()
  const proxy = await proxyTo(host, port!)
  const spark = await openReal({}, { port: proxy.port })
  let cuts = 0
  const timer = setInterval(() => {
    if (cuts++ < 20) proxy.cut(cuts % 4 === 3 ? 1000 : 0)
  }, 300)
  try {
    const { columns } = await allNumbers(spark, 'SELECT id, uuid() IS NULL FROM range(0, 1000000, 1, 4)')
    expect(columns[0].length).toBe(1_000_000)
    expect(columns[0].every((value, i) => value === i)).toBe(true)
    const [[n]] = await allColumns(spark, longQuery(1, 4))
    expect(n).toBe(1_000_000_000)
  } finally {
    clearInterval(timer)
    await spark.close()
    await proxy.close()
  }
  console.log(`  ${proxy.connections()} connections`)
  expect(proxy.connections()).toBeGreaterThan(2)
})
