import { knownOptions } from '../util/check.ts'

/** A smooth function to be made small: its value at a point, with its gradient written into the array given. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number | Promise<number>

/** What is told after each step; answering false stops. */
export type StepListener = (step: {
  readonly iteration: number
  readonly value: number
  readonly point: Float64Array
  readonly slope: number
}) => void | boolean | Promise<void | boolean>

/** Options of the search for a minimum by L-BFGS. */
export interface LbfgsOptions {
  /** stop when no entry of the gradient is larger */
  readonly tolerance: number
  /** most steps */
  readonly maxIterations: number
  /** steps remembered to guess the curvature; default 10 */
  readonly memory?: number | undefined
  /** about the curvature along each coordinate, to start from; default 1 everywhere */
  readonly curvature?: Float64Array | undefined
  /** told after every step; the search ends when it answers false */
  readonly onStep?: StepListener | undefined
}

/** Where the search for a minimum ended, and how. */
export interface LbfgsResult {
  /** the function at the point reached */
  readonly value: number
  /** steps that were taken */
  readonly iterations: number
  /** how often the function was asked */
  readonly evaluations: number
  /** largest entry of the gradient at the end */
  readonly slope: number
  /** whether `slope` came down to the tolerance */
  readonly converged: boolean
}

/** A step must bring at least this part of what its slope promises. */
const ENOUGH = 1e-4
/** Differences of this size are rounding. */
const NOISE = 1e-13
const MOST_TRIALS = 30

/**
 * Makes a convex function small by L-BFGS (Nocedal 1980): the last steps and changes of the gradient stand for its
 * curvature. The point is changed in place. A step is halved or interpolated until it brings enough; each trial is one
 * evaluation. O(memory · size) a step besides that.
 *
 *     // (x − 3)², with its slope written into the gradient:
 *     const point = Float64Array.of(0)
 *     const parabola = (at: Float64Array, gradient: Float64Array) => {
 *       gradient[0] = 2 * (at[0]! - 3)
 *       return (at[0]! - 3) ** 2
 *     }
 *     const { converged } = await minimize(parabola, point, { tolerance: 1e-6, maxIterations: 50 })
 *     console.log(converged, point) // → true Float64Array(1) [ 3 ]
 *
 * @param objective gives the value at a point and writes its gradient
 * @param point where to start; holds the minimum afterwards
 */
export async function minimize(objective: Objective, point: Float64Array, options: LbfgsOptions): Promise<LbfgsResult> {
  knownOptions('minimize', options, { tolerance: 1, maxIterations: 1, memory: 1, curvature: 1, onStep: 1 })
  const { tolerance, maxIterations, memory = 10, curvature, onStep } = options
  const size = point.length
  let gradient = new Float64Array(size)
  let trialGradient = new Float64Array(size)
  const trial = new Float64Array(size)
  const history = new History(size, memory, curvature ?? new Float64Array(size).fill(1))
  let value = await objective(point, gradient)
  let evaluations = 1
  let iterations = 0
  let slope = largest(gradient)
  while (slope > tolerance && iterations < maxIterations) {
    const direction = history.direction(gradient)
    const rate = dot(direction, gradient)
    let step = 1
    let reached = value
    let better = false
    for (let tries = 0; tries < MOST_TRIALS && !better; tries++) {
      for (let i = 0; i < size; i++) trial[i] = point[i] + step * direction[i]
      reached = await objective(trial, trialGradient)
      evaluations++
      better = reached <= value + ENOUGH * step * rate + NOISE * Math.abs(value)
      // The parabola through both values and the slope, kept from going too far.
      const guess = (-rate * step) / (2 * ((reached - value) / step - rate))
      if (!better) step *= Math.min(0.5, Math.max(0.1, Number.isFinite(guess) ? guess / step : 0.1))
    }
    if (!better) break
    history.remember(point, trial, gradient, trialGradient)
    point.set(trial)
    ;[gradient, trialGradient] = [trialGradient, gradient]
    value = reached
    slope = largest(gradient)
    iterations++
    if ((await onStep?.({ iteration: iterations, value, point, slope })) === false) break
  }
  return { value, iterations, evaluations, slope, converged: slope <= tolerance }
}

/** The last steps, and the direction they suggest. */
class History {
  readonly #inverse: Float64Array
  readonly #steps: Float64Array[] = []
  readonly #changes: Float64Array[] = []
  readonly #products: number[] = []
  readonly #memory: number
  readonly #direction: Float64Array

  constructor(size: number, memory: number, curvature: Float64Array) {
    this.#memory = memory
    this.#inverse = curvature.map((c) => (c > 0 ? 1 / c : 1))
    this.#direction = new Float64Array(size)
  }

  /** Minus the gradient times the guessed inverse curvature (the two loops of the method). */
  direction(gradient: Float64Array): Float64Array {
    const d = this.#direction
    for (let i = 0; i < d.length; i++) d[i] = -gradient[i]
    const { length } = this.#steps
    const parts = new Float64Array(length)
    for (let k = length - 1; k >= 0; k--) {
      parts[k] = dot(this.#steps[k], d) / this.#products[k]
      add(d, -parts[k], this.#changes[k])
    }
    let scale = 1
    if (length > 0) {
      const change = this.#changes[length - 1]
      let scaled = 0
      for (let i = 0; i < d.length; i++) scaled += change[i] * change[i] * this.#inverse[i]
      scale = this.#products[length - 1] / scaled
    }
    for (let i = 0; i < d.length; i++) d[i] *= scale * this.#inverse[i]
    for (let k = 0; k < length; k++) add(d, parts[k] - dot(this.#changes[k], d) / this.#products[k], this.#steps[k])
    return d
  }

  remember(from: Float64Array, to: Float64Array, before: Float64Array, after: Float64Array): void {
    const full = this.#steps.length === this.#memory
    const step = full ? this.#steps.shift()! : new Float64Array(from.length)
    const change = full ? this.#changes.shift()! : new Float64Array(from.length)
    if (full) this.#products.shift()
    for (let i = 0; i < from.length; i++) {
      step[i] = to[i] - from[i]
      change[i] = after[i] - before[i]
    }
    const product = dot(step, change)
    // Rounding may spoil the last steps; what says nothing of the curvature is not kept.
    if (!(product > 0)) return
    this.#steps.push(step)
    this.#changes.push(change)
    this.#products.push(product)
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function add(to: Float64Array, times: number, from: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += times * from[i]
}

function largest(values: Float64Array): number {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  return most
}
