import { methods } from '../../dist/index.js'
import { atMost } from '../harness/judge.mjs'

/** How long one process may take, so that a method that grows badly does not hold up the others. */
const LIMIT = 300
/** Each is repeated for longer than elsewhere: ten million rows take new memory at first, and come to the end of it late. */
const LONGER = 2

/** How the time of cuts grows with the rows: the slope of log(CPU time) over log(rows), for every method. */
export function run(bench) {
  const sizes = [0.1, 1, 10].map((part) => Math.round(part * bench.size.rows))
  const kinds = { noise: 1, mixed: Math.min(8, bench.size.columns), informative: 1 }
  const growth = Object.entries(kinds).flatMap(([kind, columns]) =>
    methods().map(({ name: method, target }) => {
      const spec = {
        what: 'cuts',
        quiet: true,
        method,
        target: target === 'numeric' ? 'numeric' : target === 'none' ? 'none' : 'class',
        ...(method === 'fixed' ? { options: { cuts: [-1, 0, 1] } } : {}),
      }
      const steps = sizes.map((rows) => ({
        ...bench.own('kerf.mjs', JSON.stringify(spec), {
          label: `${method}, ${rows.toLocaleString('en')} × ${columns}`,
          set: bench.set(kind, rows, columns),
          seconds: LONGER * bench.size.seconds,
        }),
        limit: LIMIT,
      }))
      const rows = bench.measureOnce(`growth, ${kind}`, steps)
      const seconds = rows.map(({ cpu, failed }) => (failed === undefined ? cpu : null))
      return { method, kind, columns, sizes, seconds, exponent: slopeOf(sizes, seconds) }
    }),
  )
  return {
    rows: [],
    growth,
    checks: [],
    aims: Object.keys(kinds).map((kind) => {
      const own = growth.filter((line) => line.kind === kind)
      const worst = own.reduce((a, b) => ((b.exponent ?? Infinity) > (a.exponent ?? Infinity) ? b : a))
      return atMost(
        `growth, ${kind}: largest exponent of all methods (${worst.method}${worst.exponent === null ? ' did not come to an end' : ''})`,
        1.1,
        worst.exponent ?? NaN,
      )
    }),
  }
}

/** Least squares over all sizes; null where one did not come to an end, since the others would flatter. */
function slopeOf(sizes, seconds) {
  if (seconds.includes(null)) return null
  const known = sizes.map((size, i) => [Math.log(size), Math.log(seconds[i])])
  const mean = (i) => known.reduce((sum, pair) => sum + pair[i], 0) / known.length
  const [mx, my] = [mean(0), mean(1)]
  const top = known.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  return top / known.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
}
