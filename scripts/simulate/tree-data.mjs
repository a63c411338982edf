import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../../dist/index.js'
import { readData } from '../../dist/node.js'

/** Larger tables are drawn down to so many rows, which keeps the whole run within minutes. */
const MOST_ROWS = 6000

/** @typedef {{ name: string, file: string, target: string, without: string[] }} Source */
/** @typedef {{ name: string, table: Record<string, ArrayLike<any>>, target: string, rows: number, of: number }} Data */

/** Columns that number the rows, or name each of them, are left out, as `kerf tree` does. @type {readonly Source[]} */
const SOURCES = [
  { name: 'titanic', file: 'titanic.csv', target: 'Survived', without: ['PassengerId', 'Name'] },
  { name: 'german-credit', file: 'german-credit.csv', target: 'class', without: [] },
  { name: 'pima', file: 'pima.csv', target: 'outcome', without: [] },
  { name: 'glass', file: 'glass.csv', target: 'type', without: ['id'] },
  { name: 'adult', file: 'adult.csv.gz', target: 'income', without: ['split'] },
  { name: 'give-me-some-credit', file: 'give-me-some-credit.csv.gz', target: 'SeriousDlqin2yrs', without: ['id'] },
  { name: 'heloc', file: 'heloc.csv', target: 'RiskPerformance', without: [] },
  { name: 'electricity', file: 'electricity.csv', target: 'class', without: ['date', 'day'] },
]

/**
 * The data sets of a folder, and one that is made: nearly noise, with 77.9 % of the rows in one class, where a tree easily
 * does worse than a guess. Says which are not there.
 * @param {string} folder @returns {AsyncGenerator<Data>}
 */
export async function* dataSets(folder) {
  yield madeRows()
  for (const source of SOURCES) {
    const path = join(folder, source.name, source.file)
    if (existsSync(path)) yield await readSource(path, source)
    else console.error(`${source.name} is left out: there is no ${path}`)
  }
}

/** @param {string} path @param {Source} source @returns {Promise<Data>} */
async function readSource(path, { name, target, without }) {
  const { columns, rows: of } = await readData(path, { texts: [target] })
  const { integer } = random(17)
  const order = Uint32Array.from({ length: of }, (_, i) => i)
  const rows = Math.min(of, MOST_ROWS)
  for (let i = 0; i < rows; i++) {
    const j = i + integer(of - i)
    const row = order[i]
    order[i] = order[j]
    order[j] = row
  }
  const kept = of === rows ? order.toSorted() : order.slice(0, rows).toSorted()
  const table = Object.fromEntries(
    columns
      .filter((column) => !without.includes(column.name))
      .map(({ name: column, values }) => {
        const picked = Array.from(kept, (row) => values[row])
        return [column, values instanceof Float64Array ? Float64Array.from(picked) : picked]
      }),
  )
  return { name, table, target, rows, of }
}

/** Eight columns of numbers and a text, two of which shift the odds a little. @returns {Data} */
function madeRows() {
  const { next, normal, integer } = random(779)
  const names = Array.from({ length: 8 }, (_, c) => `x${c}`)
  const columns = names.map(() => Float64Array.from({ length: MOST_ROWS }, normal))
  const [a, b] = columns
  const town = Array.from({ length: MOST_ROWS }, () => `town ${integer(40)}`)
  const y = Array.from({ length: MOST_ROWS }, (_, i) => {
    const odds = 0.305 * (1 + 0.25 * Math.sign(a[i]) + 0.15 * Math.sign(b[i]))
    return next() < odds / (1 + odds) ? 'yes' : 'no'
  })
  const table = { ...Object.fromEntries(names.map((name, c) => [name, columns[c]])), town, y }
  return { name: 'made, nearly noise', table, target: 'y', rows: MOST_ROWS, of: MOST_ROWS }
}
