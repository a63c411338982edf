import { ArgumentError } from '../../src/errors.ts'
import { describe, expect, test } from 'vitest'
import {
  check,
  flag,
  increasingNumbers,
  integer,
  oneOf,
  type OptionRules,
  orNull,
  ownEntry,
  real,
  resolveOptions,
  type Rule,
  show,
} from '../../src/util/check.ts'
import { argumentError } from '../refusals.ts'

/** The error a value is refused with; null when it is accepted. */
function refusal<T>(rule: Rule<T>, value: unknown): ArgumentError | null {
  try {
    check('fit', 'x', rule, value)
    return null
  } catch (error) {
    return error as ArgumentError
  }
}

/** What a rule says otherwise than it should: about values it takes, and values refused with a class and a message. */
function mistakes<T>(
  rule: Rule<T>,
  good: readonly unknown[],
  bad: readonly (readonly [unknown, ArgumentError])[],
): unknown[] {
  const told = (error: ArgumentError | null): string =>
    error === null ? 'taken' : `${error.name} ${error.code}: ${error.message}`
  const expected = [...good.map((value) => [value, null] as const), ...bad]
  return expected
    .map(([value, error]) => ({ value, said: told(refusal(rule, value)), should: told(error) }))
    .filter(({ said, should }) => said !== should)
}

