import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderReport } from '../../src/node/render-report.ts'
import { kerf } from '../cli/run.ts'
import { manyColumns, TABLES } from '../reports/html-tables.ts'
import { launch } from './chromium.ts'
import { accessFaults, layoutFaults } from './faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-browser-'))
const PENGUINS = fileURLToPath(new URL('../../samples/penguins.csv', import.meta.url))
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  'a desk, light': { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  'a desk, dark': { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  'a tablet': { viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  'a phone': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
}

/** On further screens only what can differ there; looking at contrast takes long. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'a desk, dark': ['color-contrast'],
  'a tablet': [],
  'a phone': ['target-size', 'scrollable-region-focusable', 'meta-viewport'],
}

const name = (path: string): string => path.replaceAll(/\W+/g, '-')

/** Opens a page and collects what it says, asks for and throws. */
async function opened(path: string, screen: BrowserContextOptions): Promise<{ page: Page; said: string[] }> {
  const page = await (await browser.newContext(screen)).newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  const address = pathToFileURL(path).href
  page.on('request', (request) => {
    if (request.url() !== address) said.push(`request: ${request.url()}`)
  })
  await page.goto(address)
  return { page, said }
}

/** Everything that is wrong with a report, on every screen and on paper. */
async function faultsOf(path: string): Promise<string[]> {
  const faults: string[] = []
  for (const [where, screen] of Object.entries(SCREENS)) {
    const { page, said } = await opened(path, screen)
    // Everything is looked at, also what is closed at first.
    await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
    const found = [...(await layoutFaults(page)), ...(await accessFaults(page, RULES[where] ?? null)), ...said]
    faults.push(...found.map((fault) => `on ${where}: ${fault}`))
    await page.context().close()
  }
  return [...faults, ...(await paperFaults(path))]
}

async function paperFaults(path: string): Promise<string[]> {
  // The width of the text on A4; a dark screen must not darken the paper.
  const { page } = await opened(path, { viewport: { width: 688, height: 1000 }, colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  const faults = await layoutFaults(page)
  const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  if (ground !== 'rgb(255, 255, 255)') faults.push(`the ground is ${String(ground)}`)
  // A4 in points, as the file says it.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  if (!/\/MediaBox \[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/.test(pdf)) faults.push('it is not A4')
  await page.context().close()
  return faults.map((fault) => `on paper: ${fault}`)
}

describe('a report in Chromium', () => {
  test.each(Object.keys(TABLES))('of %s has no fault on any screen or on paper', async (table) => {
    const path = join(folder, `${name(table)}.html`)
    writeFileSync(path, await renderReport(await TABLES[table]()))
    expect(await faultsOf(path)).toEqual([])
  })

  test('of an event has two columns or more on a printed page', async () => {
    const path = join(folder, 'printed.html')
    const binning = await TABLES.event()
    const copies = Array.from({ length: 12 }, (_, i) => ({ ...binning.columns[0], name: `copy ${i}` }))
    writeFileSync(path, await renderReport({ ...binning, columns: copies }))
    const { page } = await opened(path, { viewport: { width: 688, height: 1000 } })
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    // The list of columns, and twelve of them.
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(7)
    await page.context().close()
  })

  test('of the sample, as kerf fit writes it', async () => {
    const path = join(folder, 'penguins.html')
    expect((await kerf(['fit', PENGUINS, '--target', 'species', '--report', path])).code).toBe(0)
    expect(await faultsOf(path)).toEqual([])
  })

  test.each(['species', 'body_mass_g'])('of drift with the target %s, as kerf drift writes it', async (target) => {
    const [saved, path] = [join(folder, `${target}.json`), join(folder, `${target}-drift.html`)]
    expect((await kerf(['fit', PENGUINS, '--target', target, '-o', saved])).code).toBe(0)
    const flags = ['--where', "island = 'Biscoe'", '--report', path]
    expect((await kerf(['drift', saved, PENGUINS, ...flags])).code).toBe(0)
    expect(await faultsOf(path)).toEqual([])
  })

  test.each(['species', 'body_mass_g'])('of methods compared for %s, as kerf compare writes it', async (target) => {
    const path = join(folder, `${target}-compared.html`)
    expect((await kerf(['compare', PENGUINS, '--target', target, '--report', path])).code).toBe(0)
    expect(await faultsOf(path)).toEqual([])
  })

  test('can be read without scripts, and leads from the list to a column', async () => {
    const path = join(folder, 'plain.html')
    writeFileSync(path, await renderReport(await TABLES.iris()))
    const { page } = await opened(path, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.click('table.sum a >> nth=1')
    expect(page.url()).toMatch(/#c2$/)
    expect(await page.locator('#c2 figure > svg').count()).toBe(3)
    await page.context().close()
  })

  test('of 500 columns opens in less than 3 s', async () => {
    const path = join(folder, 'many.html')
    writeFileSync(path, await renderReport(await manyColumns(500, 200)))
    const start = performance.now()
    const { page, said } = await opened(path, SCREENS['a phone'])
    await page.screenshot()
    expect(performance.now() - start).toBeLessThan(3000)
    expect(said).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.context().close()
  })
})

/** Data sets of a folder that is named in KERF_DATA. */
const DATA = process.env['KERF_DATA'] ?? ''
const SETS: Readonly<Record<string, readonly string[]>> = {
  iris: ['--target', 'species'],
  titanic: ['--target', 'Survived'],
  heloc: ['--target', 'RiskPerformance', '--event', 'Bad', '--special', '-9,-8,-7'],
  'california-housing': ['--target', 'median_house_value'],
}
const present = Object.keys(SETS).filter((set) => DATA !== '' && existsSync(join(DATA, set, `${set}.csv`)))

describe.runIf(present.length > 0)('a report of a data set', () => {
  test.each(present)('%s has no fault on any screen or on paper', async (set) => {
    const path = join(folder, `data-${set}.html`)
    const { code, err } = await kerf(['fit', join(DATA, set, `${set}.csv`), ...SETS[set], '--report', path])
    expect(code, err).toBe(0)
    expect(statSync(path).size).toBeLessThan(400_000)
    expect(await faultsOf(path)).toEqual([])
  })
})
