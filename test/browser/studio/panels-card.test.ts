import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Binning, edit, fitTable, type Table, toTable } from '../../../src/index.ts'
import { summarizeSource } from '../../../src/engines/index.ts'
import { fixedText, scorecardTexts } from '../../../src/reports/index.ts'
import { type CardTrial, scorecardFromJson, tryScorecard } from '../../../src/scorecards/index.ts'
import { summariesToJson } from '../../../src/summaries/index.ts'
import { creditTable } from '../../../studio/worker/credit-sample.ts'
import { accessFaults } from '../faults.ts'
import { iris, openView, showView } from './panels-page.ts'
import { startStudio, type Studio } from './studio-page.ts'
import { openTake, take } from './taken-files.ts'

let studio: Studio
let table: Table
let binning: Binning
beforeAll(async () => {
  studio = await startStudio()
  table = toTable(creditTable(4000))
  binning = await fitTable(table, { target: 'default' })
})
afterAll(() => studio.close())

/** Opens the sample of loans and shows a view of it. */
async function openCredit(page: Page, view: string): Promise<void> {
  await page.getByRole('button', { name: /^Credit/ }).click()
  await showView(page, view)
}

/** The lines of the card on the screen: column, bin, points, and the rest as it is read. */
async function linesOf(page: Page): Promise<string[][]> {
  return page
    .locator('.card-columns tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [
        line.closest('section')?.querySelector('h3')?.textContent ?? '',
        ...[...line.querySelectorAll('th, td:not(.card-bar)')].map(({ textContent }) => textContent ?? ''),
      ]),
    )
}

/** The same as the library has it. */
function cardLines({ card }: CardTrial): string[][] {
  return scorecardTexts(card).columns.flatMap(({ name, lines }) =>
    lines.map(({ slot, points, share, event, woe }) => [name, slot.label, points, share, event, woe]),
  )
}