describe('rules', () => {
  test('integer takes whole numbers from the least on', () => {
    expect(
      mistakes(
        integer(2),
        [2, 3, 1e15, Number.MAX_SAFE_INTEGER],
        [
          [1, new ArgumentError('out-of-range', 'fit: x must be an integer of at least 2, got 1')],
          [2.5, new ArgumentError('out-of-range', 'fit: x must be an integer of at least 2, got 2.5')],
          [NaN, new ArgumentError('out-of-range', 'fit: x must be an integer of at least 2, got NaN')],
          [Infinity, new ArgumentError('out-of-range', 'fit: x must be an integer of at least 2, got Infinity')],
          [2 ** 53, new ArgumentError('out-of-range', 'fit: x must be an integer of at least 2, got 9007199254740992')],
          ['3', new ArgumentError('wrong-type', 'fit: x must be an integer of at least 2, got "3"')],
          [3n, new ArgumentError('wrong-type', 'fit: x must be an integer of at least 2, got bigint')],
          [null, new ArgumentError('wrong-type', 'fit: x must be an integer of at least 2, got null')],
          [undefined, new ArgumentError('wrong-type', 'fit: x must be an integer of at least 2, got undefined')],
          [true, new ArgumentError('wrong-type', 'fit: x must be an integer of at least 2, got true')],
        ],
      ),
    ).toEqual([])
  })

  test('integer takes whole numbers up to the most', () => {
    expect(
      mistakes(
        integer(1, 5),
        [1, 5],
        [
          [0, new ArgumentError('out-of-range', 'fit: x must be an integer from 1 to 5, got 0')],
          [6, new ArgumentError('out-of-range', 'fit: x must be an integer from 1 to 5, got 6')],
        ],
      ),
    ).toEqual([])
  })

  test('real takes finite numbers', () => {
    expect(
      mistakes(
        real(),
        [0, -0, 1.5, -1e308, 5e-324],
        [
          [Infinity, new ArgumentError('out-of-range', 'fit: x must be a number, got Infinity')],
          [NaN, new ArgumentError('out-of-range', 'fit: x must be a number, got NaN')],
          ['1', new ArgumentError('wrong-type', 'fit: x must be a number, got "1"')],
          [[1], new ArgumentError('wrong-type', 'fit: x must be a number, got [1]')],
        ],
      ),
    ).toEqual([])
  })

  test('real keeps its limits', () => {
    expect(
      mistakes(
        real({ min: 0 }),
        [0, 1],
        [[-1e-9, new ArgumentError('out-of-range', 'fit: x must be a number of at least 0, got -1e-9')]],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ above: 0 }),
        [1e-300],
        [[0, new ArgumentError('out-of-range', 'fit: x must be a number above 0, got 0')]],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ max: 1 }),
        [1, -5],
        [[1.5, new ArgumentError('out-of-range', 'fit: x must be a number at most 1, got 1.5')]],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ above: 0, below: 1 }),
        [0.5],
        [
          [0, new ArgumentError('out-of-range', 'fit: x must be a number above 0 and below 1, got 0')],
          [1, new ArgumentError('out-of-range', 'fit: x must be a number above 0 and below 1, got 1')],
        ],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ min: 2, max: 3 }),
        [2, 3],
        [[4, new ArgumentError('out-of-range', 'fit: x must be a number of at least 2 and at most 3, got 4')]],
      ),
    ).toEqual([])
  })

  test('oneOf takes its names', () => {
    expect(
      mistakes(
        oneOf('left', 'right'),
        ['left', 'right'],
        [
          ['middle', new ArgumentError('out-of-range', 'fit: x must be one of left, right, got "middle"')],
          ['Left', new ArgumentError('out-of-range', 'fit: x must be one of left, right, got "Left"')],
          [1, new ArgumentError('wrong-type', 'fit: x must be one of left, right, got 1')],
          [null, new ArgumentError('wrong-type', 'fit: x must be one of left, right, got null')],
          [['left'], new ArgumentError('wrong-type', 'fit: x must be one of left, right, got [left]')],
        ],
      ),
    ).toEqual([])
  })

  test('flag takes true and false', () => {
    expect(
      mistakes(
        flag(),
        [true, false],
        [
          [1, new ArgumentError('wrong-type', 'fit: x must be true or false, got 1')],
          ['true', new ArgumentError('wrong-type', 'fit: x must be true or false, got "true"')],
          [null, new ArgumentError('wrong-type', 'fit: x must be true or false, got null')],
        ],
      ),
    ).toEqual([])
  })

  test('increasingNumbers takes finite numbers that increase', () => {
    const words = 'fit: x must be finite numbers in increasing order'
    expect(
      mistakes(
        increasingNumbers(),
        [[], [1], [1, 2, 3], new Float64Array([1, 2])],
        [
          [[1, 1], new ArgumentError('out-of-range', `${words}, got [1, 1]`)],
          [[-0, 0], new ArgumentError('out-of-range', `${words}, got [0, 0]`)],
          [[2, 1], new ArgumentError('out-of-range', `${words}, got [2, 1]`)],
          [[1, NaN], new ArgumentError('out-of-range', `${words}, got [1, NaN]`)],
          [[1, Infinity], new ArgumentError('out-of-range', `${words}, got [1, Infinity]`)],
          [['1', 2], new ArgumentError('out-of-range', `${words}, got [1, 2]`)],
          [[null], new ArgumentError('out-of-range', `${words}, got [null]`)],
          [new Float64Array([2, 1]), new ArgumentError('out-of-range', `${words}, got [2, 1]`)],
          [5, new ArgumentError('wrong-type', `${words}, got 5`)],
          ['1,2', new ArgumentError('wrong-type', `${words}, got "1,2"`)],
          [null, new ArgumentError('wrong-type', `${words}, got null`)],
        ],
      ),
    ).toEqual([])
  })

  test('increasingNumbers refuses a list with holes', () => {
    // oxlint-disable-next-line no-sparse-arrays
    expect(refusal(increasingNumbers(), [1, , 3])?.message).toBe(
      'fit: x must be finite numbers in increasing order, got [1, undefined, 3]',
    )
  })

  test('orNull also takes null', () => {
    expect(
      mistakes(
        orNull(integer(1)),
        [null, 1],
        [
          [0, new ArgumentError('out-of-range', 'fit: x must be an integer of at least 1, or null, got 0')],
          ['1', new ArgumentError('wrong-type', 'fit: x must be an integer of at least 1, or null, got "1"')],
          [
            undefined,
            new ArgumentError('wrong-type', 'fit: x must be an integer of at least 1, or null, got undefined'),
          ],
        ],
      ),
    ).toEqual([])
    expect(
      mistakes(
        orNull(oneOf('a', 'b')),
        [null, 'a'],
        [['c', new ArgumentError('out-of-range', 'fit: x must be one of a, b, or null, got "c"')]],
      ),
    ).toEqual([])
  })
})

