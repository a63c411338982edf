import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sample, startStudio, type Studio } from './studio-page.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

describe('a file that is opened', () => {
  test('shows the published cuts of iris', async () => {
    const { page, faults } = await studio.open()
    await page.setInputFiles('input[type=file]', sample('iris.csv'))
    await page.getByRole('button', { name: 'petal_length' }).click()
    const column = page.getByRole('region', { name: 'Column petal_length' })
    await expect.poll(() => column.textContent()).toContain('2.45')
    expect(await column.textContent()).toContain('4.75')
    expect(faults).toEqual([])
  })
})
