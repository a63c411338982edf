import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binningToJson, equalWidth, fitTable, hasCuts, rankColumns, toTable } from '../../../src/index.ts'
import { summarizeSource } from '../../../src/engines/index.ts'
import { percentText } from '../../../src/reports/index.ts'
import { readCsv, type SourceTable } from '../../../src/sources/index.ts'
import { summariesToBytes, summariesToJson } from '../../../src/summaries/index.ts'
import { folder, kerf } from '../../cli/run.ts'
import { duckDbFile } from '../../cli/server-file.ts'
import { accessFaults, layoutFaults } from '../faults.ts'
import { sample, startStudio, type Studio } from './studio-page.ts'

const made = folder()
const at = (name: string): string => join(made, name)
const text = readFileSync(sample('iris.csv'), 'utf8')
const iris = await tableOf(text)
const pooled = await fitTable(toTable(iris), { target: 'species' })

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

async function tableOf(csv: string): Promise<SourceTable> {
  async function* open(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(csv)
  }
  return readCsv(open, { name: 'iris.csv' })
}

const listed = (page: Page): Promise<string[]> => page.locator('.columns .name').allTextContents()
const top = (page: Page) => page.getByRole('banner')
const give = (page: Page, ...paths: string[]): Promise<void> => page.setInputFiles('input[type=file]', paths)
const opened = async (page: Page, name: string): Promise<void> => top(page).getByText(name).first().waitFor()

/** The labels of the bins that the library has for a column are on the page. */
async function showsBins(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Columns' }).getByRole('button', { name }).click()
  const column = pooled.columns.find((one) => one.name === name)!
  const region = page.getByRole('region', { name: `Column ${name}` })
  for (const { label } of column.bins) await region.getByLabel(`Name of ${label}`, { exact: true }).waitFor()
}