describe('show', () => {
  test('prints values short', () => {
    const values = [1.5, -0, NaN, 'a "b"', true, null, undefined, {}, new Map(), Symbol('s'), 5n, () => 1]
    expect(values.map(show)).toEqual([
      '1.5',
      '0',
      'NaN',
      '"a \\"b\\""',
      'true',
      'null',
      'undefined',
      'object',
      'object',
      'symbol',
      'bigint',
      'a function',
    ])
  })

  test('prints at most six items of a list', () => {
    expect(show([1, 2, 3])).toBe('[1, 2, 3]')
    expect(show([1, 2, 3, 4, 5, 6])).toBe('[1, 2, 3, 4, 5, 6]')
    expect(show([1, 2, 3, 4, 5, 6, 7])).toBe('[1, 2, 3, 4, 5, 6, …]')
    expect(show(new Uint8Array(9))).toBe('[0, 0, 0, 0, 0, 0, …]')
    expect(show([])).toBe('[]')
  })

  test('prints at most 58 characters', () => {
    expect(show('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`)
    expect(show('x'.repeat(59))).toBe(`"${'x'.repeat(56)}…`)
  })
})

interface Sample {
  readonly bins: number
  readonly alpha: number | null
  readonly strict: boolean
}

const RULES: OptionRules<Sample> = {
  bins: { rule: integer(2), default: 10, about: 'Number of bins.' },
  alpha: { rule: orNull(real({ above: 0 })), default: null, about: 'Level.' },
  strict: { rule: flag(), default: false, about: 'Whether.' },
}
const resolve = (given: Readonly<Record<string, unknown>>): Sample => resolveOptions<Sample>('sample', RULES, given)

describe('resolveOptions', () => {
  test('fills in the defaults', () => {
    expect(resolve({})).toEqual({ bins: 10, alpha: null, strict: false })
    expect(resolve({ bins: 3, strict: true })).toEqual({ bins: 3, alpha: null, strict: true })
  })

  test('takes undefined for not given, and null for null', () => {
    expect(resolve({ bins: undefined, alpha: undefined })).toEqual({ bins: 10, alpha: null, strict: false })
    expect(resolve({ alpha: 0.5 }).alpha).toBe(0.5)
    expect(resolve({ alpha: null }).alpha).toBeNull()
  })

  test('keeps the order in which the options are declared', () => {
    expect(Object.keys(resolve({ strict: true, bins: 2 }))).toEqual(['bins', 'alpha', 'strict'])
  })

  test('refuses an unknown name with the nearest ones', () => {
    expect(() => resolve({ bin: 3 })).toThrow(
      argumentError('unknown-option', 'sample: unknown option bin, did you mean bins?'),
    )
    expect(() => resolve({ quantile: 3 })).toThrow(
      argumentError('unknown-option', 'sample: unknown option quantile, expected one of bins, alpha, strict'),
    )
    expect(() => resolve({ constructor: 3 })).toThrow(
      argumentError('unknown-option', 'sample: unknown option constructor, expected one of bins, alpha, strict'),
    )
  })

  test('refuses an unknown name even when its value is undefined', () => {
    expect(() => resolve({ bin: undefined })).toThrow(
      argumentError('unknown-option', 'sample: unknown option bin, did you mean bins?'),
    )
  })

  test('says when a part has no options', () => {
    expect(() => resolveOptions('bin-log', {}, { bins: 3 })).toThrow(
      argumentError('unknown-option', 'bin-log: unknown option bins, there are none'),
    )
  })

  test('refuses a bad value', () => {
    expect(() => resolve({ bins: 1 })).toThrow(
      argumentError('out-of-range', 'sample: bins must be an integer of at least 2, got 1'),
    )
    expect(() => resolve({ bins: null })).toThrow(
      argumentError('wrong-type', 'sample: bins must be an integer of at least 2, got null'),
    )
    expect(() => resolve({ alpha: 0 })).toThrow(
      argumentError('out-of-range', 'sample: alpha must be a number above 0, or null, got 0'),
    )
  })

  test('never changes what was given', () => {
    const given = Object.freeze({ bins: 4 })
    expect(resolve(given)).toEqual({ bins: 4, alpha: null, strict: false })
    expect(given).toEqual({ bins: 4 })
  })
})

test('what a record says of a name, not what every object has', () => {
  expect(ownEntry({ a: 1 }, 'a')).toBe(1)
  expect(ownEntry({}, 'constructor')).toBe(undefined)
  expect(ownEntry(JSON.parse('{"__proto__": 2}') as Record<string, number>, '__proto__')).toBe(2)
  expect(ownEntry(undefined, 'a')).toBe(undefined)
})
