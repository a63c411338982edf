import { describe, expect, test } from 'vitest'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import { discretize } from '../../src/discretizers/discretize.ts'
import type { Discretizer } from '../../src/discretizers/discretizer.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth, type EqualWidthOptions } from '../../src/discretizers/methods/equal-width.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { argumentError, dataError } from '../refusals.ts'

const six = summarize([1, 2, 3, 10, 11, 12], { target: ['a', 'a', 'a', 'b', 'b', 'b'] })
const plain = summarize([1, 2, 3, 10, 11, 12])

describe('a proposal', () => {
  test('has the method, all its options, the cuts and a reason for each', () => {
    expect(discretize(plain, { method: equalWidth, bins: 2 })).toEqual({
      method: 'equal-width',
      options: { bins: 2 },
      closed: 'left',
      cuts: [6.5],
      reasons: [{ measure: 'width', score: 5.5, bar: null, margin: null, runnerUp: null }],
      notes: [],
    })
  })

  test('names the preset beside the options that came from it', () => {
    expect(discretize(six, { method: mdlp, preset: 'keel' }).options).toEqual({
      stop: 'fayyad-irani',
      betterEncoding: false,
      acceptEqual: true,
      maxBins: null,
      search: 'top-down',
      candidates: 31,
      preset: 'keel',
    })
  })

  test('is the same for the same summary and options', () => {
    const options = { method: mdlp, maxBins: 3 }
    expect(discretize(six, options)).toEqual(discretize(six, options))
  })

  test('carries the notes of a method after those of the column', () => {
    const method: Discretizer<EqualWidthOptions> = {
      ...equalWidth,
      run: () => ({ cuts: [], reasons: [], notes: [{ code: 'own', message: 'hello' }] }),
    }
    const proposal = discretize(summarize([5, 5]), { method })
    expect(proposal.notes).toEqual([
      { code: 'constant', message: 'every value is 5' },
      { code: 'own', message: 'hello' },
    ])
  })
})

describe('options', () => {
  test('given override those of the preset', () => {
    const { options } = discretize(six, { method: mdlp, preset: 'keel', acceptEqual: false })
    expect(options.acceptEqual).toBe(false)
  })

  test('given as undefined leave those of the preset in place', () => {
    const given = { method: mdlp, preset: 'keel', acceptEqual: undefined as unknown as boolean }
    expect(discretize(six, given).options.acceptEqual).toBe(true)
  })

  test('are never changed', () => {
    const given = Object.freeze({ method: mdlp, preset: 'keel', maxBins: 2 })
    discretize(six, given)
    expect(given).toEqual({ method: mdlp, preset: 'keel', maxBins: 2 })
  })

  test('of an unknown name are refused with the nearest known one', () => {
    const given = { method: mdlp, maxBin: 3 }
    expect(() => discretize(six, given)).toThrow(
      argumentError('unknown-option', 'discretize: mdlp: unknown option maxBin, did you mean maxBins?'),
    )
  })

  test('of an unknown name far from all are refused with the whole list', () => {
    const given = { method: equalFrequency, alpha: 0.05 }
    expect(() => discretize(six, given)).toThrow(
      argumentError(
        'unknown-option',
        'discretize: equal-frequency: unknown option alpha, expected one of bins, quantile',
      ),
    )
  })

  test('with a bad value are refused with the rule', () => {
    const run = (given: object) => (): unknown => discretize(six, { method: equalWidth, ...given })
    const bins =
      'discretize: equal-width: bins must be an integer from 1 to 1000000, or one of auto, sturges, scott, freedman-diaconis, advised, got'
    expect(run({ bins: 0 })).toThrow(argumentError('out-of-range', `${bins} 0`))
    expect(run({ bins: 2.5 })).toThrow(argumentError('out-of-range', `${bins} 2.5`))
    expect(run({ bins: 1_000_001 })).toThrow(argumentError('out-of-range', `${bins} 1000001`))
    expect(run({ bins: '3' })).toThrow(argumentError('wrong-type', `${bins} "3"`))
    expect(run({ bins: null })).toThrow(argumentError('wrong-type', `${bins} null`))
    const closed = 'discretize: equal-width: closed must be one of left, right, got'
    expect(run({ closed: 'both' })).toThrow(argumentError('out-of-range', `${closed} "both"`))
    expect(run({ closed: 1 })).toThrow(argumentError('wrong-type', `${closed} 1`))
    expect(run({ readable: 'yes' })).toThrow(
      argumentError('wrong-type', 'discretize: equal-width: readable must be true or false, got "yes"'),
    )
  })
})

describe('the closed end', () => {
  test('is left unless asked otherwise', () => {
    expect(discretize(plain, { method: equalWidth }).closed).toBe('left')
    expect(discretize(plain, { method: equalWidth, closed: 'right' }).closed).toBe('right')
  })

  test('is what the preset says, unless asked otherwise', () => {
    expect(discretize(six, { method: mdlp, preset: 'weka' }).closed).toBe('right')
    expect(discretize(six, { method: mdlp, preset: 'weka', closed: 'left' }).closed).toBe('left')
    expect(discretize(six, { method: mdlp, preset: 'orange' }).closed).toBe('left')
  })
})

