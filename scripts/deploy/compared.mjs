/**
 * How many of the answers that were found differ from what the library answers, and by how much at most.
 *
 * @param {any} thing
 * @param {number} rows
 * @param {any} found
 * @param {number[] | null} kept the rows that were asked about; null for all
 */
export function compared(thing, rows, found, kept = null) {
  const { name, outputs, tolerance, type } = thing
  let [wrong, most] = [0, 0]
  for (const [output, all] of Object.entries(outputs)) {
    const expected = kept === null ? all : kept.map((row) => all[row])
    const got = found[output]
    if (got === undefined || got.length !== expected.length)
      throw new Error(`${name}: ${got?.length} answers for ${output}`)
    for (let row = 0; row < expected.length; row++) {
      const same = type === 'text' ? got[row] === expected[row] : Number(got[row]) === expected[row]
      if (same) continue
      const gap = type === 'text' || got[row] === null ? Number.NaN : Math.abs(Number(got[row]) - expected[row])
      if (gap > most) most = gap
      if (!(gap <= tolerance)) {
        if (wrong === 0) console.error(`${name}: ${output} of row ${row} is ${got[row]}, expected ${expected[row]}`)
        wrong++
      }
    }
  }
  return { name, rows, outputs: Object.keys(outputs).length, wrong, most }
}
