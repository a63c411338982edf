import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chiMerge, cliffs, d2, fit, fitSummary, fixed, mdlp, random, summarize, variance } from '../../../src/index.ts'
import { cutReasons } from '../../../src/reports/reason-texts.ts'
import { cases } from '../../cases.ts'

const { next } = random(3)
const x = Array.from({ length: 400 }, () => Math.round(1000 * next()) / 1000)
const y = x.map((value) => (next() < 0.45 + 0.1 * value ? 'a' : 'b'))

describe('a column that was left whole', () => {
  test('has its best candidate, what it scored and what it would have had to', () => {
    const { cuts, refused, notes } = fit(x, { target: y })
    expect(cuts).toEqual([])
    const forced = fit(x, { target: y, method: fixed, cuts: [refused!.cut] })
    expect(forced.bins.map(({ count }) => count)).not.toContain(0)
    expect(refused).toMatchObject({ measure: 'gain' })
    expect(refused!.bar).toBeGreaterThan(refused!.score)
    expect(notes).toEqual([
      {
        code: 'blunt',
        message: `mdlp found no cut worth making: the best candidate has gain ${short(refused!.score)} where ${short(refused!.bar)} is needed, ${short(refused!.bar - refused!.score)} short`,
      },
    ])
  })

  test('is told of by chi-merge too', () => {
    const { cuts, refused } = fit(x, { target: y, method: chiMerge, alpha: 1e-9 })
    expect(cuts).toEqual([])
    expect(refused).toMatchObject({ measure: 'chi-square' })
    expect(refused!.score).toBeLessThan(refused!.bar)
  })

  test('has none where it was cut, where there is one class or one value, or where one bin is asked for', () => {
    const of = (values: number[], target: string[]): unknown => fit(values, { target }).refused
    expect(of([1, 2, 3, 10, 11, 12], ['a', 'a', 'a', 'b', 'b', 'b'])).toBeUndefined()
    expect(of([1, 2, 3], ['a', 'a', 'a'])).toBeUndefined()
    expect(of([1, 1, 1], ['a', 'b', 'a'])).toBeUndefined()
    expect(fit(x, { target: y, maxBins: 1 }).refused).toBeUndefined()
  })

  test('has the same candidate from many rows in coarse cells as from exact ones', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const draw = random(seed)
        const many = Array.from({ length: 50_000 }, () => draw.normal())
        const target = many.map(() => (draw.next() < 0.3 ? 'a' : 'b'))
        const exact = fitSummary(summarize(many, { target }), { method: mdlp })
        expect(fit(many, { target })).toEqual(exact)
        expect(exact.refused).toBeDefined()
      }),
      { numRuns: cases(4, 100) },
    )
  })
})

describe('a limit that forbids every cut is named', () => {
  const limitOf = (given: Parameters<typeof fit>[1]): unknown =>
    fit(x, given).notes.filter(({ code }) => code === 'limit')
  test.each([
    [{ target: y, maxBins: 1 }, 'mdlp made no cut: maxBins 1 leaves one bin'],
    [
      { target: y, method: cliffs, enough: 300 },
      'cliffs made no cut: 400 rows are too few for 300 on both sides of a cut (enough)',
    ],
    [
      { target: x, targetKind: 'numeric', method: variance, enough: 201 },
      'variance made no cut: 400 rows are too few for 201 on both sides of a cut (enough)',
    ],
  ] as const)('%#', (given, message) => {
    expect(limitOf(given as Parameters<typeof fit>[1])).toEqual([{ code: 'limit', message }])
  })
})

test('an exact tie is called a tie', () => {
  const target = Array.from('aaaaaaaabbbbbbbbaaaaaaaa')
  const column = fit(target.map((_, i) => i), { target, method: d2, maxBins: 2 }) // prettier-ignore
  expect(column.cuts).toEqual([7.5])
  expect(column.reasons[0].runnerUp).toMatchObject({ cut: 15.5 })
  expect(cutReasons(column)[0].why).toMatch(/; a tie with 15\.5$/)
})

function short(number: number): string {
  return String(Number(number.toPrecision(3)))
}
