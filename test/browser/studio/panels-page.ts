import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { type Binning, fitTable, type Table, toTable } from '../../../src/index.ts'
import { readCsv } from '../../../src/sources/index.ts'
import { sample } from './studio-page.ts'

/** Opens a file and shows one of the views. */
export async function openView(page: Page, file: string | { name: string; text: string }, view: string): Promise<void> {
  const given = typeof file === 'string' ? sample(file) : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) } // prettier-ignore
  await page.setInputFiles('input[type=file]', given)
  await showView(page, view)
}

/** Shows another view. */
export async function showView(page: Page, view: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click()
}

/** The rows of a text as the library reads them. */
export async function tableOf(text: string): Promise<Table> {
  const bytes = new TextEncoder().encode(text)
  const read = await readCsv(
    async function* () {
      yield bytes
    },
    { name: 'rows.csv' },
  )
  return toTable(read)
}

/** Iris, and its bins as the library makes them. */
export async function iris(): Promise<{ table: Table; binning: Binning }> {
  const table = await tableOf(await readFile(sample('iris.csv'), 'utf8'))
  return { table, binning: await fitTable(table, { target: 'species' }) }
}