describe('opening', () => {
  test('a sample is one click away, each with a picture of it', async () => {
    const { page, faults } = await studio.open()
    await expect.poll(() => page.locator('.samples svg').count(), { timeout: 20_000 }).toBe(3)
    await page.getByRole('button', { name: /^Penguins/ }).click()
    await opened(page, 'penguins.csv')
    expect(await top(page).textContent()).toContain('344 rows')
    expect(await page.getByLabel('target').inputValue()).toBe('species')
    expect(faults).toEqual([])
  })

  test('the made-up sample is the same on every machine', async () => {
    const { page, faults } = await studio.open()
    await page.getByRole('button', { name: /^Credit/ }).click()
    await opened(page, 'credit.csv')
    expect((await listed(page))[0]).toBe('utilization')
    expect(await page.getByRole('button', { name: '1 tells nothing' }).count()).toBe(1)
    expect(faults).toEqual([])
  })

  test('text of any kind, packed or not, and Parquet', async () => {
    const lines = text
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const [names, ...rows] = lines
    writeFileSync(at('iris.tsv'), lines.map((fields) => fields.join('\t')).join('\n'))
    writeFileSync(at('iris.csv.gz'), gzipSync(text))
    writeFileSync(
      at('iris.jsonl'),
      rows
        .map((fields) =>
          JSON.stringify(Object.fromEntries(fields.map((field, i) => [names[i], i < 4 ? Number(field) : field]))),
        )
        .join('\n'),
    )
    const attributes = names.map(
      (name, i) => `@attribute ${name} ${i < 4 ? 'numeric' : '{setosa,versicolor,virginica}'}`,
    )
    writeFileSync(at('iris.arff'), `@relation iris\n${attributes.join('\n')}\n@data\n${rows.join('\n')}\n`)
    await duckDbFile(at('iris.duckdb'), [
      `COPY (FROM read_csv('${sample('iris.csv')}')) TO '${at('iris.parquet')}' (FORMAT parquet)`,
    ])
    const { page, faults } = await studio.open()
    for (const name of ['iris.tsv', 'iris.csv.gz', 'iris.jsonl', 'iris.arff', 'iris.parquet']) {
      await give(page, at(name))
      await opened(page, name)
      await showsBins(page, 'petal_length')
    }
    expect(faults).toEqual([])
  })

  test('a file that is dropped anywhere', async () => {
    const { page, faults } = await studio.open()
    const data = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], 'dropped.csv')); return data })()`,
    )
    await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
    await page.getByText('Drop to open').waitFor()
    await page.dispatchEvent('main', 'drop', { dataTransfer: data })
    await opened(page, 'dropped.csv')
    expect(await page.getByText('Drop to open').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('summaries of two sites give the cuts of all rows', async () => {
    const [head, ...rows] = text.trim().split('\n')
    const half = async (rest: number): Promise<SourceTable> =>
      tableOf([head, ...rows.filter((_, i) => i % 2 === rest)].join('\n'))
    const request = { target: 'species' }
    writeFileSync(at('oslo.kerf'), summariesToBytes(await summarizeSource(await half(0), request)))
    writeFileSync(at('bergen.json'), summariesToJson(await summarizeSource(await half(1), request)))
    const { page, faults } = await studio.open()
    await give(page, at('oslo.kerf'), at('bergen.json'))
    await opened(page, 'oslo.kerf + bergen.json')
    expect(await top(page).textContent()).toContain('150 rows')
    for (const column of pooled.columns.filter(hasCuts)) await showsBins(page, column.name)
    expect(await page.getByLabel('target').isDisabled()).toBe(true)

    await give(page, at('oslo.kerf'), sample('iris.csv'))
    expect(await page.getByRole('alert').textContent()).toContain('iris.csv is no summary; several files are opened')
    expect(faults).toEqual([])
  })

  test('a saved binning is shown as it is', async () => {
    writeFileSync(at('bins.json'), binningToJson(pooled))
    const { page, faults } = await studio.open()
    await give(page, at('bins.json'))
    await opened(page, 'bins.json')
    for (const { name } of pooled.columns) await showsBins(page, name)
    expect(await page.getByLabel(/^method for all/).isDisabled()).toBe(true)
    expect(faults).toEqual([])
  })

  test('what is broken is told in the words of the command line, and the page stays as it was', async () => {
    const broken: Record<string, string> = {
      'fields.csv': 'x,y\n1,a\n2,b\n3\n4,d\n',
      'empty.csv': '',
      'bins.json': binningToJson(pooled).replace('"version": 1', '"version": "one"'),
      'rows.jsonl': '{"x": 1}\n{"x": \n',
    }
    const { page, faults } = await studio.open()
    await give(page, sample('iris.csv'))
    await opened(page, 'iris.csv')
    for (const [name, content] of Object.entries(broken)) {
      writeFileSync(at(name), content)
      const { err } = await kerf([name === 'bins.json' ? 'show' : 'fit', name], { cwd: made })
      await give(page, at(name))
      const told = page.getByRole('alert').getByRole('paragraph')
      await expect.poll(() => told.textContent()).toBe(err.trim().replace(/^kerf: /, ''))
      expect(await top(page).textContent()).toContain('iris.csv · 150 rows')
      await page.getByRole('button', { name: 'Close the message' }).click()
      expect(await page.getByRole('alert').count()).toBe(0)
    }
    await showsBins(page, 'petal_width')
    expect(faults).toEqual([])
  })

  test('an opening that is cancelled ends, and leaves the page as it was', async () => {
    const line = text.split('\n')[1]
    const rows = Array.from({ length: 400_000 }, (_, i) => line.replace(/^[\d.]+/, String(i % 977)))
    writeFileSync(at('long.csv'), [text.split('\n')[0], ...rows].join('\n'))
    const { page, faults } = await studio.open()
    await give(page, sample('iris.csv'))
    await opened(page, 'iris.csv')
    await give(page, at('long.csv'))
    const bar = page.getByRole('status')
    await bar.getByRole('progressbar').waitFor()
    await expect.poll(() => page.workers().length).toBe(2)
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => bar.getByRole('progressbar').count()).toBe(0)
    await expect.poll(() => page.workers().length).toBe(1)
    expect(await top(page).textContent()).toContain('iris.csv · 150 rows')
    await page.getByLabel('target').selectOption('petal_width')
    await expect.poll(() => listed(page)).toContain('species')
    expect(faults).toEqual([])
  })
})

describe('the overview', () => {
  const open = async (): Promise<{ page: Page; faults: string[] }> => {
    const one = await studio.open()
    await give(one.page, sample('iris.csv'))
    await opened(one.page, 'iris.csv')
    return one
  }

  test('ranks the columns by what they tell, with the numbers of the library', async () => {
    const { page, faults } = await open()
    const { columns } = rankColumns(pooled)
    expect(await listed(page)).toEqual(columns.map(({ name }) => name))
    // As they are ranked: without what chance alone gives.
    const shares = columns.map(({ score, share, gain }) => percentText((score * share) / gain!))
    expect(await page.locator('.item .value').allTextContents()).toEqual(shares)
    await page.getByLabel('Ranked by').selectOption('gainRatio')
    const by = columns.toSorted((a, b) => b.gainRatio! - a.gainRatio!)
    expect(await listed(page)).toEqual(by.map(({ name }) => name))
    await page.getByLabel('Ranked by').selectOption('order')
    expect(await listed(page)).toEqual(pooled.columns.map(({ name }) => name))
    expect(faults).toEqual([])
  })

  test('cuts all columns or those selected by another method, as one step', async () => {
    const { page, faults } = await open()
    const facts = (): Promise<string[]> => page.locator('.item .facts').allTextContents()
    await page.getByLabel('Ranked by').selectOption('order') // a list that is ranked may have another order afterwards
    const before = await facts()
    await page.getByRole('checkbox', { name: 'Select petal_width' }).check()
    await page.getByRole('checkbox', { name: 'Select sepal_width' }).check()
    await page.getByLabel(/^method for 2 selected/).selectOption('equal-width')
    const equal = await fitTable(toTable(iris), { target: 'species', all: { method: equalWidth } })
    const after = (await listed(page)).map((name, i) => {
      const { bins } = equal.columns.find((column) => column.name === name)!
      return name.endsWith('width') ? `${bins.length} bins` : before[i]
    })
    await expect.poll(facts).toEqual(after)
    const undo = page.getByRole('button', { name: 'Undo' })
    expect(await undo.getAttribute('title')).toBe('Undo: equal-width for 2 columns (Z)')
    await page.keyboard.press('z')
    expect(await facts()).toEqual(before)
    await page.keyboard.press('Shift+Z')
    expect(await facts()).toEqual(after)
    expect(faults).toEqual([])
  })

  test('leaves columns alone that were changed by hand, says so, and cuts them too when told', async () => {
    const { page, faults } = await open()
    const cuts = (): Promise<(string | null)[]> =>
      page
        .getByRole('slider', { name: /^Cut/ })
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuenow')))
    const facts = (name: string): Promise<string | null> =>
      page
        .locator('.item', { has: page.locator(`[data-column=${name}]`) })
        .locator('.facts')
        .textContent()
    await page.locator('[data-column=petal_width]').click()
    const handle = page.getByRole('slider', { name: 'Cut 1 of' })
    await handle.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('changed by you').waitFor()
    const [mine, bins] = [await cuts(), await facts('petal_width')]
    await page.getByLabel('method for all').selectOption('equal-width')
    const told = page.getByText('petal_width, which you changed by hand, was left as it is.')
    await told.waitFor()
    const equal = await fitTable(toTable(iris), { target: 'species', all: { method: equalWidth } })
    const sizeOf = (name: string): string => `${equal.columns.find((one) => one.name === name)!.bins.length} bins`
    expect(await facts('petal_length')).toBe(sizeOf('petal_length'))
    expect([await cuts(), await facts('petal_width')]).toEqual([mine, bins])
    expect(await page.getByLabel('method for all').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Cut it too' }).click()
    await expect.poll(() => facts('petal_width')).toBe(sizeOf('petal_width'))
    expect(await told.count()).toBe(0)
    // Two steps back, and what was made by hand is there again.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(cuts).toEqual(mine)
    expect(faults).toEqual([])
  })

  test('speaks of another event', async () => {
    const { page, faults } = await open()
    await page.getByLabel('event').selectOption('virginica')
    await expect.poll(() => page.getByLabel('Ranked by').textContent()).toContain('information value')
    const { columns } = rankColumns(await fitTable(toTable(iris), { target: 'species', event: 'virginica' }))
    await page.getByLabel('Ranked by').selectOption('iv')
    const by = columns.toSorted((a, b) => b.iv! - a.iv!)
    expect(await page.locator('.item .value').allTextContents()).toEqual(by.map(({ iv }) => iv!.toFixed(2)))
    expect(faults).toEqual([])
  })

  test('works by keyboard', async () => {
    const { page, faults } = await open()
    const current = (): Promise<string | null> => page.locator('.item [aria-current]').getAttribute('data-column')
    const names = await listed(page)
    expect(await current()).toBe(names[0])
    await page.keyboard.press('ArrowDown')
    expect(await current()).toBe(names[1])
    await page.keyboard.press('End')
    expect(await current()).toBe(names.at(-1))
    await page.keyboard.press(' ')
    await expect.poll(() => page.getByRole('checkbox', { name: `Select ${names.at(-1)}` }).isChecked()).toBe(true)
    await page.keyboard.press('/')
    await page.keyboard.type('WIDTH')
    expect((await listed(page)).toSorted()).toEqual(['petal_width', 'sepal_width'])
    await page.keyboard.press('Enter')
    expect(await current()).toBe('petal_width')
    await expect.poll(() => page.evaluate('document.activeElement.dataset.column')).toBe('petal_width')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await help.getByText('find a column').waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  test('takes a key for the column that the key before led to, however soon it comes', async () => {
    const { page, faults } = await open()
    const names = await listed(page)
    await page.locator('.item [aria-current]').focus()
    // Both in one task: no frame is drawn between them.
    await page.evaluate(`for (const key of ['End', ' '])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
    await expect.poll(() => page.getByRole('checkbox', { name: `Select ${names.at(-1)}` }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
    expect(faults).toEqual([])
  })

  test('needs no target', async () => {
    const { page, faults } = await open()
    await page.getByLabel('target').selectOption('')
    await expect.poll(() => listed(page)).toContain('species')
    expect(await page.getByLabel('event').count()).toBe(0)
    expect(faults).toEqual([])
  })
})

describe.each(['light', 'dark'] as const)('the page in %s colours', (colorScheme) => {
  test.each([1280, 400])('has no fault that axe-core knows, nor one of layout, at %d px', async (width) => {
    const { page, faults } = await studio.open({ colorScheme, viewport: { width, height: 800 } })
    await page.waitForSelector('.samples svg')
    expect(await accessFaults(page, null)).toEqual([])
    expect(await layoutFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^Credit/ }).click()
    await opened(page, 'credit.csv')
    if (width === 400) await page.getByRole('button', { name: /columns ▴$/ }).click()
    await page.getByRole('button', { name: '1 tells nothing' }).click()
    await page.waitForTimeout(300)
    expect(await accessFaults(page, null)).toEqual([])
    expect(await layoutFaults(page)).toEqual([])
    if (width === 400) {
      await page.getByRole('button', { name: /^age/ }).click()
      await page.locator('.columns').waitFor({ state: 'hidden' })
    }
    await page.locator('.bins').waitFor()
    expect(await layoutFaults(page)).toEqual([])
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await accessFaults(page, null)).toEqual([])
    expect(faults).toEqual([])
  })
})
