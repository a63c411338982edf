import type { NumberPart } from '../explained-variance.ts'

/**
 * How far the new rows of a cell are from what both sides of it together would give: U, and the variance V it has when
 * labels have nothing to do with the side. Scores of cells add up. For k classes there are k − 1 numbers, the last class
 * follows from the others; a numeric target has one.
 */
export interface Score {
  readonly u: Float64Array
  /** row by row */
  readonly v: Float64Array
  /** m·n/N: what the cell weighs in a comparison of both sides */
  readonly size: number
}

/**
 * The score of a cell for classes, given as rows per class of both sides. With n rows before, m now, N = n + m and e_i
 * rows of class i, a_i of them now: U_i = a_i − m·e_i/N and V_ij = m·n·e_i·(N·δ_ij − e_j)/(N²·(N − 1)), the moments of a
 * hypergeometric draw. Null where a side is empty. O(classes²).
 */
export function classScore(before: ArrayLike<number>, now: ArrayLike<number>): Score | null {
  let [n, m] = [0, 0]
  for (let i = 0; i < before.length; i++) {
    n += before[i]
    m += now[i]
  }
  const all = n + m
  if (n <= 0 || m <= 0 || all <= 1) return null
  const d = before.length - 1
  const u = new Float64Array(d)
  const v = new Float64Array(d * d)
  const unit = (m * n) / (all * all * (all - 1))
  for (let i = 0; i < d; i++) {
    const e = before[i] + now[i]
    u[i] = now[i] - (m * e) / all
    for (let j = 0; j < d; j++) v[i * d + j] = unit * e * ((i === j ? all : 0) - (before[j] + now[j]))
  }
  return { u, v, size: (m * n) / all }
}

/**
 * The score of a cell for a number, given as rows, Σy and Σy² of both sides: U = S_now − m·S/N and
 * V = m·n·(Σy² − S²/N)/(N·(N − 1)). Null where a side is empty.
 */
export function numberScore(before: NumberPart, now: NumberPart): Score | null {
  const [n, m] = [before[0], now[0]]
  const all = n + m
  if (n <= 0 || m <= 0 || all <= 1) return null
  const [sum, squares] = [before[1] + now[1], before[2] + now[2]]
  const spread = squares - (sum * sum) / all
  // What is left of equal numbers is rounding.
  const around = spread > squares * 1e-13 ? spread : 0
  const u = around === 0 ? 0 : now[1] - (m * sum) / all
  return { u: Float64Array.of(u), v: Float64Array.of((m * n * around) / (all * (all - 1))), size: (m * n) / all }
}

/** The sum of scores; null without any. */
export function addScores(scores: readonly (Score | null)[]): Score | null {
  let total: { u: Float64Array; v: Float64Array; size: number } | null = null
  for (const score of scores) {
    if (score === null) continue
    if (total === null) {
      total = { u: score.u.slice(), v: score.v.slice(), size: score.size }
      continue
    }
    for (let i = 0; i < total.u.length; i++) total.u[i] += score.u[i]
    for (let i = 0; i < total.v.length; i++) total.v[i] += score.v[i]
    total.size += score.size
  }
  return total
}

/** What is left of a score without a part of it. */
export function scoreWithout(all: Score, part: Score): Score {
  return { u: all.u.map((x, i) => x - part.u[i]), v: all.v.map((x, i) => x - part.v[i]), size: all.size - part.size }
}

/** The least variance of any class of a score, the last one too; 0 without a score. */
export function leastVariance(score: Score | null): number {
  if (score === null) return 0
  const { u, v } = score
  const d = u.length
  let least = Infinity
  let last = 0
  for (let i = 0; i < d; i++) {
    least = Math.min(least, v[i * d + i])
    for (let j = 0; j < d; j++) last += v[i * d + j]
  }
  return d === 1 ? least : Math.min(least, last)
}
