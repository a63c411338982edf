import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareMethods } from '../../src/binning/compare/compare-methods.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { adviseBins } from '../../src/discretizers/advise-bins.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'
import { expectedLoss } from '../../src/discretizers/bin-count/expected-loss.ts'
import { kMeans } from '../../src/discretizers/methods/k-means.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { random } from '../../src/util/random.ts'

const made = <T>(n: number, value: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => value(i))

/** Rows with values from 0 to 1, and a chance of the event for each. */
function drawn(rows: number, chance: (x: number) => number, seed: number): { values: number[]; target: string[] } {
  const { next } = random(seed)
  const values = made(rows, () => next())
  return { values, target: values.map((x) => (next() < chance(x) ? 'yes' : 'no')) }
}

/** Every row predicted by the others of its bin and one row of each class. */
function classesLeftOut(bins: readonly number[], labels: readonly string[]): number {
  const classes = new Set(labels).size
  const losses = bins.map((bin, row) => {
    const others = bins.flatMap((other, i) => (i !== row && other === bin ? [labels[i]] : []))
    const same = others.filter((label) => label === labels[row]).length
    return -Math.log((same + 1) / (others.length + classes))
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

/** Every row predicted by the mean of the others of its bin and one row of the mean of all; alone in its bin, by that mean. */
function numbersLeftOut(bins: readonly number[], numbers: readonly number[]): number {
  const all = numbers.reduce((sum, y) => sum + y, 0) / numbers.length
  const losses = bins.map((bin, row) => {
    const others = bins.flatMap((other, i) => (i !== row && other === bin ? [numbers[i]] : []))
    const said = others.reduce((sum, y) => sum + y, all) / (others.length + 1)
    return (numbers[row] - said) ** 2
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

const rows = fc.array(fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 2 }) }), {
  minLength: 2,
  maxLength: 30,
})

describe('the expected loss of cuts', () => {
  const cuts = [2.5, 4, 7]
  const binsOf = (values: readonly number[], closed: 'left' | 'right'): number[] =>
    values.map((x) => cuts.filter((cut) => (closed === 'left' ? x >= cut : x > cut)).length)

  test.each(['left', 'right'] as const)('is what leaving out one row after another gives, closed %s', (closed) => {
    fc.assert(
      fc.property(rows, (given) => {
        const [values, numbers] = [given.map(({ x }) => x), given.map(({ y }) => y)]
        const labels = numbers.map(String)
        const bins = binsOf(values, closed)
        const ofClasses = expectedLoss(summarize(values, { target: labels, targetKind: 'class' }))
        expect(ofClasses.lossOf(cuts, closed)).toBeCloseTo(classesLeftOut(bins, labels), 10)
        // Far from zero as well, where sums of squares cancel.
        const far = numbers.map((y) => y + 1000)
        const ofNumbers = expectedLoss(summarize(values, { target: far, targetKind: 'numeric' }))
        expect(ofNumbers.lossOf(cuts, closed)).toBeCloseTo(numbersLeftOut(bins, far), 8)
      }),
      { numRuns: 40 },
    )
  })
})

describe('advised bins', () => {
  test('are many where the rate bends and rows are many, one where there is nothing to tell', () => {
    const wave = (x: number): number => 0.5 + 0.4 * Math.sin(12 * x)
    const few = adviseBins(summarize(...asked(drawn(300, wave, 3)))).bins
    const many = adviseBins(summarize(...asked(drawn(30_000, wave, 3)))).bins
    expect(few).toBeGreaterThan(5)
    expect(many).toBeGreaterThan(2 * few)
    expect(adviseBins(summarize(...asked(drawn(3000, () => 0.3, 4)))).bins).toBe(1)
  })

  test('find steps of a number', () => {
    const { normal } = random(5)
    const values = made(4000, (i) => i / 4000)
    const target = values.map((x) => Math.floor(x * 4) + 0.3 * normal())
    const { bins, measure, tried } = adviseBins(summarize(values, { target }))
    expect([bins % 4, measure]).toEqual([0, 'square error'])
    expect(tried.map((one) => one.bins).slice(48, 53)).toEqual([49, 50, 63, 79, 99])
    expect(tried.at(-1)!.bins).toBe(1000)
  })

  test('are those a method makes, with a note, whatever the order and doubling of rows', () => {
    const { values, target } = drawn(500, (x) => (x < 0.3 ? 0.1 : 0.8), 6)
    for (const method of [equalFrequency, equalWidth]) {
      const { bins, loss } = adviseBins(summarize(values, { target }), { method: method as unknown as AnyDiscretizer })
      const column = fit(values, { target, method: method as typeof equalFrequency, bins: 'advised' })
      expect(column.bins).toHaveLength(bins)
      expect(column.notes[0].message).toContain(
        `advised makes ${bins} bins: an expected log loss of ${Number(loss.toPrecision(4))}`,
      )
      const back = fit(values.toReversed(), { target: target.toReversed(), method, bins: 'advised' } as object)
      expect(back.cuts).toEqual(column.cuts)
    }
    const twice = adviseBins(summarize([...values, ...values], { target: [...target, ...target] }))
    expect(adviseBins(summarize(values, { target, weights: made(500, () => 2) }))).toEqual(twice)
  })

  test('end where every value has its bin', () => {
    const values = made(90, (i) => i % 3)
    const { bins, tried } = adviseBins(summarize(values, { target: values.map((x) => (x === 1 ? 'b' : 'a')) }))
    expect(bins).toBe(3)
    expect(tried.map(({ made: found }) => found)).toEqual([1, 2, 3])
    expect(adviseBins(summarize([1, 1], { target: ['a', 'b'] })).bins).toBe(1)
    expect(adviseBins(summarize([], { target: [], targetKind: 'class' })).bins).toBe(1)
  })

  test('are compared with methods that take no such rule', async () => {
    const { values, target } = drawn(400, (x) => (x < 0.5 ? 0.1 : 0.9), 8)
    const options = { target: 'y', methods: ['equal-frequency', 'mdlp', 'k-means'], folds: 2 }
    const bins = (await compareMethods({ x: values, y: target }, { ...options, bins: 'advised' })).methods
    const usual = (await compareMethods({ x: values, y: target }, options)).methods
    const binsOf = (results: typeof bins, name: string): number | undefined =>
      results.find(({ method }) => method === name)?.bins
    expect(binsOf(bins, 'equal-frequency')).toBe(adviseBins(summarize(values, { target })).bins)
    expect([binsOf(bins, 'mdlp'), binsOf(bins, 'k-means')]).toEqual([binsOf(usual, 'mdlp'), 10])
  })

  test('need a target, and a method that takes a number of bins and this rule', () => {
    expect(() => fit([1, 2, 3], { method: equalFrequency, bins: 'advised' })).toThrow('bins "advised" need a target')
    expect(() => fit([1, 2, 3], { target: [0, 1, 1], method: kMeans, bins: 'advised' } as object)).toThrow(
      'k-means: bins must be',
    )
    const method = mdlp as unknown as AnyDiscretizer
    expect(() => adviseBins(summarize([1, 2], { target: ['a', 'b'] }), { method })).toThrow(
      'adviseBins: method must take a number of bins, got mdlp',
    )
  })
})

function asked({ values, target }: { values: number[]; target: string[] }): Parameters<typeof summarize> {
  return [values, { target }]
}
