import { expect, test } from 'vitest'
import { KEPT, LastRows } from '../../../src/streams/alarms/last-rows.ts'

test('the newest rows are kept, however they come', () => {
  const codes = Int32Array.from({ length: 5 * KEPT }, (_, i) => i)
  const last = new LastRows([7])
  expect(Array.from(last.newest())).toEqual([7])
  for (let from = 0; from < codes.length;) {
    const to = Math.min(codes.length, from + (from % 3 === 0 ? 1 : 700))
    if (to - from === 1) last.add(codes[from])
    else last.addMany(codes, from, to)
    from = to
    expect(Array.from(last.newest(3))).toEqual([7, ...codes.subarray(0, to)].slice(-3))
  }
  expect(Array.from(last.newest())).toEqual(Array.from(codes.subarray(-KEPT)))
  expect(last.newest(10 * KEPT)).toHaveLength(KEPT)
  last.addMany(codes, 0, 3 * KEPT)
  expect(last.newest()[0]).toBe(2 * KEPT)
})
