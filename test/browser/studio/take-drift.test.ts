import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareDrift, type Drift } from '../../../src/index.ts'
import { driftCsv, driftTexts } from '../../../src/reports/index.ts'
import { readCsv, tableLike } from '../../../src/sources/index.ts'
import { accessFaults } from '../faults.ts'
import { sample, startStudio, type Studio } from './studio-page.ts'
import { binningOf, openData, openTake, take } from './taken-files.ts'

let studio: Studio
beforeAll(async () => {
  studio = await startStudio()
})
afterAll(() => studio.close())

/** Later penguins: heavier by a third, and the small ones of the first island fewer. */
const [head, ...lines] = readFileSync(sample('penguins.csv'), 'utf8').trim().split('\n')
const at = head.split(',').indexOf('body_mass_g')
const later = [head, ...lines.filter((_, i) => i % 4 !== 0)]
  .map((line, i) => {
    const fields = line.split(',')
    if (i > 0 && Number.isFinite(Number.parseFloat(fields[at])))
      fields[at] = String(Math.round(Number(fields[at]) * 1.3))
    return fields.join(',')
  })
  .join('\n')
const file = { name: 'penguins-2027.csv', mimeType: 'text/csv', buffer: Buffer.from(later) }

async function expected(): Promise<Drift> {
  const binning = await binningOf('penguins.csv', 'species')
  const open = async function* (): AsyncGenerator<Uint8Array> {
    yield file.buffer
  }
  const rows = await readCsv(open, { name: file.name })
  return { ...compareDrift(binning, tableLike(binning, rows)), current: { name: file.name, rows: rows.rows } }
}

describe('a later sample', () => {
  test('is compared as compareDrift does, the surest change first', async () => {
    const { page, faults } = await studio.open()
    await openData(page, sample('penguins.csv'))
    await page.locator('body').press('d')
    await page.getByLabel('Choose a later file').setInputFiles(file)
    const drift = await expected()
    const texts = driftTexts(drift)
    expect(texts.columns[0].name).toBe('body_mass_g')
    const table = page.getByRole('table', { name: 'Columns, the surest change first' })
    await table.waitFor()
    const byName = new Map(drift.columns.map((column) => [column.name, column]))
    const rows = await table.locator('tbody tr').all()
    const cells = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
    expect(cells.map((row) => row.filter((text) => text !== ''))).toEqual(
      texts.columns.map(({ name, psi, chance, rates }) => [name, byName.get(name)!.level, psi, chance, rates?.verdict]),
    )
    for (const told of texts.columns) {
      await table.getByRole('button', { name: told.name }).click()
      const column = page.getByRole('region', { name: `Drift of ${told.name}` })
      await column.waitFor()
      const words = await column.textContent()
      expect(words).toContain(told.population)
      expect(words).toContain(told.rates?.words)
      const slots = await column.locator('.drift-slots tbody tr').all()
      const counts = await Promise.all(
        slots.map(async (row) => (await row.locator('th, td').allTextContents()).slice(0, 3)),
      )
      expect(counts).toEqual(
        byName.get(told.name)!.slots.map(({ label, before, now }) => [label, String(before.count), String(now.count)]),
      )
    }
    await openTake(page)
    expect(JSON.parse((await take(page, 'Drift as JSON')).text)).toEqual(JSON.parse(JSON.stringify(drift)))
    expect((await take(page, 'Drift as CSV')).text).toBe(driftCsv(drift))
    const report = await take(page, 'Drift report')
    expect([report.name, report.text.includes('body_mass_g')]).toEqual(['penguins-2027.drift.html', true])
    expect(faults).toEqual([])
  })

  test('with other columns is told in words', async () => {
    const { page, faults } = await studio.open()
    await openData(page, sample('penguins.csv'))
    await page.locator('body').press('d')
    await page.getByLabel('Choose a later file').setInputFiles(sample('iris.csv'))
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/island/)
    expect(faults).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'is drawn for everyone in %s, and the charts can be taken away',
    async (colorScheme) => {
      const { page, faults } = await studio.open({ colorScheme })
      await openData(page, sample('penguins.csv'))
      await page.locator('body').press('d')
      await page.getByLabel('Choose a later file').setInputFiles(file)
      const chart = page.getByRole('img', { name: /^Shares of rows by bins of body_mass_g/ })
      await chart.waitFor()
      expect(await accessFaults(page, null)).toEqual([])
      const box = (await chart.boundingBox())!
      await openTake(page)
      const svg = await take(page, /^Shares of rows/, 'svg')
      const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(svg.text)!.map(Number)
      expect([width - 24, height - 24]).toEqual([Math.round(box.width), Math.round(box.height)])
      expect(svg.text).not.toMatch(/var\(|class=|<script|href=/)
      expect(await page.evaluate(`new DOMParser().parseFromString(${JSON.stringify(svg.text)}, 'image/svg+xml').querySelector('parsererror')?.textContent ?? null`)).toBeNull() // prettier-ignore
      const { bytes } = await take(page, /^Shares of rows/, 'png')
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2 * width, 2 * height])
      expect(coloursOf(bytes)).toBeGreaterThan(3)
      expect(faults).toEqual([])
    },
  )
})

/** How many bytes differ in the picture: a blank one has a single colour. */
function coloursOf(png: Buffer): number {
  const parts: Buffer[] = []
  for (let place = 8; place < png.length;) {
    const length = png.readUInt32BE(place)
    if (png.toString('latin1', place + 4, place + 8) === 'IDAT') parts.push(png.subarray(place + 8, place + 8 + length))
    place += length + 12
  }
  return new Set(inflateSync(Buffer.concat(parts))).size
}
