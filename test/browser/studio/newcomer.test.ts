import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { random } from '../../../src/index.ts'
import { layoutFaults } from '../faults.ts'
import { startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

const column = (page: Page, name: string): Locator => page.locator(`.columns [data-column="${name}"]`)

/** Presses, moves and waits as one who has never seen the page: only what is written on it is used. */
test('someone new bins a file, moves a cut, reads why it was there and takes the SQL home', async () => {
  const { page, faults } = await studio.open()
  const begun = performance.now()
  let clicks = 0
  const click = async (what: Locator): Promise<void> => {
    clicks++
    await what.click()
  }
  await click(page.getByRole('button', { name: /^Credit/ }))
  // Target, event and method were chosen, and say so.
  await page.locator('.handle').first().waitFor()
  expect(await page.getByLabel('target').inputValue()).toBe('default')
  expect(await page.getByLabel('method for all').inputValue()).toBe('mdlp')

  await click(column(page, 'age'))
  await page.getByRole('region', { name: 'Column age' }).waitFor()
  await click(column(page, 'utilization'))
  const region = page.getByRole('region', { name: 'Column utilization' })
  await region.getByText('Drag a cut, or double-click where one should be.').waitFor()
  const listed = await page.locator('.columns .name').allTextContents()

  clicks++
  const handle = page.getByRole('slider', { name: 'Cut 1 of' })
  const first = await handle.getAttribute('aria-valuenow')
  const box = (await handle.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 4]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y, { steps: 5 })
  await region.getByText(/^moves \d+ rows?; gain/).waitFor()
  await page.mouse.up()
  await region.getByText('changed by you').waitFor()
  expect(await handle.getAttribute('aria-valuenow')).not.toBe(first)
  // The list does not jump away under the hand.
  expect(await page.locator('.columns .name').allTextContents()).toEqual(listed)

  await click(region.getByRole('button', { name: 'Why here?' }))
  const why = page.getByRole('region', { name: /^Why/ })
  await why.getByText(/Set by hand; mdlp cut at/).waitFor()

  await click(page.getByRole('button', { name: 'Take away' }))
  await click(page.getByRole('radio', { name: 'SQL', exact: true }))
  const saved = page.waitForEvent('download')
  await click(page.getByRole('button', { name: 'Save', exact: true }))
  expect((await saved).suggestedFilename()).toBe('credit.duckdb.sql')

  expect(clicks).toBeLessThanOrEqual(8)
  expect(performance.now() - begun).toBeLessThan(180_000)
  expect(faults).toEqual([])
  await page.context().close()
})

/** Files that are not like the samples. */
function oddFiles(): Record<string, { text: string; target: string; column: string }> {
  const { next, normal } = random(5)
  const rows = (count: number, row: () => string): string => Array.from({ length: count }, row).join('\n')
  const names = Array.from({ length: 299 }, (_, i) => `measurement_number_${i}_of_the_sensor`)
  return {
    'prices.csv': {
      text: `rooms,price\n${rows(300, () => {
        const rooms = 1 + Math.floor(next() * 8)
        return `${rooms},${(50_000 * rooms + 20_000 * normal()).toFixed(2)}`
      })}`,
      target: 'price',
      column: 'rooms',
    },
    'dates.csv': {
      text: `signed,churn\n${rows(300, () => {
        const month = 1 + Math.floor(next() * 12)
        const day = 10 + Math.floor(next() * 18)
        return `2025-${String(month).padStart(2, '0')}-${day},${next() < (month < 7 ? 0.7 : 0.2) ? 'yes' : 'no'}`
      })}`,
      target: 'churn',
      column: 'signed',
    },
    'one.csv': { text: `x\n${rows(200, () => normal().toFixed(4))}`, target: '', column: 'x' },
    'wide.csv': {
      text: `${names.join(',')},fault\n${rows(200, () => {
        const fault = next() < 0.4
        return [...names.map((_, i) => (normal() + (fault && i === 42 ? 2 : 0)).toFixed(3)), fault ? 'yes' : 'no'].join(
          ',',
        )
      })}`,
      target: 'fault',
      column: 'measurement_number_42_of_the_sensor',
    },
  }
}

describe('files unlike the samples', () => {
  test.each(Object.entries(oddFiles()))('%s opens with cuts that can be moved', async (name, file) => {
    const { page, faults } = await studio.open()
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(file.text) })
    await page.locator('.columns .item').first().waitFor({ timeout: 30_000 })
    if ((await page.getByLabel('target').inputValue()) !== file.target) {
      await page.getByLabel('target').selectOption(file.target)
    }
    await column(page, file.column).click()
    const handle = page.getByRole('slider', { name: 'Cut 1 of' })
    await handle.focus()
    const before = await handle.getAttribute('aria-valuenow')
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight')
        return handle.getAttribute('aria-valuenow')
      })
      .not.toBe(before)
    // The whole of the number is in its field.
    const cut = "document.querySelector('#cut-value')"
    expect(await page.evaluate(`${cut}.scrollWidth <= ${cut}.clientWidth`)).toBe(true)
    expect(await layoutFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })
})