describe('a preset', () => {
  test('of an unknown name is refused with the nearest known one', () => {
    expect(() => discretize(six, { method: mdlp, preset: 'wekka' })).toThrow(
      argumentError('unknown-name', 'discretize: mdlp: unknown preset "wekka", did you mean weka?'),
    )
    expect(() => discretize(plain, { method: equalWidth, preset: 'numpy' })).toThrow(
      argumentError('unknown-name', 'discretize: equal-width: unknown preset "numpy", there are none'),
    )
  })

  test('with a name that every object inherits is unknown too', () => {
    for (const preset of ['toString', 'constructor', '__proto__']) {
      expect(() => discretize(plain, { method: equalWidth, preset })).toThrow(
        argumentError('unknown-name', `discretize: equal-width: unknown preset "${preset}", there are none`),
      )
    }
  })
})

describe('a method', () => {
  test('must be the method itself, not its name', () => {
    expect(() => discretize(six, { method: 'mdlp' as unknown as typeof mdlp })).toThrow(
      argumentError(
        'wrong-type',
        'discretize: method must be a method such as mdlp, got "mdlp"; findMethod finds one by name',
      ),
    )
    expect(() => discretize(six, { method: undefined as unknown as typeof mdlp })).toThrow(
      argumentError(
        'wrong-type',
        'discretize: method must be a method such as mdlp, got undefined; findMethod finds one by name',
      ),
    )
  })

  test('for classes is refused without a target, and with a numeric one', () => {
    expect(() => discretize(plain, { method: mdlp })).toThrow(
      dataError('discretize: mdlp: needs a class target, got no target'),
    )
    const numeric = summarize([1, 2], { target: [0.5, 1.5] })
    expect(() => discretize(numeric, { method: chiMerge })).toThrow(
      dataError('discretize: chi-merge: needs a class target, got a numeric one'),
    )
  })

  test('for numbers is refused with a class target', () => {
    const method = { ...equalWidth, name: 'variance', target: 'numeric' } as const
    expect(() => discretize(six, { method })).toThrow(
      dataError('discretize: variance: needs a numeric target, got a class one'),
    )
  })

  test('that needs no target takes any', () => {
    expect(discretize(six, { method: equalWidth, bins: 2 }).cuts).toEqual([6.5])
  })
})

describe('readable cuts', () => {
  test('are the shortest decimals in the gaps, and the proposal says so', () => {
    const summary = summarize([0.123, 0.456, 0.789])
    const proposal = discretize(summary, { method: equalFrequency, bins: 3, readable: true })
    expect(proposal.cuts).toEqual([0.3, 0.6])
    expect(proposal.options).toEqual({ bins: 3, quantile: 'gap', readable: true })
  })

  test('leave cuts given by the user alone', () => {
    const proposal = discretize(summarize([1, 2]), { method: fixed, cuts: [1.2345], readable: true })
    expect(proposal.cuts).toEqual([1.2345])
  })
})

describe('notes', () => {
  const notes = (
    values: readonly (number | null)[],
    target: readonly (string | null)[],
    weights?: readonly number[],
  ): unknown => discretize(summarize(values, { target, weights }), { method: chiMerge }).notes

  test('tell of a column without values', () => {
    expect(notes([null, Number.NaN], ['a', 'b'])).toEqual([{ code: 'no-values', message: 'no finite values' }])
  })

  test('tell of a constant column', () => {
    expect(notes([7, 7, 7], ['a', 'b', 'a'])).toEqual([{ code: 'constant', message: 'every value is 7' }])
  })

  test('do not call a column constant that holds an infinite value as well', () => {
    expect(notes([7, 7, Infinity], ['a', 'b', 'a'])).not.toContainEqual({
      code: 'constant',
      message: 'every value is 7',
    })
  })

  test('tell of infinite values', () => {
    expect(notes([-Infinity, 7, 7, Infinity], ['a', 'a', 'a', 'a'])).toContainEqual({
      code: 'infinite',
      message: '2 infinite values left to the outer bins, without a cut',
    })
  })

  test('tell of a column without a cut', () => {
    expect(notes([1, 2, 3, 4], ['a', 'b', 'a', 'b'])).toEqual([
      {
        code: 'blunt',
        message: 'chi-merge found no cut worth making: the values tell too little about the target',
      },
    ])
  })

  test('do not call a column blunt that was allowed one bin only', () => {
    expect(discretize(six, { method: mdlp }).cuts).toEqual([6.5])
    expect(discretize(six, { method: mdlp, maxBins: 1 }).notes.map(({ code }) => code)).not.toContain('blunt')
  })

  test('tell of rows that count nowhere', () => {
    expect(notes([1, 1, 1, 1], ['a', null, null, 'b'], [1, 1, 1, 0])).toEqual([
      { code: 'constant', message: 'every value is 1' },
      { code: 'unlabelled', message: '2 rows without a target left out' },
      { code: 'weightless', message: '1 row of weight zero left out' },
    ])
  })

  test('tell of estimated counts', () => {
    expect(discretize({ ...plain, origin: 'estimated' }, { method: equalWidth }).notes).toEqual([
      { code: 'estimated', message: 'counts are estimates' },
    ])
  })
})
