import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DataError } from '../../src/errors.ts'
import { labelText, type MarkOptions, markRows, markTableRows, sortLabels } from '../../src/summaries/mark-rows.ts'
import type { LabelValue, LabelValues, Target } from '../../src/types.ts'
import { argumentError } from '../refusals.ts'

const targetOf = (target: LabelValues, options: MarkOptions = {}): Target | null =>
  markRows(target.length, { ...options, target }).target
const classesOf = (target: LabelValues, options: MarkOptions = {}): readonly string[] => {
  const read = targetOf(target, options)
  return read?.kind === 'class' ? read.classes : ['not classes']
}
const kindOf = (target: LabelValues, options: MarkOptions = {}): string | undefined => targetOf(target, options)?.kind

function errorOf(call: () => unknown): Error {
  try {
    call()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}

describe('markRows', () => {
  test('gives every row its class and its weight', () => {
    expect(markRows(4, { target: ['b', null, 'a', 'b'], targetName: 'y', weights: [1, 0.5, 0, 2] })).toEqual({
      target: { kind: 'class', name: 'y', classes: ['a', 'b'], event: null },
      rows: 4,
      codes: Int32Array.of(1, -1, 0, 1),
      numbers: null,
      weights: Float64Array.of(1, 0.5, 0, 2),
      notes: [],
      where: 'summarize',
    })
  })

  test('gives every row its number', () => {
    expect(markRows(5, { target: [0.5, null, Infinity, -2, NaN] })).toEqual({
      target: { kind: 'numeric', name: null },
      rows: 5,
      codes: null,
      numbers: Float64Array.of(0.5, NaN, NaN, -2, NaN),
      weights: null,
      notes: [],
      where: 'summarize',
    })
  })

  test('needs no target', () => {
    expect(markRows(2, {})).toEqual({
      target: null,
      rows: 2,
      codes: null,
      numbers: null,
      weights: null,
      notes: [],
      where: 'summarize',
    })
  })

  test('copies the weights', () => {
    const weights = Float64Array.of(1, 2)
    expect(markRows(2, { weights }).weights).not.toBe(weights)
  })
})

describe('the kind of a target', () => {
  const whole = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

  test('is class for text and truth values', () => {
    expect(kindOf(['a', 'b'])).toBe('class')
    expect(kindOf(['1.5', '2.5'])).toBe('class')
    expect(kindOf([true, false])).toBe('class')
    expect(kindOf([0.5, 'a'])).toBe('class')
  })

  test('is class for at most 20 distinct whole numbers, numeric for more', () => {
    expect(kindOf(whole(20))).toBe('class')
    expect(kindOf(whole(21))).toBe('numeric')
    expect(kindOf([...whole(20), ...whole(20), -0])).toBe('class')
    expect(kindOf([...whole(20), NaN, null])).toBe('class')
  })

  test('is numeric as soon as a number is not whole', () => {
    expect(kindOf([0, 1, 1.5])).toBe('numeric')
    expect(kindOf([1e300, 0.1])).toBe('numeric')
  })

  test('is class where nothing is known', () => {
    expect(targetOf([null, NaN, undefined])).toEqual({ kind: 'class', name: null, classes: [], event: null })
    expect(kindOf([])).toBe('class')
  })

  test('is what was asked for', () => {
    expect(kindOf([0, 1], { targetKind: 'numeric' })).toBe('numeric')
    expect(classesOf([0.5, 1.5, 0.5], { targetKind: 'class' })).toEqual(['0.5', '1.5'])
    expect(kindOf(whole(30), { targetKind: 'class' })).toBe('class')
    expect(kindOf([0.5], { targetKind: 'auto' })).toBe('numeric')
  })

  test('is class when the classes are given', () => {
    expect(kindOf([0.5, 1.5], { classes: ['0.5', '1.5'] })).toBe('class')
  })
})

describe('numbers taken for classes', () => {
  const notesOf = (target: LabelValues, options: MarkOptions = {}): unknown =>
    markRows(target.length, { ...options, target }).notes
  const note = {
    code: 'target-kind',
    message: "the target's whole numbers are taken for classes; if they are amounts, set the target kind to numeric",
  }

  test('are told of when nobody asked for it', () => {
    expect(notesOf([0, 1, NaN])).toEqual([note])
    expect(notesOf([0, 1], { targetKind: 'auto' })).toEqual([note])
  })

  test('are not told of otherwise', () => {
    expect(notesOf([0, 1], { targetKind: 'class' })).toEqual([])
    expect(notesOf(['0', '1', NaN, true])).toEqual([])
    expect(notesOf([0.5, 1])).toEqual([])
  })
})

describe('the classes', () => {
  test('are sorted by number when all of them are numbers', () => {
    expect(classesOf([10, 9, 2, 10])).toEqual(['2', '9', '10'])
    expect(classesOf(['10', '9', '-1', '1e1', '0.5'])).toEqual(['-1', '0.5', '9', '10', '1e1'])
    expect(classesOf(['Infinity', '3', '-Infinity'])).toEqual(['-Infinity', '3', 'Infinity'])
  })

  test('are sorted by character code when one of them is not', () => {
    expect(classesOf(['10', '9', 'x'])).toEqual(['10', '9', 'x'])
    expect(classesOf(['b', 'A', 'a', 'B'])).toEqual(['A', 'B', 'a', 'b'])
    expect(classesOf(['2', ' ', '10'])).toEqual([' ', '10', '2'])
  })

  test('take a number and its text for one label', () => {
    const { target, codes } = markRows(4, { target: [1, '1', 0, -0], targetKind: 'class' })
    expect(target).toMatchObject({ classes: ['0', '1'] })
    expect(codes).toEqual(Int32Array.of(1, 1, 0, 0))
  })

  test('may be given, more than occur and in any order', () => {
    const marks = markRows(2, { target: ['c', 'a'], classes: ['c', 'b', 'a', 'b'] })
    expect(marks.target).toMatchObject({ classes: ['a', 'b', 'c'] })
    expect(marks.codes).toEqual(Int32Array.of(2, 0))
  })

  test('given must hold every label', () => {
    const error = errorOf(() => markRows(3, { target: ['yes', null, 'noo'], classes: ['yes', 'no'] }))
    expect(error).toBeInstanceOf(DataError)
    expect(error).toMatchObject({
      message: 'summarize: label "noo" at row 2 is not in classes, did you mean no?',
      row: 2,
    })
    expect(errorOf(() => markRows(2, { target: ['a', 'maybe'], classes: ['a', 'b'] })).message).toBe(
      'summarize: label "maybe" at row 1 is not in classes, expected one of a, b',
    )
  })

  test('never change what was given', () => {
    const classes = Object.freeze(['b', 'a'])
    const target = Object.freeze(['b', 'a', 'b'])
    expect(markRows(3, { target, classes }).target).toMatchObject({ classes: ['a', 'b'] })
    expect([classes, target]).toEqual([['b', 'a'], ['b', 'a', 'b']]) // prettier-ignore
  })
})

describe('the event', () => {
  test('is a class, named by text, number or truth value', () => {
    expect(targetOf(['a', 'b'], { event: 'b' })).toMatchObject({ event: 'b' })
    expect(targetOf([0, 1], { event: 1 })).toMatchObject({ event: '1' })
    expect(targetOf([0, 1], { event: -0 })).toMatchObject({ event: '0' })
    expect(targetOf([true, false], { event: true })).toMatchObject({ event: 'true' })
    expect(targetOf(['a'], { classes: ['a', 'b'], event: 'b' })).toMatchObject({ event: 'b' })
  })

  test('unknown is refused with the nearest class', () => {
    const error = errorOf(() => targetOf(['good', 'bad'], { event: 'god' }))
    expect(error).toBeInstanceOf(DataError)
    expect(error.message).toBe('summarize: unknown event class "god", did you mean good?')
    expect(errorOf(() => targetOf(['good', 'bad'], { event: 1 })).message).toBe(
      'summarize: unknown event class "1", expected one of bad, good',
    )
    expect(errorOf(() => targetOf([null], { event: 'x' })).message).toBe(
      'summarize: unknown event class "x", there are none',
    )
  })

  test('is refused for a numeric target', () => {
    expect(() => targetOf([0.5], { event: 'yes' })).toThrow(
      argumentError('out-of-range', 'summarize: event must not be given for a numeric target'),
    )
  })
})

describe('markRows refuses', () => {
  test('targets and weights of another length', () => {
    expect(() => markRows(2, { target: ['a'] })).toThrow(
      argumentError('length-mismatch', 'summarize: target must have one label per row (2), got 1'),
    )
    expect(() => markRows(2, { weights: [1] })).toThrow(
      argumentError('length-mismatch', 'summarize: weights must have one number per row (2), got 1'),
    )
  })

  test('an unknown kind of target', () => {
    const targetKind = 'number' as 'numeric'
    expect(() => markRows(1, { target: [1], targetKind })).toThrow(
      argumentError('out-of-range', 'summarize: targetKind must be one of auto, class, numeric, got "number"'),
    )
  })

  test('a numeric target that holds something else', () => {
    const error = errorOf(() => targetOf([0.5, 'high'], { targetKind: 'numeric' }))
    expect(error).toBeInstanceOf(DataError)
    expect(error).toMatchObject({
      message: 'summarize: column must hold numbers, got "high" at row 1',
      row: 1,
    })
  })
})

describe('labelText', () => {
  const textOf = (label: LabelValue): string | null => labelText(label, 'fit')

  test('is null for what is missing, and text for the rest', () => {
    expect([null, undefined, '', NaN].map(textOf)).toEqual([null, null, null, null])
    expect(['a', ' ', 1, -0, 0.1, true, false, Infinity].map(textOf)).toEqual([
      'a',
      ' ',
      '1',
      '0',
      '0.1',
      'true',
      'false',
      'Infinity',
    ])
  })
})

describe('sortLabels', () => {
  test('orders numbers by value, then by text', () => {
    expect(sortLabels(['1e0', '1.0', '1', '01'])).toEqual(['01', '1', '1.0', '1e0'])
    expect(sortLabels(['0x10', '9'])).toEqual(['9', '0x10'])
    expect(sortLabels([])).toEqual([])
  })
})

/** Arrays that labels may come in; null is a plain list. */
const ARRAYS = [Uint8Array, Int8Array, Uint16Array, Int32Array, Float64Array, null]

test('labels of one byte are marked as any others', () => {
  const label = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(0, 1, 2, 7, 255) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 25 }) },
    { weight: 1, arbitrary: fc.constantFrom(-0, -1, 256, 0.5, Number.NaN) },
  )
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 60 }),
      fc.constantFrom(...ARRAYS),
      fc.constantFrom('auto', 'class', 'numeric', undefined),
      fc.boolean(),
      (list, kind, targetKind, weighted) => {
        const target = kind === null ? list : new kind(list)
        const options = { target, targetName: 'y', targetKind, ...(weighted ? { weights: list.map(() => 2) } : {}) }
        expect(markTableRows(list.length, options, 'fit')).toEqual(markRows(list.length, options, 'fit'))
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
  same(3, { target, weights: [1, -1, 1] }, 'must hold finite weights of at least 0, got -1 at row 1')
  expect(markTableRows(3, { target, event: 2 }).target).toEqual(markRows(3, { target, event: 2 }).target)
})
