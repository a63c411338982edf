/** `node make-set.mjs NAME ROWS COLUMNS FOLDER`: makes a data set. */
import { once } from 'node:events'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { random } from '../../dist/index.js'
import { informativeColumn, mixedColumns, noiseColumn, wholeColumns, writeData } from './data.mjs'

const [name, rowsGiven, columnsGiven, folder] = process.argv.slice(2)
const [rows, columns] = [Number(rowsGiven), Number(columnsGiven)]
mkdirSync(folder, { recursive: true })
const makers = {
  mixed: () => writeData(folder, mixedColumns(rows, columns)),
  informative: () => writeData(folder, informativeColumn(rows)),
  noise: () => writeData(folder, noiseColumn(rows)),
  whole: () => writeData(folder, wholeColumns(rows)),
  files: writeFiles,
}
await makers[name]()

/** The same normal numbers and a class that follows the first column, as arrays, as CSV and as Parquet. */
async function writeFiles() {
  const { next, normal } = random(28)
  const arrays = Array.from({ length: columns }, () => new Float64Array(rows))
  const codes = new Uint8Array(rows)
  const csv = join(folder, 'rows.csv')
  const stream = createWriteStream(csv)
  stream.write(`${Array.from({ length: columns }, (_, c) => `x${c}`).join(',')},y\n`)
  for (let row = 0; row < rows; row++) {
    const values = arrays.map((array) => (array[row] = normal()))
    codes[row] = next() < (values[0] > 0.3 ? 0.7 : 0.35) ? 1 : 0
    if (!stream.write(`${values.join(',')},${codes[row] === 1 ? 'yes' : 'no'}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
  writeData(folder, { columns: arrays, codes })
  writeFileSync(join(folder, 'about.json'), JSON.stringify({ rows, columns }))
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  await connection.run(`COPY (SELECT * FROM read_csv('${csv}')) TO '${join(folder, 'rows.parquet')}'`)
  connection.closeSync()
  database.closeSync()
}
