import { describe, expect, test } from 'vitest'
import { DataError } from '../../src/errors.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { merge } from '../../src/summaries/merge.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { CategorySummary, LabelValues, Summary } from '../../src/types.ts'

const doubles = (...numbers: number[]): Float64Array => Float64Array.from(numbers)

const categories = (levels: LabelValues, target?: LabelValues): CategorySummary =>
  summarizeCategories(levels, markRows(levels.length, { target }))

/** Merges what the types would not let through. */
function refusal(a: Summary, b: Summary): unknown {
  try {
    return merge(a, b)
  } catch (error) {
    return error
  }
}

describe('merge', () => {
  test('takes a part without any label for one of whatever target the other has', () => {
    const numbers = summarize([1, 2], { target: [1.5, 2.5] })
    const silent = summarize([3], { target: [null] })
    const whole = summarize([1, 2, 3], { target: [1.5, 2.5, null] })
    expect(merge(numbers, silent)).toEqual(whole)
    expect(merge(silent, numbers)).toEqual(whole)
  })

  test('joins cells and adds what they hold', () => {
    const a = summarize([1, 2, 2], { target: ['x', 'x', 'y'] })
    const b = summarize([2, 7], { target: ['y', 'x'] })
    const lo = doubles(1, 2, 7)
    expect(merge(a, b)).toEqual({
      kind: 'number',
      rows: 5,
      target: { kind: 'class', name: null, classes: ['x', 'y'], event: null },
      weighted: false,
      leftOut: { unlabelled: 0, weightless: 0 },
      notes: [],
      min: 1,
      max: 7,
      distinct: 3,
      origin: 'counted',
      cells: {
        size: 3,
        lo,
        hi: lo,
        shift: 0,
        tallies: { size: 3, channels: 2, rows: doubles(1, 3, 1), sums: doubles(1, 0, 1, 2, 1, 0), residues: [] },
      },
      specialCodes: [],
      missingCodes: [],
      aside: { size: 3, channels: 2, rows: doubles(0, 0, 0), sums: doubles(0, 0, 0, 0, 0, 0), residues: [] },
    })
  })

  test('adds classes that only one side has, in their order', () => {
    const merged = merge(summarize([1], { target: ['10'] }), summarize([1], { target: ['9'] }))
    expect(merged.target).toMatchObject({ classes: ['9', '10'] })
    expect(merged.cells.tallies.sums).toEqual(doubles(1, 1))
    const texts = merge(summarize([1, 1, 1], { target: [2, 10, 10] }), summarize([1], { target: ['x'] }))
    expect(texts.target).toMatchObject({ classes: ['10', '2', 'x'] })
    expect(texts.cells.tallies.sums).toEqual(doubles(2, 1, 1))
  })

  test('keeps classes that were given and occur nowhere', () => {
    const classes = ['yes', 'no', 'maybe']
    const whole = summarize([1, 2, 2], { target: ['no', 'yes', 'no'], classes })
    const parts = [summarize([1], { target: ['no'], classes }), summarize([2, 2], { target: ['yes', 'no'], classes })]
    expect(merge(parts[0], parts[1])).toEqual(whole)
    expect(whole.target).toMatchObject({ classes: expect.arrayContaining(classes) })
  })

  test('keeps residues until they cancel', () => {
    const a = summarize([1, 1], { weights: [1, 2 ** -60] })
    const b = summarize([1], { weights: [2 ** -60] })
    expect(merge(a, b).cells.tallies.residues).toEqual([doubles(2 ** -59)])
    const c = summarize([1, 1], { target: [1e20, 1.5], targetKind: 'numeric' })
    const d = summarize([1], { target: [-1e20], targetKind: 'numeric' })
    expect(merge(c, d).cells.tallies.sums).toEqual(doubles(3, 1.5, 2e40))
  })

  test('keeps what was decided while reading, from either side', () => {
    const [numbers, texts] = [summarize([1], { target: [0] }), summarize([1], { target: ['1'] })]
    const whole = summarize([1, 1], { target: [0, '1'] })
    expect(whole.notes.map((note) => note.code)).toEqual(['target-kind'])
    expect(merge(numbers, texts)).toEqual(whole)
    expect(merge(texts, numbers)).toEqual(whole)
  })

  test('adds what is aside and left out', () => {
    const options = { special: [-9], targetKind: 'class' } as const
    const a = summarize([NaN, -9, 1, Infinity], { ...options, target: ['x', 'x', null, 'x'] })
    const b = summarize([-9, -Infinity, NaN], { ...options, target: ['y', 'x', null] })
    const merged = merge(a, b)
    expect([merged.rows, merged.leftOut]).toEqual([7, { unlabelled: 2, weightless: 0 }])
    expect(merged.aside.rows).toEqual(doubles(1, 1, 1, 2))
    expect(merged.aside.sums).toEqual(doubles(1, 0, 1, 0, 1, 0, 1, 1))
  })

  test('adds up the rows of weight zero', () => {
    const [a, b] = [summarize([1, 2, 3], { weights: [0, 1, 0] }), summarize([4, 5], { weights: [0, 2] })]
    expect(merge(a, b).leftOut).toEqual({ unlabelled: 0, weightless: 3 })
  })

  test('with an empty summary changes nothing', () => {
    const a = summarize([3, 1, NaN])
    expect(merge(a, summarize([]))).toEqual(a)
    expect(merge(summarize([]), a)).toEqual(a)
    expect(merge(summarize([]), summarize([]))).toEqual(summarize([]))
  })

  test('joins the levels of categories', () => {
    const merged = merge(categories(['b', 'a', null], ['x', 'y', 'x']), categories(['c', 'b'], ['z', 'x']))
    expect(merged).toEqual(categories(['b', 'a', null, 'c', 'b'], ['x', 'y', 'x', 'z', 'x']))
    expect(merged.levels).toEqual(['a', 'b', 'c'])
    expect(merged.tallies.sums).toEqual(doubles(0, 1, 0, 2, 0, 0, 0, 0, 1))
  })

  test('changes neither side', () => {
    const a = summarize([1, 2], { weights: [0.1, 0.2] })
    const b = summarize([2, 3], { weights: [0.1, 0.2] })
    const before = structuredClone([a, b])
    merge(a, b)
    expect([a, b]).toEqual(before)
  })
})

