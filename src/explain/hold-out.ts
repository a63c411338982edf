import { random } from '../util/random.ts'

/** Which half a row belongs to. */
export const HALF = { none: 0, found: 1, heldOut: 2 } as const

/**
 * Splits the rows in two halves at random, class by class: each half gets half of every class, and an odd row goes to the
 * one and the other half in turn. Rows without a class (code −1) are in neither. The same seed and order of rows give the
 * same halves. O(rows).
 */
export function splitHalves(codes: Int32Array, classCount: number, seed: number): Uint8Array {
  const left = new Float64Array(classCount)
  for (const code of codes) if (code >= 0) left[code]++
  const wanted = new Float64Array(classCount)
  let odd = 0
  for (let c = 0; c < classCount; c++) {
    wanted[c] = Math.floor(left[c] / 2)
    if (left[c] % 2 === 1 && odd++ % 2 === 0) wanted[c]++
  }
  const { next } = random(seed)
  const halves = new Uint8Array(codes.length)
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]
    if (code < 0) continue
    const taken = next() * left[code]-- < wanted[code]
    if (taken) wanted[code]--
    halves[row] = taken ? HALF.found : HALF.heldOut
  }
  return halves
}

/** The codes of the rows of one half, −1 elsewhere: rows without a class count nowhere. */
export function codesOfHalf(codes: Int32Array, halves: Uint8Array, half: number): Int32Array {
  return codes.map((code, row) => (halves[row] === half ? code : -1))
}
