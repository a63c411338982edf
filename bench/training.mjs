import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { random } from '../dist/index.js'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'

const COLUMNS = 28
/** What is trained, by name; one epoch each. */
const MODELS = {
  logistic: ['--model', 'logistic'],
  neural: ['--model', 'neural'],
}

/**
 * `npm run bench -- training [ROWS] [MEMORY] [ONLY]`: makes a Parquet file of 28 columns in single precision and trains
 * both models on it as it is read, one epoch, within some memory. Tells the time, the CPU time and the peak of each process
 * (VmHWM, so Linux only), and its scores. The event depends on every column by a line and a bend, and on pairs of columns,
 * which only a net can tell. `training 11000000 1GB` is what docs/models.md tells of, and takes some twelve minutes.
 *
 * @param {string[]} args
 */
export async function run([rows = '1000000', memory = '1GB', only = '']) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-training-'))
  const path = join(folder, 'rows.parquet')
  const facts = join(folder, 'facts.json')
  // Told on exit by the process itself: the peak is gone with it.
  const hook = join(folder, 'facts.mjs')
  writeFileSync(
    hook,
    `import { readFileSync, writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync(${JSON.stringify(facts)}, JSON.stringify({
      peak: /VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1], cpu: process.cpuUsage(),
    })))`,
  )
  try {
    await writeRows(path, Number(rows))
    const megabytes = Math.round(statSync(path).size / 1e6)
    console.log(
      `${Number(rows).toLocaleString('en')} × ${COLUMNS}, Parquet of ${megabytes} MB, --memory ${memory}, one epoch`,
    )
    for (const [name, flags] of Object.entries(MODELS)) {
      if (!name.includes(only)) continue
      const start = performance.now()
      const asked = ['train', path, '--target', 'y', ...flags, '--stream', '--memory', memory, '--epochs', '1']
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', hook, PROGRAM_FILE, ...asked])
      const seconds = (performance.now() - start) / 1000
      if (status !== 0) throw new Error(`kerf train failed: ${String(stderr)}`)
      const { peak, cpu } = JSON.parse(readFileSync(facts, 'utf8'))
      const used = (cpu.user + cpu.system) / 1e6
      console.log(
        `\n${name}: ${seconds.toFixed(0)} s, ${used.toFixed(0)} s of CPU time, peak ${Math.round(peak / 1024)} MiB`,
      )
      console.log(`${String(stderr)}${String(stdout)}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return 0
}

/**
 * @param {string} path
 * @param {number} rows
 */
async function writeRows(path, rows) {
  // One thread: several would draw in another order each time.
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })).connect()
  const { normal } = random(28)
  const [lines, bends, pairs] = [0.2, 0.2, 0.3].map((spread) =>
    Array.from({ length: COLUMNS }, () => (normal() * spread).toFixed(4)),
  )
  const bell = 'sqrt(-2 * ln(1 - random())) * cos(6.283185307179586 * random())'
  const columns = Array.from({ length: COLUMNS }, (_, i) => `(0.5 * common + ${bell})::FLOAT AS x${i}`)
  const score = Array.from(
    { length: COLUMNS },
    (_, i) => `${lines[i]} * x${i} + ${bends[i]} * (abs(x${i}) - 0.9) + ${pairs[i]} * x${i} * x${(i + 1) % COLUMNS}`,
  )
  await connection.run('SELECT setseed(0.28)')
  await connection.run(`COPY (SELECT *, CASE WHEN random() < 1 / (1 + exp(-(${score.join(' + ')}))) THEN 'yes' ELSE 'no' END AS y
    FROM (SELECT ${columns.join(', ')} FROM (SELECT ${bell} AS common FROM range(${rows})))) TO '${path}'`)
  connection.closeSync()
}
