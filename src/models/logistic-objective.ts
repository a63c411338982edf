import { chunksOf, dealRows, type LabelledRows, type RowSource } from './row-chunks.ts'
import { addGradient, addSquares, lossAndSlopes, scoreRows } from './kernels.ts'
import type { RowSpan } from './row-span.ts'

/** Rows handled at a time, so that their entries are still near when the gradient needs them. */
const SPAN = 512

/** What one pass over the rows gives. */
export interface Pass {
  /** Σ of the log losses of the rows to learn from, and their weight */
  loss: number
  weight: number
  /** the same of the rows held out */
  heldLoss: number
  heldWeight: number
  /** rows seen, held out or not */
  rows: number
}

/** What to do in a pass besides adding up losses. */
export interface PassOptions {
  readonly holdOut: number
  readonly gradient?: Float64Array | undefined
  readonly squares?: Float64Array | undefined
  readonly columns?: number | undefined
}

/** Runs through all rows once: losses, and for the rows to learn from the gradient (set to 0 first). O(entries). */
export async function passOver(source: RowSource, parameters: Float64Array, options: PassOptions): Promise<Pass> {
  const pass: Pass = { loss: 0, weight: 0, heldLoss: 0, heldWeight: 0, rows: 0 }
  options.gradient?.fill(0)
  for await (const chunk of chunksOf(source, options.columns)) addChunk(chunk, parameters, options, pass)
  return pass
}

function addChunk(
  { rows, labels, weights = null }: LabelledRows,
  parameters: Float64Array,
  { holdOut, gradient, squares }: PassOptions,
  pass: Pass,
): void {
  const scores = new Float64Array(SPAN)
  pass.rows += rows.rows
  for (const part of dealRows(rows.rows, holdOut)) {
    for (let start = part.start; start < part.end; start += SPAN) {
      const span: RowSpan = { start, end: Math.min(part.end, start + SPAN), order: null }
      scoreRows(rows, span, parameters, scores)
      const loss = lossAndSlopes(scores, labels, weights, span)
      const weight = weights === null ? span.end - start : weightOf(weights, span)
      if (part.held) {
        pass.heldLoss += loss
        pass.heldWeight += weight
        continue
      }
      pass.loss += loss
      pass.weight += weight
      if (gradient !== undefined) addGradient(rows, span, scores, gradient)
      if (squares !== undefined) addSquares(rows, span, weights, squares)
    }
  }
}

function weightOf(weights: Float64Array, { start, end }: RowSpan): number {
  let sum = 0
  for (let row = start; row < end; row++) sum += weights[row]
  return sum
}
