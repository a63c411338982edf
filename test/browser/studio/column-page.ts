import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { fitSummary, fixed, type NumberColumn, summarize } from '../../../src/index.ts'
import { sample } from './studio-page.ts'

/** The column of a sample that is looked at. */
export async function openColumn(page: Page, file: string, name: string): Promise<Locator> {
  await page.setInputFiles('input[type=file]', sample(file))
  await page.getByRole('navigation', { name: 'Columns' }).locator(`[data-column="${name}"]`).click()
  const column = page.getByRole('region', { name: `Column ${name}`, exact: true })
  await column.waitFor()
  return column
}

/** A column of a sample and its target, as `summarize` takes them. */
export function rowsOf(file: string, name: string, target = 'species'): [number[], { target: string[] }] {
  const [heads, ...lines] = readFileSync(sample(file), 'utf8').trim().split('\n').map((line) => line.trim().split(',')) // prettier-ignore
  const column = (head: string): string[] => lines.map((cells) => cells[heads.indexOf(head)])
  return [column(name).map((text) => (text === '' ? Number.NaN : Number(text))), { target: column(target) }]
}

/** The same rows, cut at the same places by the library. */
export function cutSample(file: string, name: string, cuts: readonly number[]): NumberColumn {
  return fitSummary(summarize(...rowsOf(file, name)), { method: fixed, cuts })
}

/** The lines of the table of bins, cell by cell; names as they are read. */
export async function binLines(page: Page): Promise<string[][]> {
  return page.evaluate(BIN_LINES)
}

/** Text, because it runs in the page, whose types are not those of Node. */
const BIN_LINES = `[...document.querySelectorAll('.bins tbody:first-of-type tr')].map((line) => [
  line.querySelector('input.name').placeholder,
  ...[...line.querySelectorAll('td')].slice(1).map((cell) => cell.textContent),
])`

/** Waits until the bins of the page are those that the library counts for these cuts. */
export async function expectBins(page: Page, expected: NumberColumn): Promise<void> {
  await expect
    .poll(async () => (await binLines(page)).map(([label, rows]) => [label, rows]))
    .toEqual(expected.bins.map(({ label, count }) => [label, count.toLocaleString('en')]))
}

/** The cuts as they are read out. */
export async function cutsRead(page: Page): Promise<string[]> {
  const handles = await page.getByRole('slider', { name: /^Cut \d+ of/ }).all()
  return Promise.all(handles.map(async (handle) => (await handle.getAttribute('aria-valuetext')) ?? ''))
}
