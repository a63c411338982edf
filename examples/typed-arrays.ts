// Typed arrays, the fastest way in and out: a million numbers, the four steps one by one, no object per row.
import { assign, discretize, fitSummary, mdlp, merge, random, summarize } from 'kerf'

const { next, normal } = random(1)
const size = 1_000_000
const pressure = Float64Array.from({ length: size }, () => 100 + 15 * normal())
const failed = Uint8Array.from(pressure, (value) => (next() < (value > 120 ? 0.4 : 0.02) ? 1 : 0))

// Layer one: what is counted once. Parts counted in different places are merged without any loss.
const half = size / 2
const first = summarize(pressure.subarray(0, half), { target: failed.subarray(0, half), targetKind: 'class' })
const second = summarize(pressure.subarray(half), { target: failed.subarray(half), targetKind: 'class' })
const whole = merge(first, second)

// Layer two: cuts from counts, as often as you like, without the rows.
const { cuts } = discretize(whole, { method: mdlp })
console.log(cuts.map((cut) => cut.toFixed(1))) // → [ '120.0' ]

// And the bins of all rows, as whole numbers.
const column = fitSummary(whole, { method: mdlp, name: 'pressure' })
const slots = assign(column, pressure)
console.log(slots instanceof Int32Array, slots.length) // → true 1000000
const told = column.bins.map(({ label, count, classes }) => `${label}: ${((100 * classes![1]!) / count).toFixed(0)} %`)
console.log(told.length, told[1]!.endsWith('40 %')) // → 2 true
