import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { compareDrift } from '../../src/binning/drift/compare-drift.ts'
import { driftByPeriod } from '../../src/binning/drift/drift-periods.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { renderDrift } from '../../src/node/render-report.ts'
import { driftReport } from '../../src/reports/terminal/drift-report.ts'
import { textWidth } from '../../src/reports/printed-text.ts'
import { random } from '../../src/util/random.ts'

const HOSTILE = '<script>alert("x")</script> & \u001B[31m\u202E'

/** Three columns, of which one moves, and a numeric target or classes. */
function rows(seed: number, moved: number, target: 'number' | 'classes') {
  const { normal, integer } = random(seed)
  const n = 400
  const x = Array.from({ length: n }, () => normal() + moved)
  return {
    [HOSTILE]: x,
    calm: x.map(() => normal()),
    color: x.map(() => ['red', 'green', HOSTILE][integer(3)]),
    y:
      target === 'number'
        ? x.map((value) => value + normal())
        : x.map((value) => (value > 0.5 ? 'a' : value > -0.5 ? 'b' : 'c')),
    day: x.map((_, i) => new Date(Date.UTC(2026, Math.floor(i / 40), 1 + (i % 28)))) as unknown as number[],
  }
}

const made = async (target: 'number' | 'classes') => {
  const columns = [HOSTILE, 'calm', 'color']
  const all = { method: equalFrequency, bins: 4 }
  const binning = await fitTable(rows(1, 0, target), { target: 'y', columns, all, source: HOSTILE })
  return { binning, drift: driftByPeriod(binning, rows(2, 1, target), { date: 'day' }) }
}

describe.each(['number', 'classes'] as const)('a comparison with a target of %s', async (target) => {
  const { drift, binning } = await made(target)
  const html = await renderDrift(drift)
  const { document } = parseHTML(html)
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '')

  test('is a page that runs and loads nothing, whatever the names are', () => {
    expect(html).toMatch(/^<!doctype html>/)
    for (const text of ['<script', 'javascript:', '\u001B', '\u202E', 'https:']) expect(html.includes(text)).toBe(false)
    expect(texts('section h2')[0]).toContain('<script>alert("x")</script>')
  })

  test('lists the columns that moved first and draws them', () => {
    expect(texts('.sum tbody tr')).toHaveLength(3)
    expect(texts('.sum tbody th')[0]).toContain('<script>')
    const first = document.querySelector('#c1')!
    expect([...first.querySelectorAll('figcaption')].map((element) => element.textContent)).toEqual([
      'shares of rows, and what each range adds to the PSI',
      `${target === 'number' ? 'mean of the target' : 'rate of a'}; hollow: before, full: now`,
      'PSI by month; pale: no more than chance',
    ])
    expect(first.querySelectorAll('.bins tbody tr')).toHaveLength(4)
    expect(texts('#c1 p')[1]).toMatch(
      /^Population: \d+ rows lie outside the fitted range .*; PSI \d\.\d+ is at least 0\.25/,
    )
    const labels = [...document.querySelectorAll('figure > svg')].map((svg) => svg.getAttribute('aria-label') ?? '')
    expect(labels.filter((label) => label.length < 10)).toEqual([])
  })

  test('top limits the charts, and the others can be opened', async () => {
    const plain = parseHTML(await renderDrift(drift, { top: 0, title: 'Mine' })).document
    expect(plain.querySelectorAll('svg[role=img]')).toHaveLength(0)
    expect(plain.querySelectorAll('details')).toHaveLength(3)
    expect(plain.querySelector('h1')?.textContent).toBe('Mine')
    await expect(renderDrift(drift, { top: -1 })).rejects.toThrow('driftPage: top must be an integer of at least 0')
  })

  test.each([60, 80, 120])('fits a terminal of %i columns', (width) => {
    const text = driftReport(drift, { width, verbose: true, color: true })
    expect(Math.max(...text.split('\n').map(textWidth))).toBeLessThanOrEqual(width)
    expect(text).not.toContain('\u202E')
    expect(text.split('\u001B[31m')).toHaveLength(1)
    expect(driftReport(compareDrift(binning, rows(3, 0, target)), { width })).not.toContain('by month')
  })
})

test('bars of the index grow with it, however large it is', async () => {
  const { drift } = await made('classes')
  const [first, second, third] = drift.columns
  const columns = [
    { ...first, psi: 6.8 },
    { ...second, psi: 3.4 },
    { ...third, psi: 0 },
  ]
  const { document } = parseHTML(await renderDrift({ ...drift, columns, periods: null }))
  const widths = [...document.querySelectorAll('.sum .m i')].map((bar) => bar.getAttribute('style'))
  expect(widths).toEqual(['width:100%', 'width:50%', 'width:0%'])
})
