/**
 * The chance that the `extreme` most extreme of all rows all belong to one side, when rows of both sides come from one
 * population: of n + m rows any are as likely as any others, so it is m/(n + m) · (m − 1)/(n + m − 1) · … Ties make it
 * smaller still. `own` is m, `other` n.
 */
export function allOnOneSide(extreme: number, own: number, other: number): number {
  let chance = 1
  for (let i = 0; i < extreme && chance > 0; i++) chance *= Math.max(0, own - i) / (own + other - i)
  return chance
}
