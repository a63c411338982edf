/** The nearest whole number where only rounding lies between, as after 0.01 was added to a count and taken away again. */
export function nearWhole(x: number): number {
  const whole = Math.round(x)
  return Math.abs(x - whole) < 1e-6 ? whole + 0 : x
}
