/** How well one class is found. */
export interface ClassScore {
  readonly class: string
  /** Σw of the rows of this class */
  readonly rows: number
  /** share of the rows predicted to be of the class that are; null when none were */
  readonly precision: number | null
  /** share of the rows of the class that were predicted to be; null when there are none */
  readonly recall: number | null
}

/** How well classes are predicted. */
export interface ClassScores {
  /** Σw of all rows */
  readonly rows: number
  /** share of the rows predicted right; null without rows */
  readonly accuracy: number | null
  readonly classes: readonly ClassScore[]
  /** confusion[a][p]: Σw of the rows of class a that were predicted to be of class p */
  readonly confusion: readonly (readonly number[])[]
  /** Σw of the rows whose class the model does not know; predicted wrong in any case */
  readonly unknown: number
}

/** What stands for a row without a class, and for one whose class is not in the list. */
export const NO_CLASS = -1
export const OTHER_CLASS = -2

/**
 * Scores predictions against what is true, both as numbers in `classes`. Rows without a class (NO_CLASS) are left out;
 * those of another class (OTHER_CLASS) are wrong. O(rows + classes²).
 */
export function classScores(
  classes: readonly string[],
  truth: Int32Array,
  predicted: Int32Array,
  weights: ArrayLike<number> | null = null,
): ClassScores {
  const width = classes.length
  const confusion = classes.map(() => classes.map(() => 0))
  const guessed = classes.map(() => 0)
  let [rows, right, unknown] = [0, 0, 0]
  for (let row = 0; row < truth.length; row++) {
    const [actual, guess] = [truth[row], predicted[row]]
    const weight = weights === null ? 1 : weights[row]
    if (actual === NO_CLASS || weight === 0) continue
    rows += weight
    guessed[guess] += weight
    if (actual === guess) right += weight
    if (actual >= 0 && actual < width) confusion[actual][guess] += weight
    else unknown += weight
  }
  const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
  const scores = classes.map((label, c): ClassScore => {
    const own = confusion[c].reduce((sum, weight) => sum + weight, 0)
    return {
      class: label,
      rows: own,
      precision: share(confusion[c][c], guessed[c]),
      recall: share(confusion[c][c], own),
    }
  })
  return { rows, accuracy: share(right, rows), classes: scores, confusion, unknown }
}
