import { chiSquareOfPair } from '../../../measures/chi-square.ts'
import { entropy } from '../../../measures/entropy.ts'
import { squaredDeviate } from '../../../measures/neighbours-p-value.ts'
import { xLog2x } from '../../../util/numbers/log2.ts'
import { TIE } from '../../../util/numbers/ties.ts'
import { fastCurve } from '../../../wasm/fast-curve.ts'
import type { ColumnView } from '../../column-view.ts'
import type { TargetMoments } from '../../search/target-moments.ts'
import { EventParts, InformationPlane, ValuePlane } from './event-parts.ts'
import type { Below, Parts } from './parts.ts'

/** Below this, products of whole numbers are exact. */
const MOST_WHOLE = 67_108_864

/** With more classes copies of their counts take too long. */
const MOST_CLASSES = 8

/** The parts of a column with a class target. `event` is the number of its class, −1 when there is none. O(cells · classes). */
export function classParts(view: ColumnView, event: number, measure: 'information' | 'iv'): Parts {
  const twoClasses = view.classCount === 2 && event >= 0
  if (event >= 0 && (twoClasses || measure === 'iv')) return eventParts(view, event, measure)
  return manyClassParts(view, event, measure)
}

/** Where the event and all rows tell everything. */
function eventParts(view: ColumnView, event: number, measure: 'information' | 'iv'): EventParts {
  const { total, size } = view
  const fast = view.weighted ? null : fastCurve(size + 1)
  const weight = fast?.weight ?? new Float64Array(size + 1)
  const height = fast?.height ?? new Float64Array(size + 1)
  const areWhole =
    fast !== null && view.classCount <= MOST_CLASSES
      ? fast.addUp(view.weights, view.counts, view.classCount, event)
      : sumsBelow(view, event, weight, height)
  const below: Below = { weight, height, whole: areWhole && !view.weighted && total < MOST_WHOLE, fast }
  const all = { event: height[size], rest: weight[size] - height[size] }
  if (measure === 'iv') return new EventParts(new ValuePlane(below, all), { measure, tie: TIE, unit: 1 })
  const pair = event === 0 ? Float64Array.of(all.event, all.rest) : Float64Array.of(all.rest, all.event)
  return new EventParts(new InformationPlane(below), { measure, tie: TIE * (total * entropy(pair)), unit: total })
}

/** What a column tells about several classes, of which one may be the event. Without an event no bin has a value. */
function manyClassParts(view: ColumnView, event: number, measure: 'information' | 'iv'): Parts {
  const { classCount: width, total, size } = view
  const weights = new Float64Array(size + 1)
  const ofEvent = new Float64Array(event < 0 ? 0 : size + 1)
  sumsBelow(view, event, weights, ofEvent)
  const below = countsBelow(view)
  const all = below.subarray(size * width)
  const weight = (from: number, to: number): number => weights[to] - weights[from]
  const events = (from: number, to: number): number => (event < 0 ? 0 : ofEvent[to] - ofEvent[from])
  const rest = (from: number, to: number): number => (event < 0 ? 0 : weight(from, to) - events(from, to))

  const information = (from: number, to: number): number => {
    const [left, right] = [from * width, to * width]
    let sum = 0
    for (let c = 0; c < width; c++) sum += xLog2x(below[right + c] - below[left + c])
    return sum - xLog2x(weights[to] - weights[from])
  }
  const present = all.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  return {
    size,
    measure,
    score: measure === 'information' ? information : () => 0,
    tie: TIE * (measure === 'information' ? total * entropy(all) : 1),
    unit: measure === 'information' ? total : 1,
    weight,
    events,
    rest,
    rate: (from, to) => events(from, to) / weight(from, to),
    rateStep: TIE,
    difference:
      event < 0
        ? chiSquareBetween(below, width)
        : (from, middle, to) =>
            squaredDeviate(events(from, middle), weight(from, middle), events(middle, to), weight(middle, to)),
    degrees: event < 0 ? Math.max(1, present - 1) : 1,
    plane: null,
  }
}

/** χ² of two neighbouring bins over all classes, from counts up to each boundary. */
function chiSquareBetween(below: Float64Array, width: number): Parts['difference'] {
  const pair = new Float64Array(2 * width)
  return (from, middle, to) => {
    for (let c = 0; c < width; c++) {
      pair[c] = below[middle * width + c] - below[from * width + c]
      pair[width + c] = below[to * width + c] - below[middle * width + c]
    }
    return chiSquareOfPair(pair, width, 0, 1, 0, 0)
  }
}

