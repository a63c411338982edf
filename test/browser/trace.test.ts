import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutStability } from '../../src/binning/curves/cut-stability.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { binsCurve } from '../../src/binning/curves/bins-curve.ts'
import { tracePage, treeTracePage } from '../../src/reports/html/index.ts'
import { treePage } from '../../src/reports/html/tree/tree-page.ts'
import { sizeCurve } from '../../src/trees/prune/size-curve.ts'
import { traceTrial } from '../../src/trees/trace/trace-pruning.ts'
import type { TreeStep } from '../../src/trees/trace/tree-steps.ts'
import { HOSTILE, irisTable, longColumn, petals, stepsOf } from '../reports/trace/traces.ts'
import { launch } from './chromium.ts'
import { accessFaults, layoutFaults } from './faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-trace-'))
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }
const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  'a desk, light': DESK,
  'a phone, dark, still': { viewport: { width: 400, height: 860 }, colorScheme: 'dark', reducedMotion: 'reduce' },
}

/** Opens a page and collects what it says, asks for and throws. */
async function opened(
  name: string,
  html: string,
  screen: BrowserContextOptions,
): Promise<{ page: Page; said: string[] }> {
  const path = join(folder, `${name}.html`)
  writeFileSync(path, html)
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

const stability = cutStability(petals('species'), { method: mdlp }, { resamples: 20 })
const bins = binsCurve(petals('species'), { most: 4, resamples: 4 })
const grown: TreeStep[] = []
const { tree } = traceTrial(irisTable(), { target: 'species', seed: 2 }, (step) => grown.push(step))
const PAGES: Readonly<Record<string, string>> = {
  mdlp: tracePage(stepsOf(petals('species'), 'mdlp'), { column: 'petal_length', target: 'species', stability, bins }),
  tree: treeTracePage(grown, { target: tree.target, source: 'iris.csv' }),
  'size of a tree': treePage(tree, { sizes: sizeCurve(irisTable(), { target: 'species' }) }),
  'chi-merge': tracePage(stepsOf(petals('species'), 'chi-merge'), { column: 'petal_length', target: 'species' }),
  chi2: tracePage(stepsOf(petals('species'), 'chi2')),
  caim: tracePage(stepsOf(petals('species'), 'caim')),
  optimal: tracePage(stepsOf(petals('species'), 'optimal')),
  modl: tracePage(stepsOf(petals('species'), 'modl')),
  'k-means': tracePage(stepsOf(petals(null), 'k-means', { bins: 4 })),
  'equal-frequency': tracePage(stepsOf(petals('species'), 'equal-frequency', { bins: 4 })),
  'equal-width': tracePage(stepsOf(petals(null), 'equal-width', { bins: 10 })),
  variance: tracePage(stepsOf(petals('petal_width'), 'variance'), { target: 'petal_width' }),
  'odd names': tracePage(stepsOf(longColumn(80, [HOSTILE, 'b', 'a class with a very long name indeed', 'd', 'e', 'f', 'g', 'h', 'i', 'j']), 'mdlp'), { column: HOSTILE, target: HOSTILE, source: HOSTILE, title: HOSTILE }), // prettier-ignore
}

/** What is wrong on a page, step by step. */
async function stepFaults(page: Page, rules: readonly string[] | null): Promise<string[]> {
  const faults: string[] = []
  const scenes = Math.max(1, await page.locator('.scene').count())
  for (let i = 0; i < scenes; i++) {
    const title = await page.locator('.scene:visible h2, .sizes h2').first().textContent()
    faults.push(...(await layoutFaults(page)).map((fault) => `step ${i + 1} "${title}": ${fault}`))
    // One look at each kind of picture is enough for what takes long.
    if (i === Math.min(2, scenes - 1)) faults.push(...(await accessFaults(page, rules)))
    await page.keyboard.press('ArrowRight')
  }
  return faults
}

describe('the page of a trace in Chromium', () => {
  test.each(Object.keys(PAGES))('of %s has no fault at any step on any screen', async (name) => {
    const faults: string[] = []
    for (const [where, screen] of Object.entries(SCREENS)) {
      const { page, said } = await opened(name.replaceAll(' ', '-'), PAGES[name], screen)
      const found = [
        ...(await stepFaults(page, where.includes('dark') ? ['color-contrast', 'target-size'] : null)),
        ...said,
      ]
      faults.push(...found.map((fault) => `on ${where}: ${fault}`))
      expect(await page.title()).not.toBe('harm')
      await page.context().close()
    }
    expect(faults).toEqual([])
  })

  test('moves by keys, buttons, slider and links, and says where it is', async () => {
    const { page, said } = await opened('moves', PAGES.mdlp, DESK)
    const title = async (): Promise<string | null> => page.locator('.scene:visible h2').textContent()
    expect(await page.locator('.scene:visible').count()).toBe(1)
    expect(await title()).toBe('The column')
    expect(await page.locator('#said').textContent()).toBe('')
    await page.keyboard.press('ArrowRight')
    expect(await title()).toBe('Try one place: 4.75')
    expect(await page.locator('#said').textContent()).toMatch(/^Try one place: 4\.75\. As an example/)
    expect(await page.locator('#count').textContent()).toBe('Step 2 of 10')
    await page.keyboard.press('End')
    expect(await title()).toBe('Done: 2 cuts, 3 bins')
    expect(await page.locator('#next').isDisabled()).toBe(true)
    await page.keyboard.press('Home')
    await page.click('#next')
    await page.click('#next')
    expect(await title()).toBe('Where would one cut tell most?')
    expect(page.url()).toMatch(/#s3$/)
    await page.locator('#at').focus()
    await page.keyboard.press('ArrowRight')
    expect(await title()).toBe('Cut at 2.45')
    await page.locator('#at').fill('5')
    expect(await title()).toBe('Look at the part 3 – 6.9')
    await page.evaluate(`document.querySelector('details').open = true`)
    await page.click('.steps a >> nth=6')
    // Browsers tell of another place in the address a moment later.
    await expect.poll(title).toBe('Cut at 4.75')
    expect(said).toEqual([])
    await page.context().close()
  })

  test('plays by itself when asked to, to the end, and stops', async () => {
    const { page } = await opened('plays', PAGES.caim, DESK)
    await page.selectOption('#speed', '500')
    await page.locator('body').press(' ')
    expect(await page.locator('#go').textContent()).toBe('Pause')
    await page.locator('#go', { hasText: 'Play' }).waitFor()
    expect(await page.locator('#count').textContent()).toBe('Step 5 of 5')
    await page.context().close()
  })

  test('without scripts shows all steps', async () => {
    const { page } = await opened('still', PAGES.mdlp, { ...DESK, javaScriptEnabled: false })
    expect(await page.locator('.scene:visible').count()).toBe(10)
    expect(await page.locator('.play:visible').count()).toBe(0)
    await page.context().close()
  })

  test('another script does not run, wherever it stands', async () => {
    const html = PAGES.mdlp.replace('</main>', '<script>document.title = "harm"</script><img src="x" onerror="document.title=\'harm\'"></main>') // prettier-ignore
    const { page, said } = await opened('foreign', html, DESK)
    await page.keyboard.press('ArrowRight')
    expect(await page.title()).toBe('How mdlp cuts petal_length')
    expect(said.filter((one) => /Refused|violates/i.test(one)).length).toBeGreaterThan(0)
    await page.context().close()
  })
})
