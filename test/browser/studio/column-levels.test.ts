import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binLines, openColumn } from './column-page.ts'
import { startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

const groups = async (page: Page): Promise<string[]> =>
  (await binLines(page)).map(([label, rows]) => `${label}: ${rows}`)

describe('levels', () => {
  test('are dragged between groups, moved by keys and by menu, and all of it is undone', async () => {
    const { page, faults } = await studio.open()
    await openColumn(page, 'penguins.csv', 'island')
    await expect.poll(() => groups(page)).toEqual(['Biscoe: 168', 'Dream: 124', 'Torgersen: 52'])
    const chip = page.getByRole('button', { name: 'Torgersen', exact: true })
    const [from, to] = [(await chip.boundingBox())!, (await page.getByLabel('Group Dream').boundingBox())!]
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + 300, to.y + to.height / 2, { steps: 6 })
    expect(await page.getByLabel('Group Dream').getAttribute('class')).toContain('over')
    await page.mouse.up()
    await expect.poll(() => groups(page)).toEqual(['Biscoe: 168', 'Dream, Torgersen: 176'])
    await page.getByRole('button', { name: 'Dream', exact: true }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => groups(page)).toEqual(['Biscoe, Dream: 292', 'Torgersen: 52'])
    await page.getByRole('button', { name: 'Biscoe', exact: true }).click()
    await page.locator('.levelmenu select').selectOption('a new group')
    await expect.poll(() => groups(page)).toEqual(['Dream: 124', 'Torgersen: 52', 'Biscoe: 168'])
    await page.getByRole('checkbox', { name: 'Choose Dream' }).check()
    await page.getByRole('checkbox', { name: 'Choose Biscoe' }).check()
    await page.getByRole('button', { name: 'Merge 2 groups' }).click()
    await expect.poll(async () => (await groups(page)).length).toBe(2)
    const undo = page.getByRole('button', { name: 'Undo' })
    for (let i = 0; i < 4; i++) await undo.click()
    await expect.poll(() => groups(page)).toEqual(['Biscoe: 168', 'Dream: 124', 'Torgersen: 52'])
    await expect.poll(() => undo.isDisabled()).toBe(true)
    expect(faults).toEqual([])
  })

  test('missing values have a bar and a policy', async () => {
    const { page, faults } = await studio.open()
    await openColumn(page, 'penguins.csv', 'beak_length_mm')
    const policy = page.getByLabel('What becomes of missing values')
    await policy.waitFor()
    expect(await page.locator('.chart > svg').textContent()).toContain('missing')
    await policy.selectOption('nearest')
    await expect.poll(() => page.locator('.asides').textContent()).toContain('2 rows, counted with')
    expect(await page.getByRole('button', { name: 'Undo' }).getAttribute('title')).toBe(
      'Undo: send missing values of beak_length_mm to nearest (Z)',
    )
    await policy.selectOption('error')
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('edit: 2 missing values, and the policy for them is error')
    expect(faults).toEqual([])
  })
})
