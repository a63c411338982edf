import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSite } from '../../scripts/site/make-site.mjs'
import { launch } from './chromium.ts'
import { accessFaults } from './faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-site-'))
const pages = makeSite(folder)
const addressOf = (page: string): string => new URL(page, pathToFileURL(`${folder}/`)).href
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const PHONE: BrowserContextOptions = { viewport: { width: 400, height: 800 }, colorScheme: 'light' }
const DARK: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }

/** A tab, and what it says, throws and asks for outside the folder while pages are opened in it. */
async function tab(screen: BrowserContextOptions): Promise<{ page: Page; said: string[] }> {
  const page = await (await browser.newContext(screen)).newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(`${page.url()} console: ${message.text()}`))
  page.on('pageerror', (error) => said.push(`${page.url()} error: ${error.message}`))
  page.on('requestfailed', (request) => said.push(`${page.url()} not there: ${request.url()}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(addressOf(''))) said.push(`${page.url()} request: ${request.url()}`)
  })
  return { page, said }
}

/** Where the links of an open page lead, its anchors, and how wide it is. Text, because it runs in the page. */
const LOOK = `({
  links: [...document.querySelectorAll('a[href]')].map((link) => link.href),
  ids: [...document.querySelectorAll('[id]')].map((element) => element.id),
  wide: document.documentElement.scrollWidth,
  pictures: [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src),
})`

interface Look {
  readonly links: readonly string[]
  readonly ids: readonly string[]
  readonly wide: number
  readonly pictures: readonly string[]
}

describe('the site', () => {
  test('has no dead link, no error, no request elsewhere, and fits a phone', async () => {
    const { page, said } = await tab(PHONE)
    const looks = new Map<string, Look>()
    for (const one of pages) {
      await page.goto(addressOf(one))
      looks.set(addressOf(one), await page.evaluate<Look>(LOOK))
    }
    expect(said).toEqual([])
    const dead = (link: string): boolean => {
      if (!link.startsWith('file:')) return !link.startsWith('https://')
      const [address, anchor] = link.split('#')
      if (anchor !== undefined) return looks.get(address)?.ids.includes(decodeURIComponent(anchor)) !== true
      return !existsSync(fileURLToPath(address))
    }
    const found = [...looks].flatMap(([from, { links }]) => links.filter(dead).map((link) => `${from}: ${link}`))
    expect(found).toEqual([])
    expect([...looks].flatMap(([from, { pictures }]) => pictures.map((picture) => `${from}: ${picture}`))).toEqual([])
    expect([...looks].filter(([, { wide }]) => wide > 400).map(([from, { wide }]) => `${from}: ${wide}`)).toEqual([])
    // Every page can be reached from the first.
    const reached = new Set([addressOf('index.html')])
    for (const from of reached) for (const link of looks.get(from)?.links ?? []) reached.add(link.split('#')[0])
    expect(pages.map(addressOf).filter((address) => !reached.has(address))).toEqual([])
  })

  test.each([
    ['makeEditor', 'reference/kerf.html#makeeditor'],
    ['equal frequency', 'methods/equal-frequency.html'],
    ['stop signal', 'reference/kerf.html'],
  ])('finds %s', async (words, address) => {
    const { page, said } = await tab(DARK)
    await page.goto(addressOf('methods/mdlp.html'))
    await page.fill('input[type=search]', words)
    await page.waitForSelector('#found a')
    const links = await page.evaluate<string[]>(`[...document.querySelectorAll('#found a')].map(({ href }) => href)`)
    expect(links.some((link) => link.startsWith(addressOf(address)))).toBe(true)
    expect(said).toEqual([])
  })

  test('opens the first that is found, and says when nothing is', async () => {
    const { page } = await tab(PHONE)
    await page.goto(addressOf('methods/mdlp.html'))
    await page.fill('input[type=search]', 'no such words anywhere')
    await page.waitForSelector('#found:not([hidden])')
    expect(await page.textContent('#found')).toBe('Nothing found.')
    await page.fill('input[type=search]', 'makeEditor')
    await page.waitForSelector('#found a')
    await page.press('input[type=search]', 'Enter')
    await page.waitForURL(addressOf('reference/kerf.html#makeeditor'))
  })

  test.each([
    ['light', PHONE],
    ['dark', DARK],
  ])('can be read by everyone, %s', async (_, screen) => {
    const { page } = await tab(screen)
    for (const one of ['index.html', 'methods/mdlp.html', 'reference/html.html']) {
      await page.goto(addressOf(one))
      expect(await accessFaults(page, null)).toEqual([])
    }
  })
})

test('a folder of other files is left alone', () => {
  const other = mkdtempSync(join(tmpdir(), 'kerf-other-'))
  writeFileSync(join(other, 'letter.txt'), 'dear all')
  expect(() => makeSite(other)).toThrow('has files that are no site; name an empty or a new folder')
  expect(existsSync(join(other, 'letter.txt'))).toBe(true)
  rmSync(other, { recursive: true })
})
