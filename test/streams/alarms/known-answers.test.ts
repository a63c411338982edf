import { expect, test } from 'vitest'
import { KnownAnswers } from '../../../src/streams/alarms/known-answers.ts'

test('an answer is made once for the same counts, and again for others', () => {
  let made = 0
  const known = new KnownAnswers((counts, ordered) => `${++made}: ${counts.join()} ${ordered}`)
  const counts = Float64Array.of(1, 2, 3)
  expect(known.of(counts, 3)).toBe('1: 1,2,3 3')
  expect(known.of(Float64Array.of(1, 2, 3), 3)).toBe('1: 1,2,3 3')
  expect(known.of(counts, 2)).toBe('2: 1,2,3 2')
  // What it was made from may change later.
  counts[0] = 7
  expect(known.of(counts, 3)).toBe('3: 7,2,3 3')
  expect(known.of(Float64Array.of(1, 2, 3), 3)).toBe('1: 1,2,3 3')
})

test('only the last ones are kept, and none of very many counts', () => {
  let made = 0
  const known = new KnownAnswers(() => ++made)
  known.of(Float64Array.of(-1), 0)
  for (let i = 0; i < 31; i++) known.of(Float64Array.of(i), 0)
  expect(known.of(Float64Array.of(-1), 0)).toBe(1)
  known.of(Float64Array.of(31), 0)
  expect(known.of(Float64Array.of(-1), 0)).toBe(1)
  expect(known.of(Float64Array.of(0), 0)).toBe(34)
  expect(known.of(new Float64Array(129), 0)).toBe(35)
  expect(known.of(new Float64Array(129), 0)).toBe(36)
})
