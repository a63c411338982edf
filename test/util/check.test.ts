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
          [1, new ArgumentError('fit: x must be an integer of at least 2, got 1', { code: 'out-of-range' })],
          [2.5, new ArgumentError('fit: x must be an integer of at least 2, got 2.5', { code: 'out-of-range' })],
          [NaN, new ArgumentError('fit: x must be an integer of at least 2, got NaN', { code: 'out-of-range' })],
          [
            Infinity,
            new ArgumentError('fit: x must be an integer of at least 2, got Infinity', { code: 'out-of-range' }),
          ],
          [
            2 ** 53,
            new ArgumentError('fit: x must be an integer of at least 2, got 9007199254740992', {
              code: 'out-of-range',
            }),
          ],
          ['3', new ArgumentError('fit: x must be an integer of at least 2, got "3"', { code: 'wrong-type' })],
          [3n, new ArgumentError('fit: x must be an integer of at least 2, got 3', { code: 'wrong-type' })],
          [null, new ArgumentError('fit: x must be an integer of at least 2, got null', { code: 'wrong-type' })],
          [
            undefined,
            new ArgumentError('fit: x must be an integer of at least 2, got undefined', { code: 'wrong-type' }),
          ],
          [true, new ArgumentError('fit: x must be an integer of at least 2, got true', { code: 'wrong-type' })],
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
          [0, new ArgumentError('fit: x must be an integer from 1 to 5, got 0', { code: 'out-of-range' })],
          [6, new ArgumentError('fit: x must be an integer from 1 to 5, got 6', { code: 'out-of-range' })],
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
          [Infinity, new ArgumentError('fit: x must be a number, got Infinity', { code: 'out-of-range' })],
          [NaN, new ArgumentError('fit: x must be a number, got NaN', { code: 'out-of-range' })],
          ['1', new ArgumentError('fit: x must be a number, got "1"', { code: 'wrong-type' })],
          [[1], new ArgumentError('fit: x must be a number, got [1]', { code: 'wrong-type' })],
        ],
      ),
    ).toEqual([])
  })

  test('real keeps its limits', () => {
    expect(
      mistakes(
        real({ min: 0 }),
        [0, 1],
        [[-1e-9, new ArgumentError('fit: x must be a number of at least 0, got -1e-9', { code: 'out-of-range' })]],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ above: 0 }),
        [1e-300],
        [[0, new ArgumentError('fit: x must be a number above 0, got 0', { code: 'out-of-range' })]],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ max: 1 }),
        [1, -5],
        [[1.5, new ArgumentError('fit: x must be a number at most 1, got 1.5', { code: 'out-of-range' })]],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ above: 0, below: 1 }),
        [0.5],
        [
          [0, new ArgumentError('fit: x must be a number above 0 and below 1, got 0', { code: 'out-of-range' })],
          [1, new ArgumentError('fit: x must be a number above 0 and below 1, got 1', { code: 'out-of-range' })],
        ],
      ),
    ).toEqual([])
    expect(
      mistakes(
        real({ min: 2, max: 3 }),
        [2, 3],
        [
          [
            4,
            new ArgumentError('fit: x must be a number of at least 2 and at most 3, got 4', { code: 'out-of-range' }),
          ],
        ],
      ),
    ).toEqual([])
  })

  test('oneOf takes its names', () => {
    expect(
      mistakes(
        oneOf('left', 'right'),
        ['left', 'right'],
        [
          ['middle', new ArgumentError('fit: x must be one of left, right, got "middle"', { code: 'out-of-range' })],
          ['Left', new ArgumentError('fit: x must be one of left, right, got "Left"', { code: 'out-of-range' })],
          [1, new ArgumentError('fit: x must be one of left, right, got 1', { code: 'wrong-type' })],
          [null, new ArgumentError('fit: x must be one of left, right, got null', { code: 'wrong-type' })],
          [['left'], new ArgumentError('fit: x must be one of left, right, got [left]', { code: 'wrong-type' })],
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
          [1, new ArgumentError('fit: x must be true or false, got 1', { code: 'wrong-type' })],
          ['true', new ArgumentError('fit: x must be true or false, got "true"', { code: 'wrong-type' })],
          [null, new ArgumentError('fit: x must be true or false, got null', { code: 'wrong-type' })],
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
          [[1, 1], new ArgumentError(`${words}, got [1, 1]`, { code: 'out-of-range' })],
          [[-0, 0], new ArgumentError(`${words}, got [0, 0]`, { code: 'out-of-range' })],
          [[2, 1], new ArgumentError(`${words}, got [2, 1]`, { code: 'out-of-range' })],
          [[1, NaN], new ArgumentError(`${words}, got [1, NaN]`, { code: 'out-of-range' })],
          [[1, Infinity], new ArgumentError(`${words}, got [1, Infinity]`, { code: 'out-of-range' })],
          [['1', 2], new ArgumentError(`${words}, got [1, 2]`, { code: 'out-of-range' })],
          [[null], new ArgumentError(`${words}, got [null]`, { code: 'out-of-range' })],
          [new Float64Array([2, 1]), new ArgumentError(`${words}, got [2, 1]`, { code: 'out-of-range' })],
          [5, new ArgumentError(`${words}, got 5`, { code: 'wrong-type' })],
          ['1,2', new ArgumentError(`${words}, got "1,2"`, { code: 'wrong-type' })],
          [null, new ArgumentError(`${words}, got null`, { code: 'wrong-type' })],
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
          [0, new ArgumentError('fit: x must be an integer of at least 1, or null, got 0', { code: 'out-of-range' })],
          ['1', new ArgumentError('fit: x must be an integer of at least 1, or null, got "1"', { code: 'wrong-type' })],
          [
            undefined,
            new ArgumentError('fit: x must be an integer of at least 1, or null, got undefined', {
              code: 'wrong-type',
            }),
          ],
        ],
      ),
    ).toEqual([])
    expect(
      mistakes(
        orNull(oneOf('a', 'b')),
        [null, 'a'],
        [['c', new ArgumentError('fit: x must be one of a, b, or null, got "c"', { code: 'out-of-range' })]],
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
      'Symbol(s)',
      '5',
      'function',
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
