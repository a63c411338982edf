import { describe, expect, test } from 'vitest'
import { findMethod, fit, fromJson, type NumberColumn, toBinning, toJson } from '../../../src/index.ts'
import { random } from '../../../src/util/random.ts'

const { next, normal } = random(5)
const values = Array.from({ length: 60 }, () => Math.round(normal() * 100) / 100)
const labels = values.map(() => (next() < 0.5 ? 'a' : 'b'))
const numbers = values.map(() => normal())

function whole(method: string, options: Readonly<Record<string, unknown>> = {}): NumberColumn {
  const numeric = method === 'variance' || options['numeric'] === true
  const { numeric: _, ...own } = options
  const target = numeric ? numbers : labels
  return fit<Record<string, unknown>>(values, { target, targetKind: numeric ? 'numeric' : 'class', method: findMethod(method), ...own }) // prettier-ignore
}

const CASES: readonly (readonly [method: string, options: Readonly<Record<string, unknown>>, measure: string])[] = [
  ['mdlp', {}, 'gain'],
  ['mdlp', { stop: 'kononenko' }, 'bits saved'],
  ['d2', { minGain: 0.5 }, 'gain'],
  ['cliffs', {}, 'gain'],
  ['cliffs', { measure: 'gini' }, 'gain'],
  ['cliffs', { measure: 'gain-ratio' }, 'gain ratio'],
  ['cliffs', { numeric: true, alpha: 0.001 }, 'deviation'],
  ['variance', { alpha: 0.001 }, 'variance'],
  ['chi-merge', { alpha: 0.0001 }, 'chi-square'],
  ['chi2', { delta: 0.9 }, 'chi-square'],
  ['modl', {}, 'bits saved'],
  ['optimal', { maxPValue: 0.0001 }, 'chi-square of sides'],
]

describe('a column left whole tells the best candidate and what it lacked', () => {
  test.each(CASES)('%s with %o', (method, options, measure) => {
    const column = whole(method, options)
    const { refused } = column
    expect(column.cuts).toEqual([])
    expect(refused?.measure).toBe(measure)
    expect(refused!.score).toBeLessThan(refused!.bar)
    const [blunt] = column.notes.filter(({ code }) => code === 'blunt')
    expect(blunt.message).toMatch(/ found no cut worth making: the best candidate has .* where .* is needed, .* short$/)
    const saved = toJson(toBinning([{ ...column, name: 'x' }], { target: null }))
    expect((fromJson(saved).columns[0] as NumberColumn).refused).toEqual(refused)
  })

  test('where something else than the bar stands in the way, what it is', () => {
    const even = fit<Record<string, unknown>>([1, 2, 3], {
      target: ['a', 'b', 'a'],
      method: findMethod('d2'),
      minRows: 2,
    })
    expect(even.refused).toMatchObject({ cut: 1.5, bar: 0, why: 'every candidate gains the same (equalGains)' })
    expect(even.notes[0].message).toBe(
      'd2 found no cut worth making: the best candidate has gain 0.252, but every candidate gains the same (equalGains)',
    )
    const saved = toJson(toBinning([{ ...even, name: 'x' }], { target: null }))
    expect((fromJson(saved).columns[0] as NumberColumn).refused).toEqual(even.refused)
    const narrow = fit<Record<string, unknown>>([1, 1.1, 1.2, 9], { target: ['a', 'b', 'a', 'b'], method: findMethod('cliffs'), enough: 1 }) // prettier-ignore
    expect(narrow.notes.map(({ message }) => message)).toContain(
      'cliffs made no cut: no candidate leaves enough rows and width on both sides',
    )
  })

  test('a limit of one bin says it all', () => {
    expect(whole('caim', { minBins: 1, maxBins: 1 }).refused).toBeUndefined()
  })
})
