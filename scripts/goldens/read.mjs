// Reads golden files and the tables they were computed from. Whatever is wrong is a GoldenError that names the file.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something the reader of the message can put right; shown without a stack trace. */
export class GoldenError extends Error {}

/** The names of the golden files in a folder, sorted. */
export function goldenFiles(folder) {
  let names
  try {
    names = readdirSync(folder)
  } catch (error) {
    throw new GoldenError(`cannot read the folder ${folder}: ${messageOf(error)}`)
  }
  const files = names.filter((name) => name.endsWith('.json')).sort()
  if (files.length === 0) throw new GoldenError(`no golden files (*.json) in ${folder}`)
  return files
}

/** A golden file: `csv` names the table, `cuts` or `variants` hold the answers. */
export function readGolden(folder, file) {
  const text = readText(folder, file)
  let golden
  try {
    golden = JSON.parse(text)
  } catch (error) {
    throw new GoldenError(`${file}: not JSON: ${messageOf(error)}`)
  }
  if (typeof golden?.csv !== 'string' || !(isRecord(golden.cuts) || isRecord(golden.variants)))
    throw new GoldenError(`${file}: not a golden: must have csv and either cuts or variants`)
  return golden
}

/** A table as columns of numbers (NaN is missing) and one of labels (null is missing), which is the last. No field is quoted. */
export function readTable(folder, file) {
  const [names, ...rows] = readText(folder, file)
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const uneven = rows.findIndex((row) => row.length !== names.length)
  if (uneven >= 0) throw new GoldenError(`${file}: line ${uneven + 2} must have ${names.length} fields`)
  const numbers = (column) =>
    rows.map((row, i) => {
      const value = row[column] === '' ? NaN : Number(row[column])
      if (row[column] !== '' && Number.isNaN(value))
        throw new GoldenError(`${file}: line ${i + 2}: ${names[column]} must be a number, got ${row[column]}`)
      return value
    })
  return {
    rows: rows.length,
    labels: rows.map((row) => row[names.length - 1] || null),
    columns: new Map(names.slice(0, -1).map((name, column) => [name, numbers(column)])),
  }
}

function readText(folder, file) {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch (error) {
    throw new GoldenError(`${file}: cannot be read: ${messageOf(error)}`)
  }
}

/** Short for what Node says of files (ENOENT), else the message. */
export function messageOf(error) {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