describe('the scorecard', () => {
  test('is that of the library over the same bins, with what it is worth and what is left out', async () => {
    const made = await tryScorecard(table, { binning })
    const { heldOut } = made.assessment
    const { page, faults } = await studio.open()
    await openCredit(page, 'Scorecard')
    await expect.poll(() => linesOf(page)).toEqual(cardLines(made))
    expect(made.card.columns.length).toBeGreaterThan(3)
    const panel = page.getByRole('region', { name: 'Scorecard', exact: true })
    const worth = await panel.locator('.tiles b').allTextContents()
    expect(worth).toEqual([heldOut!.gini, heldOut!.ks, heldOut!.auc].map((one) => fixedText(one!.value, 3)))
    expect(await panel.locator('.tiles').textContent()).toContain('by lot 0.5')
    expect(made.card.leftOut.map(({ name }) => name)).toContain('postcode')
    expect(await panel.locator('.card-left li').allTextContents()).toEqual([...scorecardTexts(made.card).leftOut])
    expect(faults).toEqual([])
  })

  test('changes when a cut is moved by hand, and comes back when that is undone', async () => {
    const before = await tryScorecard(table, { binning })
    const { page, faults } = await studio.open()
    await openCredit(page, 'Column')
    await page.getByRole('navigation', { name: 'Columns' }).locator('[data-column="utilization"]').click()
    const handle = page.getByRole('slider', { name: 'Cut 2 of 2' })
    const from = Number(await handle.getAttribute('aria-valuenow'))
    await handle.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(from)
    const to = Number(await handle.getAttribute('aria-valuenow'))
    const moved = edit(binning, { column: 'utilization', move: from, to }, table)
    const made = await tryScorecard(table, { binning: moved })
    expect(cardLines(made)).not.toEqual(cardLines(before))
    await page.keyboard.press('k')
    await expect.poll(() => linesOf(page)).toEqual(cardLines(made))
    expect(await page.locator('.panel-head').textContent()).toContain('1 changed by hand')
    await page.keyboard.press('z')
    await expect.poll(() => linesOf(page)).toEqual(cardLines(before))
    await page.keyboard.press('Shift+Z')
    await expect.poll(() => linesOf(page)).toEqual(cardLines(made))
    expect(faults).toEqual([])
  })

  test('follows scale and event, keeps the card while a number cannot be used, and is taken away', async () => {
    const { page, faults } = await studio.open()
    await openCredit(page, 'Scorecard')
    const number = (name: string): Locator => page.getByRole('spinbutton', { name })
    expect(await number('Base score').inputValue()).toBe('600')
    expect(await number('Base odds').inputValue()).toBe('50')
    expect(await number('Double odds').inputValue()).toBe('20')
    await number('Base score').fill('1000')
    await number('Base odds').fill('30')
    await number('Double odds').fill('50')
    const scale = { baseScore: 1000, baseOdds: 30, doubleOdds: 50 }
    const made = await tryScorecard(table, { binning, ...scale })
    await expect.poll(() => linesOf(page)).toEqual(cardLines(made))
    await number('Base odds').fill('-3')
    expect(await page.getByRole('alert').textContent()).toMatch(/baseOdds must be .*above 0.*-3/)
    expect(await linesOf(page)).toEqual(cardLines(made))
    await number('Base odds').fill('30')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)

    await openTake(page)
    const saved = await take(page, 'Saved scorecard')
    expect(saved.name).toBe('credit.card.json')
    const { created: _, ...card } = scorecardFromJson(saved.text)
    const { created: __, ...expected } = made.card
    expect(JSON.parse(JSON.stringify(card))).toEqual(JSON.parse(JSON.stringify(expected)))
    const report = await take(page, 'Scorecard as a page')
    expect(report.text).toContain('<h1>Scorecard for default</h1>')
    await page.keyboard.press('Escape')

    const other = await fitTable(table, { target: 'default', event: 'no' })
    const against = await tryScorecard(table, { binning: other, ...scale })
    await page.getByLabel('event').first().selectOption('no')
    await expect.poll(() => linesOf(page)).toEqual(cardLines(against))
    expect(faults).toEqual([])
  })

  test('says in a sentence what it needs', async () => {
    const { page, faults } = await studio.open()
    const said = page.locator('.card .instead')
    await openView(page, 'iris.csv', 'Scorecard')
    await expect.poll(() => said.textContent()).toContain('tells two classes apart, and species has 3.')
    expect(await said.textContent()).toContain('or the class that should get few points as event')
    // One class against the others is a matter of two.
    await page.getByLabel('event').first().selectOption('virginica')
    const rows = (await iris()).table
    const one = await fitTable(rows, { target: 'species', event: 'virginica' })
    await expect.poll(() => linesOf(page)).toEqual(cardLines(await tryScorecard(rows, { binning: one })))
    await page.getByLabel('target').first().selectOption('petal_width')
    await expect.poll(() => said.textContent()).toContain('petal_width is a number')
    await page.getByLabel('target').first().selectOption({ index: 0 })
    await expect.poll(() => said.textContent()).toContain('no target is chosen')
    expect(faults).toEqual([])
  })

  test('says that it needs rows where only summaries are open', async () => {
    const summaries = await summarizeSource(creditTable(4000), { target: 'default' })
    const { page, faults } = await studio.open()
    await openView(page, { name: 'credit.summary.json', text: summariesToJson(summaries) }, 'Scorecard')
    await expect.poll(() => page.locator('.card .instead').textContent()).toContain('Open the data file')
    expect(faults).toEqual([])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no serious access problem and fits, ${colorScheme}`, async () => {
      for (const width of [1280, 400]) {
        const { page, faults } = await studio.open({ colorScheme, viewport: { width, height: 850 } })
        await openCredit(page, 'Scorecard')
        await page.locator('.card-columns').waitFor()
        expect(await accessFaults(page, null)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        const wide = await page.locator('.card table').evaluateAll((all) => all.filter((one) => one.scrollWidth > (one.parentElement?.clientWidth ?? 0)).length) // prettier-ignore
        expect(wide).toBe(0)
        expect(faults).toEqual([])
      }
    })
  }
})
