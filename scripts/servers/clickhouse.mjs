// For `npm run test:clickhouse`: chdb, an embedded ClickHouse of today, put into a folder of its own, because it takes
// half a gigabyte; and Debian's ClickHouse server of 2018 where it is installed, with which real connections are tested.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.mjs'

const CHDB = 'chdb@3.4.0'

/**
 * Installs chdb where it is not there yet, which its tests find by KERF_CHDB_HOME, and starts the server, which they
 * find by KERF_CLICKHOUSE_ADDRESS and CLICKHOUSE_PASSWORD.
 */
export async function start() {
  const home = installChdb()
  const program = findProgram()
  if (program === null) {
    console.log(
      'clickhouse-server is not installed, so only the embedded database is tested; on Debian: apt-get install clickhouse-server',
    )
    return { env: { KERF_CHDB_HOME: home }, stop: async () => {} }
  }
  const server = await startServer(program)
  return { env: { KERF_CHDB_HOME: home, ...server.env }, stop: server.stop }
}

/** Puts chdb into its folder, where it is not there yet, and gives the folder. */
export function installChdb() {
  const home = process.env['KERF_CHDB_HOME'] ?? join(tmpdir(), 'kerf-chdb')
  const manifest = join(home, 'node_modules', 'chdb', 'package.json')
  const version = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : null
  if (`chdb@${version}` === CHDB) return home
  console.log(`installing ${CHDB}, about 550 MB, for these tests only`)
  mkdirSync(home, { recursive: true })
  const { status } = spawnSync('npm', ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', CHDB], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: home,
  })
  if (status !== 0) throw new Error(`${CHDB} could not be installed`)
  return home
}

/** A server on free ports of loopback, with a user kerf that has a password and a user reader that may only read. */
export async function startServer(program = findProgram()) {
  if (program === null) throw new Error('clickhouse-server is not installed')
  const home = mkdtempSync(join(tmpdir(), 'kerf-clickhouse-'))
  const password = randomBytes(12).toString('base64url')
  const port = await freePort()
  writeFileSync(join(home, 'config.xml'), configXml(home, port, await freePort(), await freePort()))
  writeFileSync(join(home, 'users.xml'), usersXml(password))
  const server = spawn(program, [`--config-file=${join(home, 'config.xml')}`], { stdio: 'ignore', cwd: home })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    server.kill('SIGKILL')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  for (let tries = 0; !(await answers(port)); tries++) {
    const log = join(home, 'error.log')
    if (tries === 300 || server.exitCode !== null) {
      const told = existsSync(log) ? readFileSync(log, 'utf8').slice(0, 2000) : ''
      await stop()
      throw new Error(`clickhouse-server did not start\n${told}`)
    }
    await wait(100)
  }
  const env = { KERF_CLICKHOUSE_ADDRESS: `clickhouse://kerf@127.0.0.1:${port}/default`, CLICKHOUSE_PASSWORD: password }
  return { env, stop }
}

async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/ping`)).ok
  } catch {
    return false
  }
}

function configXml(home, http, tcp, interserver) {
  return `<?xml version="1.0"?>
<yandex>
  <logger><level>warning</level><log>${home}/log</log><errorlog>${home}/error.log</errorlog></logger>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <interserver_http_port>${interserver}</interserver_http_port>
  <listen_host>127.0.0.1</listen_host>
  <path>${home}/data/</path>
  <tmp_path>${home}/scratch/</tmp_path>
  <users_config>${home}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>268435456</mark_cache_size>
  <timezone>Europe/Berlin</timezone>
</yandex>
`
}

function usersXml(password) {
  const hash = createHash('sha256').update(password).digest('hex')
  const user = (profile) =>
    `<password_sha256_hex>${hash}</password_sha256_hex><networks><ip>127.0.0.1</ip></networks>` +
    `<profile>${profile}</profile><quota>default</quota>`
  return `<?xml version="1.0"?>
<yandex>
  <profiles><default/><readonly><readonly>1</readonly></readonly></profiles>
  <users><kerf>${user('default')}</kerf><reader>${user('readonly')}</reader></users>
  <quotas><default/></quotas>
</yandex>
`
}

function findProgram() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'clickhouse-server')).find((path) => existsSync(path)) ?? null
}
