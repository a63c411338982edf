// Kerf reads a CSV file into columns: node csv-kerf.mjs FILE THREADS REPEATS. Prints JSON.
import { readData } from '../dist/node.js'

const [path, threads, repeats] = process.argv.slice(2)
const runs = []
let table
for (let i = 0; i < Number(repeats); i++) {
  const start = performance.now()
  const before = process.cpuUsage()
  table = await readData(path, { threads: Number(threads) })
  const { user, system } = process.cpuUsage(before)
  runs.push({ wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 })
}
const found = table.columns.map(({ values }) => {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
})
console.log(JSON.stringify({ runs, found }))
