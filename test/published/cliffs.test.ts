import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { cliffs, type CliffsOptions } from '../../src/discretizers/methods/cliffs.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import type { NumberColumn } from '../../src/index.ts'
import { pima } from './pima.ts'

const COLUMNS = ['pregnancies', 'glucose', 'blood pressure', 'skin thickness', 'insulin']

function fitPima(name: string, given: Partial<CliffsOptions> = {}): NumberColumn {
  const { values, target } = pima(name)
  return fit(values, { target, targetKind: 'class', method: cliffs, ...given })
}

/** Bins of at least two in which the tested-positive are most frequent. */
function relevant({ bins }: NumberColumn): string[] {
  return bins.length < 2 ? [] : bins.filter(({ classes }) => classes![1] > classes![0]).map(({ label }) => label)
}

describe('Menzies on the Pima data: only sharp and relevant ranges are worth showing', () => {
  test('768 rows, 268 of them tested positive', () => {
    for (const name of COLUMNS) {
      const { values, target } = pima(name)
      expect([values.length, target.filter((y) => y === 1).length]).toEqual([768, 268])
    }
  })

  test('blood pressure and skin are blunt, the others are sharp', () => {
    const blunt = COLUMNS.filter((name) => fitPima(name).bins.length === 1)
    expect(blunt).toEqual(['blood pressure', 'skin thickness'])
  })

  test('pregnancies ≥ 6.5, glucose ≥ 154.5 and insulin ≥ 121 are relevant', () => {
    const found = COLUMNS.flatMap((name) => relevant(fitPima(name)).map((label) => `${name} ${label}`))
    expect(found).toEqual(['pregnancies ≥ 6.5', 'glucose ≥ 154.5', 'insulin ≥ 121'])
  })

  test('Gini and χ² say the same; gain ratio prefers a smaller share of insulin', () => {
    const found = (measure: CliffsOptions['measure']): string[] =>
      COLUMNS.flatMap((name) => relevant(fitPima(name, { measure })).map((label) => `${name} ${label}`))
    expect(found('gini')).toEqual(found('gain'))
    expect(found('chi-square')).toEqual(found('gain'))
    expect(found('gain-ratio')).toContain('insulin ≥ 143')
  })

  test('the cuts are those of mdlp, but for insulin, where mdlp parts the zeros from what is above 14', () => {
    const cuts = (name: string): readonly (readonly number[])[] => {
      const { values, target } = pima(name)
      return [fitPima(name).cuts, fit(values, { target, targetKind: 'class', method: mdlp }).cuts]
    }
    expect(COLUMNS.map(cuts)).toEqual([
      [[6.5], [6.5]],
      [
        [99.5, 127.5, 154.5],
        [99.5, 127.5, 154.5],
      ],
      [[], []],
      [[], []],
      [
        [36.5, 121],
        [14.5, 121],
      ],
    ])
  })

  test('without the price of a description nothing is blunt', () => {
    expect(COLUMNS.filter((name) => fitPima(name, { mdl: false }).bins.length === 1)).toEqual([])
  })
})
