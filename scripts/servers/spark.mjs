// A real Spark for `npm run test:spark`: a master, two workers and a Connect server on loopback, on ports that are free.
// It comes from the package pyspark in a virtual environment of its own, made when first needed and kept. Settings:
//   KERF_SPARK_VENV   a virtual environment that has pyspark already
//   KERF_SPARK_HOME   where to keep the one that is made; default a folder among the temporary ones
//   KERF_SPARK_TOKEN  a token that the server shall ask for; default none
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PYSPARK = 'pyspark==4.1.4'
const HOST = '127.0.0.1'
/** Four Java machines start on a busy computer. */
const START_SECONDS = 240

/** Starts Spark; gives the environment that tests need and a function that ends every process again. */
export async function start() {
  const home = sparkHome()
  const folder = mkdtempSync(join(tmpdir(), 'kerf-spark-run-'))
  const running = []
  const stop = () => stopAll(running, folder)
  try {
    const begun = Date.now()
    const [masterPort, connectPort, ...ports] = await freePorts(8)
    const run = (name, program, args) => running.push(launch({ home, folder, name, program, args }))
    run('master', 'spark-class', [
      'org.apache.spark.deploy.master.Master',
      ...flags({ host: HOST, port: masterPort, 'webui-port': ports[0] }),
    ])
    // A worker that does not find the master waits long before it tries again.
    await opened(masterPort, running[0])
    for (const i of [1, 2]) {
      const own = { port: ports[i], 'webui-port': ports[i + 2], 'work-dir': join(folder, `work-${i}`) }
      run(`worker-${i}`, 'spark-class', [
        'org.apache.spark.deploy.worker.Worker',
        ...flags({ host: HOST, cores: 1, memory: '2g', ...own }),
        `spark://${HOST}:${masterPort}`,
      ])
    }
    run('connect', 'spark-submit', connectArguments({ masterPort, connectPort, folder }))
    await opened(connectPort, running[3])
    const address = `sc://${HOST}:${connectPort}`
    await answers(connectPort, address)
    console.error(`spark: ready at ${address} after ${((Date.now() - begun) / 1000).toFixed(0)} s`)
    const [master, one, two, server] = running.map(({ pid }) => pid)
    const pids = JSON.stringify({ master, workers: [one, two], connect: server })
    return { env: { KERF_SPARK_ADDRESS: address, KERF_SPARK_PIDS: pids }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The settings of a small server that hands over often: long results and queries are reattached to, as on a large one. */
function connectArguments({ masterPort, connectPort, folder }) {
  const settings = {
    'spark.executor.memory': '1g',
    'spark.cores.max': '2',
    'spark.driver.host': HOST,
    'spark.driver.bindAddress': HOST,
    'spark.connect.grpc.binding.address': HOST,
    'spark.connect.grpc.binding.port': String(connectPort),
    'spark.connect.execute.reattachable.senderMaxStreamDuration': '3s',
    'spark.connect.execute.reattachable.senderMaxStreamSize': '2m',
    'spark.sql.shuffle.partitions': '8',
    'spark.ui.enabled': 'false',
    // The other kind of catalog takes a quarter of a minute to start.
    'spark.sql.catalogImplementation': 'in-memory',
    'spark.sql.warehouse.dir': join(folder, 'warehouse'),
    ...(process.env.KERF_SPARK_TOKEN && { 'spark.connect.authenticate.token': process.env.KERF_SPARK_TOKEN }),
  }
  const server = 'org.apache.spark.sql.connect.service.SparkConnectServer'
  return [
    ...flags({ class: server, name: 'kerf', master: `spark://${HOST}:${masterPort}`, 'driver-memory': '2g' }),
    ...Object.entries(settings).flatMap(([name, value]) => ['--conf', `${name}=${value}`]),
  ]
}

const flags = (values) => Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)])

