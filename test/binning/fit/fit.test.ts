import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { fit, type FitOptions } from '../../../src/binning/fit/fit.ts'
import { fitSummary } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { chiMerge } from '../../../src/discretizers/methods/chi-merge.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../../src/discretizers/methods/equal-width.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { argumentError, dataError } from '../../refusals.ts'
import type { TableGiven } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'

const six = [1, 2, 3, 10, 11, 12]
const target = ['a', 'a', 'a', 'b', 'b', 'b']

describe('fit', () => {
  test('cuts a class target by mdlp unless told otherwise', () => {
    const bar = (Math.log2(5) + Math.log2(7) - 2) / 6
    expect(fit(six, { target })).toEqual({
      name: 'value',
      kind: 'number',
      method: 'mdlp',
      options: {
        stop: 'fayyad-irani',
        betterEncoding: false,
        acceptEqual: false,
        maxBins: null,
        search: 'top-down',
        candidates: 31,
      },
      closed: 'left',
      cuts: [6.5],
      range: [1, 12],
      cutsExact: true,
      countsExact: true,
      reasons: [{ measure: 'gain', score: 1, bar, margin: 1 - bar, runnerUp: null }],
      bins: [
        { label: '< 6.5', count: 3, classes: [3, 0], lo: 1, hi: 3, median: 2 },
        { label: '≥ 6.5', count: 3, classes: [0, 3], lo: 10, hi: 12, median: 11 },
      ],
      missing: { count: 0, classes: [0, 0], policy: 'own', bin: null, values: [] },
      special: [],
      shape: null,
      reference: { edges: [], counts: [6], classes: [[3], [3]] },
      notes: [],
    })
  })

  test('takes the options of a method flat beside it', () => {
    expect(fit(six, { method: equalWidth, bins: 2 }).cuts).toEqual([6.5])
    expect(fit(six, { target, method: chiMerge, alpha: 0.01 }).options).toMatchObject({ alpha: 0.01 })
    expect(fit(six, { target, maxBins: 1 }).cuts).toEqual([])
  })

  test('keeps the name and the closed end', () => {
    const { name, closed, bins } = fit(six, { name: 'age', method: fixed, cuts: [3], closed: 'right' })
    expect({ name, closed, labels: bins.map(({ label }) => label) }).toEqual({
      name: 'age',
      closed: 'right',
      labels: ['≤ 3', '> 3'],
    })
  })

  test('counts numbers of a numeric target: their sum and the sum of their squares', () => {
    const { bins, missing } = fit([1, 2, 3, null], { target: [0.5, 1.5, 2, 7], method: fixed, cuts: [2.5] })
    expect(bins).toEqual([
      { label: '< 2.5', count: 2, sum: 2, sumSquares: 2.5, lo: 1, hi: 2, median: 1 },
      { label: '≥ 2.5', count: 1, sum: 2, sumSquares: 4, lo: 3, hi: 3, median: 3 },
    ])
    expect(missing).toEqual({ count: 1, sum: 7, sumSquares: 49, policy: 'own', bin: null, values: [] })
  })

  test('counts rows alone without a target', () => {
    expect(fit([1, 2, 3], { method: fixed, cuts: [2.5] }).bins).toEqual([
      { label: '< 2.5', count: 2, lo: 1, hi: 2, median: 1 },
      { label: '≥ 2.5', count: 1, lo: 3, hi: 3, median: 3 },
    ])
  })

  test('keeps weights beside counts, fractions included', () => {
    const { bins } = fit([1, 2, 3], { target: ['a', 'b', 'a'], weights: [0.25, 0.5, 2], method: fixed, cuts: [2.5] })
    expect(bins).toEqual([
      { label: '< 2.5', count: 2, weight: 0.75, classes: [0.25, 0.5], lo: 1, hi: 2, median: 2 },
      { label: '≥ 2.5', count: 1, weight: 2, classes: [2, 0], lo: 3, hi: 3, median: 3 },
    ])
  })

  test('counts infinite values in the outer bins; the range is that of finite values', () => {
    const column = fit([-Infinity, 1, 2, Infinity, Infinity], { method: fixed, cuts: [1.5] })
    expect(column.range).toEqual([1, 2])
    expect(column.bins).toEqual([
      { label: '< 1.5', count: 2, lo: -Infinity, hi: 1, median: 1 },
      { label: '≥ 1.5', count: 3, lo: 2, hi: Infinity, median: 2 },
    ])
  })

  test('takes −0 for 0', () => {
    const column = fit([-0, 0, 1], { method: fixed, cuts: [0.5] })
    expect(column.bins[0]).toEqual({ label: '< 0.5', count: 2, lo: 0, hi: 0, median: 0 })
    expect(column.range).toEqual([0, 1])
  })

  test('never changes the values or the options', () => {
    const values = Float64Array.of(3, 1, 2, -0)
    const options = Object.freeze({ method: equalFrequency, bins: 2, special: Object.freeze([2]) })
    fit(values, options)
    expect(values).toEqual(Float64Array.of(3, 1, 2, -0))
  })

  test('gives the same from an array, a typed array and from numbers with gaps', () => {
    const options = { method: equalWidth, bins: 3 }
    const expected = fit([1, 2, 4], options)
    expect(fit(Float64Array.of(1, 2, 4), options)).toEqual(expected)
    expect(fit(Int8Array.of(1, 2, 4), options)).toEqual(expected)
    expect(fit([1, undefined, 2, null, Number.NaN, 4], options).bins).toEqual(expected.bins)
  })
})

