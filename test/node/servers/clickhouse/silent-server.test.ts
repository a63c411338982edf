import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClickHouse } from '../../../../src/node/servers/clickhouse/open-clickhouse.ts'
import type { ServerAddress } from '../../../../src/node/servers/server-address.ts'

// A port that takes connections and says nothing, as one of another protocol may do.
const sockets = new Set<Socket>()
const silent = createServer((socket) => void sockets.add(socket))

beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test.each([{ secure: 'false' }, { secure: 'true' }])(
  'a port that does not answer is left in time: %o',
  async (settings) => {
    const { port } = silent.address() as AddressInfo
    const address: ServerAddress = {
      kind: 'clickhouse',
      host: '127.0.0.1',
      port,
      database: null,
      user: null,
      password: 'not-shown',
      table: ['t'],
      query: null,
      settings,
      shown: 'clickhouse:t',
    }
    const opened = openClickHouse(address, {}, 300)
    await expect(opened).rejects.toThrow(
      `clickhouse:t: 127.0.0.1:${port} took the connection and did not answer within 0.3 s; is it the port of HTTP, and of https where secure=true?`,
    )
  },
)

test('whoever stops it is told so', async () => {
  const { port } = silent.address() as AddressInfo
  const stop = new AbortController()
  const address = { kind: 'clickhouse', host: '127.0.0.1', port, database: null, user: null, password: null } as const
  const rest = { table: ['t'], query: null, settings: {}, shown: 'clickhouse:t' }
  const opened = openClickHouse({ ...address, ...rest }, { signal: stop.signal }, 60_000)
  setTimeout(() => stop.abort(), 100)
  await expect(opened).rejects.toThrow(/clickhouse:t: stopped/)
})
