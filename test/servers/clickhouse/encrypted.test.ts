import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as forward } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClickHouse } from '../../../src/node/servers/clickhouse/open-clickhouse.ts'
import { clickHouseAddress, noServer } from './open.ts'

// What stands before many servers: it speaks https, and hands on what it is asked.
describe.skipIf(noServer !== null)('https', () => {
  const home = mkdtempSync(join(tmpdir(), 'kerf-certificate-'))
  const sslrootcert = join(home, 'cert.pem')
  let front: Server

  beforeAll(async () => {
    const names = ['-subj', '/CN=kerf', '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', join(home, 'key.pem'), '-out', sslrootcert]
    execFileSync('openssl', ['req', '-new', '-x509', '-nodes', '-days', '2', ...names, ...files], { stdio: 'ignore' })
    const { host, port } = clickHouseAddress()
    const secrets = { key: readFileSync(join(home, 'key.pem')), cert: readFileSync(sslrootcert) }
    front = createServer(secrets, (asked, answer) => {
      const behind = forward(
        { host, port, path: asked.url!, method: asked.method!, headers: asked.headers },
        (told) => {
          answer.writeHead(told.statusCode!, told.headers)
          told.pipe(answer)
        },
      )
      asked.pipe(behind)
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    front.closeAllConnections()
    front.close()
    rmSync(home, { recursive: true, force: true })
  })

  const address = (settings: Record<string, string>, host = '127.0.0.1'): ReturnType<typeof clickHouseAddress> => ({
    ...clickHouseAddress(),
    host,
    port: (front.address() as AddressInfo).port,
    settings,
  })

  test('is used where the address says secure=true, and knows the server by its certificate', async () => {
    const connection = await openClickHouse(address({ secure: 'true', sslrootcert }), {})
    const found: unknown[] = []
    for await (const [[value]] of connection.columns('SELECT 5 AS five')) found.push(value)
    expect(found).toEqual([5])
    await connection.close()
  })

  test('refuses a server that is not known, and no https where it is needed', async () => {
    await expect(openClickHouse(address({ secure: 'true' }), {})).rejects.toThrow(/self-signed certificate/)
    await expect(openClickHouse(address({ secure: 'true', sslrootcert }, 'localhost'), {})).rejects.toThrow(
      /Hostname\/IP does not match/,
    )
    await expect(openClickHouse(address({ secure: 'true', sslrootcert: join(home, 'none') }), {})).rejects.toThrow(
      /none does not exist$/,
    )
    await expect(openClickHouse(address({}), {})).rejects.toThrow(/the server broke the connection|hang up/)
  })
})
