import { readFileSync } from 'node:fs'

/** Bytes in words. */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`

/** The cuts of a saved binning as a text to compare, and how many there are. */
export function cutsOf(path) {
  const { columns } = JSON.parse(readFileSync(path, 'utf8'))
  const cuts = JSON.stringify(columns.map(({ name, cuts: own, cutsExact }) => [name, own, cutsExact]))
  return { cuts, found: columns.reduce((sum, { cuts: own = [] }) => sum + own.length, 0) }
}

/** What the last line of the program says of passes and bytes. */
export function trafficOf(told) {
  const found = /(\d+) pass(?:es)? over [^\n]*?, ([\d.,]+) (kB|MB) brought here/.exec(told)
  if (found === null) throw new Error(`found no line about passes in ${told}`)
  return { passes: Number(found[1]), bytes: Number(found[2]) * (found[3] === 'kB' ? 1e3 : 1e6) }
}
