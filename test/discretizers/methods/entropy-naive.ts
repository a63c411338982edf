import type { D2Options } from '../../../src/discretizers/methods/d2.ts'
import type { Rows } from '../rows.ts'

/** One row: its value, class and weight. */
export interface Row {
  readonly x: number
  readonly y: string
  readonly w: number
}

/** A part of the rows with the best candidate to cut it. */
interface Part {
  readonly cut: number
  readonly left: readonly Row[]
  readonly right: readonly Row[]
  readonly saved: number
}

/** More than rounding makes, less than counts can differ by. */
const CLOSE = 1e-9

export function rowsOf({ x, y, w }: Rows): Row[] {
  return x.map((value, i) => ({ x: value, y: y[i], w: w[i] }))
}

/**
 * Splitting by entropy, row by row and from the formulas alone: every gap between distinct values is tried, class
 * boundary or not, and of all parts the one that saves most bits is cut next, the leftmost of equals.
 */
export function naiveD2(rows: readonly Row[], options: D2Options): number[] {
  const cuts: number[] = []
  let open = [bestPlace(rows, options)].filter((part) => part !== null)
  while (open.length > 0 && cuts.length + 1 < (options.maxBins ?? Infinity)) {
    const most = Math.max(...open.map(({ saved }) => saved))
    const next = open.filter(({ saved }) => saved > most - CLOSE).toSorted((a, b) => a.cut - b.cut)[0]
    cuts.push(next.cut)
    const halves = [bestPlace(next.left, options), bestPlace(next.right, options)]
    open = [...open.filter((part) => part !== next), ...halves.filter((part) => part !== null)]
  }
  return cuts.toSorted((a, b) => a - b)
}

function bestPlace(rows: readonly Row[], { minRows, minGain, equalGains }: D2Options): Part | null {
  const rowsHere = weightOf(rows)
  if (rowsHere < minRows - CLOSE || classWeights(rows).length < 2) return null
  const values = [...new Set(rows.map(({ x }) => x))].toSorted((a, b) => a - b)
  const candidates = values.slice(1).map((above, i): Part => {
    const left = rows.filter(({ x }) => x < above)
    const right = rows.filter(({ x }) => x >= above)
    return { cut: (values[i] + above) / 2, left, right, saved: bits(rows) - bits(left) - bits(right) }
  })
  const savings = candidates.map(({ saved }) => saved)
  const [least, most] = [Math.min(...savings), Math.max(...savings)]
  if (candidates.length === 0 || most < CLOSE || most / rowsHere < minGain + CLOSE) return null
  if (equalGains === 'stop' && candidates.length > 1 && most - least < CLOSE) return null
  return candidates.find(({ saved }) => saved > most - CLOSE)!
}

/** Rows times entropy. */
function bits(rows: readonly Row[]): number {
  const n = weightOf(rows)
  return classWeights(rows).reduce((sum, count) => sum - count * Math.log2(count / n), 0)
}

export function weightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { w }) => sum + w, 0)
}

/** How much weight each class has that occurs. */
export function classWeights(rows: readonly Row[]): number[] {
  const names = [...new Set(rows.map(({ y }) => y))]
  return names.map((name) => weightOf(rows.filter(({ y }) => y === name)))
}
