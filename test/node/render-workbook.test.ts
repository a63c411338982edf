import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { edit } from '../../src/binning/use/edit.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { optimal } from '../../src/discretizers/methods/optimal.ts'
import { renderWorkbook, sheetBytes } from '../../src/node/render-workbook.ts'
import { HOSTILE, manyColumns } from '../reports/html-tables.ts'
import { readWorkbook, type ReadSheet } from './read-workbook.ts'

/** Two bins of age: 2 of 8 events below 30, 6 of 8 above; two rows without an age, one of them an event. */
const age = [...Array.from({ length: 8 }, () => 20), ...Array.from({ length: 8 }, () => 40), null, null]
const bought = 'nnnnnnyynnyyyyyyny'.split('').map((letter) => (letter === 'y' ? 'yes' : 'no'))
const binning = await fitTable({ age, bought }, { target: 'bought', all: { method: fixed, cuts: [30] }, source: 'shop.csv' }) // prettier-ignore

const sheetsOf = async (...args: Parameters<typeof renderWorkbook>): Promise<ReadSheet[]> =>
  readWorkbook(await renderWorkbook(...args))

describe('renderWorkbook', () => {
  test('has a summary, a sheet per column and what the words mean', async () => {
    const [summary, column, about] = await sheetsOf(binning, { title: 'Who buys?' })
    expect([summary.name, column.name, about.name]).toEqual(['summary', 'age', 'about'])
    expect(summary.rows).toEqual([
      ['column', 'sheet', 'kind', 'method', 'bins', 'rows', 'missing', 'IV', 'uncertainty explained', 'Gini', 'KS', 'HHI'], // prettier-ignore
      ['age', 'age', 'number', 'fixed', 2, 18, 2, expect.closeTo((8 / 9) * Math.log(3), 12), expect.any(Number), expect.closeTo(40 / 81, 12), expect.closeTo(4 / 9, 12), expect.closeTo((64 + 64 + 4) / 324, 12)], // prettier-ignore
    ])
    expect(column.rows).toEqual([
      ['bin', 'from', 'below', 'rows', 'share', 'events (bought = yes)', 'others', 'event rate', 'WoE', 'IV', 'p against the line above', 'why cut below'], // prettier-ignore
      ['< 30', null, 30, 8, 8 / 18, 2, 6, 0.25, expect.closeTo(-Math.log(3), 12), expect.closeTo((4 / 9) * Math.log(3), 12), null, null], // prettier-ignore
      ['≥ 30', 30, null, 8, 8 / 18, 6, 2, 0.75, expect.closeTo(Math.log(3), 12), expect.closeTo((4 / 9) * Math.log(3), 12), expect.closeTo(0.0455002639, 9), 'given'], // prettier-ignore
      ['missing', null, null, 2, 2 / 18, 1, 1, 0.5, 0, 0, null, null],
      ['total', null, null, 18, 1, 9, 9, 0.5, null, expect.closeTo((8 / 9) * Math.log(3), 12), null, null],
    ])
    expect(about.rows.slice(0, 8)).toEqual([
      ['about', 'these bins'],
      ['title', 'Who buys?'],
      ['data', 'shop.csv'],
      ['rows', 18],
      ['target', 'bought'],
      ['event', 'yes'],
      ['method', 'fixed'],
      ['made by', expect.stringMatching(/^Kerf \d/)],
    ])
    expect(about.rows.map(([, text]) => text).join('\n')).toContain('The cuts were chosen on these rows')
  })

  test('keeps the head in sight, sets widths, formats and the total', async () => {
    const [, column] = await sheetsOf(binning)
    expect(column.frozen).toBe(1)
    expect(column.widths).toHaveLength(12)
    expect(Math.min(...column.widths)).toBeGreaterThanOrEqual(8)
    expect(column.cells.get('D2')).toEqual({ kind: 'number', value: '8', format: '#,##0', bold: false })
    expect(column.cells.get('E2')?.format).toBe('0.0%')
    expect(column.cells.get('D1')?.bold && column.cells.get('A5')?.bold && column.cells.get('D5')?.bold).toBe(true)
  })

  test('writes cuts of dates as dates, and those that no sheet can hold as text', async () => {
    const days = ['2024-01-01', '2024-01-02', '2024-01-05', '2024-01-09'].map((day) => new Date(day))
    const dated = await fitTable({ day: days }, { all: { method: fixed, cuts: [Date.UTC(2024, 0, 4)] } })
    const [, column] = await sheetsOf(dated)
    expect(column.cells.get('C2')).toEqual({ kind: 'number', value: '45295', format: 'yyyy-mm-dd', bold: false })
    const old = await fitTable(
      { day: days.map((day) => new Date(day.getTime() - 200 * 365.25 * 86_400_000)) },
      { all: { method: fixed, cuts: [Date.UTC(1824, 0, 4, 6)] } },
    )
    expect((await sheetsOf(old))[1].cells.get('C2')).toMatchObject({ kind: 'text', value: '1824-01-04 06:00' })
  })

  test('has mean and deviation of a number, and all levels of a group beside its label', async () => {
    const numeric = await fitTable({ x: [1, 1, 2, 2], y: [1, 3, 10, 14] }, { target: 'y', all: { method: fixed, cuts: [1.5] }, targetKind: 'numeric' }) // prettier-ignore
    expect((await sheetsOf(numeric))[1].rows.slice(0, 2)).toEqual([
      ['bin', 'from', 'below', 'rows', 'share', 'mean', 'deviation', 'p against the line above', 'why cut below'],
      ['< 1.5', null, 1.5, 2, 0.5, 2, 1, null, null],
    ])
    const city = Array.from({ length: 800 }, (_, i) => `town${i % 8}`)
    const level = await fitTable({ city, y: city.map((name, i) => (name < 'town4' ? i % 10 === 0 : i % 3 > 0)) }, { target: 'y', all: { method: optimal } }) // prettier-ignore
    const named = edit(level, { column: 'city', name: level.columns[0].bins.map((_, i) => `zone ${i + 1}`) })
    const [heads, first] = (await sheetsOf(named))[1].rows
    expect(heads.slice(0, 3)).toEqual(['levels', 'label', 'rows'])
    expect(first[1]).toBe('zone 1')
    expect(first[0]).toMatch(/^zone 1 \(.*town\d.*\)$/)
  })

  test('lets nothing in the data become a formula, an escape or a broken sheet', async () => {
    const wishes = [
      ...HOSTILE,
      '=1+1',
      '+1',
      '-1',
      '@sum',
      '=HYPERLINK("a")',
      'constructor',
      '__proto__',
      'toString',
      '_x0041_',
      'a:b/c\\d?e*f[g]',
      "'quoted'",
      'History',
      ' ',
      '',
      'x'.repeat(40),
      'X'.repeat(40),
      '\u0000\u001b\uFFFE\uD800',
    ]
    const names = [...new Set(wishes)]
    const table = Object.fromEntries([
      ...names.map((name) => [name, Array.from({ length: 12 }, (_, i) => names[i % 3])]),
      ['y', Array.from({ length: 12 }, (_, i) => i % 2)],
    ]) as Record<string, unknown[]>
    const hostile = await fitTable(table as Record<string, string[]>, { target: 'y' })
    const sheets = await sheetsOf(hostile)
    const titles = sheets.map(({ name }) => name)
    expect(new Set(titles.map((name) => name.toLowerCase())).size).toBe(titles.length)
    for (const name of titles) {
      expect(name.length).toBeLessThanOrEqual(31)
      expect(name).not.toMatch(/[\\/?*[\]:\p{Cc}]|^'|'$|^$|^history$/iu)
    }
    const cells = sheets.flatMap((sheet) => [...sheet.cells.values()])
    expect(cells.filter(({ kind }) => kind === 'formula')).toEqual([])
    const listed = sheets[0].rows.slice(1).map(([name]) => name)
    for (const name of ['=1+1', '+1', '-1', '@sum', '=HYPERLINK("a")', 'constructor', 'toString', '_x0041_'])
      expect(listed).toContain(name)
    expect(listed).toContain(String.raw`\u0000\u001b\ufffe\ud800`)
  })

  test('takes hundreds of columns and very long texts', async () => {
    const many = await sheetsOf(await manyColumns(300, 60))
    expect(many).toHaveLength(302)
    const long = [{ name: 'long', columns: [{ head: 'text', cells: ['😀'.repeat(40_000), Infinity] }] }]
    const [sheet] = readWorkbook(await sheetBytes(long))
    expect(String(sheet.rows[1][0])).toHaveLength(32_767)
    expect(sheet.cells.get('A3')).toMatchObject({ kind: 'text', value: 'Infinity' })
  })

  test('says what it takes', async () => {
    await expect(renderWorkbook(fit([1, 2, 3]) as never)).rejects.toThrow('renderWorkbook')
    await expect(renderWorkbook(binning, { tittle: 'x' } as never)).rejects.toThrow(/unknown option "?tittle"?/)
  })
})
