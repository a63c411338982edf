import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'
import { binsSvg } from '../../src/reports/index.ts'
import { argumentError } from '../refusals.ts'

const lines = readFileSync('samples/iris.csv', 'utf8').trim().split('\n').slice(1)
const rows = lines.map((line) => line.split(','))
const target = { name: 'species', kind: 'class', classes: ['setosa', 'versicolor', 'virginica'], event: null } as const
const sepals = fit(
  rows.map((row) => Number(row[0])),
  { target: rows.map((row) => row[4]), name: 'sepal_length' },
)

const textsOf = (svg: string, selector = 'text'): string[] =>
  [...parseHTML(svg).document.querySelectorAll(selector)].map((element) => element.textContent ?? '')

describe('binsSvg', () => {
  test('has a bar per bin, with the rows of each class and of the bin', () => {
    const svg = binsSvg(sepals, target)
    expect(textsOf(svg).slice(0, 5)).toEqual([
      'sepal_length: 3 bins by mdlp, 150 rows',
      'species:',
      'setosa',
      'versicolor',
      'virginica',
    ])
    expect(textsOf(svg, '.e')).toEqual(['< 5.55', '[5.55, 6.15)', '≥ 6.15'])
    // The one virginica below 5.55 has no room for its number.
    expect(textsOf(svg, '.n')).toEqual(['47', '3', '11', '23', '16', '10', '39'])
    expect(textsOf(svg).slice(-3)).toEqual(['59', '36', '55'])
  })

  test('is the picture in the docs', () => {
    expect(binsSvg(sepals, target)).toBe(readFileSync('docs/img/bins-iris.svg', 'utf8'))
  })

  test('without classes has plain bars', () => {
    const plain = fit([1, 2, 3, 4], { name: 'x', method: equalWidth, bins: 2 })
    const svg = binsSvg(plain, null, { title: 'Bins & rows' })
    expect(textsOf(svg)[0]).toBe('Bins & rows')
    expect(textsOf(svg, '.n')).toEqual([])
  })

  test('refuses options it does not know', () => {
    expect(() => binsSvg(sepals, target, { titel: 'x' } as never)).toThrow(
      argumentError('unknown-option', 'binsSvg: unknown option titel, expected one of title'),
    )
  })
})