describe('fitSummary', () => {
  test('fits other methods without a second look at the rows', () => {
    const summary = summarize(six, { target })
    expect(fitSummary(summary)).toEqual(fit(six, { target }))
    expect(fitSummary(summary, { method: equalWidth, bins: 3, name: 'x' })).toEqual(
      fit(six, { target, method: equalWidth, bins: 3, name: 'x' }),
    )
  })

  test('says that cuts or counts are not exact where cells are coarse or estimated', () => {
    const summary = summarize([1, 2, 3, 4])
    const exactness = (changed: object, cuts: number[]): unknown => {
      const { cutsExact, countsExact } = fitSummary({ ...summary, ...changed }, { method: fixed, cuts })
      return [cutsExact, countsExact]
    }
    const coarse = { cells: { ...summary.cells, hi: Float64Array.of(1.5, 2.5, 3.5, 4.5) } }
    expect(exactness({}, [2.5])).toEqual([true, true])
    // Cuts that were given are what they are; the rows of a cell around one cannot be told apart.
    expect(exactness(coarse, [2.7])).toEqual([true, true])
    expect(exactness(coarse, [2.2])).toEqual([true, false])
    expect(exactness({ origin: 'estimated' }, [2.5])).toEqual([false, false])
  })

  test('knows the numbers that stand for a missing value in the summary', () => {
    const column = fitSummary(summarize([1, 2, -1], { missing: [-1] }), { method: fixed })
    expect(column.missing).toEqual({ count: 1, policy: 'own', bin: null, values: [-1] })
    expect(assign(column, [-1, 2])).toEqual(Int32Array.of(1, 0))
  })
})

