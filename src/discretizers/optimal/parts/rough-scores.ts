import { xLog2xFast } from '../../../util/numbers/fast-entropy.ts'
import { ln, log2 } from '../../../util/numbers/log2.ts'
import type { Below, Parts, Plane } from './parts.ts'

/** About what bins between points score, of two classes of whole counts. */
export interface RoughScores {
  readonly measure: 'information' | 'iv'
  /** weight and events below each point */
  readonly weight: Float64Array
  readonly height: Float64Array
  /** writes about what bins from a point to the points first … last score */
  readonly write: WriteScores
  /** how wrong each may be at most, and each of those that WebAssembly writes */
  readonly error: number
  readonly fastError: number
  /** what is to be changed in them then; null for nothing */
  readonly mend: MendScores | null
}

/** Where a row of scores lies: at start … stop − 1. */
export interface RowPlace {
  readonly start: number
  readonly stop: number
}

/** Changes the scores of bins from a point to `first` and the points behind it. */
export interface MendScores {
  mend(from: number, first: number, scores: Float64Array, row: RowPlace): void
}

type WriteScores = (from: number, first: number, last: number, into: Float64Array) => void

/** About what bins between boundaries tell of two classes of whole counts; null where that is not known. */
export function roughScores(measure: Parts['measure'], plane: Plane, below: Below | null): RoughScores | null {
  if (below?.whole !== true) return null
  if (measure === 'information') return roughInformation(below)
  // Without rows of both classes there is no information value.
  return plane.mends ? roughValue(below, plane) : null
}

/** Steps of the tables of rates, and the rates up to which three terms are exact enough. */
const STEPS = 4096
const LEAST_RATE = 1 / 64
/** How wrong logarithms in WebAssembly may be, and some rounding. */
const FAST_ERROR = 1e-13

/** Per step, a function of two classes at that rate, and its first two terms of Taylor's series. */
function tableOf(terms: (rate: number, ofRate: number, ofRest: number) => readonly number[]): Float64Array {
  return Float64Array.from({ length: 3 * (STEPS + 1) }, (_, i) => {
    const rate = Math.floor(i / 3) / STEPS
    return rate === 0 || rate === 1 ? 0 : terms(rate, log2(rate), log2(1 - rate))[i % 3]
  })
}

/** Tables are made when the first column needs them. */
let entropyTable: Float64Array | undefined
let oddsTable: Float64Array | undefined

function entropies(): Float64Array {
  return tableOf((rate, own, other) => [
    -rate * own - (1 - rate) * other,
    other - own,
    -Math.LOG2E / (2 * rate * (1 - rate)),
  ])
}

function roughInformation({ weight, height }: Below): RoughScores {
  const table = (entropyTable ??= entropies())
  return {
    measure: 'information',
    weight,
    height,
    // A third derivative of at most 64² / ln 2, times half a step to the third, over six.
    error: 2e-9 * weight[weight.length - 1],
    fastError: FAST_ERROR * weight[weight.length - 1],
    mend: null,
    write(from, first, last, into) {
      const w = weight[from]
      const h = height[from]
      for (let at = first; at <= last; at++) {
        const wide = weight[at] - w
        const part = height[at] - h
        const rate = part / wide
        const step = (rate * STEPS + 0.5) | 0
        const more = rate - step / STEPS
        into[at - first] =
          rate > LEAST_RATE && rate < 1 - LEAST_RATE
            ? -wide * (table[3 * step] + more * (table[3 * step + 1] + more * table[3 * step + 2]))
            : xLog2xFast(part) + xLog2xFast(wide - part) - xLog2xFast(wide)
      }
    },
  }
}

/** ln(rate / (1 − rate)). */
function logOdds(): Float64Array {
  return tableOf((rate, own, other) => {
    const both = rate * (1 - rate)
    return [(own - other) * Math.LN2, 1 / both, (2 * rate - 1) / (2 * both * both)]
  })
}

/**
 * A bin with the share a of all events and b of the rest adds (a − b) · ln(a / b) to the information value, and ln(a / b) is
 * the logarithm of its odds less that of the whole column.
 */
function roughValue({ weight, height }: Below, plane: Plane): RoughScores {
  const table = (oddsTable ??= logOdds())
  const last = weight.length - 1
  const perEvent = 1 / height[last]
  const perOther = 1 / (weight[last] - height[last])
  const odds = ln(perEvent / perOther)
  // a − b is the difference of two of these.
  let [low, high] = [0, 0]
  for (let at = 0; at <= last; at++) {
    const ahead = height[at] * perEvent - (weight[at] - height[at]) * perOther
    if (ahead < low) low = ahead
    if (ahead > high) high = ahead
  }
  return {
    measure: 'iv',
    weight,
    height,
    // A third derivative of at most 2 · 64³ and a little more, times half a step to the third, over six, times a − b.
    error: 2e-7 * (high - low) + FAST_ERROR,
    fastError: FAST_ERROR * (1 + high - low),
    mend: null,
    write(from, first, end, into) {
      const w = weight[from]
      const h = height[from]
      for (let at = first; at <= end; at++) {
        const wide = weight[at] - w
        const part = height[at] - h
        const rate = part / wide
        const step = (rate * STEPS + 0.5) | 0
        const more = rate - step / STEPS
        into[at - first] =
          rate > LEAST_RATE && rate < 1 - LEAST_RATE
            ? (part * perEvent - (wide - part) * perOther) *
              (table[3 * step] + more * (table[3 * step + 1] + more * table[3 * step + 2]) + odds)
            : plane.score(wide, part)
      }
    },
  }
}