/** The folder of Spark inside the package pyspark, which is installed when it is not there. */
function sparkHome() {
  if (spawnSync('java', ['-version']).status !== 0)
    throw new Error(
      'spark: Spark 4 needs Java 17 or 21, and there is no java here; install one, such as openjdk-17-jre',
    )
  const kept = process.env.KERF_SPARK_HOME ?? join(tmpdir(), 'kerf-spark')
  const venv = process.env.KERF_SPARK_VENV ?? join(kept, PYSPARK.replace('==', '-'))
  const found = findSpark(venv)
  if (found !== null) return found
  if (process.env.KERF_SPARK_VENV !== undefined)
    throw new Error(`spark: there is no pyspark in the virtual environment ${venv} that KERF_SPARK_VENV names`)
  console.error(`spark: installing ${PYSPARK} into ${venv} (about 500 MB)`)
  mkdirSync(kept, { recursive: true })
  must(
    'python3',
    ['-m', 'venv', '--clear', venv],
    'needs Python 3.10 or later with venv, such as python3-venv of Debian',
  )
  must(join(venv, 'bin', 'pip'), ['install', '--quiet', PYSPARK], `could not install ${PYSPARK}`)
  const installed = findSpark(venv)
  if (installed === null) throw new Error(`spark: ${PYSPARK} was installed into ${venv}, but there is no Spark in it`)
  return installed
}

function findSpark(venv) {
  const python = join(venv, 'bin', 'python')
  if (!existsSync(python)) return null
  const where = 'import os, pyspark; print(os.path.dirname(pyspark.__file__))'
  const { status, stdout } = spawnSync(python, ['-c', where], { encoding: 'utf8' })
  return status === 0 && existsSync(join(stdout.trim(), 'jars')) ? stdout.trim() : null
}

function must(program, args, trouble) {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return
  const said = error?.message ?? stderr.trim().split('\n').at(-1)
  throw new Error(`spark: ${trouble} (${program} said: ${said})`)
}

/** Each in a group of its own, so that the executors it starts end with it. */
function launch({ home, folder, name, program, args }) {
  const log = join(folder, `${name}.log`)
  const out = openSync(log, 'w')
  const child = spawn(join(home, 'bin', program), args, {
    detached: true,
    stdio: ['ignore', out, out],
    cwd: folder,
    env: { ...process.env, SPARK_HOME: home, SPARK_LOCAL_IP: HOST, SPARK_CONNECT_MODE: '0' },
  })
  closeSync(out)
  const started = { name, log, pid: child.pid, ended: false }
  child.on('error', () => (started.ended = true))
  child.on('exit', () => (started.ended = true))
  return started
}

async function opened(port, started) {
  for (const end = Date.now() + START_SECONDS * 1000; Date.now() < end; await sleep(200)) {
    if (started.ended) throw new Error(`spark: the ${started.name} ended at once\n${lastLines(started.log)}`)
    if (await isOpen(port)) return
  }
  throw new Error(`spark: the ${started.name} did not start within ${START_SECONDS} s\n${lastLines(started.log)}`)
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, HOST)
    const tell = (open) => {
      socket.destroy()
      resolve(open)
    }
    socket.on('connect', () => tell(true)).on('error', () => tell(false))
  })
}

/** The first query waits for the workers, and warms up what later ones use. */
async function answers(port, shown) {
  const built = new URL('../../build/node/servers/spark/spark-connection.js', import.meta.url)
  if (!existsSync(fileURLToPath(built))) throw new Error('spark: build first: node scripts/ready.mjs')
  const { openSpark } = await import(built.href)
  const nothing = { database: null, user: null, table: null, query: null, settings: {} }
  const password = process.env.KERF_SPARK_TOKEN ?? null
  const connection = await openSpark({ kind: 'spark', host: HOST, port, password, shown, ...nothing })
  try {
    for await (const _ of connection.columns('SELECT 1')) continue
  } finally {
    await connection.close()
  }
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, HOST))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.on('listening', resolve))))
  const ports = servers.map((server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function stopAll(running, folder) {
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    for (const { pid } of running) endGroup(pid, signal)
    for (const end = Date.now() + 8000; Date.now() < end && running.some(({ pid }) => endGroup(pid, 0));)
      await sleep(100)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Whether there was anything to send the signal to. */
function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

function lastLines(log) {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
}
