import { bisectRight } from '../util/bisect.ts'

/** From here on a table of steps is worth making. */
export const MANY_VALUES = 2000

/** Steps to try, so that no two cuts share one; tables of the first stay in the processor's nearest cache. Then none. */
const STEPS = [1024, 8192, 65_536, 0]
/** Values looked at to see where most of them lie, and how many of them may lie outside on each side. */
const SAMPLE = 256
const OUTSIDE = 2

/**
 * The bins of many values: `cuts[i]` is the least value of bin i + 1; NaN goes to `missing`.
 *
 * The range is divided into even steps. A table says which bin each step starts in, another which cut lies in it, so that
 * one comparison settles a value. The steps cover the cuts and nearly all values: hardly any value needs bisection, and
 * the processor guesses right which ones do. Rounding never reverses the order of two values, so the step of a value is
 * never before that of a cut below it. O(1) a value, O(log cuts) where cuts lie too close together for steps.
 *
 * @param tables of steps, made before of values like these
 */
// oxlint-disable-next-line max-params -- the tables are the only thing that may be left out
export function assignMany(
  values: Float64Array,
  cuts: Float64Array,
  missing: number,
  slots: Int32Array | Uint8Array,
  { start, slope, firstBin, cutIn }: StepTables = stepTables(values, cuts),
): void {
  const steps = cutIn.length
  const even = values.length - (values.length % 2)
  // Two at a time, which spares the processor some waiting.
  for (let row = 0; row < even; row += 2) {
    const x = values[row]
    const y = values[row + 1]
    const f = (x - start) * slope
    const g = (y - start) * slope
    if (f >= 0 && f < steps && g >= 0 && g < steps) {
      const s = f | 0
      const t = g | 0
      let a = firstBin[s]
      let b = firstBin[t]
      if (x >= cutIn[s]) a++
      if (y >= cutIn[t]) b++
      slots[row] = a
      slots[row + 1] = b
    } else {
      slots[row] = slotOf(x, cuts, missing)
      slots[row + 1] = slotOf(y, cuts, missing)
    }
  }
  if (even < values.length) slots[even] = slotOf(values[even], cuts, missing)
}

/** The bin of one value; NaN goes to `missing`. */
export function slotOf(value: number, cuts: Float64Array, missing: number): number {
  return value === value ? bisectRight(cuts, value) : missing
}

/** Even steps over the cuts and nearly all values. */
export interface StepTables {
  readonly start: number
  /** steps per unit */
  readonly slope: number
  /** cuts before each step */
  readonly firstBin: Int32Array
  /** the cut in each step, NaN where there is none; empty where cuts are too close together */
  readonly cutIn: Float64Array
}

/** The finest steps of which none holds two cuts; none where there are no such. */
export function stepTables(values: Float64Array, cuts: Float64Array): StepTables {
  const stride = Math.max(1, Math.floor(values.length / SAMPLE))
  const sample = Float64Array.from({ length: Math.floor(values.length / stride) }, (_, i) => values[i * stride])
  const finite = sample.filter((value) => value - value === 0).sort()
  const start = Math.min(cuts[0], finite.at(OUTSIDE) ?? Infinity)
  const end = Math.max(cuts[cuts.length - 1], finite.at(-1 - OUTSIDE) ?? -Infinity)
  let tables: StepTables | undefined
  for (const steps of STEPS) {
    // The end itself still lies in the last step.
    const slope = (steps - 1) / (end - start)
    tables = {
      start,
      slope,
      firstBin: new Int32Array(steps),
      cutIn: new Float64Array(steps).fill(Number.NaN),
    }
    if (slope > 0 && slope < Infinity && fillSteps(cuts, tables)) break
  }
  return tables!
}

/** False when two cuts share a step. */
function fillSteps(cuts: Float64Array, { start, slope, firstBin, cutIn }: StepTables): boolean {
  let filled = 0 // steps whose first bin is known
  for (let i = 0; i < cuts.length; i++) {
    const step = Math.floor((cuts[i] - start) * slope)
    if (step < filled) return false
    firstBin.fill(i, filled, step + 1)
    filled = step + 1
    cutIn[step] = cuts[i]
  }
  firstBin.fill(cuts.length, filled)
  return true
}
