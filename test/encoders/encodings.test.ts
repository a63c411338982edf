import { describe, expect, test } from 'vitest'
import { equalFrequency, equalWidth, fitTable, fixed, random } from '../../src/index.ts'
import {
  countOutputs,
  encodings,
  findEncoding,
  localLinear,
  makeEncoder,
  multiGranularity,
  oneHot,
  ordinal,
  outputNames,
  piecewiseLinear,
  targetMean,
  thermometer,
  woe,
} from '../../src/encoders/index.ts'
import { encoded, rowsOf, threeBins } from './made.ts'

/** Below, at the ends, in the middle, on cuts, beyond; infinities; the code; missing. */
const VALUES = [-1, 0, 0.5, 1, 1.25, 2, 3, 4, 6, -Infinity, Infinity, -9, null]

describe('one-hot', async () => {
  const binning = await threeBins()

  test('lights the bin, and has an output each for missing values and codes', () => {
    const encoder = makeEncoder(binning, { encoding: oneHot })
    expect(outputNames(encoder)).toEqual(['x < 1', 'x [1, 2)', 'x ≥ 2', 'x missing', 'x special -9'])
    const hot = rowsOf(encoder, 'x', VALUES).map((row) => row.join(''))
    expect(hot).toEqual('10000 10000 10000 01000 01000 00100 00100 00100 00100 10000 00100 00001 00010'.split(' '))
  })

  test('leaves out the first bin on request', () => {
    const encoder = makeEncoder(binning, { encoding: oneHot, dropFirst: true })
    expect(outputNames(encoder)).toEqual(['x [1, 2)', 'x ≥ 2', 'x missing', 'x special -9'])
    const hot = rowsOf(encoder, 'x', [0, 1, 2, null, -9]).map((row) => row.join(''))
    expect(hot).toEqual(['0000', '1000', '0100', '0010', '0001'])
  })

  test('leaves all at 0 for missing values where they get no output', () => {
    const encoder = makeEncoder(binning, { encoding: oneHot, asides: 'none' })
    expect(rowsOf(encoder, 'x', [0, null, -9])).toEqual([[1, 0, 0], [0, 0, 0], [0, 0, 0]]) // prettier-ignore
  })

  test('has no output for what a policy sends to a bin', async () => {
    const sent = makeEncoder(await threeBins({ missingPolicy: 1, specialPolicy: 2 }), { encoding: oneHot })
    expect(rowsOf(sent, 'x', [null, -9])).toEqual([[0, 1, 0], [0, 0, 1]]) // prettier-ignore
  })

  test('takes levels of a category, and one that was not seen as missing', async () => {
    const colours = await fitTable({ colour: ['red', 'blue', 'red', null] })
    const encoder = makeEncoder(colours, { encoding: oneHot })
    expect(encoded(encoder, { colour: ['red', 'blue', 'green', null] })).toEqual({
      'colour = blue': [0, 1, 0, 0],
      'colour = red': [1, 0, 0, 0],
      'colour missing': [0, 0, 1, 1],
    })
  })
})

