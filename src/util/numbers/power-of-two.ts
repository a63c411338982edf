/** 2 to the power of a whole number, exactly; the language leaves the last bit of `**` to the runtime. */
export function powerOfTwo(exponent: number): number {
  const factor = exponent < 0 ? 0.5 : 2
  let power = 1
  for (let i = Math.abs(exponent); i > 0; i--) power *= factor
  return power
}
