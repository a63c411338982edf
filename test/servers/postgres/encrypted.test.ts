import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../../src/node/servers/postgres/open-postgres.ts'
import { otherSession, postgresAddress } from './open.ts'

const home = mkdtempSync(join(tmpdir(), 'kerf-certificate-'))
const sslrootcert = join(home, 'server.crt')
let admin: pg.Client

const CERTIFICATE =
  'openssl req -new -x509 -nodes -days 2 -subj /CN=kerf -addext subjectAltName=IP:127.0.0.1 ' +
  '-keyout server.key -out server.crt 2>&1 && chmod 600 server.key && echo made'

beforeAll(async () => {
  admin = await otherSession()
  // The server makes its certificate itself, so that it may read it.
  await admin.query(`CREATE TEMP TABLE made (line text); COPY made FROM PROGRAM '${CERTIFICATE}'`)
  const { rows } = await admin.query<{ text: string }>(`SELECT pg_read_file('server.crt') AS text`)
  writeFileSync(sslrootcert, rows[0].text)
  await admin.query('ALTER SYSTEM SET ssl = on')
  await admin.query('SELECT pg_reload_conf()')
})
afterAll(async () => {
  await admin.query('ALTER SYSTEM RESET ssl')
  await admin.query('SELECT pg_reload_conf()')
  await admin.end()
  rmSync(home, { recursive: true, force: true })
})

/** Whether the session is encrypted, or why there is none. */
async function encrypted(settings: Record<string, string>, host = '127.0.0.1'): Promise<unknown> {
  try {
    const connection = await openPostgres({ ...postgresAddress(), host, settings }, {})
    try {
      const sql = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'
      for await (const [[ssl]] of connection.columns(sql)) return [ssl, connection.traffic().bytes > 0]
    } finally {
      await connection.close()
    }
    return null
  } catch (error) {
    return (error as Error).message.replace(/^\S+ /, '')
  }
}

test('is used as sslmode says', async () => {
  expect(await encrypted({})).toEqual([false, true])
  expect(await encrypted({ sslmode: 'disable' })).toEqual([false, true])
  expect(await encrypted({ sslmode: 'require' })).toEqual([true, true])
  expect(await encrypted({ sslmode: 'require', sslrootcert })).toEqual([true, true])
  expect(await encrypted({ sslmode: 'verify-full', sslrootcert })).toEqual([true, true])
})

test('refuses a server that is not the one meant', async () => {
  expect(await encrypted({ sslmode: 'verify-full' })).toMatch(/self-signed certificate/)
  expect(await encrypted({ sslmode: 'verify-full', sslrootcert }, 'localhost')).toMatch(/Hostname\/IP does not match/)
  expect(await encrypted({ sslmode: 'require', sslrootcert }, 'localhost')).toEqual([true, true])
  expect(await encrypted({ sslmode: 'verify-full', sslrootcert: join(home, 'none.crt') })).toBe('does not exist')
})

test('a query that is encrypted is stopped on the server too', async () => {
  const controller = new AbortController()
  const address = { ...postgresAddress(), settings: { sslmode: 'require' } }
  const connection = await openPostgres(address, { signal: controller.signal })
  const read = async (): Promise<void> => {
    for await (const _ of connection.numbers('SELECT generate_series(1, 100000000)')) controller.abort()
  }
  await expect(read()).rejects.toThrow(/stopped by its signal/)
  const { rows } = await admin.query(`SELECT pid FROM pg_stat_activity WHERE application_name = 'kerf'`)
  expect(rows).toEqual([])
})
