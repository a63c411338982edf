/** Kerf reads a CSV file into columns: `node kerf-read.mjs csv FOLDER SECONDS`, on the threads OMP_NUM_THREADS says. */
import { join } from 'node:path'
import { readData } from '../../dist/node.js'
import { printTimed } from '../harness/clock.mjs'

const [kind, folder, seconds] = process.argv.slice(2)
const threads = Number(process.env['OMP_NUM_THREADS'] ?? 2)
await printTimed(seconds, async () => {
  await readData(join(folder, `rows.${kind}`), { threads })
})
