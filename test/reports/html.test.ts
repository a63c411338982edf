import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { optimal } from '../../src/discretizers/methods/optimal.ts'
import { renderReport } from '../../src/node/render-report.ts'
import { htmlReport } from '../../src/reports/html/index.ts'
import { placeLabels } from '../../src/reports/html/charts/place-labels.ts'
import { axisTicks, roomOf, roundTicks, shortened } from '../../src/reports/html/charts/ticks.ts'
import { binningOf } from '../binning/made.ts'
import { HOSTILE, manyColumns, TABLES } from './html-tables.ts'
import { inDays, small } from './small.ts'

const { document } = parseHTML('<!doctype html><html><body></body></html>')
const made = new Map<string, Promise<string>>()
const report = (table: keyof typeof TABLES): Promise<string> => {
  const html = made.get(table) ?? TABLES[table]().then((binning) => htmlReport(binning, { document }))
  made.set(table, html)
  return html
}
const opened = (html: string): typeof document => parseHTML(html).document
const textsOf = (html: string, selector: string): string[] =>
  [...opened(html).querySelectorAll(selector)].map((element) => element.textContent ?? '')

describe('htmlReport', () => {
  test('lists the columns by what they tell and shows each in that order', async () => {
    const html = await report('iris')
    const names = ['petal width', 'petal length', 'sepal length', 'sepal width']
    expect(textsOf(html, 'title')).toEqual(['Bins of iris.csv'])
    expect(textsOf(html, '.sum tbody th')).toEqual(names)
    expect(textsOf(html, 'section h2')).toEqual(names)
    expect([...opened(html).querySelectorAll('.sum a')].map((link) => link.getAttribute('href'))).toEqual([
      '#c1',
      '#c2',
      '#c3',
      '#c4',
    ])
    expect(textsOf(html, '.sum tbody tr:first-child td')).toEqual(['', '3', ' 87 %'])
  })

  test('shows a column: histogram with its cuts, bins, table, reasons', async () => {
    const first = (await report('iris')).split('<section ')[1]
    expect(textsOf(first, 'figcaption')).toEqual([
      'rows by value, with the cuts',
      'rows of each bin, by species',
      'shares of species',
    ])
    const cells = [...opened(first).querySelectorAll('.bins tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    )
    expect(cells).toEqual([
      ['bin', 'rows', 'share', 'setosa', 'versicolor', 'virginica', 'p'],
      ['< 0.8', '50', '33 %', '100 %', '0 %', '0 %', ''],
      ['[0.8, 1.75)', '54', '36 %', '0 %', '91 %', '9 %', '3e-23'],
      ['≥ 1.75', '46', '31 %', '0 %', '2 %', '98 %', '1e-17'],
      ['total', '150', '100 %', '33 %', '33 %', '33 %', ''],
    ])
    expect(textsOf(first, '.rows li').map((text) => text.split(' gain ')[0])).toEqual(['0.8', '1.75'])
    const [histogram, after, shares] = [...opened(first).querySelectorAll('figure > svg')]
    expect([...after.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['< 0.8', '[0.8, 1.75)', '≥ 1.75', '50', '54', '46']) // prettier-ignore
    const labels = [...histogram.querySelectorAll('text')].map((text) => text.textContent)
    expect(labels).toContain('0.8')
    expect(labels).toContain('1.75')
    expect(shares.getAttribute('aria-label')).toBe(
      'Shares of the classes by petal width; the table below has the numbers.',
    )
  })

  test('shows an event: its rates with intervals, its weight of evidence, events and scores', async () => {
    const age = (await report('event')).split('<section ').find((part) => part.includes('<h2><bdi>age</bdi>'))!
    expect(textsOf(age, 'figcaption')).toEqual([
      'rows by value, with the cuts',
      'weight of evidence',
      'rows of each bin, by paid',
      'rate of paid = no',
    ])
    expect(textsOf(age, '.facts')[0]).toMatch(/ · Gini 0\.\d\d · KS 0\.\d\d · HHI 0\.\d\d/)
    const heads = textsOf(age, '.bins thead th')
    expect(heads).toEqual(['bin', 'rows', 'share', 'events', 'rate', 'WoE', 'IV', 'p'])
    const lines = [...opened(age).querySelectorAll('.bins tbody tr')].map((line) =>
      [...line.children].map((cell) => cell.textContent ?? ''),
    )
    const [, woe, , rate] = [...opened(age).querySelectorAll('figure > svg')].map((svg) =>
      [...svg.querySelectorAll('text')].map((text) => text.textContent),
    )
    for (const cells of lines) {
      expect(Number(cells[3].replace(',', '')) / Number(cells[1].replace(',', ''))).toBeCloseTo(Number.parseFloat(cells[4]) / 100, 3) // prettier-ignore
      expect(woe).toContain(cells[5])
      expect(rate).toContain(cells[4])
    }
    const html = await report('event')
    expect(textsOf(html, '.how details')[0]).toContain('Gini: 2 · AUC − 1')
    // A dot for every line, and an interval for every dot.
    const [dots, spans] = ['circle', 'line[stroke-width="2"], g[stroke-width="2"] line'].map(
      (tag) => opened(age).querySelectorAll(`figure:last-child svg ${tag}`).length,
    )
    expect([dots, spans]).toEqual([lines.length, lines.length])
  })

  test('draws no interval of weighted rows', async () => {
    const weighted = await report('weighted')
    expect(opened(weighted).querySelectorAll('circle').length).toBeGreaterThan(0)
    expect(opened(weighted).querySelectorAll('g[stroke-width="2"] line').length).toBe(0)
  })

  test('draws a cut at its true place on the axis', async () => {
    const binning = await TABLES.iris()
    const column = binning.columns.find(({ name }) => name === 'petal width')!
    const svg = (await report('iris')).split('<figure>')[1]
    const { from, to } = (column as { shape: { from: number; to: number } }).shape
    const grid = /<line [^>]*x2="([\d.]+)" x1="([\d.]+)"/.exec(svg)!
    const [x2, x1] = [Number(grid[1]), Number(grid[2])]
    const rules = /stroke="var\(--cut\)"[^>]*>(.*?)<\/g>/.exec(svg)![1]
    const places = [...rules.matchAll(/x1="([\d.]+)"/g)].map((match) => Number(match[1]))
    const wanted = [0.8, 1.75].map((cut) => x1 + ((cut - from) / (to - from)) * (x2 - x1))
    places.forEach((place, i) => expect(Math.abs(place - wanted[i])).toBeLessThan(0.06))
    expect(places).toHaveLength(2)
  })

  test('keeps bars whole: a cut is a full line above them only', async () => {
    const svg = (await report('iris')).split('<figure>')[1]
    const lines = (stroke: string): number[][] => {
      const rules = new RegExp(String.raw`stroke="var\(--${stroke}\)"[^>]*>(.*?)</g>`).exec(svg)![1]
      return [...rules.matchAll(/y2="([\d.]+)" y1="([\d.]+)"/g)].map((match) => [Number(match[1]), Number(match[2])])
    }
    const [inside, above] = [lines('bg'), lines('cut')]
    expect([inside.length, above.length]).toEqual([2, 2])
    // Both meet at the top of the bar that the cut lies in.
    expect(above.map((ends) => Math.max(...ends))).toEqual(inside.map((ends) => Math.min(...ends)))
  })

  test('names all levels of a group, and keeps groups in their order', async () => {
    const level = Array.from({ length: 300 }, (_, i) => `level ${Math.floor(Math.sqrt(i))}`)
    const target = level.map((_, i) => (i % 10 < Math.floor(Math.sqrt(i)) / 2 ? 'yes' : 'no'))
    const binning = await fitTable({ level, target }, { target: 'target', all: { method: optimal, maxBins: 3 } })
    const html = await htmlReport(binning, { document })
    const { bins } = binning.columns[0]
    expect(html).toContain('<p class="facts">category · 18 levels in 3 groups · ')
    expect(textsOf(html, '.bins tbody th')).toEqual(
      bins.map((bin) => ('levels' in bin && bin.label.endsWith(' more') ? bin.levels.join(', ') : bin.label)),
    )
    expect(html).toContain('<th scope="col">levels</th>')
  })

  test('shows missing values and special codes as lines of their own', async () => {
    const age = (await report('event')).split('<section ').find((part) => part.includes('<h2><bdi>age</bdi>'))!
    expect(textsOf(age, '.bins tbody th').slice(-2)).toEqual(['missing', 'special -9'])
    expect(age).toContain('% missing')
    expect(age).toContain('url(#k8)')
  })

  test('shows mean and spread of a numeric target', async () => {
    const html = await report('numeric')
    expect(html).toContain('mean of price ± one standard deviation')
    expect(textsOf(html, '.sum thead th').at(-1)).toBe('variance explained')
    expect(textsOf(html, '.bins thead th').slice(0, 5)).toEqual(['bin', 'rows', 'share', 'mean', 'deviation'])
  })

  test('has dates on the axis of dates', async () => {
    const days = inDays(await small({ target: 'kind', columns: ['size'] }))
    const [histogram] = textsOf(await htmlReport(days, { document }), 'figure > svg')
    expect(histogram).toContain('2024')
    expect(histogram).not.toMatch(/1\d{12}/)
  })

  test('says what lies outside a picture', async () => {
    expect(await report('wide numbers')).toMatch(/2 rows below, down to .*; 2 rows beyond, up to /)
  })

  test('names columns of one bin and of nearly a level per row, and keeps them closed', async () => {
    const html = await report('odd columns')
    const words = textsOf(html, 'p.facts').join('\n')
    expect(words).toMatch(/columns with one bin only, no cut made: .*constant \(constant\)/)
    expect(words).toMatch(/1 column with nearly a different level in every row, too fine to be useful: names/)
    const closed = opened(html).querySelectorAll('section > details')
    expect(closed.length).toBeGreaterThan(3)
    expect([...closed].every((one) => !one.hasAttribute('open'))).toBe(true)
  })

  test('draws only as many columns as asked for; the others have tables', async () => {
    const html = await htmlReport(await TABLES.iris(), { document, top: 1, title: 'Flowers' })
    expect(textsOf(html, 'h1')).toEqual(['Flowers'])
    expect(opened(html).querySelectorAll('figure').length).toBe(3)
    expect(opened(html).querySelectorAll('table.bins').length).toBe(4)
    expect(opened(html).querySelectorAll('details[id]').length).toBe(3)
    await expect(htmlReport(binningOf([]), { document, top: -1 })).rejects.toThrow(
      'htmlReport: top must be an integer of at least 0, got -1',
    )
  })

  test('shows a binning without columns', async () => {
    expect(textsOf(await htmlReport(binningOf([]), { document }), 'h1')).toEqual(['Bins'])
  })
})

describe('what a report may contain', () => {
  test.each(Object.keys(TABLES))('%s: the same bytes each time, no script, no address', async (table) => {
    const html = await report(table)
    expect(html).toBe(await renderReport(await TABLES[table]()))
    expect(html).not.toMatch(/<script|<link|<img|<iframe|<object|@import|javascript:/i)
    expect(html).not.toMatch(/\bhttps?:|\burl\((?!#k\d\))/)
    const attributes = [...opened(html).querySelectorAll('*')].flatMap((element) => [...element.attributes])
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([])
    expect(html).not.toMatch(/NaN|undefined|\[object/)
  })

  test('every hostile name is there as text', async () => {
    const html = await report('hostile names')
    const shown = textsOf(html, 'section h2')
    expect(shown).toContain(HOSTILE[0])
    expect(shown).toContain(HOSTILE[1])
    expect(shown).toContain(HOSTILE[2])
    expect(shown).toContain(HOSTILE[3])
    expect(shown).toContain('""')
    expect(shown).toContain(`${'n'.repeat(79)}…`)
    expect(html).toContain(`title="${'n'.repeat(300)}"`)
    expect(html).not.toContain('\u202E')
    expect(html).toContain('<bdi>عمود الأسعار العربية</bdi>')
  })

  test('30 columns take less than 400 kB', async () => {
    const html = await htmlReport(await manyColumns(30, 2000), { document })
    expect(new TextEncoder().encode(html).length).toBeLessThan(400_000)
    expect(opened(html).querySelectorAll('section[id], details[id]').length).toBe(30)
  })
})

describe('texts of charts', () => {
  test('round ticks between two ends', () => {
    const texts = (from: number, to: number, most: number): string[] =>
      roundTicks(from, to, most).map(({ text }) => text)
    expect(texts(0, 28, 3)).toEqual(['0', '10', '20'])
    expect(texts(0.1, 2.5, 5)).toEqual(['0.5', '1.0', '1.5', '2.0', '2.5'])
    expect(texts(-0.4, 0.4, 4)).toEqual(['-0.4', '-0.2', '0', '0.2', '0.4'])
    expect(texts(0, 500_000, 5)).toEqual(['0', '100k', '200k', '300k', '400k', '500k'])
    expect(texts(0, 2.1e9, 2)).toEqual(['0', '2,000M'])
    expect(texts(0, 9000, 3)).toEqual(['0', '5,000'])
    expect(texts(1, 1, 3)).toEqual([])
    expect(texts(-1e308, 1e308, 3)).toEqual([])
  })

  test('ticks of an axis fit beside one another and inside the chart', () => {
    const axis = { from: 1_234_567.1, to: 1_234_567.9, left: 40, right: 350 }
    const ticks = axisTicks(axis, 360, 6)
    expect(ticks.map(({ text }) => text)).toEqual(['1,234,567.5'])
  })

  test('labels that would touch go up a line, and are left out where no line is free', () => {
    const axis = { from: 0, to: 128, left: 0, right: 128 }
    const labels = [10, 20, 30, 110].map((value) => ({ value, text: '12345' }))
    expect(placeLabels(axis, 128, labels, 2).map(({ line }) => line)).toEqual([0, 1, 0])
    expect(placeLabels(axis, 128, [{ value: 0, text: '1234' }], 1)).toEqual([{ value: 14, text: '1234', line: 0 }])
    expect(placeLabels(axis, 128, [{ value: 129, text: '12' }], 1)).toEqual([])
  })

  test('a text is cut to the room there is', () => {
    expect(shortened('WWWWWWWW', 44)).toBe('WWW…')
    expect(roomOf('WWW…')).toBe(44)
    expect(shortened('abc', 21)).toBe('abc')
  })
})
