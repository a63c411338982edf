import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binningTable } from '../../../src/index.ts'
import { cutScores } from '../../../src/explain/index.ts'
import { binLines, cutSample, cutsRead, expectBins, openColumn } from './column-page.ts'
import { startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

const PETALS = [2.45, 4.75]

async function openPetals(): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await studio.open()
  await openColumn(page, 'iris.csv', 'petal_length')
  await expect.poll(() => cutsRead(page)).toHaveLength(2)
  await page.getByRole('button', { name: 'Add cut' }).isEnabled()
  return { page, faults }
}

/** Takes the handle of a cut and moves it by so many pixels, without letting go. */
async function pull(page: Page, name: string, by: number, down = 0): Promise<void> {
  const box = (await page.getByRole('slider', { name }).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 150)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + by / 2, box.y + 150 + down / 2, { steps: 3 })
  await page.mouse.move(box.x + box.width / 2 + by, box.y + 150 + down, { steps: 3 })
}

describe('a cut', () => {
  test('is dragged, and every number is that of the library for the new place', async () => {
    const { page, faults } = await openPetals()
    await pull(page, 'Cut 2 of 2', 60)
    await expect
      .poll(() => page.locator('#cut-fault').textContent())
      .toMatch(/moves \d+ rows; gain \d\.\d+ → \d\.\d+; (?:still|no longer) clears/)
    await page.mouse.up()
    const handle = page.getByRole('slider', { name: 'Cut 2 of 2' })
    const cut = Number(await handle.getAttribute('aria-valuenow'))
    expect(cut).toBeGreaterThan(4.75)
    const expected = cutSample('iris.csv', 'petal_length', [2.45, cut])
    await expectBins(page, expected)
    const { total } = binningTable(expected, {
      kind: 'class',
      name: 'species',
      classes: ['setosa', 'versicolor', 'virginica'],
      event: null,
    })
    expect(await page.getByLabel('Numbers of the column').textContent()).toContain(total.gain!.toFixed(3))
    const { score, bar } = cutScores(expected)[1]
    expect(await handle.getAttribute('aria-valuetext')).toContain(
      `gain ${score!.toFixed(3)} bits between its neighbours, clears ${bar!.toFixed(3)}`,
    )
    expect((await handle.boundingBox())!.width).toBeGreaterThanOrEqual(32)
    expect(faults).toEqual([])
  })

  test('stops at its neighbour, goes back with Escape, and goes away when dragged off', async () => {
    const { page, faults } = await openPetals()
    await pull(page, 'Cut 2 of 2', -900)
    const handle = page.getByRole('slider', { name: 'Cut 2 of 2' })
    expect(Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(2.45)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expectBins(page, cutSample('iris.csv', 'petal_length', PETALS))
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true)
    await pull(page, 'Cut 2 of 2', 10, 400)
    await expect.poll(() => page.locator('#cut-fault').textContent()).toBe('let go to remove this cut')
    await page.mouse.up()
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45]))
    expect(faults).toEqual([])
  })

  test('is moved by keys from gap to gap, ten with Shift, and taken away', async () => {
    const { page, faults } = await openPetals()
    await page.getByRole('slider', { name: 'Cut 2 of 2' }).focus()
    await page.keyboard.press('ArrowRight')
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45, 4.85]))
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(async () => (await cutsRead(page))[1]).toContain('at 3.85')
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45, 3.85]))
    await page.keyboard.press('Delete')
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45]))
    expect(faults).toEqual([])
  })

  test('is typed as a number, and what cannot be is told', async () => {
    const { page, faults } = await openPetals()
    await page.getByRole('slider', { name: 'Cut 2 of 2' }).focus()
    await page.locator('#cut-value').fill('5.1')
    await page.locator('#cut-value').press('Enter')
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45, 5.1]))
    await page.locator('#cut-value').fill('1')
    await page.locator('#cut-value').press('Enter')
    await expect
      .poll(() => page.locator('#cut-fault').textContent())
      .toContain('to must lie between the neighbouring cuts 2.45 and Infinity, got 1')
    expect(faults).toEqual([])
  })

  test('is added by double click, by A where it tells most, and by Enter on the line', async () => {
    const { page, faults } = await openPetals()
    const box = (await page.locator('.chart').boundingBox())!
    await page.mouse.dblclick(box.x + box.width * 0.9, box.y + 200)
    await expect.poll(() => cutsRead(page)).toHaveLength(3)
    await page.keyboard.press('a')
    await expect.poll(() => cutsRead(page)).toHaveLength(4)
    await page.getByRole('slider', { name: /^Line of numbers/ }).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Enter')
    await expect.poll(() => cutsRead(page)).toHaveLength(5)
    const cuts = await page
      .getByRole('slider', { name: /^Cut/ })
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-valuenow'))))
    await expectBins(page, cutSample('iris.csv', 'petal_length', cuts))
    expect(faults).toEqual([])
  })

  test('is not added where it would part nothing, and the page says so', async () => {
    const { page, faults } = await openPetals()
    const middle = async (name: string): Promise<number> => {
      const { x, width } = (await page.getByRole('slider', { name }).boundingBox())!
      return x + width / 2
    }
    const [first, second] = [await middle('Cut 1 of 2'), await middle('Cut 2 of 2')]
    // 2.1 lies in the gap from 1.9 to 3, in the middle of which the cut 2.45 is.
    const place = first - ((second - first) / (4.75 - 2.45)) * 0.35
    const box = (await page.locator('.chart').boundingBox())!
    await page.mouse.dblclick(place, box.y + 200)
    const told = page.locator('#cut-fault')
    await expect
      .poll(() => told.textContent())
      .toBe('No value lies between this place and the cut at 2.45: one more would part nothing.')
    expect(await cutsRead(page)).toHaveLength(2)
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true)
    await page.getByRole('slider', { name: 'Cut 2 of 2' }).focus()
    await expect.poll(() => told.textContent()).toMatch(/^gain/)
    expect(faults).toEqual([])
  })

  test('goes when two bins are merged; bins have names', async () => {
    const { page, faults } = await openPetals()
    await page.getByLabel('Name of < 2.45').fill('short')
    await page.getByLabel('Name of < 2.45').press('Enter')
    await page.getByRole('checkbox', { name: 'Choose [2.45, 4.75)' }).check()
    await page.getByRole('checkbox', { name: 'Choose ≥ 4.75' }).check()
    await page.getByRole('button', { name: 'Merge 2 bins' }).click()
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45]))
    expect(await page.getByLabel('Name of < 2.45').inputValue()).toBe('short')
    expect(faults).toEqual([])
  })
})

describe('what was done', () => {
  test('is undone and redone by name, and the cuts of the method stay as ghosts', async () => {
    const { page, faults } = await openPetals()
    await page.getByRole('slider', { name: 'Cut 2 of 2' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45, 4.95]))
    const undo = page.getByRole('button', { name: 'Undo' })
    expect(await undo.getAttribute('title')).toBe('Undo: move cut of petal_length to 4.95 (Z)')
    expect(await page.locator('.ghost').count()).toBe(1)
    await undo.click()
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45, 4.85]))
    await undo.click()
    await expectBins(page, cutSample('iris.csv', 'petal_length', PETALS))
    expect(await page.locator('.ghost').count()).toBe(0)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45, 4.85]))
    // An edit after undo goes on from what is shown.
    await page.getByRole('slider', { name: 'Cut 1 of 2' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await binLines(page)).length).toBe(3)
    await page.getByRole('button', { name: 'Return to mdlp' }).click()
    await expectBins(page, cutSample('iris.csv', 'petal_length', PETALS))
    expect(faults).toEqual([])
  })
})
