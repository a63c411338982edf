// A program that is bundled into one file, with threads.
import { fitTable, random } from 'kerf'
import { threadPool } from 'kerf/node'

const { normal } = random(1)
const x = Float64Array.from({ length: 1000 }, normal)
const y = Array.from(x, (value) => (value > 0 ? 'a' : 'b'))
const pool = threadPool({ threads: 2, fewValues: 0, worker: new URL('./threads.mjs', import.meta.url) })
const { columns } = await fitTable({ x, again: x, y }, { target: 'y', pool })
await pool.close()
console.log(JSON.stringify(columns[1]))
