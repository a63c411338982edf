import { random } from '../../util/random.ts'

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

/**
 * The half of each row when whole units are dealt out, so that copies of a row never stand on both sides. `strataOf` says
 * of each row the class, or another part of the rows, to be halved alike; −1 for rows that do not count. O(rows).
 */
export function splitUnits(
  strataOf: Int32Array,
  strata: number,
  units: { readonly count: number; readonly unitOf: Int32Array } | null,
  seed: number,
): Uint8Array {
  if (units === null) return splitHalves(strataOf, strata, seed)
  const { count, unitOf } = units
  const ofUnit = new Int32Array(count).fill(-1)
  for (let row = 0; row < strataOf.length; row++) if (unitOf[row] >= 0) ofUnit[unitOf[row]] = strataOf[row]
  const halves = splitHalves(ofUnit, strata, seed)
  return Uint8Array.from(unitOf, (unit) => (unit < 0 ? HALF.none : halves[unit]))
}
