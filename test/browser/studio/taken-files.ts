import { createReadStream, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Binning } from '../../../src/index.ts'
import { fitSaved, summarizeSource } from '../../../src/engines/index.ts'
import { readCsv, type SourceTable } from '../../../src/sources/index.ts'
import { sample } from './studio-page.ts'

/** A file that the page saved. */
export interface SavedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly text: string
}

/** Opens a file and waits until it can be taken away. */
export async function openData(page: Page, file: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Take away' }).waitFor()
}

/** Opens the dialog of what can be taken away. */
export async function openTake(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take away' }).click()
  await page.getByRole('dialog', { name: 'Take away' }).waitFor()
}

let downloads = 0

/** To be called before each download: Chromium drops the eleventh of a row that are less than a second apart. */
export async function pauseBetweenDownloads(page: Page): Promise<void> {
  downloads += 1
  if (downloads % 8 === 0) await page.waitForTimeout(1200)
}

/** Chooses a format in the open dialog, looks at its first lines, and saves it. */
export async function take(page: Page, format: string | RegExp, choice?: string): Promise<SavedFile> {
  const exact = typeof format === 'string'
  await page.getByRole('radio', { name: format, exact }).check({ force: true })
  const look = page.getByRole('region', { name: format, exact })
  await look.waitFor()
  if (choice !== undefined) await look.locator('.take-choices select').first().selectOption(choice)
  const name = look.locator('.take-name b')
  await page.locator('.take-look[aria-busy=false]').waitFor({ timeout: 20_000 })
  if (choice !== undefined) await expect.poll(() => name.textContent()).toMatch(new RegExp(`\\b${choice}\\b`))
  const shown = await look.locator('.take-first').textContent()
  const save = look.getByRole('button', { name: 'Save', exact: true })
  await pauseBetweenDownloads(page)
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  const bytes = readFileSync(await download.path())
  const saved = { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') }
  expect(saved.name).toBe(await name.textContent())
  // What is shown is how the file starts.
  const [first] = saved.text.split('\n')
  if (!/\.(?:png|svg)$/.test(saved.name)) expect(shown?.split('\n')[0]).toBe(first.slice(0, 400))
  return saved
}

/** The rows of a sample, read by the library. */
export async function rowsOf(name: string): Promise<SourceTable> {
  return readCsv(() => createReadStream(sample(name)) as AsyncIterable<Uint8Array>, { name })
}

/** What the library makes of a sample: the page must not make anything else. */
export async function binningOf(name: string, target: string): Promise<Binning> {
  return fitSaved(await summarizeSource(await rowsOf(name), { target, source: name }), {})
}
