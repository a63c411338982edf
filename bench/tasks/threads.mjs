import { atLeast, atMost, rowOf, sameCuts } from '../harness/judge.mjs'

const METHODS = [
  { method: 'mdlp', target: 'class' },
  { method: 'optimal', target: 'class', options: { objective: 'iv' } },
  { method: 'k-means', options: { bins: 10 } },
]
const TIMES = 10

/**
 * Two threads beside one, by wall time: with threads that run already, and in a process that has just started. Both take the columns
 * from memory that threads share, from which they are copied at half the speed; one thread with memory of its own is told as well.
 */
export function run(bench) {
  const set = bench.wide()
  const step = (spec, threads, { shared = true, ...given }) =>
    bench.own('kerf.mjs', JSON.stringify({ ...spec, what: 'binning', threads, shared }), {
      label: `${spec.method}, whole binning`,
      tool: `Kerf, ${threads} thread${threads === 1 ? '' : 's'}${shared ? '' : ', memory not shared'}`,
      set,
      threads,
      ...given,
    })
  // Each thread compiles the loops for itself, and fits its share of the columns only: as often as one thread, and longer.
  const warm = (threads) => 2 * threads * bench.size.seconds
  const rows = bench.measure('threads', [
    bench.sort(set),
    ...METHODS.flatMap((spec) => [
      step(spec, 1, { seconds: warm(1), shared: false }),
      ...[1, 2].map((threads) => step(spec, threads, { seconds: warm(threads) })),
    ]),
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
