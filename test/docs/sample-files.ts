import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { withDuckDb } from '../../src/node/duckdb/connect.ts'
import { random } from '../../src/util/random.ts'
import { kerf } from '../cli/run.ts'
import { duckDbFile } from '../cli/server-file.ts'
import { root } from './pages.ts'

type Row = Record<string, string | number>

const { next, normal } = random(15)
const oneOf = (...texts: string[]): string => texts[Math.floor(next() * texts.length)]
const chance = (share: number): boolean => next() < share
const rows = (count: number, row: (i: number) => Row): Row[] => Array.from({ length: count }, (_, i) => row(i))

const loans = (): Row[] =>
  rows(300, () => {
    const age = 18 + Math.floor(next() * 50)
    const income = Math.round(2000 + 900 * normal())
    return { age, income, home: oneOf('own', 'rent'), default: chance(age < 30 ? 0.6 : 0.1) ? 'yes' : 'no' }
  })

const visits = (): Row[] =>
  rows(200, () => {
    const age = 20 + Math.floor(next() * 70)
    const glucose = chance(0.1) ? -9 : Math.round(100 + 20 * normal())
    return { age, stay: Math.floor(next() * 9), glucose, readmitted: chance(age > 60 ? 0.7 : 0.2) ? 'yes' : 'no' }
  })

const sales = (): Row[] =>
  rows(400, () => {
    const price = Math.round(next() * 100) / 10
    return { price, visits: Math.floor(next() * 9), bought: chance(price < 4 ? 0.7 : 0.2) ? 'yes' : 'no' }
  })

/** Tables that pages speak of and nobody can download here: the columns they name, few rows. */
const TABLES: Readonly<Record<string, () => Row[]>> = {
  'loans.csv': loans,
  'loans-2026.csv': loans,
  'new-loans.csv': loans,
  'recent.csv': () => loans().map((row) => ({ ...row, age: 2 * Number(row['age']) })),
  'loans.parquet': loans,
  'visits.csv': visits,
  'sales.csv': sales,
  'clicks.csv': () => rows(300, () => ({ seconds: Math.round(next() * 60), shop: oneOf('a', 'b') })),
  'sensors.jsonl': () => rows(400, () => ({ heat: 20 + normal(), noise: next() })),
  'rows.parquet': () => rows(300, (i) => ({ x: i + normal(), y: chance(i < 150 ? 0.2 : 0.8) ? 'a' : 'b' })),
  'adult.csv': () =>
    rows(200, () => ({ age: 18 + Math.floor(next() * 50), workclass: oneOf('own', 'state'), income: oneOf('low', 'high') })), // prettier-ignore
  'higgs.csv.gz': () => rows(1200, (i) => ({ mass: normal(), angle: next(), label: i % 2 })),
  'occupancy.csv': () =>
    rows(90, (i) => ({
      Temperature: 20 + normal(),
      Humidity: 30 + normal(),
      Light: (i % 3) * 100 + normal(),
      CO2: 400 + 50 * normal(),
      HumidityRatio: next(),
      Occupancy: i % 3 === 2 ? 1 : 0,
    })),
  'pima.csv': () => rows(200, () => ({ glucose: 120 + 30 * normal(), outcome: chance(0.4) ? 1 : 0 })),
  'give-me-some-credit.csv.gz': () => rows(200, () => ({ DebtRatio: next(), SeriousDlqin2yrs: chance(0.2) ? 1 : 0 })),
  'titanic.csv': () => rows(200, () => ({ Fare: 50 * next(), Survived: chance(0.4) ? 1 : 0 })),
  'heloc.csv': () => rows(200, () => ({ Estimate: 70 + 9 * normal(), RiskPerformance: oneOf('Good', 'Bad') })),
}

/** Files whose rows are those that the page shows; what is printed of others differs. */
const SAMPLES = ['iris.csv', 'penguins.csv']

/** Whether a file holds the rows that a page shows. */
export function isKnown(name: string): boolean {
  return SAMPLES.includes(name.replace(/^samples\//, ''))
}

/** Files that a reader has from elsewhere or from before, and the command of Kerf that makes them. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  'loans.json': ['fit', 'loans.csv', '-t', 'default'],
  'bins.json': ['fit', 'loans.csv', '-t', 'default'],
  'tree.json': ['tree', 'loans.csv', '-t', 'default'],
  'bergen.kerf': ['summarize', 'visits.csv', '-t', 'readmitted', '-c', 'age,stay,glucose', '--special', 'glucose=-9'],
  'tromso.kerf': ['summarize', 'visits.csv', '-t', 'readmitted', '-c', 'age,stay,glucose', '--special', 'glucose=-9'],
}

/** Puts a file that a page speaks of into the folder; whether it is one of those. */
export async function makeSample(folder: string, name: string): Promise<boolean> {
  const sample = name.replace(/^samples\//, '')
  if (SAMPLES.includes(sample) || name === 'new.csv') {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    copyFileSync(join(root, 'samples', name === 'new.csv' ? 'iris.csv' : sample), join(folder, name))
    return true
  }
  if (name === 'iris.duckdb') {
    const flowers = `read_csv('${join(root, 'samples/iris.csv')}')`
    await duckDbFile(join(folder, name), [`CREATE TABLE iris AS FROM ${flowers}`])
    return true
  }
  if (Object.hasOwn(MADE, name)) {
    await makeSample(folder, MADE[name][1])
    const { code, err } = await kerf([...MADE[name], '-o', name], { cwd: folder })
    if (code !== 0) throw new Error(err)
    return true
  }
  if (!Object.hasOwn(TABLES, name)) return false
  await writeRows(join(folder, name), TABLES[name]())
  return true
}

async function writeRows(path: string, made: readonly Row[]): Promise<void> {
  const names = Object.keys(made[0])
  const csv = `${[names, ...made.map((row) => names.map((name) => row[name]))].map((line) => line.join(',')).join('\n')}\n`
  if (path.endsWith('.jsonl')) writeFileSync(path, `${made.map((row) => JSON.stringify(row)).join('\n')}\n`)
  else if (path.endsWith('.gz')) writeFileSync(path, gzipSync(csv))
  else writeFileSync(path.replace(/\.parquet$/, '.source.csv'), csv)
  if (!path.endsWith('.parquet')) return
  const from = `read_csv('${path.replace(/\.parquet$/, '.source.csv')}', auto_type_candidates = ['DOUBLE', 'VARCHAR'])`
  await withDuckDb({}, (connection) => connection.run(`COPY (FROM ${from}) TO '${path}' (FORMAT parquet)`))
}
