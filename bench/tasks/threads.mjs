import { atLeast, atMost, rowOf, sameCuts } from '../harness/judge.mjs'

const METHODS = [
  { method: 'mdlp', target: 'class' },
  { method: 'optimal', target: 'class', options: { objective: 'iv' } },
  { method: 'k-means', options: { bins: 10 } },
]
const TIMES = 10

/** Two threads beside one, by wall time: with threads that run already, and in a process that has just started. */
export function run(bench) {
  // The slow ones take fewer columns.
  const [wide, some] = [bench.wide(), { ...bench.mixed(), name: '8 mixed' }]
  const setOf = ({ method }) => (method === 'mdlp' ? wide : some)
  const step = (spec, threads, given) =>
    bench.own('kerf.mjs', JSON.stringify({ ...spec, what: 'binning', threads }), {
      label: `${spec.method}, whole binning`,
      tool: `Kerf, ${threads} thread${threads === 1 ? '' : 's'}`,
      set: setOf(spec),
      threads,
      ...given,
    })
  // Each thread compiles the loops for itself, and fits its share of the columns only: as often as one thread, and longer.
  const warm = (threads) => 2 * threads * bench.size.seconds
  const rows = bench.measure('threads', [
    bench.sort(wide),
    bench.sort(some),
    ...METHODS.flatMap((spec) => [1, 2].map((threads) => step(spec, threads, { seconds: warm(threads) }))),
  ])
  const fresh = METHODS.map((spec) => {
    const steps = [1, 2].map((threads) => step(spec, threads, { seconds: 0 }))
    return bench.measureFresh('threads', steps, TIMES)
  })
  const rowsOf = (method) =>
    ['Kerf, 1 thread', 'Kerf, 2 threads'].map((tool) => rowOf(rows, tool, `${method}, whole binning`))
  const middle = (list) => (list[Math.floor((list.length - 1) / 2)] + list[Math.ceil((list.length - 1) / 2)]) / 2
  return {
    by: 'wall',
    rows,
    checks: METHODS.flatMap(({ method }) => {
      const [one, two] = rowsOf(method)
      return sameCuts(`two threads give the same cuts, ${method}`, two.answer.cuts, one.answer.cuts)
    }),
    aims: [
      ...METHODS.map(({ method }) => {
        const [one, two] = rowsOf(method)
        return atLeast(`${method}, two threads that run: times as fast as one (wall)`, 1.8, one.wall / two.wall)
      }),
      ...METHODS.map(({ method }, i) => {
        const [one, two] = fresh[i].map(middle)
        return atMost(`${method}, two threads in a fresh process: times one (wall, median of ${TIMES})`, 1, two / one)
      }),
    ],
  }
}
