import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readWorkbook } from '../../node/read-workbook.ts'
import { folder, kerf } from '../run.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))

/** A folder with bins of penguins. */
async function fitted(): Promise<string> {
  const cwd = folder()
  await kerf(['fit', PENGUINS, '-t', 'sex', '--method', 'optimal', '-o', 'bins.json'], { cwd })
  return cwd
}

describe('a name that ends in .xlsx', () => {
  test('gives the same workbook from fit, report and show', async () => {
    const cwd = await fitted()
    const line = ['fit', PENGUINS, '-t', 'sex', '--method', 'optimal', '--quiet', '--report', 'fit.xlsx']
    expect(await kerf(line, { cwd })).toEqual({ code: 0, out: '', err: '' })
    const told = await kerf(['report', 'bins.json', '-o', 'Report.XLSX'], { cwd })
    expect(told).toEqual({ code: 0, out: '', err: 'report saved as Report.XLSX\n' })
    const shown = await kerf(['show', 'bins.json', '-o', 'show.xlsx'], { cwd })
    expect(shown).toEqual({ code: 0, out: '', err: 'saved as show.xlsx\n' })
    const books = ['fit.xlsx', 'Report.XLSX', 'show.xlsx'].map((name) => readWorkbook(readFileSync(join(cwd, name))))
    expect(books[0].map(({ name }) => name)).toEqual([
      'summary',
      'body_mass_g',
      'beak_depth_mm',
      'beak_length_mm',
      'flipper_length_mm',
      'species',
      'island',
      'about', // prettier-ignore
    ])
    expect(books[1]).toEqual(books[0])
    expect(books[2]).toEqual(books[0])
  })

  test('holds the counts of other rows and the columns asked for', async () => {
    const cwd = await fitted()
    const line = ['show', 'bins.json', '--data', PENGUINS, '--where', "island = 'Dream'", '-c', 'body_mass_g']
    expect(await kerf([...line, '-o', 'dream.xlsx'], { cwd })).toMatchObject({ code: 0, out: '' })
    const [summary, column] = readWorkbook(readFileSync(join(cwd, 'dream.xlsx')))
    expect(summary.rows.slice(1).map(([name, , , , , rows]) => [name, rows])).toEqual([['body_mass_g', 123]])
    expect(column.rows.at(-1)?.slice(0, 4)).toEqual(['total', null, null, 123])
  })

  test('is refused where it cannot be meant, or written, before any work', async () => {
    const cwd = await fitted()
    const refusals: readonly (readonly [code: number, err: string, ...line: string[]])[] = [
      [2, '-o saves the bins as JSON, for other commands; add --report b.xlsx for a workbook', 'fit', 'none.csv', '-o', 'b.xlsx'], // prettier-ignore
      [2, '--curves is drawn on a page, not in a workbook: end the name of --report in .html', 'fit', 'none.csv', '--report', 'b.xlsx', '--curves'], // prettier-ignore
      [2, '--top counts columns with charts; a workbook has a sheet for every column', 'report', 'bins.json', '-o', 'b.xlsx', '--top', '3'], // prettier-ignore
      [2, 'b.ods: workbooks are written as .xlsx, not as .ods', 'report', 'bins.json', '-o', 'b.ods'],
      [2, '-o takes a name that ends in .xlsx, .csv, .md or .json, got "b.txt"', 'show', 'bins.json', '-o', 'b.txt'],
      [2, 'b.xlsx would hold xlsx, and --as asks for csv; leave --as away or give another name', 'show', 'bins.json', '--as', 'csv', '-o', 'b.xlsx'], // prettier-ignore
      [1, 'none/b.xlsx cannot be written: there is no folder none', 'show', 'bins.json', '-o', 'none/b.xlsx'],
      [1, 'none/b.xlsx cannot be written: there is no folder none', 'report', 'bins.json', '-o', 'none/b.xlsx'],
      [1, 'bins.json exists already; add --force to replace it', 'show', 'bins.json', '-o', 'bins.json'],
    ]
    for (const [code, err, ...line] of refusals)
      expect(await kerf(line, { cwd })).toEqual({ code, out: '', err: `kerf: ${err}\n` })
    const full = await kerf(['report', 'bins.json', '-o', '/dev/full'], { cwd })
    expect(full).toMatchObject({ code: 1, err: expect.stringContaining('/dev/full cannot be written') })
    expect(readdirSync(cwd)).toEqual(['bins.json'])
  })
})

test('kerf scorecard --report writes points, quality, bands and cut-offs', async () => {
  const cwd = folder()
  const line = ['scorecard', PENGUINS, '-t', 'sex', '--event', 'male', '--json', '--report', 'card.xlsx']
  const { code, out, err } = await kerf(line, { cwd })
  expect([code, err]).toEqual([0, expect.stringContaining('report saved as card.xlsx')])
  const { card, assessment } = JSON.parse(out) as {
    card: { columns: { name: string; coefficient: number; slots: { points: number; weight: number }[] }[] }
    assessment: { heldOut: { gini: { value: number } }; cutoffs: { score: number; taken: number }[] }
  }
  const sheets = readWorkbook(readFileSync(join(cwd, 'card.xlsx')))
  const sheet = (name: string): (typeof sheets)[number] => sheets.find((one) => one.name === name)!
  expect(sheets.map(({ name }) => name)).toEqual(['summary', 'quality', 'bands', 'cut-offs', ...card.columns.map(({ name }) => name), 'about']) // prettier-ignore
  for (const { name, coefficient, slots } of card.columns) {
    expect(sheet('summary').rows.find(([first]) => first === name)?.[3]).toBeCloseTo(coefficient, 12)
    const points = sheet(name)
      .rows.slice(1)
      .map((row) => row[1])
    expect(points).toEqual(slots.filter(({ weight }, i) => weight > 0 || i < points.length).map((slot) => slot.points))
  }
  expect(sheet('quality').rows[1].slice(0, 5)).toEqual(['kept apart', expect.any(Number), expect.any(Number), 'Gini', expect.closeTo(assessment.heldOut.gini.value, 12)]) // prettier-ignore
  expect(sheet('cut-offs').rows.slice(1).map(([score, taken]) => [score, taken])).toEqual(assessment.cutoffs.map(({ score, taken }) => [score, expect.closeTo(taken, 12)])) // prettier-ignore
  expect(await kerf(['scorecard', 'none.csv', '-t', 'y', '-o', 'card.xlsx'], { cwd })).toMatchObject({
    code: 2,
    err: 'kerf: -o saves the card as JSON, for kerf predict; add --report card.xlsx for a workbook\n',
  })
})

test('kerf show -o writes what --as prints', async () => {
  const cwd = await fitted()
  for (const [end, form] of [
    ['csv', 'csv'],
    ['md', 'markdown'],
    ['json', 'json'],
  ]) {
    // prettier-ignore
    const name = `out.${end}`
    expect(await kerf(['show', 'bins.json', '-o', name], { cwd })).toEqual({
      code: 0,
      out: '',
      err: `saved as ${name}\n`,
    })
    expect(existsSync(join(cwd, name))).toBe(true)
    expect(readFileSync(join(cwd, name), 'utf8')).toBe((await kerf(['show', 'bins.json', '--as', form], { cwd })).out)
  }
  expect((await kerf(['show', 'bins.json', '-o', 'out.csv'], { cwd })).code).toBe(1)
  expect((await kerf(['show', 'bins.json', '-o', 'out.csv', '--force'], { cwd })).code).toBe(0)
})