describe('merge refuses', () => {
  const numbers = summarize([1])
  const cases: [string, Summary, Summary, string][] = [
    [
      'different kinds',
      numbers,
      categories(['a']),
      'merge: both summaries must be of one kind, got number and category',
    ],
    [
      'different special codes',
      summarize([1], { special: [-9, 5] }),
      summarize([1], { special: [5] }),
      'merge: special codes must be the same, got [-9,5] and [5]',
    ],
    [
      'different missing values',
      summarize([1], { missing: [-1] }),
      summarize([1], { missing: [-1, 0] }),
      'merge: missing values must be the same, got [-1] and [-1,0]',
    ],
    [
      'weights on one side only',
      numbers,
      summarize([1], { weights: [1] }),
      'merge: both summaries must be weighted, or neither',
    ],
    [
      'a target on one side only',
      summarize([1], { target: ['a'] }),
      numbers,
      'merge: both summaries must have the same target, got class and none',
    ],
    [
      'targets of different kinds',
      summarize([1], { target: ['a'], targetName: 'y' }),
      summarize([1], { target: [0.5], targetName: 'y' }),
      'merge: both summaries must have the same target, got class y and numeric y',
    ],
    [
      'targets of different names',
      summarize([1], { target: ['a'], targetName: 'y' }),
      summarize([1], { target: ['a'], targetName: 'z' }),
      'merge: both summaries must have the same target, got class y and class z',
    ],
    [
      'different events',
      summarize([1, 1], { target: ['a', 'b'], event: 'a' }),
      summarize([1, 1], { target: ['a', 'b'], event: 'b' }),
      'merge: both summaries must have the same event class, got a and b',
    ],
    [
      'an event on one side only',
      summarize([1], { target: ['a'], event: 'a' }),
      summarize([1], { target: ['a'] }),
      'merge: both summaries must have the same event class, got a and null',
    ],
    [
      'categories with different targets',
      categories(['a'], ['x']),
      categories(['a']),
      'merge: both summaries must have the same target, got class and none',
    ],
  ]
  for (const [name, a, b, message] of cases) {
    test(`to join ${name}`, () => {
      const error = refusal(a, b)
      expect(error).toBeInstanceOf(DataError)
      expect((error as Error).message).toBe(message)
    })
  }
})
