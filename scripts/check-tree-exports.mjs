// Compares exported trees with the library on every row of a file, and on rows at every cut:
// `node scripts/check-tree-exports.mjs FILE --target COLUMN [--exclude a,b] [--by binary,chi-merge,mdlp]`.
// DuckDB, SQLite, Node and, where it is installed, Python (KERF_PYTHON, default python3) run what is exported.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import initSqlJs from 'sql.js'
import { findMethod, toTable } from '../dist/index.js'
import { exportTree, findDialect } from '../dist/exports.js'
import { growTree, predictTree, treeStats } from '../dist/trees.js'
import { readData } from '../dist/node.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string' },
    exclude: { type: 'string', default: '' },
    by: { type: 'string', default: 'binary,chi-merge,mdlp' },
  },
})
const [file] = positionals
const { target } = values
if (file === undefined || target === undefined) {
  console.error('usage: node scripts/check-tree-exports.mjs FILE --target COLUMN [--exclude a,b] [--by binary,mdlp]')
  process.exit(2)
}

const read = await readData(file)
const home = mkdtempSync(join(tmpdir(), 'kerf-check-'))
const python = process.env.KERF_PYTHON ?? 'python3'
const hasPython = spawnSync(python, ['--version']).status === 0
let faults = 0
try {
  for (const by of values.by.split(',')) await check(by)
} finally {
  rmSync(home, { recursive: true, force: true })
}
if (!hasPython) console.log(`${python} is not installed, so Python was not tried`)
process.exitCode = faults > 0 ? 1 : 0

/** @param {string} by */
async function check(by) {
  const excluded = new Set([target, ...values.exclude.split(',')])
  const columns = read.columns.filter(({ name }) => !excluded.has(name))
  const perColumn = Object.fromEntries(columns.map(({ name, kind }) => [name, { kind }]))
  const names = columns.map(({ name }) => name)
  const method = by === 'binary' ? 'binary' : findMethod(by)
  const tree = growTree(toTable(read), { target: String(target), by: method, columns: names, perColumn })
  const rows = [...Array.from({ length: read.rows }, (_, row) => columns.map((column) => column.values[row])), ...boundaryRows(tree, columns)] // prettier-ignore
  const table = Object.fromEntries(names.map((name, c) => [name, columnOf(columns[c], rows, c)]))
  const { codes } = predictTree(tree, table)
  const { depth, nodes } = treeStats(tree)
  console.log(`${by}: ${depth} deep, ${nodes} nodes; ${read.rows} rows and ${rows.length - read.rows} at the cuts`)
  const runs = { DuckDB: duckdb, SQLite: sqlite, JavaScript: javascript, ...(hasPython ? { Python: runPython } : {}) }
  for (const [name, run] of Object.entries(runs)) {
    const start = performance.now()
    const { got } = await run(tree, columns, rows)
    const wrong = got.reduce((sum, code, row) => sum + (Number(code) === codes[row] ? 0 : 1), 0)
    faults += wrong + (got.length === rows.length ? 0 : 1)
    console.log(`  ${name}: ${got.length} answers, ${wrong} differ, ${Math.round(performance.now() - start)} ms`)
  }
}

/** Numbers and dates as doubles, others as they are; null is missing. */
function columnOf({ kind }, rows, c) {
  const own = rows.map((row) => row[c])
  return kind === 'number' || kind === 'date' ? Float64Array.from(own, (x) => x ?? Number.NaN) : own
}

/** A few rows with each of their values at, below and above every cut, missing and infinite. */
function boundaryRows(tree, columns) {
  const rows = []
  for (const [c, { kind }] of columns.entries()) {
    const { cuts = [] } = tree.columns[c]
    const ends = kind === 'number' ? [Infinity, -Infinity, Number.NaN, 0] : kind === 'date' ? [Number.NaN] : [null, 'a level not seen', ''] // prettier-ignore
    const near = cuts.flatMap((cut) => (kind === 'date' ? [Math.floor(cut), Math.ceil(cut)] : [nextDown(cut), cut, nextUp(cut)])) // prettier-ignore
    for (const [i, value] of [...near, ...ends].entries()) {
      for (const base of [i * 7919, i * 104_729 + 1, i * 31 + 7]) {
        rows.push(columns.map((column, at) => (at === c ? value : column.values[base % read.rows])))
      }
    }
  }
  return rows
}

