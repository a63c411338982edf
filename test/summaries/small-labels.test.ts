import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { markTableRows } from '../../src/summaries/small-labels.ts'

const KINDS = [Uint8Array, Int8Array, Uint16Array, Int32Array, Float64Array, null]

test('labels of one byte are marked as any others', () => {
  const label = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(0, 1, 2, 7, 255) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 25 }) },
    { weight: 1, arbitrary: fc.constantFrom(-0, -1, 256, 0.5, Number.NaN) },
  )
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 60 }),
      fc.constantFrom(...KINDS),
      fc.constantFrom('auto', 'class', 'numeric', undefined),
      fc.boolean(),
      (list, kind, targetKind, weighted) => {
        const target = kind === null ? list : new kind(list)
        const options = { target, targetName: 'y', targetKind, ...(weighted ? { weights: list.map(() => 2) } : {}) }
        expect(markTableRows(list.length, options)).toEqual(markRows(list.length, options))
      },
    ),
    { numRuns: 400 },
  )
})

test('what is wrong is told as ever', () => {
  const target = Uint8Array.of(1, 2, 2)
  const same = (rows: number, options: Parameters<typeof markRows>[1], message: string): void => {
    expect(() => markRows(rows, options)).toThrow(message)
    expect(() => markTableRows(rows, options)).toThrow(message)
  }
  same(4, { target }, 'target must have one label per row (4), got 3')
  same(3, { target, classes: ['1'] }, 'label "2" at row 1 is not in classes')
  same(3, { target, event: 5 }, 'unknown event class "5"')
  same(3, { target, event: 1, targetKind: 'numeric' }, 'event must not be given for a numeric target')
  same(3, { target, weights: [1, -1, 1] }, 'weights must be finite numbers of at least 0, got -1 at row 1')
  expect(markTableRows(3, { target, event: 2 }).target).toEqual(markRows(3, { target, event: 2 }).target)
})
