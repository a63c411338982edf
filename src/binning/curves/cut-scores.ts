import { chiSquare } from '../../measures/chi-square.ts'
import { mdlBar } from '../../measures/description-length.ts'
import { entropy } from '../../measures/entropy.ts'
import { explainedVariance } from '../../measures/explained-variance.ts'
import { gain } from '../../measures/gain.ts'
import { mustBe } from '../../util/check.ts'
import type { Counted, NumberColumn } from '../binning.ts'
import { numberPart } from '../count-bins.ts'

/** What a cut tells apart: the two bins beside it, and no others. Fields that need another kind of target are null. */
export interface CutScore {
  /** where the cut lies */
  readonly cut: number
  /** class target: what it gains, in bits per row of both bins; numeric target: the share of their variance it explains */
  readonly score: number | null
  /** class target: the bar of Fayyad and Irani for this gain */
  readonly bar: number | null
  /** class target: gain less bar; above 0 where the cut pays for itself */
  readonly margin: number | null
  /** class target: χ² between the two bins */
  readonly chiSquare: number | null
}

/**
 * What each cut of a column is worth now, whoever made it: how well it tells the two bins beside it apart. The reason that
 * a method kept for a cut speaks of the rows that were cut then, which are more where it was cut again later.
 * O(bins · classes).
 *
 *     const [age] = binning.columns.filter(hasCuts)
 *     console.log(cutScores(age!).map(({ cut, score, bar }) => `${cut}: ${score?.toFixed(2)}, needed ${bar?.toFixed(2)}`))
 *     // → [ '30.5: 0.48, needed 0.04' ]
 */
export function cutScores(column: NumberColumn): CutScore[] {
  mustBe('cutScores', 'column', column)
  const { bins, cuts } = column
  return cuts.map((cut, i) => ({ cut, ...sidesScore(bins[i], bins[i + 1]) }))
}

/** What telling two sides apart is worth. */
export function sidesScore(left: Counted, right: Counted): Omit<CutScore, 'cut'> {
  if (left.classes !== undefined && right.classes !== undefined) {
    const table = [left.classes, right.classes]
    const score = gain(table)
    const bar = gainBar(left.classes, right.classes)
    return { score, bar, margin: bar === null ? null : score - bar, chiSquare: chiSquare(table) }
  }
  const score = left.sum === undefined ? null : explainedVariance([numberPart(left), numberPart(right)])
  return { score, bar: null, margin: null, chiSquare: null }
}

/** The bar for the gain of a cut with these classes on its sides; null for fewer than two rows. */
export function gainBar(left: readonly number[], right: readonly number[]): number | null {
  const side = (classes: readonly number[]): { rows: number; classes: number; entropy: number } => {
    const rows = classes.reduce((sum, count) => sum + count, 0)
    return { rows, classes: classes.filter((count) => count > 0).length, entropy: rows > 0 ? entropy(classes) : 0 }
  }
  const whole = side(left.map((count, c) => count + right[c]))
  // As mdlp counts: a cut is named among all places between rows.
  return whole.rows < 2 ? null : mdlBar(whole, side(left), side(right), Math.max(1, whole.rows - 1))
}
