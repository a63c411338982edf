import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { equalFrequency, fitSummary, mdlp, optimal, summarize } from '../../../src/index.ts'
import { binsCurve } from '../../../src/explain/index.ts'
import { binsWords, cutReasons } from '../../../src/reports/index.ts'
import { cutSample, cutsRead, expectBins, openColumn, rowsOf } from './column-page.ts'
import { startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

const summary = summarize(...rowsOf('iris.csv', 'petal_length'))

describe('the method of a column', () => {
  test('is switched, its options are controls, and what is wrong stands beside them', async () => {
    const { page, faults } = await studio.open()
    await openColumn(page, 'iris.csv', 'petal_length')
    await page.locator('#method').selectOption('equal-frequency')
    await expectBins(page, fitSummary(summary, { method: equalFrequency }))
    await page.getByRole('button', { name: 'Options' }).click()
    await page.locator('#option-bins').fill('3')
    await page.locator('#option-bins').press('Enter')
    await expectBins(page, fitSummary(summary, { method: equalFrequency, bins: 3 }))
    await page.locator('#option-bins').fill('0')
    await page.locator('#option-bins').press('Enter')
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/bins must be .*, got 0/)
    await page.locator('#method').selectOption('mdlp')
    await page.locator('#option-preset').selectOption('kononenko')
    await expectBins(page, fitSummary(summary, { method: mdlp, preset: 'kononenko' }))
    const undo = page.getByRole('button', { name: 'Undo' })
    expect(await undo.getAttribute('title')).toBe('Undo: set preset of petal_length (Z)')
    await undo.click()
    await undo.click()
    await expectBins(page, fitSummary(summary, { method: equalFrequency, bins: 3 }))
    expect(faults).toEqual([])
  })

  test('is held against a second one on the same line of numbers', async () => {
    const { page, faults } = await studio.open()
    const column = await openColumn(page, 'iris.csv', 'petal_length')
    await expect.poll(() => cutsRead(page)).toHaveLength(2)
    await page.keyboard.press('2')
    const versus = column.getByRole('group', { name: 'Two methods' })
    const other = fitSummary(summary, { method: optimal })
    await expect.poll(() => versus.textContent()).toContain(`optimal ${other.bins.length} bins`)
    expect(await page.locator('.secondcut').count()).toBe(other.cuts.length)
    await versus.getByRole('button', { name: 'Use optimal' }).click()
    await expectBins(page, other)
    expect(await page.locator('#method').inputValue()).toBe('optimal')
    expect(faults).toEqual([])
  })
})

describe('why here?', () => {
  test('tells the reason of the method, and what it cost to move a cut', async () => {
    const { page, faults } = await studio.open()
    await openColumn(page, 'iris.csv', 'petal_length')
    await expect.poll(() => cutsRead(page)).toHaveLength(2)
    await page.getByRole('slider', { name: 'Cut 2 of 2' }).focus()
    await page.keyboard.press('w')
    const why = page.getByRole('region', { name: 'Why here?' })
    const reason = cutReasons(fitSummary(summary, { method: mdlp }))[1].why
    await expect.poll(() => why.textContent()).toContain(reason)
    await expect.poll(() => why.locator('.whychart .curve').count(), { timeout: 20_000 }).toBe(1)
    expect(await why.textContent()).toMatch(/Of 100 draws of as many rows, \d+ % had a cut nearest to 4.75/)
    await why.getByText('How many bins?').click()
    await expect.poll(() => why.textContent(), { timeout: 20_000 }).toContain(binsWords(binsCurve(summary))[1])
    await page.getByRole('slider', { name: 'Cut 2 of 2' }).focus()
    await page.keyboard.press('ArrowRight')
    await expectBins(page, cutSample('iris.csv', 'petal_length', [2.45, 4.85]))
    await expect
      .poll(() => why.textContent(), { timeout: 20_000 })
      .toMatch(/Set by hand; mdlp cut at 4.75. Against its cuts .* no longer explained/)
    await expect.poll(() => why.locator('.whychart .bar').count(), { timeout: 20_000 }).toBe(1)
    expect(faults).toEqual([])
  })
})