describe('missing values', () => {
  const values = [1, 2, 3, 10, 11, 12, null, Number.NaN, undefined]
  const withMissing = [...target, 'b', 'b', 'a']
  const policyOf = (missingPolicy: FitOptions<object>['missingPolicy']): unknown =>
    fit(values, { target: withMissing, missingPolicy }).missing

  test('have a slot of their own', () => {
    expect(policyOf(undefined)).toEqual({ count: 3, classes: [1, 2], policy: 'own', bin: null, values: [] })
    expect(policyOf('own')).toEqual(policyOf(undefined))
  })

  test('go to the bin whose classes look most like theirs', () => {
    expect(policyOf('nearest')).toEqual({ count: 3, classes: [1, 2], policy: 'nearest', bin: 1, values: [] })
  })

  test('go to the leftmost of bins that look equally like them', () => {
    const { missing } = fit([1, 2, null], {
      target: ['a', 'a', 'b'],
      method: fixed,
      cuts: [1.5],
      missingPolicy: 'nearest',
    })
    expect(missing.bin).toBe(0)
  })

  test('never go to an empty bin by likeness', () => {
    const given = { target: ['a', 'a', 'b'], method: fixed, cuts: [0, 1.5], missingPolicy: 'nearest' } as const
    expect(fit([1, 2, null], given).missing.bin).toBe(1)
  })

  test('go to the bin whose mean is nearest to theirs with a numeric target', () => {
    const given = { target: [1.5, 2, 7, 8, 6], method: fixed, cuts: [2.5], missingPolicy: 'nearest' } as const
    expect(fit([1, 2, 3, 4, null], given).missing).toMatchObject({ policy: 'nearest', bin: 1 })
    expect(fit([1, 2, 3, 4, null], { ...given, target: [1.5, 2, 7, 8, 3] }).missing).toMatchObject({ bin: 0 })
  })

  test('go to the bin chosen', () => {
    expect(policyOf(0)).toEqual({ count: 3, classes: [1, 2], policy: 'bin', bin: 0, values: [] })
    expect(policyOf(1)).toMatchObject({ policy: 'bin', bin: 1 })
  })

  test('are refused where the policy is error', () => {
    expect(() => policyOf('error')).toThrow(dataError('fit: 3 missing values, and the policy for them is error'))
    expect(fit(six, { target, missingPolicy: 'error' }).missing).toMatchObject({ policy: 'error', bin: null })
  })

  test('that do not occur keep the policy own, since nothing is known to be like them', () => {
    expect(fit(six, { target, missingPolicy: 'nearest' }).missing).toMatchObject({ policy: 'own', bin: null })
  })

  test('cannot go by likeness without a target', () => {
    expect(() => fit([1, null], { method: fixed, missingPolicy: 'nearest' })).toThrow(
      argumentError(
        'out-of-range',
        'fit: the policy nearest for missing values needs a target; use own, error or a bin',
      ),
    )
  })

  test('must go to a bin that exists', () => {
    const refusal = (got: string): Error =>
      argumentError(
        'out-of-range',
        `fit: the policy for missing values must be own, nearest, error or a bin from 0 to 1, got ${got}`,
      )
    expect(() => policyOf(2)).toThrow(refusal('2'))
    expect(() => policyOf(-1)).toThrow(refusal('-1'))
    expect(() => policyOf(0.5)).toThrow(refusal('0.5'))
    expect(() => policyOf('median' as 'own')).toThrow(refusal('"median"'))
  })

  test('may be numbers that are declared to stand for them', () => {
    const column = fit([1, -1, 2, -2, null], { method: equalWidth, bins: 2, missing: [-1, -2] })
    expect(column.missing).toEqual({ count: 3, policy: 'own', bin: null, values: [-2, -1] })
    expect(column.range).toEqual([1, 2])
  })

  test('declared as −0 or twice are kept as one plain number', () => {
    expect(fit([0, 1], { method: fixed, missing: [-0, -0] }).missing).toEqual({
      count: 1,
      policy: 'own',
      bin: null,
      values: [0],
    })
  })
})

