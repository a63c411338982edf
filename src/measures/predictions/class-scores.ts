import { sortedOrder } from '../../util/sort.ts'
import { judgeGroups, judgeScores, type ScoreQuality } from './judge-scores.ts'

/** How well one class is found. */
export interface ClassScore {
  /** name of the class */
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
  /** share of the rows that are of the commonest class: what saying it every time would get; null without rows */
  readonly majority: number | null
  /**
   * area under the ROC curve: the chance that of two rows of different classes the right one gets the higher probability,
   * where equal ones count half; of more than two classes the mean of each against the rest, weighted by its rows. Null
   * where probabilities are not given, fewer than two classes occur, or over 100 do
   */
  readonly auc: number | null
  /** AUC, Gini and KS of the probabilities with 95 % intervals; null for more than two classes, and without probabilities */
  readonly ranking: ScoreQuality | null
  /** how well each class is found, in the order of the classes */
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
 *
 *     const truth = Int32Array.of(0, 0, 1, 1)
 *     const said = Int32Array.of(0, 1, 1, 1)
 *     const scores = classScores(['no', 'yes'], truth, said)
 *     console.log(scores.accuracy, scores.confusion) // → 0.75 [ [ 1, 1 ], [ 0, 2 ] ]
 *
 * @param truth the true class of each row, as its position in `classes`
 * @param predicted the predicted class of each row, likewise
 * @param weights one per row; default 1 each
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
  return scoresOf(classes, { confusion, guessed, rows, right, unknown })
}

/** What predictions come to: Σw of rows by class and guess, by guess, of all, of those that are right and of unknown classes. */
interface Tally {
  readonly confusion: readonly (readonly number[])[]
  readonly guessed: readonly number[]
  readonly rows: number
  readonly right: number
  readonly unknown: number
}

function scoresOf(classes: readonly string[], { confusion, guessed, rows, right, unknown }: Tally): ClassScores {
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
  const commonest = scores.reduce((most, one) => Math.max(most, one.rows), 0)
  return {
    rows,
    accuracy: share(right, rows),
    majority: share(commonest, rows),
    auc: null,
    ranking: null,
    classes: scores,
    confusion,
    unknown,
  }
}

/** Predicted classes with their probabilities, class by class for each row. */
export interface Predicted {
  readonly classes: readonly string[]
  readonly codes: Int32Array
  readonly probabilities: Float64Array
}

/** Classes beyond which no area is computed: each costs a sort. */
const MOST_AREAS = 100

/**
 * `classScores` of predictions with probabilities, which tell the area under the ROC curve as well. O(rows · classes).
 *
 *     // Two rows with how likely no and yes are; the second truly is a yes.
 *     const probabilities = Float64Array.of(0.8, 0.2, 0.4, 0.6)
 *     const predictions = { classes: ['no', 'yes'], codes: Int32Array.of(0, 1), probabilities }
 *     console.log(predictionScores(predictions, Int32Array.of(0, 1)).auc) // → 1
 *
 * @param truth the true class of each row, as its position in `classes`
 * @param weights one per row; default 1 each
 */
export function predictionScores(
  { classes, codes, probabilities }: Predicted,
  truth: Int32Array,
  weights: ArrayLike<number> | null = null,
): ClassScores {
  const scores = classScores(classes, truth, codes, weights)
  if (classes.length === 2) return withRanking(scores, probabilities, truth, weights)
  const present = scores.classes.flatMap(({ rows }, c) => (rows > 0 ? [{ c, rows }] : []))
  if (present.length < 2 || present.length > MOST_AREAS) return scores
  const kept = Uint32Array.from(truth.keys()).filter((row) => truth[row] >= 0 && truth[row] < classes.length)
  let [sum, total] = [0, 0]
  for (const { c, rows } of present) {
    const chances = Float64Array.from(kept, (row) => probabilities[row * classes.length + c])
    sum += rows * areaOf(chances, (i) => truth[kept[i]] === c, (i) => (weights === null ? 1 : weights[kept[i]])) // prettier-ignore
    total += rows
  }
  return { ...scores, auc: sum / total }
}

/** Rows of which the same is said: what, how likely the second of two classes is, and how many are of each and of others. */
export interface RowsAlike {
  readonly predicted: number
  readonly chance: number
  readonly counts: ArrayLike<number>
  readonly unknown: number
}

/** `predictionScores` of two classes for rows that all weigh 1 and are counted by what is said of them. O(groups · log groups). */
export function alikeScores(classes: readonly string[], groups: readonly RowsAlike[]): ClassScores {
  const confusion = classes.map(() => classes.map(() => 0))
  const guessed = classes.map(() => 0)
  let [rows, right, unknown] = [0, 0, 0]
  for (const { predicted, counts, unknown: others } of groups) {
    const all = counts[0] + counts[1] + others
    rows += all
    guessed[predicted] += all
    right += counts[predicted]
    unknown += others
    for (let c = 0; c < 2; c++) confusion[c][predicted] += counts[c]
  }
  const scores = scoresOf(classes, { confusion, guessed, rows, right, unknown })
  const judged = groups.map(({ chance, counts }) => ({ score: chance, events: counts[1], rest: counts[0] }))
  return ranked(scores, judgeGroups(judged))
}

/** Of two classes, what one wins the other loses: one area is both. */
function withRanking(
  scores: ClassScores,
  probabilities: Float64Array,
  truth: Int32Array,
  weights: ArrayLike<number> | null,
): ClassScores {
  const labels = new Float64Array(truth.length)
  const chances = new Float64Array(truth.length)
  const weighed = weights === null ? null : new Float64Array(truth.length)
  let kept = 0
  for (let row = 0; row < truth.length; row++) {
    if (truth[row] !== 0 && truth[row] !== 1) continue
    labels[kept] = truth[row]
    chances[kept] = probabilities[2 * row + 1]
    if (weighed !== null) weighed[kept] = weights![row]
    kept++
  }
  const judged = {
    labels: labels.subarray(0, kept),
    scores: chances.subarray(0, kept),
    weights: weighed?.subarray(0, kept) ?? null,
  }
  return ranked(scores, judgeScores(judged, 'event'))
}

function ranked(scores: ClassScores, ranking: ScoreQuality): ClassScores {
  return ranking.auc === null ? scores : { ...scores, auc: ranking.auc.value, ranking }
}

/** The chance that a row of the class has a higher probability than another; equal ones count half. */
function areaOf(chances: Float64Array, isOwn: (i: number) => boolean, weightOf: (i: number) => number): number {
  const order = sortedOrder(chances)
  let [own, rest, won] = [0, 0, 0]
  for (let i = 0; i < order.length;) {
    let [tiedOwn, tiedRest] = [0, 0]
    const chance = chances[order[i]]
    for (; i < order.length && chances[order[i]] === chance; i++) {
      if (isOwn(order[i])) tiedOwn += weightOf(order[i])
      else tiedRest += weightOf(order[i])
    }
    won += tiedOwn * (rest + tiedRest / 2)
    own += tiedOwn
    rest += tiedRest
  }
  return won / (own * rest)
}
