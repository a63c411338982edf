import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageFolder, sample, startStudio, type Studio } from './studio-page.ts'

/** Bytes after gzip: of whatever is loaded until a CSV file is open and a column of it is shown, and of all files. */
const MOST_FIRST = 150_000
const MOST_ALL = 600_000
/** Milliseconds until something is on the screen, on loopback. */
const FIRST_PAINT = 1000

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

const packed = (name: string): number => gzipSync(readFileSync(join(pageFolder, name)), { level: 9 }).length

describe('the page', () => {
  test('is small', () => {
    const names = readdirSync(pageFolder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
    const all = names.reduce((sum, name) => sum + packed(name), 0)
    console.log(`all ${names.length} files: ${all} bytes packed`)
    expect(all).toBeLessThanOrEqual(MOST_ALL)
  })

  test('loads little until a CSV file is open and shown, and is on the screen at once', async () => {
    const { page, faults } = await studio.open()
    const loaded = new Set<string>()
    page.context().on('request', (request) => loaded.add(new URL(request.url()).pathname.slice(1)))
    await page.reload()
    const packedSoFar = (): number =>
      [...loaded].reduce((sum, name) => sum + packed(name === '' ? 'index.html' : name), 0)
    await page.waitForSelector('.samples svg')
    const first = packedSoFar()
    await page.setInputFiles('input[type=file]', sample('iris.csv'))
    await page.getByRole('banner').getByText('iris.csv').first().waitFor()
    await page.locator('.bars').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Add cut' }).isEnabled()).toBe(true)
    await page.waitForLoadState('networkidle')
    const paint = (await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)) as number
    const bytes = packedSoFar()
    console.log(
      `start page ${first} bytes packed, until a column is shown ${bytes}; first paint ${paint.toFixed(0)} ms`,
    )
    expect(bytes).toBeLessThanOrEqual(MOST_FIRST)
    expect(paint).toBeLessThan(FIRST_PAINT)
    expect(faults).toEqual([])
  })
})
