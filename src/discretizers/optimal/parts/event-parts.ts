import { squaredDeviate } from '../../../measures/neighbours-p-value.ts'
import { informationValueTerm } from '../../../measures/weight-of-evidence.ts'
import { ln, xLog2x } from '../../../util/numbers/log2.ts'
import { TIE } from '../../../util/numbers/ties.ts'
import type { Below, Parts, Plane } from './parts.ts'

/**
 * The parts of a column of which the weight and the events below each boundary tell all that is needed. A class with methods,
 * as is all that is called for many bins: what is compiled for functions made anew for every column goes with them.
 */
export class EventParts implements Parts {
  readonly size: number
  readonly measure: 'information' | 'iv'
  readonly tie: number
  readonly unit: number
  readonly rateStep: number = TIE
  readonly degrees = 1
  readonly plane: EventPlane
  readonly #weight: Float64Array
  readonly #height: Float64Array

  constructor(plane: EventPlane, { measure, tie, unit }: Pick<EventParts, 'measure' | 'tie' | 'unit'>) {
    const { weight, height } = plane.below
    this.size = weight.length - 1
    this.measure = measure
    this.tie = tie
    this.unit = unit
    this.plane = plane
    this.#weight = weight
    this.#height = height
  }

  score(from: number, to: number): number {
    return this.plane.score(this.#weight[to] - this.#weight[from], this.#height[to] - this.#height[from])
  }

  weight(from: number, to: number): number {
    return this.#weight[to] - this.#weight[from]
  }

  events(from: number, to: number): number {
    return this.#height[to] - this.#height[from]
  }

  rest(from: number, to: number): number {
    return this.weight(from, to) - this.events(from, to)
  }

  rate(from: number, to: number): number {
    return this.events(from, to) / this.weight(from, to)
  }

  difference(from: number, middle: number, to: number): number {
    return squaredDeviate(
      this.events(from, middle),
      this.weight(from, middle),
      this.events(middle, to),
      this.weight(middle, to),
    )
  }

  /**
   * With a of m and b of n rows, the square of a/m − b/n over p·(1 − p)·(1/m + 1/n) is that of a·n − b·m over what follows here.
   * No division, and a margin far above what rounding can do: most neighbours that are tried are alike.
   */
  mayDiffer(from: number, middle: number, to: number, least: number): boolean {
    const [weight, height] = [this.#weight, this.#height]
    const m = weight[middle] - weight[from]
    const n = weight[to] - weight[middle]
    const a = height[middle] - height[from]
    const b = height[to] - height[middle]
    const change = a * n - b * m
    return change * change * (m + n) >= ALIKE * least * (a + b) * (m + n - a - b) * m * n
  }

  /** The parts between some of the boundaries. */
  between(places: readonly number[]): EventParts {
    const { weight, height, whole } = this.plane.below
    const below = { weight: someOf(weight, places), height: someOf(height, places), whole, fast: null }
    return new EventParts(this.plane.over(below), this)
  }
}

/** Part of the least difference below which neighbours are alike for sure. */
const ALIKE = 0.999

function someOf(list: Float64Array, places: readonly number[]): Float64Array {
  const some = new Float64Array(places.length)
  for (let i = 0; i < places.length; i++) some[i] = list[places[i]]
  return some
}

/** A plane whose heights are events. */
export interface EventPlane extends Plane {
  readonly below: Below
  /** the same score over other boundaries */
  over(below: Below): EventPlane
}

/** What a bin adds to the information value of a column. */
export class ValuePlane implements EventPlane {
  readonly below: Below
  /** of a column of one class there is none */
  readonly mends: boolean
  readonly #all: { readonly event: number; readonly rest: number }
  readonly #events: number
  readonly #rest: number

  constructor(below: Below, all: { readonly event: number; readonly rest: number }) {
    this.below = below
    this.mends = all.event !== 0 && all.rest !== 0
    this.#all = all
    this.#events = all.event
    this.#rest = all.rest
  }

  height(from: number, to: number): number {
    return this.below.height[to] - this.below.height[from]
  }

  score(weight: number, height: number): number {
    if (!this.mends) return 0
    const rest = weight - height
    if (height === 0 || rest === 0) return informationValueTerm({ event: height, rest }, this.#all)
    // The same for counts above zero, without an object for each of many bins.
    const a = height / this.#events
    const b = rest / this.#rest
    return (a - b) * (ln(a) - ln(b))
  }

  over(below: Below): ValuePlane {
    return new ValuePlane(below, this.#all)
  }
}

/** What knowing a bin tells about two classes. */
export class InformationPlane implements EventPlane {
  readonly below: Below
  readonly mends = false

  constructor(below: Below) {
    this.below = below
  }

  height(from: number, to: number): number {
    return this.below.height[to] - this.below.height[from]
  }

  score(weight: number, height: number): number {
    return xLog2x(height) + xLog2x(weight - height) - xLog2x(weight)
  }

  over(below: Below): InformationPlane {
    return new InformationPlane(below)
  }
}
