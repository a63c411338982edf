// The rows, the exported files and what to expect of them, in a folder that programs in other languages read.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the rows as `columns.json` and a file per column: doubles, or JSON for texts. */
export function writeRows(home, rows, kinds) {
  const columns = Object.keys(kinds).map((name, i) => {
    const isNumber = kinds[name] === 'number' || kinds[name] === 'date'
    const file = `column-${i}${isNumber ? '.f64' : '.json'}`
    writeValues(join(home, file), rows[name], isNumber ? 'number' : 'text')
    return { name, type: isNumber ? 'number' : 'text', file }
  })
  writeFileSync(join(home, 'columns.json'), JSON.stringify(columns))
}

/** Writes an exported file with what it should answer, and gives what `tasks.json` says of it. */
export function writeTask(home, id, { name, type, tolerance, outputs }, { format, extension, content }) {
  const file = `task-${id}${extension}`
  writeFileSync(join(home, file), content)
  const expected = Object.entries(outputs).map(([output, values], j) => {
    const own = `expected-${id}-${j}${type === 'text' ? '.json' : '.f64'}`
    writeValues(join(home, own), values, type === 'text' ? 'text' : 'number')
    return { name: output, file: own }
  })
  return { name, format, type, tolerance, file, outputs: expected }
}

function writeValues(path, values, type) {
  if (type === 'text') return writeFileSync(path, JSON.stringify(values))
  const numbers = Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value)))
  return writeFileSync(path, new Uint8Array(numbers.buffer))
}
