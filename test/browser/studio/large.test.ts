import { mkdtempSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '../../../src/index.ts'
import { dragFrames } from './drag-frames.ts'
import { startStudio, type Studio } from './studio-page.ts'

const ROWS = 1_000_000
/** Seconds that opening may take, and milliseconds of the longest task in the thread of the page. */
const MOST_SECONDS = 15
const LONGEST_TASK = 200
const LEAST_FRAMES = 30
/** The best of so many counts: another program may have the machine for a moment. */
const TRIES = 3

let studio: Studio
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-large-'))
  await writeLarge(join(folder, 'large.csv'))
  studio = await startStudio()
}, 120_000)
afterAll(async () => {
  await studio.close()
  rmSync(folder, { recursive: true })
})

/** Ten columns: eight of numbers with many different values, a category, and the class that some of them tell. */
async function writeLarge(path: string): Promise<void> {
  const { next, normal } = random(22)
  const file = await openFile(path, 'w')
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'region', 'bought']
  await file.write(`${names.join(',')}\n`)
  for (let done = 0; done < ROWS; done += 10_000) {
    const lines: string[] = []
    for (let i = 0; i < 10_000; i++) {
      const bought = next() < 0.3
      const numbers = Array.from({ length: 8 }, (_, j) => (normal() + (bought && j < 4 ? 0.2 * (j + 1) : 0)).toFixed(5))
      lines.push(`${numbers.join(',')},r${Math.floor(next() * 12)},${bought ? 'yes' : 'no'}\n`)
    }
    await file.write(lines.join(''))
  }
  await file.close()
}

/** Opens the file in a page of its own. Text that runs in the page notes the longest task of its thread. */
async function openLarge(): Promise<{ page: Page; faults: string[]; seconds: number; longest: number }> {
  const { page, faults } = await studio.open()
  await page.evaluate(`
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ type: 'longtask' })
  `)
  const begun = performance.now()
  await page.setInputFiles('input[type=file]', join(folder, 'large.csv'))
  await page.getByText(/rows read/).waitFor()
  expect(await page.getByRole('progressbar').count()).toBe(1)
  await page.getByRole('button', { name: /^d / }).waitFor({ timeout: 60_000 })
  const seconds = (performance.now() - begun) / 1000
  // The editor of the column is fetched too.
  await expect.poll(() => page.getByRole('button', { name: 'Add cut' }).isEnabled(), { timeout: 20_000 }).toBe(true)
  await page.waitForTimeout(1000)
  return { page, faults, seconds, longest: await page.evaluate<number>('window.longest') }
}

test('a million rows of ten columns open while the page responds, and a cut is dragged without a jerk', async () => {
  const least = { seconds: Infinity, longest: Infinity }
  let rate = 0
  for (let tries = 0; tries < TRIES; tries++) {
    const { page, faults, seconds, longest } = await openLarge()
    least.seconds = Math.min(least.seconds, seconds)
    expect(await page.getByRole('banner').textContent()).toContain('1,000,000 rows')
    expect(await page.getByRole('region', { name: 'Column d', exact: true }).count()).toBe(1)
    for (let drags = 0; drags < 2 && rate < LEAST_FRAMES; drags++) {
      const { frames, places, redrawn } = await dragFrames(page)
      expect(places).toBeGreaterThan(30)
      expect(redrawn).toBe(0)
      rate = Math.max(rate, frames)
    }
    const dragged = await page.evaluate<number>('window.longest')
    console.log(
      `opened in ${seconds.toFixed(1)} s, longest task ${longest.toFixed(0)} ms, then ${dragged.toFixed(0)} ms; dragged at ${rate.toFixed(0)} frames a second`,
    )
    least.longest = Math.min(least.longest, dragged)
    expect(faults).toEqual([])
    await page.context().close()
    if (least.seconds < MOST_SECONDS && least.longest < LONGEST_TASK && rate >= LEAST_FRAMES) break
    // Whatever else has the machine may be done by then.
    await new Promise((resolve) => setTimeout(resolve, 10_000))
  }
  expect(least.seconds).toBeLessThan(MOST_SECONDS)
  expect(least.longest).toBeLessThan(LONGEST_TASK)
  expect(rate).toBeGreaterThanOrEqual(LEAST_FRAMES)
}, 300_000)
