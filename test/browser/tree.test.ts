import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lengths, species } from '../../scripts/docs/iris.mjs'
import { treePage } from '../../src/reports/html/tree/tree-page.ts'
import { treeSvg } from '../../src/reports/html/tree/tree-svg.ts'
import { growTree } from '../../src/trees/grow/grow-tree.ts'
import { treeScores } from '../../src/trees/tree-scores.ts'
import { randomTree } from '../trees/random-tree.ts'
import { launch } from './chromium.ts'
import { accessFaults, layoutFaults } from './faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-tree-'))
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How well a tree predicts, for the table on its page. */
const SCORES = treeScores(growTree({ ...lengths, species }, { target: 'species' }), { ...lengths, species })

const TREES = {
  iris: growTree({ ...lengths, species }, { target: 'species', source: 'iris.csv' }),
  'a large tree of odd names': randomTree(3, 7),
}

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  'a desk, light': { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  'a desk, dark': { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  'a phone': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
}

function saved(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return pathToFileURL(path).href
}

/** Opens a page and collects what it says, asks for and throws. */
async function opened(address: string, screen: BrowserContextOptions): Promise<{ page: Page; said: string[] }> {
  const page = await (await browser.newContext(screen)).newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) said.push(`request: ${request.url()}`)
  })
  await page.goto(address)
  return { page, said }
}

/** Boxes of nodes that are seen, or could be by scrolling. */
async function seenBoxes(page: Page): Promise<number> {
  return page.evaluate(`[...document.querySelectorAll('figure rect')].filter((box) => box.checkVisibility()).length`)
}

describe('the page of a tree in Chromium', () => {
  test.each(Object.keys(TREES))('of %s has no fault on any screen', async (name) => {
    const address = saved(
      'tree.html',
      treePage(TREES[name as keyof typeof TREES], { scores: { training: SCORES, test: SCORES } }),
    )
    const faults: string[] = []
    for (const [where, screen] of Object.entries(SCREENS)) {
      const { page, said } = await opened(address, screen)
      await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
      const found = [...(await layoutFaults(page)), ...(await accessFaults(page, null)), ...said]
      faults.push(...found.map((fault) => `on ${where}: ${fault}`))
      await page.context().close()
    }
    expect(faults).toEqual([])
  })

  test('opens folded parts by click and by keyboard, goes back, and shows at most 60 nodes all the way', async () => {
    const { page, said } = await opened(saved('open.html', treePage(TREES['a large tree of odd names'])), {
      javaScriptEnabled: true,
      viewport: { width: 1280, height: 900 },
    })
    expect(await seenBoxes(page)).toBeGreaterThan(30)
    expect(await seenBoxes(page)).toBeLessThanOrEqual(60)
    const first = page.locator('.whole figure a').first()
    const label = await first.textContent()
    const hidden = Number(/… ([\d,]+) more/.exec(label ?? '')?.[1])
    await first.click()
    expect(page.url()).toMatch(/#t[\d-]+$/)
    // The node itself and what it hid; branches without rows may be one box.
    const boxes = await seenBoxes(page)
    expect(boxes).toBeGreaterThan(2)
    expect(boxes).toBeLessThanOrEqual(Math.min(60, hidden + 1))
    expect(await layoutFaults(page)).toEqual([])
    expect(await page.locator('.view:target nav a').first().textContent()).toBe('the whole tree')
    await page.goBack()
    expect(await seenBoxes(page)).toBeGreaterThan(30)
    // From the figure on, the next stop of the keyboard is its first folded part.
    await page.locator('.whole figure').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(page.url()).toMatch(/#t[\d-]+$/)
    await page.locator('.view:target nav a').first().focus()
    await page.keyboard.press('Enter')
    expect(page.url()).toMatch(/#whole$/)
    expect(await seenBoxes(page)).toBeGreaterThan(30)
    expect(said).toEqual([])
    await page.context().close()
  })

  test('every part that can be opened keeps its texts apart', async () => {
    const { page } = await opened(
      saved('all.html', treePage(TREES['a large tree of odd names'])),
      SCREENS['a desk, light'],
    )
    const ids: string[] = await page.evaluate(`[...document.querySelectorAll('.view')].map((view) => view.id)`)
    const faults: string[] = []
    for (const id of ids) {
      await page.evaluate(`location.hash = ${JSON.stringify(id)}`)
      expect(await seenBoxes(page)).toBeLessThanOrEqual(60)
      faults.push(...(await layoutFaults(page)).map((fault) => `${id}: ${fault}`))
      const cut: boolean = await page.evaluate(`[...document.querySelectorAll('figure.tree')].some((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)`) // prettier-ignore
      if (cut) faults.push(`${id}: is wider than the window`)
    }
    expect(ids.length).toBeGreaterThan(10)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('on paper is a picture that fits, in light colours', async () => {
    const { page } = await opened(saved('paper.html', treePage(TREES.iris)), {
      viewport: { width: 688, height: 1000 },
      colorScheme: 'dark',
    })
    await page.emulateMedia({ media: 'print' })
    expect(await layoutFaults(page)).toEqual([])
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    const width = await page.evaluate(`document.querySelector('figure svg').getBoundingClientRect().right`)
    expect(width).toBeLessThanOrEqual(688)
    await page.context().close()
  })
})

describe('the picture of a tree in Chromium', () => {
  test.each(Object.entries(TREES))('of %s keeps its texts apart and inside', async (_, tree) => {
    const page = await (await browser.newContext(SCREENS['a desk, light'])).newPage()
    await page.setContent(`<figure style="margin:0">${treeSvg(tree)}</figure>`)
    const faults = (await layoutFaults(page)).filter((fault) => !fault.startsWith('the page is'))
    expect(faults).toEqual([])
    await page.context().close()
  })
})
