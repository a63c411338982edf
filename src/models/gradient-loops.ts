import type { SparseRows } from '../encoders/encoded-rows.ts'
import type { RowSpan, WeightedRows } from './row-span.ts'

// The other half of the time of training; written like the loops of scores, for the same reason.

/** Gradient of rows whose weights are all 1. O(entries). */
export function addOnes(rows: SparseRows, span: RowSpan, slopes: Float64Array, gradient: Float64Array): void {
  const { width, indices } = rows
  const { start, end, order } = span
  for (let i = start; i < end; i++) {
    const from = (order === null ? i : order[i]) * width
    const to = from + width
    const last = to - 3
    const slope = slopes[i - start]
    let at = from
    for (; at < last; at += 4) {
      gradient[indices[at]] += slope
      gradient[indices[at + 1]] += slope
      gradient[indices[at + 2]] += slope
      gradient[indices[at + 3]] += slope
    }
    for (; at < to; at++) {
      gradient[indices[at]] += slope
    }
  }
}

/** Gradient of rows whose entries stand for two outputs each. O(entries). */
export function addPairs(rows: WeightedRows, span: RowSpan, slopes: Float64Array, gradient: Float64Array): void {
  const { width, indices, weights } = rows
  const { start, end, order } = span
  for (let i = start; i < end; i++) {
    const from = (order === null ? i : order[i]) * width
    const to = from + width
    const last = to - 3
    const slope = slopes[i - start]
    let at = from
    for (; at < last; at += 4) {
      const j = indices[at]
      const k = indices[at + 1]
      const l = indices[at + 2]
      const m = indices[at + 3]
      const uj = weights[at] * slope
      const uk = weights[at + 1] * slope
      const ul = weights[at + 2] * slope
      const um = weights[at + 3] * slope
      gradient[j] += slope - uj
      gradient[j + 1] += uj
      gradient[k] += slope - uk
      gradient[k + 1] += uk
      gradient[l] += slope - ul
      gradient[l + 1] += ul
      gradient[m] += slope - um
      gradient[m + 1] += um
    }
    for (; at < to; at++) {
      const j = indices[at]
      const upper = weights[at] * slope
      gradient[j] += slope - upper
      gradient[j + 1] += upper
    }
  }
}

/** Gradient of rows with a weight per entry. O(entries). */
export function addPlain(rows: WeightedRows, span: RowSpan, slopes: Float64Array, gradient: Float64Array): void {
  const { width, indices, weights } = rows
  const { start, end, order } = span
  for (let i = start; i < end; i++) {
    const from = (order === null ? i : order[i]) * width
    const to = from + width
    const last = to - 3
    const slope = slopes[i - start]
    let at = from
    for (; at < last; at += 4) {
      gradient[indices[at]] += weights[at] * slope
      gradient[indices[at + 1]] += weights[at + 1] * slope
      gradient[indices[at + 2]] += weights[at + 2] * slope
      gradient[indices[at + 3]] += weights[at + 3] * slope
    }
    for (; at < to; at++) {
      gradient[indices[at]] += weights[at] * slope
    }
  }
}
