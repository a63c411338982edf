import { describe, expect, test } from 'vitest'
import { flag, integer, orNull, real } from '../../src/util/check.ts'
import { type OptionRules, resolveOptions } from '../../src/util/options.ts'

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
    expect(() => resolve({ bin: 3 })).toThrow(new TypeError('sample: unknown option bin, did you mean bins?'))
    expect(() => resolve({ quantile: 3 })).toThrow(
      new TypeError('sample: unknown option quantile, expected one of bins, alpha, strict'),
    )
    expect(() => resolve({ constructor: 3 })).toThrow(
      new TypeError('sample: unknown option constructor, expected one of bins, alpha, strict'),
    )
  })

  test('refuses an unknown name even when its value is undefined', () => {
    expect(() => resolve({ bin: undefined })).toThrow(new TypeError('sample: unknown option bin, did you mean bins?'))
  })

  test('says when a part has no options', () => {
    expect(() => resolveOptions('bin-log', {}, { bins: 3 })).toThrow(
      new TypeError('bin-log: unknown option bins, there are none'),
    )
  })

  test('refuses a bad value', () => {
    expect(() => resolve({ bins: 1 })).toThrow(new RangeError('sample: bins must be an integer of at least 2, got 1'))
    expect(() => resolve({ bins: null })).toThrow(
      new TypeError('sample: bins must be an integer of at least 2, got null'),
    )
    expect(() => resolve({ alpha: 0 })).toThrow(
      new RangeError('sample: alpha must be a number above 0, or null, got 0'),
    )
  })

  test('never changes what was given', () => {
    const given = Object.freeze({ bins: 4 })
    expect(resolve(given)).toEqual({ bins: 4, alpha: null, strict: false })
    expect(given).toEqual({ bins: 4 })
  })
})
