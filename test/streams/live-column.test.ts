import { expect, test } from 'vitest'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { LiveColumn } from '../../src/streams/live-column.ts'
import { LiveCells } from '../../src/summaries/live/live-cells.ts'

const column = (): LiveColumn =>
  new LiveColumn(
    'x',
    new LiveCells({ target: 'class', classes: 2 }),
    { method: mdlp, options: {} },
    {
      rebuild: { policy: 'rows', every: 100, tolerance: 0.01 },
      target: () => ({ kind: 'class', name: 'y', classes: ['a', 'b'], event: 'b' }),
    },
  )

test.each([
  [Float64Array.of(1, 2), [0, 1, 1]],
  [Float64Array.of(1, 2), Float64Array.of(0, 1, 1)],
  [Float64Array.of(1, 2), [0]],
  [new Float64Array(0), [1]],
])('as many marks as values, or nothing is counted: %s, %s', (values, marks) => {
  const live = column()
  expect(() => live.pushMany(values, marks)).toThrow(/marks/)
  expect(live.rows).toBe(0)
  live.pushMany(Float64Array.of(1, 2), [0, 1])
  expect(live.rows).toBe(2)
})
