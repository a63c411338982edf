import { fit, methods, random } from '../dist/index.js'

/** Steepest log-log slope that still counts as "no worse than n log n". */
const LIMIT = 1.15
const SIZES = [10_000, 100_000, 1_000_000]

/**
 * How the time of a fit from raw arrays grows with the number of rows: the slope of log(time) over log(rows), for every
 * method. The column is continuous (hardly two rows share a value) and its two classes change at a few places, so that
 * supervised methods have cuts to find; methods for a numeric target get 0 and 1 and noise for the classes. Each time is the best of several runs, sizes taken in turn.
 */
export async function run() {
  const columns = SIZES.map(makeColumn)
  console.log(`rows            ${SIZES.map((n) => n.toLocaleString('en').padStart(12)).join('')}       slope`)
  let failed = 0
  for (const method of methods()) {
    const best = SIZES.map(() => Infinity)
    for (let round = 0; round < 7; round++) {
      for (const [i, { values, target, numbers }] of columns.entries()) {
        // Small sizes are repeated, so that a clock tick or a pause of the collector does not decide.
        const times = [20, 3, 1][i]
        for (let time = 0; time < times; time++) {
          const start = performance.now()
          fit(values, {
            ...(method.target === 'numeric' ? { target: numbers, targetKind: 'numeric' } : { target }),
            method,
            ...(method.name === 'fixed' ? { cuts: [-1, 0, 1] } : {}),
          })
          best[i] = Math.min(best[i], performance.now() - start)
        }
      }
    }
    const slope = slopeOf(SIZES.map(Math.log10), best.map(Math.log10))
    if (slope > LIMIT) failed++
    const times = best.map((ms) => `${ms.toFixed(2)} ms`.padStart(12)).join('')
    console.log(`${method.name.padEnd(16)}${times}       ${slope.toFixed(2)}${slope > LIMIT ? `  over ${LIMIT}` : ''}`)
  }
  console.log(failed === 0 ? `every slope is at most ${LIMIT}` : `${failed} slopes are over ${LIMIT}`)
  return failed === 0 ? 0 : 1
}

function makeColumn(n) {
  const { next, normal } = random(n)
  const values = new Float64Array(n)
  const target = []
  const numbers = new Float64Array(n)
  for (let row = 0; row < n; row++) {
    const x = normal()
    values[row] = x
    target[row] = next() < (x < -1 ? 0.2 : x < 0 ? 0.5 : x < 1.5 ? 0.7 : 0.4) ? 'yes' : 'no'
    numbers[row] = (target[row] === 'yes' ? 1 : 0) + normal()
  }
  return { values, target, numbers }
}

function slopeOf(xs, ys) {
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length
  const [mx, my] = [mean(xs), mean(ys)]
  const top = xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0)
  return top / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0)
}
