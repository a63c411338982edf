import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessFaults } from '../faults.ts'
import { cutsRead, openColumn } from './column-page.ts'
import { startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

/** In the page: parts of the column that leave the screen, other than those that scroll inside themselves. */
const TOO_WIDE = `[...document.querySelectorAll('.column *')]
  .filter((one) => one.closest('.scroll, svg, .sr') === null && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 80))`

describe('one column', () => {
  test.each([
    ['light', 1280],
    ['dark', 400],
  ] as const)('is open to everybody: %s, %i pixels wide', async (colorScheme, width) => {
    const { page, faults } = await studio.open({ colorScheme })
    await openColumn(page, 'penguins.csv', 'flipper_length_mm')
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await cutsRead(page)).length).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('slider', { name: 'Cut 1 of' }).focus()
    await page.keyboard.press('w')
    await page.keyboard.press('2')
    await page.locator('.whychart').waitFor()
    await page.locator('.versus b').first().waitFor()
    expect(await accessFaults(page, null)).toEqual([])
    expect(await page.evaluate(TOO_WIDE)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator('[data-column=island]').click()
    await page.setViewportSize({ width, height: 900 })
    await page.locator('.group.new').waitFor()
    expect(await accessFaults(page, null)).toEqual([])
    expect(await page.evaluate(TOO_WIDE)).toEqual([])
    expect(faults).toEqual([])
  })
})
