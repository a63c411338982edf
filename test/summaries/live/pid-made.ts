import fc from 'fast-check'
import { Pid } from '../../../src/summaries/live/pid.ts'
import type { PidOptions } from '../../../src/summaries/live/pid-options.ts'
import type { Target } from '../../../src/types.ts'
import { ExactSum } from '../../../src/util/numbers/exact-sum.ts'
import { random } from '../../../src/util/random.ts'

export const TWO: Target = { kind: 'class', name: null, classes: ['no', 'yes'], event: null }
export const NUMBER: Target = { kind: 'numeric', name: null }

export function targetOf({ target }: PidOptions): Target | null {
  return target === 'class' ? TWO : target === 'numeric' ? NUMBER : null
}

/** One row of a random stream. */
export interface Row {
  readonly value: number
  readonly mark: number
  readonly weight: number
}

/** Values with ties, jumps in size, odd ones and long runs of one value. */
export const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    value: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -40, max: 40 }).map((k) => k / 8) },
      { weight: 6, arbitrary: fc.double({ min: -5, max: 5, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e300, -1e300, 5e-324, -9) },
    ),
    mark: fc.constantFrom(0, 1, 1, -1),
    weight: fc.constantFrom(1, 1, 0.25, 3, 0, 0.1),
  }),
  { maxLength: 160 },
)

/** Small columns, so that few rows split and join cells. */
export const options: fc.Arbitrary<PidOptions> = fc.record({
  target: fc.constantFrom('none', 'class', 'numeric'),
  classes: fc.constant(2),
  weighted: fc.boolean(),
  special: fc.constantFrom([], [-9]),
  range: fc.constantFrom(undefined, [-1, 1], [3, 4]),
  startCells: fc.constantFrom(2, 4, 6),
  splitShare: fc.constantFrom(0.1, 0.2, 1),
  maxCells: fc.constantFrom(8, 12),
  panes: fc.constantFrom(1, 3),
  halfLife: fc.constantFrom(undefined, undefined, 7, 30),
})

/** The same, with a window instead of fading. */
export const windowed: fc.Arbitrary<PidOptions> = fc
  .tuple(options, fc.constantFrom(5, 20))
  .map(([made, window]) => ({ ...made, halfLife: undefined, window }))

export function pushAll(pid: Pid, made: readonly Row[]): Pid {
  for (const { value, mark, weight } of made) pid.push(value, mark, weight)
  return pid
}

/** What all cells and slots aside hold, added without rounding: rows, then each channel. */
export function held(pid: Pid): number[] {
  const { total, size } = pid.cells
  const { capacity, aside, channels } = total.shape
  const slots = [...Array.from({ length: size }, (_, k) => k), ...Array.from({ length: aside }, (_, k) => capacity + k)]
  const sumOf = (list: Float64Array, stride: number, at: number): number => {
    const sum = new ExactSum()
    for (const slot of slots) sum.add(list[slot * stride + at])
    return sum.value()
  }
  return [sumOf(total.rows, 1, 0), ...Array.from({ length: total.counting }, (_, c) => sumOf(total.sums, channels, c))]
}

/** Standard normal values. */
export function normals(count: number, seed = 1): Float64Array {
  const { normal } = random(seed)
  return Float64Array.from({ length: count }, () => normal())
}
