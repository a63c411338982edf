/** Most classes that are looked at one by one. */
const MOST = 12

/** Least variance of a class over all cells. */
const LEAST = 5

/**
 * Which classes are taken together, so that none is too rare for χ²: lists of class numbers. `variances` has, per class,
 * the variance of its count over all cells. The rarest are put together until they vary enough; two are left at least.
 */
export function poolClasses(variances: readonly number[]): number[][] {
  const order = variances.map((_, i) => i).toSorted((a, b) => variances[b] - variances[a] || a - b)
  const groups = order.map((i) => [i])
  const varied = (group: readonly number[]): number => group.reduce((sum, i) => sum + variances[i], 0)
  while (groups.length > 2 && (groups.length > MOST || varied(groups.at(-1)!) < LEAST)) {
    const last = groups.pop()!
    groups.at(-1)!.push(...last)
    groups.sort((a, b) => varied(b) - varied(a))
  }
  return groups
}
