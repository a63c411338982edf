/** A score rounded to 40 bits, as tieKey of src/util/numbers/ties.ts does. */
export function tieKey(score: f64): f64 {
  const shifted = score * 8193
  return abs(shifted) < Infinity ? shifted - (shifted - score) : score
}