describe('local linear', async () => {
  const binning = await threeBins()

  test('shares 1 between the ends of the bin, and clamps outside the training range', () => {
    const encoder = makeEncoder(binning, { encoding: localLinear })
    expect(outputNames(encoder)).toEqual(['x @ 0', 'x @ 1', 'x @ 2', 'x @ 4', 'x missing', 'x special -9'])
    expect(rowsOf(encoder, 'x', VALUES)).toEqual([
      [1, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0],
      [0.5, 0.5, 0, 0, 0, 0],
      [0, 1, 0, 0, 0, 0],
      [0, 0.75, 0.25, 0, 0, 0],
      [0, 0, 1, 0, 0, 0],
      [0, 0, 0.5, 0.5, 0, 0],
      [0, 0, 0, 1, 0, 0],
      [0, 0, 0, 1, 0, 0],
      [1, 0, 0, 0, 0, 0],
      [0, 0, 0, 1, 0, 0],
      [0, 0, 0, 0, 0, 1],
      [0, 0, 0, 0, 1, 0],
    ])
  })

  test('leaves out the first end on request', () => {
    const encoder = makeEncoder(binning, { encoding: localLinear, dropFirst: true })
    expect(rowsOf(encoder, 'x', [0, 0.25, 1.5, null])).toEqual([
      [0, 0, 0, 0, 0],
      [0.25, 0, 0, 0, 0],
      [0.5, 0.5, 0, 0, 0],
      [0, 0, 0, 1, 0],
    ])
  })

  test('gives all to the lower end of a bin without width', async () => {
    const constant = await fitTable({ x: [5, 5, 5] }, { all: { method: equalWidth } })
    const encoder = makeEncoder(constant, { encoding: localLinear })
    expect(outputNames(encoder)).toEqual(['x @ 5', 'x @ 5 (2)', 'x missing'])
    expect(rowsOf(encoder, 'x', [5, 4, 6, Infinity, null])).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
    ])
  })

  test('takes the median of a bin for missing values that a policy sends there', async () => {
    const sent = await threeBins({ missingPolicy: 2, specialPolicy: 0 })
    // Seen in the last bin: 3 and 4, whose lower median is 3; in the first 0 and 0.5.
    expect(rowsOf(makeEncoder(sent, { encoding: localLinear }), 'x', [null, -9])).toEqual([
      [0, 0, 0.5, 0.5],
      [1, 0, 0, 0],
    ])
  })

  test('does not overflow in the widest ranges', async () => {
    const wide = await fitTable({ x: [-1e308, 1e308] }, { all: { method: fixed, cuts: [] } })
    const encoder = makeEncoder(wide, { encoding: localLinear, asides: 'none' })
    expect(rowsOf(encoder, 'x', [-1e308, 0, 1e308])).toEqual([[1, 0], [0.5, 0.5], [0, 1]]) // prettier-ignore
  })

  test('does not underflow in the narrowest ranges', async () => {
    const least = Number.MIN_VALUE
    const narrow = await fitTable({ x: [0, 4 * least] }, { all: { method: fixed, cuts: [] } })
    const lines = makeEncoder(narrow, { encoding: localLinear, asides: 'none' })
    expect(rowsOf(lines, 'x', [0, least, 4 * least])).toEqual([[1, 0], [0.75, 0.25], [0, 1]]) // prettier-ignore
    const next = await fitTable({ x: [0, least] }, { all: { method: fixed, cuts: [] } })
    const parts = makeEncoder(next, { encoding: piecewiseLinear, asides: 'none' })
    expect(rowsOf(parts, 'x', [0, least, 3 * least])).toEqual([[0], [1], [3]])
  })

  test('spans cuts outside of what was seen', async () => {
    const outside = await fitTable({ x: [3, 4] }, { all: { method: fixed, cuts: [1, 5] } })
    const encoder = makeEncoder(outside, { encoding: localLinear, asides: 'none' })
    expect(outputNames(encoder)).toEqual(['x @ 1', 'x @ 1 (2)', 'x @ 5', 'x @ 5 (2)'])
    expect(rowsOf(encoder, 'x', [0, 2, 6])).toEqual([[1, 0, 0, 0], [0, 0.75, 0.25, 0], [0, 0, 1, 0]]) // prettier-ignore
  })
})

