import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundaryCases, DIALECTS, exportBinning, exportTree } from '../../../src/exports/index.ts'
import { type Binning, binningFromJson, binningToJson, slotLabels } from '../../../src/index.ts'
import { tableCsv, tableMarkdown, treeSvg } from '../../../src/reports/index.ts'
import { treeFromJson, treeToJson } from '../../../src/trees/index.ts'
import { accessFaults } from '../faults.ts'
import { sample, startStudio, type Studio } from './studio-page.ts'
import { binningOf, openData, openTake, pauseBetweenDownloads, take } from './taken-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-taken-'))
let studio: Studio
let iris: Binning
beforeAll(async () => {
  studio = await startStudio()
  iris = await binningOf('iris.csv', 'species')
})
afterAll(async () => {
  await studio.close()
  rmSync(folder, { recursive: true })
})

describe('what is taken away', () => {
  test('is what the library makes of the same bins, in every format', async () => {
    const { page, faults } = await studio.open()
    await openData(page, sample('iris.csv'))
    await openTake(page)
    const json = await take(page, 'Binning')
    expect(json.name).toBe('iris.bins.json')
    const saved = binningFromJson(json.text)
    expect(json.text).toBe(binningToJson(iris))
    for (const { name } of DIALECTS) {
      const sql = await take(page, 'SQL', name)
      expect([sql.name, sql.text]).toEqual([
        `iris.${name}.sql`,
        exportBinning(saved, 'sql', { dialect: name, table: 'iris' }),
      ])
    }
    expect((await take(page, 'Python')).text).toBe(exportBinning(saved, 'python'))
    expect((await take(page, 'JSON Schema')).text).toBe(exportBinning(saved, 'schema'))
    expect((await take(page, 'Markdown')).text).toBe(tableMarkdown(saved))
    expect((await take(page, 'CSV')).text).toBe(tableCsv(saved))
    expect(faults).toEqual([])
  })

  test('as JavaScript bins as the library does, at every boundary', async () => {
    const { page, faults } = await studio.open()
    await openData(page, sample('penguins.csv'))
    await openTake(page)
    const binning = binningFromJson((await take(page, 'Binning')).text)
    const { name, text } = await take(page, 'JavaScript')
    expect([name, text]).toEqual(['penguins.bins.js', exportBinning(binning, 'js')])
    const file = join(folder, 'penguins.mjs')
    writeFileSync(file, text)
    const { bin } = (await import(pathToFileURL(file).href)) as { bin: (column: string, value: unknown) => unknown }
    let checked = 0
    for (const column of binning.columns) {
      const labels = slotLabels(column)
      for (const { value, slot } of boundaryCases(column)) {
        if (slot === null) continue
        expect([column.name, value, bin(column.name, value)]).toEqual([column.name, value, labels[slot]])
        checked++
      }
    }
    expect(checked).toBeGreaterThan(50)
    expect(faults).toEqual([])
  })

  test('can be of one column alone, and be copied', async () => {
    const { page, faults } = await studio.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await openData(page, sample('iris.csv'))
    await page.getByRole('button', { name: 'petal_width' }).first().click()
    await openTake(page)
    await page.getByRole('radio', { name: 'Python' }).check({ force: true })
    await page.getByRole('dialog').getByLabel('columns').selectOption('one')
    const only = { ...iris, columns: iris.columns.filter(({ name }) => name === 'petal_width') }
    const look = page.locator('.take-first')
    await expect.poll(() => look.textContent()).not.toContain('sepal_length')
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.getByText('copied', { exact: true }).count()).toBe(1)
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toBe(exportBinning(only, 'python'))
    expect(faults).toEqual([])
  })

  test('as a report loads nothing and shows the columns', async () => {
    const { page, faults } = await studio.open()
    await openData(page, sample('iris.csv'))
    await openTake(page)
    const { name, text } = await take(page, 'Report')
    expect(name).toBe('iris.report.html')
    const file = join(folder, name)
    writeFileSync(file, text)
    const report = await page.context().newPage()
    const asked: string[] = []
    report.on('request', (request) => asked.push(request.url()))
    await report.goto(pathToFileURL(file).href)
    expect(asked).toEqual([pathToFileURL(file).href])
    expect(await report.locator('figure svg').count()).toBeGreaterThan(4)
    expect(await report.locator('h2').allTextContents()).toContain('petal_length')
    expect(text).not.toMatch(/<script|src=|url\(["']?http/)
    expect(faults).toEqual([])
  })
})

test('a tree that is shown can be taken away as the library writes it', async () => {
  const { page, faults } = await studio.open()
  await openData(page, sample('iris.csv'))
  await page.locator('body').press('t')
  await page.getByRole('region', { name: 'Tree' }).locator('svg').first().waitFor()
  await openTake(page)
  const { name, text } = await take(page, 'Saved tree')
  const tree = treeFromJson(text)
  expect([name, text]).toEqual(['iris.tree.json', treeToJson(tree)])
  expect((await take(page, 'Tree as JavaScript')).text).toBe(exportTree(tree, 'js'))
  expect((await take(page, 'Tree as SQL', 'postgres')).text).toBe(
    exportTree(tree, 'sql', { dialect: 'postgres', table: 'iris' }),
  )
  expect((await take(page, 'Rules to read')).text).toBe(exportTree(tree, 'rules'))
  expect((await take(page, 'Tree as a picture')).text).toBe(treeSvg(tree))
  expect(faults).toEqual([])
})

/** What a press must not do: replace the button, or move it. */
const SAVE_BUTTON = `(() => {
  const save = document.querySelector('.take-look footer .main')
  globalThis.kept ??= save
  const { x, y, width, height } = save.getBoundingClientRect()
  return { same: globalThis.kept === save, place: [x, y, width, height] }
})()`

/** Presses where something is, as a hand does: without waiting until it can be pressed. */
async function pressAt(page: Page, what: Locator): Promise<void> {
  const { x, y, width, height } = (await what.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
}

describe('the dialog', () => {
  test('saves at the first press, also of what is still being made, and its buttons stay where they are', async () => {
    const { page, faults } = await studio.open()
    await openData(page, sample('penguins.csv'))
    const dialog = page.getByRole('dialog', { name: 'Take away' })
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    const pressed = async (...buttons: Locator[]): Promise<string> => {
      await pauseBetweenDownloads(page)
      const saved = page.waitForEvent('download')
      for (const button of buttons) await pressAt(page, button)
      return (await saved).suggestedFilename()
    }
    for (let round = 0; round < 4; round++) {
      await openTake(page)
      await page.evaluate('delete globalThis.kept')
      expect(await pressed(save)).toBe('penguins.bins.json')
      const before = await page.evaluate(SAVE_BUTTON)
      for (const [format, name] of [
        ['Report', 'penguins.report.html'],
        ['Project', 'penguins.kerf-project.json'],
        ['SQL', 'penguins.duckdb.sql'],
        ['Python', 'penguins.bins.py'],
      ] as const) {
        expect(await pressed(dialog.getByRole('radio', { name: format, exact: true }), save)).toBe(name)
        expect(await page.evaluate(SAVE_BUTTON)).toEqual(before)
      }
      // The dialect that is chosen is the one that is saved, however quickly the button is pressed.
      await dialog.getByRole('radio', { name: 'SQL', exact: true }).check({ force: true })
      await dialog.getByLabel('dialect').selectOption('postgres')
      expect(await pressed(save)).toBe('penguins.postgres.sql')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(faults).toEqual([])
  })

  test.each(['light', 'dark'] as const)('is usable by everyone in %s', async (colorScheme) => {
    const { page, faults } = await studio.open({ colorScheme })
    await openData(page, sample('iris.csv'))
    await page.locator('body').press('s')
    const dialog = page.getByRole('dialog', { name: 'Take away' })
    await dialog.waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(await accessFaults(page, null)).toEqual([])
    await page.getByRole('radio', { name: 'Binning' }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'JSON Schema' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    expect(faults).toEqual([])
  })
})
