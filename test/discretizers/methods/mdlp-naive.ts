import fc from 'fast-check'
import type { MdlpOptions } from '../../../src/discretizers/methods/mdlp.ts'
import type { Rows } from '../rows.ts'

/** What decides about a single cut. */
type StopOptions = Pick<MdlpOptions, 'stop' | 'betterEncoding' | 'acceptEqual'>

interface Row {
  readonly x: number
  readonly y: string
  readonly w: number
}

interface Candidate {
  readonly cut: number
  readonly left: readonly Row[]
  readonly right: readonly Row[]
  readonly gain: number
  readonly score: number
  readonly bar: number
}

/**
 * Recursive minimal-entropy cuts, row by row and from the formulas alone: every gap between distinct values is tried,
 * class boundary or not, with Math.log2. Cases where a score comes within rounding of its bar are passed over.
 */
export function naiveMdlp({ x, y, w }: Rows, options: StopOptions): number[] {
  const all = x.map((value, i) => ({ x: value, y: y[i], w: w[i] }))
  return split(all, options).toSorted((a, b) => a - b)
}

function split(rows: readonly Row[], options: StopOptions): number[] {
  const pure = classesOf(rows).length < 2
  if (weightOf(rows) <= 1 || (pure && options.stop !== 'blog')) return []
  const candidates = candidatesOf(rows, options)
  if (options.stop === 'blog') for (const { score, bar } of candidates) fc.pre(Math.abs(score - bar) > 1e-9)
  const accepted = ({ score, bar }: Candidate): boolean => score > bar
  const open = options.stop === 'blog' ? candidates.filter(accepted) : candidates
  if (open.length === 0) return []
  const most = Math.max(...open.map(({ gain }) => gain))
  const best = open.find(({ gain }) => gain > most - 1e-9)!
  fc.pre(Math.abs(best.score - best.bar) > 1e-9)
  return accepted(best) ? [best.cut, ...split(best.left, options), ...split(best.right, options)] : []
}

function candidatesOf(rows: readonly Row[], { stop, betterEncoding }: StopOptions): Candidate[] {
  const values = [...new Set(rows.map(({ x }) => x))].toSorted((a, b) => a - b)
  const n = weightOf(rows)
  const candidates = betterEncoding ? values.length - 1 : n - 1
  const unit = stop === 'blog' ? Math.LN2 : 1
  return values.slice(1).map((above, i) => {
    const left = rows.filter(({ x }) => x < above)
    const right = rows.filter(({ x }) => x >= above)
    const [h, h1, h2] = [rows, left, right].map((part) => entropy(part) * unit)
    const [k, k1, k2] = [rows, left, right].map((part) => classesOf(part).length)
    const gain = h - (weightOf(left) * h1 + weightOf(right) * h2) / n
    const cut = stop === 'blog' ? above : (values[i] + above) / 2
    if (stop !== 'kononenko') {
      const bar = Math.log2(candidates) / n + (Math.log2(3 ** k - 2) - (k * h - k1 * h1 - k2 * h2)) / n
      return { cut, left, right, gain, score: gain, bar }
    }
    const score = arrangement(rows, k) - arrangement(left, k) - arrangement(right, k)
    return { cut, left, right, gain, score, bar: Math.log2(candidates) }
  })
}

const weightOf = (rows: readonly Row[]): number => rows.reduce((sum, { w }) => sum + w, 0)

const classesOf = (rows: readonly Row[]): number[] => {
  const names = [...new Set(rows.map(({ y }) => y))]
  return names.map((name) => weightOf(rows.filter(({ y }) => y === name)))
}

function entropy(rows: readonly Row[]): number {
  const n = weightOf(rows)
  return classesOf(rows).reduce((sum, count) => sum - (count / n) * Math.log2(count / n), 0)
}

/** log2 C(N + c − 1, c − 1) + log2 of N! / Πn!, for whole numbers of rows. */
function arrangement(rows: readonly Row[], c: number): number {
  const n = weightOf(rows)
  const choose = logFactorial(n + c - 1) - logFactorial(c - 1) - logFactorial(n)
  return choose + logFactorial(n) - classesOf(rows).reduce((sum, count) => sum + logFactorial(count), 0)
}

function logFactorial(n: number): number {
  let sum = 0
  for (let i = 2; i <= n; i++) sum += Math.log2(i)
  return sum
}