describe('special codes', () => {
  const values = [1, 2, 3, 10, 11, 12, -8, -9, -9]
  const labels = [...target, 'a', 'b', 'b']

  test('have a slot each, sorted, and do not move the cuts', () => {
    const column = fit(values, { target: labels, special: [-8, -9] })
    expect(column.cuts).toEqual([6.5])
    expect(column.special).toEqual([
      { code: -9, count: 2, classes: [0, 2], policy: 'own', bin: null },
      { code: -8, count: 1, classes: [1, 0], policy: 'own', bin: null },
    ])
  })

  test('follow one policy, or one each', () => {
    const policies = (specialPolicy: FitOptions<object>['specialPolicy']): unknown =>
      fit(values, { target: labels, special: [-8, -9], specialPolicy }).special.map(({ policy, bin }) => [policy, bin])
    expect(policies('nearest')).toEqual([
      ['nearest', 1],
      ['nearest', 0],
    ])
    expect(policies(0)).toEqual([
      ['bin', 0],
      ['bin', 0],
    ])
    expect(policies({ [-9]: 'nearest' })).toEqual([
      ['nearest', 1],
      ['own', null],
    ])
    expect(policies({ [-9]: 0, [-8]: 1 })).toEqual([
      ['bin', 0],
      ['bin', 1],
    ])
  })

  test('are refused by name where the policy is error', () => {
    expect(() => fit(values, { target: labels, special: [-9, -8], specialPolicy: 'error' })).toThrow(
      dataError('fit: 2 special -9 values, and the policy for them is error'),
    )
    expect(fit(six, { target, special: [-9], specialPolicy: 'error' }).special).toEqual([
      { code: -9, count: 0, classes: [0, 0], policy: 'error', bin: null },
    ])
  })

  test('must go to a bin that exists', () => {
    expect(() => fit(values, { target: labels, special: [-9], specialPolicy: { [-9]: 5 } })).toThrow(
      argumentError(
        'out-of-range',
        'fit: the policy for special -9 values must be own, nearest, error or a bin from 0 to 1, got 5',
      ),
    )
  })

  test('a policy for a code that was not declared is refused', () => {
    expect(() => fit([1, 2, -9], { method: fixed, special: [-9], specialPolicy: { [-8]: 'error' } })).toThrow(
      argumentError('out-of-range', 'fit: specialPolicy must speak of declared special codes, got -8'),
    )
  })

  test('must be finite and not stand for a missing value as well', () => {
    expect(() => fit([1], { method: fixed, special: [Number.NaN] })).toThrow(
      argumentError('out-of-range', 'fit: special must hold finite numbers, got NaN'),
    )
    expect(() => fit([1], { method: fixed, missing: [Infinity] })).toThrow(
      argumentError('out-of-range', 'fit: missing must hold finite numbers, got Infinity'),
    )
    expect(() => fit([1], { method: fixed, special: [-9], missing: [-9] })).toThrow(
      argumentError('out-of-range', 'fit: special must not repeat a missing value, got -9'),
    )
  })
})

describe('notes', () => {
  test('tell of empty bins after what the method tells', () => {
    expect(fit([0, 10], { method: fixed, cuts: [4, 5, 20] }).notes).toEqual([
      { code: 'cut-outside-range', message: 'no rows on one side of 20: the values go from 0 to 10' },
      { code: 'empty-bins', message: '2 of 4 bins hold no rows' },
    ])
  })

  test('tell of rows without a target; they never count as events', () => {
    const column = fit([1, 2, 3, 4], { target: ['0', '1', undefined, null], method: fixed, cuts: [1.5] })
    expect(column.bins.map(({ classes }) => classes)).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(column.notes).toEqual([{ code: 'unlabelled', message: '2 rows without a target left out' }])
  })

  test('tell that whole numbers of a target were taken for classes', () => {
    expect(fit([1, 2], { target: [0, 1], method: fixed, cuts: [1.5] }).notes).toEqual([
      {
        code: 'target-kind',
        message:
          "the target's whole numbers are taken for classes; if they are amounts, set the target kind to numeric",
      },
    ])
    expect(fit([1, 2], { target: [0, 1], targetKind: 'class', method: fixed, cuts: [1.5] }).notes).toEqual([])
  })

  test('do not take texts for numbers because one of them is missing as NaN', () => {
    expect(fit([1, 2, 3], { target: ['a', 'b', Number.NaN], method: fixed, cuts: [1.5] }).notes).toEqual([
      { code: 'unlabelled', message: '1 row without a target left out' },
    ])
  })

  test('tell of a column without values', () => {
    expect(fit([null, null], { target: ['a', 'b'] }).notes).toEqual([
      { code: 'no-values', message: 'no finite values' },
      { code: 'empty-bins', message: '1 of 1 bins hold no rows' },
    ])
  })
})

