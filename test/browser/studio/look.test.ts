import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessFaults } from '../faults.ts'
import { showView } from './panels-page.ts'
import { sample, startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

const VIEWS = ['Column', 'Follow', 'Tree', 'Ranges', 'Stream', 'Drift']

/** Whatever of the page lies beyond the screen without a box of its own to scroll in. */
async function beyond(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}

describe.each([
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 400, theme: 'light' },
  { width: 400, theme: 'dark' },
] as const)('Studio at $width pixels in the $theme', ({ width, theme }) => {
  test('shows every view without a fault of access, and nothing beyond the screen', async () => {
    const { page, faults } = await studio.open({
      viewport: { width, height: 800 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    await page.setInputFiles('input[type=file]', sample('penguins.csv'))
    await page.locator('.handle').first().waitFor()
    for (const view of VIEWS) {
      await showView(page, view)
      await page.locator('main section').first().waitFor()
      if (view === 'Column') await page.getByRole('button', { name: 'Why here?' }).click()
      if (view === 'Column') await page.locator('.why .facts li').nth(1).waitFor()
      expect(await accessFaults(page, null), view).toEqual([])
      expect(await beyond(page), view).toBeLessThanOrEqual(0)
    }
    await page.keyboard.press('s')
    await page.getByRole('dialog').waitFor()
    expect(await accessFaults(page, null), 'Take away').toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('what stands still', () => {
  test('the first change moves neither the chart nor the numbers below it', async () => {
    const { page, faults } = await studio.open()
    await page.setInputFiles('input[type=file]', sample('penguins.csv'))
    const handle = page.locator('.handle').first()
    await handle.waitFor()
    const places = async (): Promise<(number | undefined)[]> =>
      Promise.all(['.top', '.tabs', '.chart', '.cutbar', '.bins'].map(async (one) => (await page.locator(one).boundingBox())?.y)) // prettier-ignore
    const before = await places()
    await handle.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('changed by you').waitFor()
    expect(await places()).toEqual(before)
    expect(await beyond(page)).toBeLessThanOrEqual(0)
    const end = await page.locator('.top .end').boundingBox()
    expect(end!.x + end!.width).toBeLessThanOrEqual(1280)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('Enter in the list goes to the first cut, and the formats are gone through by arrows', async () => {
    const { page, faults } = await studio.open()
    await page.setInputFiles('input[type=file]', sample('penguins.csv'))
    await page.locator('[data-column=beak_length_mm]').press('Enter')
    await expect
      .poll(() => page.evaluate('String(document.activeElement.getAttribute("aria-label"))'))
      .toMatch(/^Cut 1 of/)
    await page.keyboard.press('s')
    await page.getByRole('dialog').waitFor()
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('radio', { name: 'SQL' }).isChecked()).toBe(true)
    expect(faults).toEqual([])
    await page.context().close()
  })
})