describe('piecewise linear', async () => {
  const binning = await threeBins()

  test('is the part of each bin that was passed, going on outside the training range', () => {
    const encoder = makeEncoder(binning, { encoding: piecewiseLinear })
    expect(outputNames(encoder)).toEqual([
      'x from 0 to 1',
      'x from 1 to 2',
      'x from 2 to 4',
      'x missing',
      'x special -9',
    ])
    expect(rowsOf(encoder, 'x', VALUES)).toEqual([
      [-1, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
      [0.5, 0, 0, 0, 0],
      [1, 0, 0, 0, 0],
      [1, 0.25, 0, 0, 0],
      [1, 1, 0, 0, 0],
      [1, 1, 0.5, 0, 0],
      [1, 1, 1, 0, 0],
      [1, 1, 2, 0, 0],
      [0, 0, 0, 0, 0],
      [1, 1, 1, 0, 0],
      [0, 0, 0, 0, 1],
      [0, 0, 0, 1, 0],
    ])
  })

  test('of a constant is 1 from it on', async () => {
    const constant = await fitTable({ x: [5, 5] }, { all: { method: equalWidth } })
    const encoder = makeEncoder(constant, { encoding: piecewiseLinear })
    expect(encoded(encoder, { x: [4, 5, 6, null] })).toEqual({
      'x from 5 to 5': [0, 1, 1, 0],
      'x missing': [0, 0, 0, 1],
    })
  })
})

describe('thermometer', async () => {
  test('lights every cut passed', async () => {
    const encoder = makeEncoder(await threeBins(), { encoding: thermometer })
    expect(outputNames(encoder)).toEqual(['x ≥ 1', 'x ≥ 2', 'x missing', 'x special -9'])
    const lit = rowsOf(encoder, 'x', VALUES).map((row) => row.join(''))
    expect(lit).toEqual('0000 0000 0000 1000 1000 1100 1100 1100 1100 0000 1100 0001 0010'.split(' '))
  })

  test('has no output for a constant, but one for missing', async () => {
    const constant = await fitTable({ x: [5, 5] }, { all: { method: equalWidth } })
    expect(encoded(makeEncoder(constant, { encoding: thermometer }), { x: [5, null] })).toEqual({ 'x missing': [0, 1] })
    const none = makeEncoder(constant, { encoding: thermometer, asides: 'none' })
    expect(rowsOf(none, 'x', [5, null])).toEqual([[], []])
  })
})

describe('one number per column', async () => {
  const binning = await threeBins()

  test('ordinal is the number of the bin; missing and codes follow', () => {
    const encoder = makeEncoder(binning, { encoding: ordinal })
    expect(encoded(encoder, { x: VALUES })).toEqual({ 'x bin': [0, 0, 0, 1, 1, 2, 2, 2, 2, 0, 2, 4, 3] })
    const fromOne = makeEncoder(binning, { encoding: ordinal, first: 1 })
    expect(encoded(fromOne, { x: [0, 3, null] })).toEqual({ 'x bin': [1, 3, 4] })
  })

  test('woe is ln(share of the event / share of the rest), with 0.5 where a count is 0', () => {
    // Per slot (rest, event): 2 0, 1 1, 0 2, missing 0 1, code 1 0; all 4 4.
    const { 'x woe': found } = encoded(makeEncoder(binning, { encoding: woe }), { x: [0, 1, 3, null, -9] })
    const expected = [Math.log(0.5 / 2.5), 0, Math.log(2.5 / 0.5), Math.log(1.5 / 0.5), Math.log(0.5 / 1.5)]
    found.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 6))
    const { 'x woe': heavy } = encoded(makeEncoder(binning, { encoding: woe, smoothing: 1 }), { x: [0] })
    expect(heavy[0]).toBeCloseTo(Math.log(1 / 3), 6)
  })

  test('target mean is drawn towards the mean of all', () => {
    const plain = encoded(makeEncoder(binning, { encoding: targetMean, smoothing: 0 }), { x: [0, 1, 3, null, -9] })
    expect(plain).toEqual({ 'x mean': [0, 0.5, 1, 1, 0] })
    const { 'x mean': smooth } = encoded(makeEncoder(binning, { encoding: targetMean, smoothing: 2 }), {
      x: [0, 3, null],
    })
    // (0 + 2·½)/(2 + 2), (2 + 1)/(2 + 2), (1 + 1)/(1 + 2)
    expect(smooth).toEqual([0.25, 0.75, Math.fround(2 / 3)])
  })

  test('target mean of a number, with what was not seen at the mean of all', async () => {
    const prices = await fitTable(
      { x: [1, 1, 2, 2], price: [10.5, 20.5, 30, 40] },
      { target: 'price', targetKind: 'numeric', all: { method: fixed, cuts: [1.5, 3] } },
    )
    const encoder = makeEncoder(prices, { encoding: targetMean, smoothing: 0 })
    expect(encoded(encoder, { x: [1, 2, 9, null] })).toEqual({ 'x mean': [15.5, 35, 25.25, 25.25] })
  })
})