function nextUp(x) {
  const double = new Float64Array([x])
  const bits = new BigInt64Array(double.buffer)
  if (x === 0) return Number.MIN_VALUE
  bits[0] += x > 0 ? 1n : -1n
  return double[0]
}

function nextDown(x) {
  return -nextUp(-x)
}

function sqlOf(tree, columns, rows, dialect, types) {
  const literal = (kind, value) => {
    if (value === null || value === undefined) return 'NULL'
    if (kind === 'boolean') return dialect.truthAsNumber ? (value === 'true' ? '1' : '0') : value
    if (kind === 'category') return dialect.text(value)
    if (Number.isNaN(value)) return kind === 'date' ? 'NULL' : (dialect.nonFinite.nan ?? 'NULL')
    if (kind === 'date') return dialect.time.literal(new Date(value).toISOString().replace('T', ' ').slice(0, -1))
    return Number.isFinite(value) ? dialect.double(value) : dialect.nonFinite.infinity(value > 0 ? '' : '-')
  }
  const fields = columns.map(({ name, kind }) => `${dialect.identifier(name)} ${types[kind]}`)
  const inserts = []
  for (let from = 0; from < rows.length; from += 500) {
    const lines = rows.slice(from, from + 500).map((row, i) => `(${[from + i, ...row.map((value, c) => literal(columns[c].kind, value))].join(', ')})`) // prettier-ignore
    inserts.push(`INSERT INTO given VALUES ${lines.join(', ')}`)
  }
  const made = exportTree(tree, 'sql', { dialect: dialect.name, expressions: true, as: 'index' })
  const create = `DROP TABLE IF EXISTS given; CREATE TABLE given (kerf_row INTEGER, ${fields.join(', ')})`
  return { statements: [create, ...inserts], query: `SELECT ${made} FROM given ORDER BY kerf_row` }
}

async function duckdb(tree, columns, rows) {
  const connection = await (await DuckDBInstance.create()).connect()
  const types = { number: 'DOUBLE', date: 'TIMESTAMP', boolean: 'BOOLEAN', category: 'VARCHAR' }
  const { statements, query } = sqlOf(tree, columns, rows, findDialect('duckdb'), types)
  for (const statement of statements) await connection.run(statement)
  return { got: (await connection.runAndReadAll(query)).getRows().map(([code]) => code) }
}

async function sqlite(tree, columns, rows) {
  const database = new (await initSqlJs()).Database()
  const types = { number: 'REAL', date: 'TEXT', boolean: 'INTEGER', category: 'TEXT' }
  const { statements, query } = sqlOf(tree, columns, rows, findDialect('sqlite'), types)
  for (const statement of statements) database.exec(statement)
  return { got: database.exec(query)[0].values.map(([code]) => code) }
}

async function javascript(tree, columns, rows) {
  const path = join(home, `${tree.created.by}.mjs`)
  writeFileSync(path, exportTree(tree, 'js', { as: 'index' }))
  const { predictAll } = await import(path)
  return { got: predictAll(rows.map((row) => Object.fromEntries(columns.map(({ name }, c) => [name, row[c]])))) }
}

function runPython(tree, columns, rows) {
  writeFileSync(join(home, 'made.py'), exportTree(tree, 'python', { as: 'index' }))
  // JSON has neither NaN nor infinities; Python's own reader takes them as JavaScript writes them.
  const text = (value) => (typeof value === 'number' ? String(value) : JSON.stringify(value ?? null))
  writeFileSync(join(home, 'rows.json'), `[${rows.map((row) => `[${row.map(text).join(',')}]`).join(',\n')}]`)
  const script = `import json, os, runpy
home = os.path.dirname(os.path.abspath(__file__))
made = runpy.run_path(os.path.join(home, "made.py"))
names = ${JSON.stringify(columns.map(({ name }) => name))}
rows = [dict(zip(names, row)) for row in json.load(open(os.path.join(home, "rows.json"), encoding="utf-8"))]
print(json.dumps(made["predict_all"](rows)))
`
  writeFileSync(join(home, 'run.py'), script)
  const ran = spawnSync(python, [join(home, 'run.py')], { encoding: 'utf8', maxBuffer: 1e9 })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return { got: JSON.parse(ran.stdout) }
}
