/**
 * Gini impurity of counts: the chance that two rows drawn with replacement differ in class, 1 − Σ p².
 *
 *     console.log(gini([5, 5]), gini([10, 0])) // → 0.5 0
 */
export function gini(counts: ArrayLike<number>): number {
  let total = 0
  let squares = 0
  for (let i = 0; i < counts.length; i++) {
    total += counts[i]
    squares += counts[i] * counts[i]
  }
  return total === 0 ? 0 : 1 - squares / (total * total)
}

/**
 * Gini impurity when the part is known: Σ share of part · impurity of part.
 *
 *     console.log(conditionalGini([[9, 1], [1, 9]]).toFixed(2)) // → 0.18
 *
 * @param table `table[j][i]` counts class i in part j
 */
export function conditionalGini(table: readonly ArrayLike<number>[]): number {
  let rows = 0
  let sum = 0
  for (const counts of table) {
    let total = 0
    for (let i = 0; i < counts.length; i++) total += counts[i]
    rows += total
    sum += total * gini(counts)
  }
  return rows === 0 ? 0 : sum / rows
}
