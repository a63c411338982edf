// Debian's PostgreSQL, or one on the path, for `npm run test:postgres`: on a free port of loopback, with a password.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.mjs'

/** Starts a server; its tests find it by KERF_POSTGRES_ADDRESS and PGPASSWORD. */
export async function start() {
  const programs = findPrograms()
  if (programs === null) throw new Error('PostgreSQL is not installed; on Debian: apt-get install postgresql')
  // A server refuses to run for root, so root lends it the user postgres.
  const user = process.getuid?.() === 0 ? idOf('postgres') : null
  const home = mkdtempSync(join(tmpdir(), 'kerf-postgres-'))
  if (user !== null) chownSync(home, user, -1)
  const data = join(home, 'data')
  const log = join(home, 'log')
  const password = randomBytes(12).toString('base64url')
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user !== null) chownSync(passwordFile, user, -1)
  const run = (program, args) => {
    const options = { stdio: 'ignore', cwd: home, ...(user === null ? {} : { uid: user }) }
    const { status } = spawnSync(join(programs, program), args, /** @type {any} */ (options))
    if (status !== 0)
      throw new Error(`${program} failed${existsSync(log) ? `:\n${readFileSync(log, 'utf8')}` : ` with ${status}`}`)
  }
  const port = await freePort()
  const stop = async () => {
    try {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
    } catch {
      // A test may have stopped it.
    }
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const encoding = ['-E', 'UTF8', '--no-locale', '--no-sync']
    run('initdb', ['-D', data, '-U', 'kerf', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...encoding])
    // Nothing here outlives the tests, so nothing need reach the disk.
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '4GB',
      shared_buffers: '256MB',
      max_connections: 30,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    writeFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
    run('pg_ctl', ['-D', data, '-l', log, '-w', 'start'])
  } catch (error) {
    await stop()
    throw error
  }
  return { env: { KERF_POSTGRES_ADDRESS: `postgres://kerf@127.0.0.1:${port}/postgres`, PGPASSWORD: password }, stop }
}

function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newest = Math.max(...versions.map(Number).filter(Number.isFinite))
  const folders = [`${debian}/${newest}/bin`, ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name)))) ?? null
}

function idOf(name) {
  const told = spawnSync('id', ['-u', name], { encoding: 'utf8' })
  if (told.status !== 0) throw new Error(`PostgreSQL does not run for root, and there is no user ${name} to lend it`)
  return Number(told.stdout)
}
