import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { compareMethods } from '../../src/binning/compare/compare-methods.ts'
import { comparePage } from '../../src/reports/html/index.ts'
import { random } from '../../src/util/random.ts'

const HOSTILE = '<script>alert("x")</script>\u001B[31m\u202E'

const { next } = random(5)
const x = Array.from({ length: 120 }, next)
const table = {
  [HOSTILE]: x,
  noise: x.map(next),
  sold: x.map((value) => (next() < (value > 0.5 ? 0.95 : 0.05) ? 'yes' : 'no')),
  price: x.map((value) => (value > 0.5 ? 10 : 0) + next()),
}
const METHODS = ['mdlp', 'equal-width', 'caim']

describe('the page of a comparison', async () => {
  const columns = [HOSTILE, 'noise']
  const comparison = await compareMethods(table, { target: 'sold', columns, methods: METHODS })
  const html = comparePage(comparison, { source: HOSTILE })
  const { document } = parseHTML(html)
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '')

  test('runs and loads nothing, whatever the names are', () => {
    expect(html).toMatch(/^<!doctype html>/)
    for (const text of ['<script', 'javascript:', '\u001B', '\u202E', 'https:', 'NaN', 'undefined'])
      expect(html.includes(text)).toBe(false)
  })

  test('has the verdict, what to read it against, and every method', () => {
    expect(texts('.verdict')[0]).toMatch(/here/)
    expect(texts('main > p')[1]).toMatch(/^To read it against: without any column sold takes 0\.9\d+ bits a row/)
    expect(texts('main > table tbody th').toSorted()).toEqual([...METHODS].toSorted())
    expect(texts('main > table tbody tr:first-child .v')).toEqual(['best'])
    expect(texts('section tbody th a')[1]).toBe('noise')
    expect(document.querySelectorAll('details')).toHaveLength(2)
    expect(document.querySelectorAll('#c2 tbody tr')).toHaveLength(3)
  })

  test('draws how far each is behind, with the numbers as a label', () => {
    const drawn = [...document.querySelectorAll('main > table svg')]
    expect(drawn.map((svg) => svg.getAttribute('aria-label'))).toEqual([
      'the best',
      ...texts('main > table tbody tr:not(:first-child) td.o').filter((text) => text.includes('(')),
    ])
  })

  test('of one method, and of a number', async () => {
    const one = comparePage(await compareMethods(table, { target: 'price', columns, methods: ['variance'] }))
    expect(one).toContain('<h1>Methods compared</h1>')
    expect(one).toContain('variance is the only method; it tells ')
    expect(one).not.toContain('NaN')
  })
})
