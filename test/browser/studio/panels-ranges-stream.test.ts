import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mdlp, random } from '../../../src/index.ts'
import { explainGoal, explainNumber } from '../../../src/explain/index.ts'
import { cutTexts, explanationSentences } from '../../../src/reports/index.ts'
import { Stream, StreamAlarms, watchStream } from '../../../src/streams/index.ts'
import { accessFaults } from '../faults.ts'
import { iris, openView, showView, tableOf } from './panels-page.ts'
import { sample, startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

describe('the ranges', () => {
  test('of a class are told in the sentences of the library, and lead to their column', async () => {
    const { table } = await iris()
    const sentences = async (goal: string): Promise<string[]> =>
      explanationSentences(await explainGoal(table, { target: 'species', goal }))
    const { page, faults } = await studio.open()
    await openView(page, 'iris.csv', 'Ranges')
    const panel = page.getByRole('region', { name: 'Ranges', exact: true })
    const told = (): Promise<string[]> => panel.locator('.sentence').allTextContents()
    await expect.poll(told).toEqual(await sentences('virginica'))
    await panel.getByRole('combobox', { name: 'Goal' }).selectOption('setosa')
    await expect.poll(told).toEqual(await sentences('setosa'))
    await panel
      .getByRole('button', { name: /^petal_length/ })
      .first()
      .click()
    await expect.poll(() => page.getByRole('region', { name: 'Column petal_length' }).isVisible()).toBe(true)
    expect(faults).toEqual([])
  })

  test('of a number are told where it is high and where it is low', async () => {
    const text = await readFile(sample('penguins.csv'), 'utf8')
    const table = await tableOf(text)
    const explanation = await explainNumber(table, { target: 'body_mass_g' })
    const { page, faults } = await studio.open()
    await openView(page, 'penguins.csv', 'Ranges')
    await page.getByLabel('target').first().selectOption('body_mass_g')
    const panel = page.getByRole('region', { name: 'Ranges', exact: true })
    await expect.poll(() => panel.locator('.sentence').allTextContents()).toEqual(explanationSentences(explanation))
    expect(faults).toEqual([])
  })
})

/** 2,000 rows of which the values change in the middle. */
function changing(): string {
  const { next: draw } = random(7)
  const rows = Array.from({ length: 2000 }, (_, i) => {
    const x = draw() * 10 + (i < 1000 ? 0 : 6)
    return `${x.toFixed(3)},${draw().toFixed(3)},${x > (i < 1000 ? 5 : 11) ? 'yes' : 'no'}`
  })
  return `x,other,y\n${rows.join('\n')}\n`
}

describe('the stream', () => {
  test('ends at the cuts of the library, with its alarms', async () => {
    const text = changing()
    const table = await tableOf(text)
    const stream = new Stream({
      columns: ['x', 'other'],
      target: { kind: 'class', name: 'y', classes: ['no', 'yes'], event: 'yes' },
      method: mdlp,
      rebuild: { policy: 'auto', every: 100 },
    })
    const alarms: string[] = []
    watchStream(stream, [new StreamAlarms(stream)], ({ message }) => alarms.push(message))
    stream.pushMany([table['x'] as Float64Array, table['other'] as Float64Array], table['y'])
    const column = stream.columns[0].column()
    expect(alarms.length).toBeGreaterThan(0)

    const { page, faults } = await studio.open()
    await openView(page, { name: 'changing.csv', text }, 'Stream')
    const panel = page.getByRole('region', { name: 'Stream', exact: true })
    const fact = (name: string): Promise<string | null> =>
      panel.locator('.facts-row > div', { hasText: name }).locator('dd').textContent()
    await expect.poll(() => fact('remade')).toBe('0 ×')
    await panel.getByRole('button', { name: 'Next look' }).click()
    await expect.poll(() => fact('remade')).toBe('1 ×')
    await panel.getByRole('slider').fill('9')
    await panel.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => panel.getByRole('button', { name: 'Pause' }).isVisible()).toBe(true)
    await panel.getByRole('button', { name: 'Pause' }).click()
    await panel.getByRole('button', { name: 'To the end' }).click()
    await expect.poll(() => fact('remade'), { timeout: 15_000 }).toBe(`${stream.columns[0].rebuilds} ×`)
    expect(await panel.locator('.live-cuts text').allTextContents()).toEqual(cutTexts(column.cuts, column.closed, column.bins)) // prettier-ignore
    expect(await panel.locator('.alarms .message').allTextContents()).toEqual(alarms.toReversed())
    expect(await panel.locator('.flag').count()).toBe(alarms.length)
    await panel.locator('.flag').first().click()
    expect(await panel.locator('.alarms .marked .message').textContent()).toBe(alarms[0])
    await panel.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => fact('remade')).toBe('0 ×')
    expect(faults).toEqual([])
  })

  test('takes rows in the order of a column', async () => {
    const { table } = await iris()
    const values = table['petal_width'] as Float64Array
    const species = Array.from(table['species']) as string[]
    const order = Array.from(values.keys()).toSorted((a, b) => values[a] - values[b] || a - b)
    const stream = new Stream({
      columns: ['sepal_length', 'sepal_width', 'petal_length', 'petal_width'],
      target: { kind: 'class', name: 'species', classes: ['setosa', 'versicolor', 'virginica'] },
      method: mdlp,
      rebuild: { every: 10 },
    })
    const sorted = (name: string): Float64Array => Float64Array.from(order, (row) => (table[name] as Float64Array)[row])
    stream.pushMany(stream.columns.map(({ name }) => sorted(name)), order.map((row) => species[row])) // prettier-ignore
    const column = stream.columns[3].column()

    const { page, faults } = await studio.open()
    await openView(page, 'iris.csv', 'Stream')
    const panel = page.getByRole('region', { name: 'Stream', exact: true })
    await panel.getByRole('combobox', { name: 'Rows' }).selectOption('petal_width')
    await panel.getByRole('button', { name: 'To the end' }).click()
    await expect.poll(() => panel.locator('.layers svg').getAttribute('aria-label')).toContain('after 150 rows')
    expect(await panel.locator('.live-cuts text').allTextContents()).toEqual(cutTexts(column.cuts, column.closed, column.bins)) // prettier-ignore
    expect(faults).toEqual([])
  })

  test('lets the page respond while rows flow as fast as they can', async () => {
    const { next: draw } = random(3)
    const rows = Array.from({ length: 60_000 }, () => `${(draw() * 100).toFixed(2)},${(draw() * draw()).toFixed(4)},${draw() < 0.3 ? 1 : 0}`) // prettier-ignore
    const { page, faults } = await studio.open()
    await openView(page, { name: 'many.csv', text: `a,b,y\n${rows.join('\n')}\n` }, 'Stream')
    const panel = page.getByRole('region', { name: 'Stream', exact: true })
    await panel.getByRole('button', { name: 'To the end' }).waitFor()
    await page.evaluate(`window.longest = 0
      new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration) }).observe({ type: 'longtask' })`)
    await panel.getByRole('button', { name: 'To the end' }).click()
    await expect.poll(() => panel.locator('.layers svg').getAttribute('aria-label'), { timeout: 60_000 }).toContain('after 60,000 rows') // prettier-ignore
    expect(await page.evaluate('window.longest')).toBeLessThan(200)
    expect(faults).toEqual([])
  })
})

describe('these panels', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`have no serious access problem, ${colorScheme}`, async () => {
      for (const width of [1280, 400]) {
        const { page, faults } = await studio.open({ colorScheme, viewport: { width, height: 850 } })
        await openView(page, 'iris.csv', 'Ranges')
        await page.locator('.sentence').first().waitFor()
        expect(await accessFaults(page, null)).toEqual([])
        await showView(page, 'Stream')
        await page.getByRole('button', { name: 'To the end' }).click()
        await page.locator('.flag').first().waitFor()
        expect(await accessFaults(page, null)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        expect(faults).toEqual([])
      }
    })
  }
})
