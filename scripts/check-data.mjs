// `npm run data -- DIR`: every data set of a folder through the whole job. Columns as read by our own reader, by Python's
// csv and float(), and as DuckDB stores them for fits within a limit of memory must be identical; a fit must finish and load
// again; the rows written by `apply` must count like the fit. One line per file; exit 1 when anything differs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createGunzip, gunzipSync } from 'node:zlib'
import { applyRows, closeDuckDb, fromJson, slotLabels, toJson } from '../build/node.js'
import { fitSource } from '../build/engines/index.js'
import { withDuckDb } from '../build/node/duckdb/connect.js'
import { storeCsv } from '../build/node/duckdb/csv-store.js'
import { readStored } from '../build/node/duckdb/stored-table.js'
import { readCsv } from '../build/sources/index.js'

/** The target of each data set; a file of another name is fitted without one. */
const TARGETS = {
  adult: 'income',
  'auto-mpg': 'mpg',
  'california-housing': 'median_house_value',
  electricity: 'class',
  'german-credit': 'class',
  'give-me-some-credit': 'SeriousDlqin2yrs',
  glass: 'type',
  heloc: 'RiskPerformance',
  higgs: 'label',
  'higgs-openml': 'label',
  iris: 'species',
  'iris-fisher': 'species',
  occupancy: 'Occupancy',
  pima: 'outcome',
  susy: 'label',
  'susy-lowlevel-10k': 'label',
  'susy-lowlevel-11k': 'label',
  titanic: 'Survived',
  wdbc: 'diagnosis',
  wine: 'class',
}

const PYTHON = `
import csv, gzip, hashlib, json, struct, sys
path, kinds = sys.argv[1], json.loads(sys.argv[2])
with (gzip.open if path.endswith('.gz') else open)(path, 'rt', newline='') as f:
    rows = csv.reader(f)
    next(rows)
    columns = list(zip(*rows))
for kind, texts in zip(kinds, columns):
    if kind == 'number':
        data = b''.join(struct.pack('<d', float(t) if t.strip() else float('nan')) for t in texts)
    elif kind == 'date':
        data = b''
    else:
        data = '\\n'.join(t.strip() if kind == 'category' else t.strip().lower() for t in texts).encode()
    print(hashlib.sha256(data).hexdigest())
`

const folder = process.argv[2]
if (folder === undefined || !existsSync(folder)) {
  console.error(
    `data: ${folder ?? 'nothing'} is no folder; give one that holds data sets, such as npm run data -- ../data`,
  )
  process.exit(1)
}
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((path) => /\.csv(\.gz)?$/.test(path))
  .toSorted()
const scratch = mkdtempSync(join(tmpdir(), 'kerf-data-'))
let failed = 0
try {
  for (const file of files) {
    const faults = await checkFile(join(folder, file))
    if (faults.length > 0) failed++
    console.log(`${file.padEnd(50)} ${faults.length === 0 ? 'same' : `DIFFERS: ${faults.join('; ')}`}`)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
  await closeDuckDb()
}
console.log(`${files.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/**
 * The columns as DuckDB stores them; null when the file is not plain enough for it.
 * @param {string} path
 * @param {string} name
 */
async function storedColumns(path, name) {
  return withDuckDb({}, async (connection) => {
    const table = await storeCsv(connection, { path, into: join(scratch, 'stored.parquet'), gzip: false }, { name })
    return table === null ? null : readStored(connection, table, table.columns)
  })
}

/** @param {string} path */
async function checkFile(path) {
  /** @type {string[]} */
  const faults = []
  const plain = path.endsWith('.gz') ? join(scratch, 'plain.csv') : path
  if (plain !== path) writeFileSync(plain, gunzipSync(readFileSync(path)))
  const open = () => (path.endsWith('.gz') ? createReadStream(path).pipe(createGunzip()) : createReadStream(path))
  const table = await readCsv(open, { name: path })
  const stored = await storedColumns(plain, path)
  const python = spawnSync('python3', ['-c', PYTHON, path, JSON.stringify(table.columns.map(({ kind }) => kind))], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const hashes = python.status === 0 ? python.stdout.trim().split('\n') : null
  if (hashes === null) faults.push(`Python failed: ${python.stderr.trim().split('\n').at(-1)}`)
  for (const [i, column] of table.columns.entries()) {
    const hash = digest(column)
    const other = stored?.[i]
    if (stored !== null && (other?.name !== column.name || other.kind !== column.kind || digest(other) !== hash))
      faults.push(`${column.name}: DuckDB`)
    if (hashes !== null && column.kind !== 'date' && hashes[i] !== hash) faults.push(`${column.name}: Python`)
  }

  const target = TARGETS[/** @type {keyof typeof TARGETS} */ (basename(path).replace(/\.csv(\.gz)?$/, ''))]
  const binning = await fitSource(table, { target, source: path })
  if (toJson(fromJson(toJson(binning))) !== toJson(binning)) faults.push('the binning does not load as it was saved')
  const output = join(scratch, 'applied.csv')
  await applyRows(binning, path, { as: 'label', output, force: true })
  const applied = await readCsv(() => createReadStream(output), { name: output })
  for (const column of binning.columns) {
    const counts = new Map(slotLabels(column).map((label) => [label, 0]))
    const texts = applied.columns.find(({ name }) => name === column.name)?.values ?? []
    for (const text of texts)
      counts.set(text === null ? '' : String(text), (counts.get(text === null ? '' : String(text)) ?? 0) + 1)
    const wrong = column.bins.filter(({ label, count }) => counts.get(label) !== count)
    if (wrong.length > 0) faults.push(`${column.name}: applied rows count differently`)
  }
  return faults
}

/** @param {import('../build/sources/index.js').SourceColumn} column */
function digest({ kind, values }) {
  const hash = createHash('sha256')
  if (values instanceof Float64Array) hash.update(Float64Array.from(values, (x) => (Number.isNaN(x) ? Number.NaN : x)))
  else hash.update(Array.from(values, (text) => text ?? '').join('\n'))
  return kind === 'date' ? `${kind} ${hash.digest('hex')}` : hash.digest('hex')
}