test('without a method classes are cut by mdlp, numbers by variance, anything else evenly, as in a table', async () => {
  const { normal } = random(5)
  const x = Float64Array.from({ length: 300 }, normal)
  const number = Array.from(x, (value) => (value > 0.3 ? 2.5 : 0.5) + normal())
  const label = Array.from(x, (value) => (value > 0.3 ? 'a' : 'b'))
  const found = [fit(x, { target: label, name: 'x' }), fit(x, { target: number, name: 'x' }), fit(x, { name: 'x' })]
  expect(found.map(({ method }) => method)).toEqual(['mdlp', 'variance', 'equal-frequency'])
  expect(found[1].options).toMatchObject({ preset: 'significant', alpha: 0.05 })
  const tables: TableGiven[] = [{ x, label }, { x, number }, { x }]
  for (const [i, by] of ['label', 'number', undefined].entries()) {
    const { columns } = await fitTable(tables[i], { target: by, columns: ['x'] })
    expect({ ...columns[0], shape: null }).toEqual(found[i])
  }
  expect(fitSummary(summarize(x), { bins: 3 })).toEqual(fit(x, { bins: 3 }))
  expect(() => fit(x, { bins: 'advised' })).toThrow(dataError(`fit: ${advised}`))
  expect(() => fit(x, { method: equalFrequency, bins: 'advised' })).toThrow(dataError(`fit: ${advised}`))
})

const advised = 'bins "advised" need a target, which they are chosen to predict best'

test('a large column of whole numbers tells which cut was refused, as a small one does', () => {
  const { next } = random(3)
  const x = Float64Array.from({ length: 50_000 }, () => Math.floor(next() * 100))
  const y = Array.from(x, () => (next() < 0.5 ? 'a' : 'b'))
  const { cuts, refused } = fit(x, { target: y })
  expect(cuts).toEqual([])
  expect(refused).toEqual(fitSummary(summarize(x, { target: y })).refused)
  expect(refused).toBeDefined()
})

describe('what cannot be fitted', () => {
  test('is a method by its name', () => {
    expect(() => fit(six, { target, method: 'mdlp' as unknown as typeof mdlp })).toThrow(
      argumentError(
        'wrong-type',
        'fit: method must be a method such as mdlp, got "mdlp"; findMethod finds one by name',
      ),
    )
  })

  test('is an option or preset that does not exist', () => {
    expect(() => fit(six, { target, maxBinz: 3 } as object)).toThrow(
      argumentError('unknown-option', 'fit: mdlp: unknown option maxBinz, did you mean maxBins?'),
    )
    expect(() => fit(six, { taget: target, method: mdlp } as object)).toThrow(
      argumentError(
        'unknown-option',
        'fit: mdlp: unknown option taget, expected one of stop, betterEncoding, acceptEqual, maxBins, search, candidates',
      ),
    )
    expect(() => fit(six, { target, preset: 'kononenco' })).toThrow(
      argumentError('unknown-name', 'fit: mdlp: unknown preset "kononenco", did you mean kononenko?'),
    )
  })

  test('are values, target or weights of different lengths', () => {
    expect(() => fit(six, { target: ['a'] })).toThrow(
      argumentError('length-mismatch', 'fit: target must have one label per row (6), got 1'),
    )
    expect(() => fit(six, { method: fixed, weights: [1, 2] })).toThrow(
      argumentError('length-mismatch', 'fit: weights must have one number per row (6), got 2'),
    )
  })

  test('are values that are no numbers', () => {
    expect(() => fit([1, '2'] as unknown as number[], { method: fixed })).toThrow(
      dataError('fit: column must hold numbers, got "2" at row 1', { row: 1 }),
    )
  })

  test('are weights below zero or not finite', () => {
    const weigh = (weight: number) => (): unknown => fit([1, 2], { method: fixed, weights: [1, weight] })
    const refusal = (got: string): Error =>
      dataError(`fit: column must hold finite weights of at least 0, got ${got} at row 1`, {
        row: 1,
      })
    expect(weigh(-1)).toThrow(refusal('-1'))
    expect(weigh(Number.NaN)).toThrow(refusal('NaN'))
    expect(weigh(Infinity)).toThrow(refusal('Infinity'))
  })

  test('is an event that is no class', () => {
    expect(() => fit(six, { target, event: 'c' })).toThrow(
      dataError('fit: unknown event class "c", did you mean a or b?'),
    )
  })
})