/**
 * Writes the sums of weights and of the event up to each boundary; exact, since weights are on a grid. Whether all are whole
 * numbers below 2^31. Both at once, since each sum has to wait for the one before.
 */
function sumsBelow(view: ColumnView, event: number, ofWeight: Float64Array, ofEvent: Float64Array): boolean {
  const { size, weights, counts, classCount: width } = view
  let weight = 0
  let events = 0
  let whole = true
  ofWeight[0] = 0
  if (event >= 0) ofEvent[0] = 0
  for (let cell = 0; cell < size; cell++) {
    weight += weights[cell]
    ofWeight[cell + 1] = weight
    if ((weight | 0) !== weight) whole = false
    if (event < 0) continue
    events += counts[cell * width + event]
    ofEvent[cell + 1] = events
    if ((events | 0) !== events) whole = false
  }
  return whole
}

/** Class counts up to each boundary; weights are on a grid, so that differences are exact. */
function countsBelow({ classCount: width, counts, size }: ColumnView): Float64Array {
  const below = new Float64Array((size + 1) * width)
  for (let at = 0; at < size * width; at++) below[at + width] = below[at] + counts[at]
  return below
}

/** A variance below this part of the sum of squares is what rounding leaves of a constant. */
const NO_VARIANCE = 1e-9

/** The parts of a column with a numeric target: the variance between bins. O(cells). */
export function numericParts(moments: TargetMoments): Parts {
  const size = moments.weights.length
  const weight = sumsBetween(moments.weights)
  const sum = sumsBetween(moments.sums)
  const squares = sumsBetween(moments.squares)
  const allWeight = weight(0, size)
  const mean = size === 0 ? 0 : sum(0, size) / allWeight
  const variation = size === 0 ? 0 : squares(0, size) - sum(0, size) * mean
  const constant = !(variation > NO_VARIANCE * squares(0, size))

  // Less the mean, so that terms are as small as the differences between bins.
  const centred = (from: number, to: number): number => (constant ? 0 : sum(from, to) - mean * weight(from, to))
  const squareOver = (all: number, part: number): number => (part * part) / all
  const score = (from: number, to: number): number => squareOver(weight(from, to), centred(from, to))
  const rate = (from: number, to: number): number => centred(from, to) / weight(from, to)
  let largest = 0
  for (let b = 0; b < size; b++) largest = Math.max(largest, Math.abs(rate(b, b + 1)))
  const rateStep = TIE * largest

  /** Square of the standard error of a bin's mean; Infinity where one row alone cannot tell. */
  const doubt = (from: number, to: number): number => {
    const rows = weight(from, to)
    if (!(rows > 1)) return Infinity
    const own = sum(from, to)
    return Math.max(0, squares(from, to) - (own * own) / rows) / (rows - 1) / rows
  }
  return {
    size,
    measure: 'explained variance',
    score,
    tie: constant ? 0 : TIE * variation,
    unit: constant ? 1 : variation,
    weight,
    events: () => 0,
    rest: () => 0,
    rate,
    rateStep,
    difference: (from, middle, to) => {
      const change = rate(from, middle) - rate(middle, to)
      if (Math.abs(change) <= rateStep) return 0
      return (change * change) / (doubt(from, middle) + doubt(middle, to))
    },
    degrees: 1,
    plane: { height: centred, score: squareOver, mends: false, below: null },
  }
}

/** Sums of terms between boundaries. Kept in two doubles each, so that what cancels leaves the digits of what is left. */
function sumsBetween(terms: Float64Array): (from: number, to: number) => number {
  const [high, low] = [new Float64Array(terms.length + 1), new Float64Array(terms.length + 1)]
  let sum = 0
  let lost = 0
  for (let cell = 0; cell < terms.length; cell++) {
    const next = sum + terms[cell]
    const back = next - sum
    lost += sum - (next - back) + (terms[cell] - back)
    sum = next
    high[cell + 1] = sum
    low[cell + 1] = lost
  }
  return (from, to) => high[to] - high[from] + (low[to] - low[from])
}