describe('counts of outputs', async () => {
  /** Continuous columns named c0, c1 … */
  const wide = (columns: number): Record<string, Float64Array> => {
    const { normal } = random(columns)
    return Object.fromEntries(
      Array.from({ length: columns }, (_, j) => [`c${j}`, Float64Array.from({ length: 400 }, normal)]),
    )
  }
  const binsOf = (columns: number, bins: number) => fitTable(wide(columns), { all: { method: equalFrequency, bins } })

  test.each([
    [28, 10, 308],
    [18, 10, 198],
    [28, 5, 168],
  ])('local linear of %i columns in %i bins has %i weights besides missing', async (columns, bins, weights) => {
    const encoder = makeEncoder(await binsOf(columns, bins), { encoding: localLinear })
    expect(countOutputs(encoder)).toEqual({ values: weights, asides: columns })
    expect(outputNames(encoder).length).toBe(weights + columns)
  })

  test('one-hot of 28 columns in 10 bins has 280', async () => {
    expect(countOutputs(makeEncoder(await binsOf(28, 10), { encoding: oneHot }))).toEqual({ values: 280, asides: 28 })
  })

  test('several granularities stand side by side under names of their own', async () => {
    const [two, four] = [await binsOf(3, 2), await binsOf(3, 4)]
    const encoder = makeEncoder([two, four], { encoding: multiGranularity, asides: 'none' })
    expect(countOutputs(encoder)).toEqual({ values: 3 * 2 + 3 * 4, asides: 0 })
    expect(new Set(outputNames(encoder)).size).toBe(18)
    const [row] = rowsOf(makeEncoder([two, four], { encoding: multiGranularity, columns: ['c1'] }), 'c1', [100])
    expect(row).toEqual([0, 1, 0, 0, 0, 0, 1, 0])
  })
})

describe('the list of encodings', async () => {
  test('has each by its name, with sentences', () => {
    expect(encodings().map(({ name }) => name)).toEqual([
      'ordinal',
      'one-hot',
      'thermometer',
      'local-linear',
      'piecewise-linear',
      'multi-granularity',
      'woe',
      'target-mean',
    ])
    for (const { name, about, options } of encodings()) {
      expect(findEncoding(name).name).toBe(name)
      const sentences = [about, ...Object.values(options).map((option) => option.about)]
      expect(sentences.filter((text) => !/^[A-Z].+\.$/.test(text))).toEqual([])
    }
    expect(() => findEncoding('onehot')).toThrow('unknown encoding "onehot", did you mean one-hot?')
  })

  test('refuses what it cannot take', async () => {
    const binning = await threeBins()
    const plain = await fitTable({ x: [1, 2, 3] }, { all: { method: equalWidth } })
    const three = await fitTable({ x: [1, 2, 3], y: ['a', 'b', 'c'] }, { target: 'y' })
    const of =
      (encoding: unknown, options: object = {}, bins: unknown = binning) =>
      () =>
        makeEncoder(bins as never, { encoding, ...options } as never)
    expect(of('one-hot')).toThrow('makeEncoder: encoding must be an encoding such as oneHot, got "one-hot"')
    expect(of(thermometer, { dropFirst: true })).toThrow(
      'thermometer: unknown option dropFirst, expected one of asides',
    )
    expect(of(woe, { smoothing: 0 })).toThrow('woe: smoothing must be a number above 0, got 0')
    expect(of(oneHot, {}, [binning, binning])).toThrow('one-hot: binnings must be one, got 2')
    expect(of(multiGranularity, {}, [])).toThrow('multi-granularity: binnings must be at least one, got 0')
    expect(of(oneHot, { columns: ['z'] })).toThrow('one-hot: unknown column "z", did you mean x?')
    expect(of(woe, {}, plain)).toThrow(
      'woe: the bins must be fitted with an event (two classes, or one class named as the event), got none',
    )
    expect(of(targetMean, {}, three)).toThrow(
      'target-mean: the bins must be fitted with an event or a numeric target (two classes, or one class named as the event), got 3 classes',
    )
  })
})
