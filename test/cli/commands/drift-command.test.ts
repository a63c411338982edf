import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Drift } from '../../../src/binning/drift/drift-types.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { binningToJson } from '../../../src/binning/binning-json.ts'
import { VerdictError } from '../../../src/cli/exit.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { random } from '../../../src/util/random.ts'
import { type Told, told } from '../in-process.ts'
import { folder, kerf } from '../run.ts'

/** Rows of CSV over six months; from April on income is higher. */
function csv(seed: number, moved: boolean): string {
  const { next, normal } = random(seed)
  const lines = Array.from({ length: 600 }, (_, i) => {
    const month = 1 + Math.floor(i / 100)
    const income = Math.round(1000 * (30 + 5 * normal() + (moved && month > 3 ? 8 : 0)))
    return `2026-0${month}-0${1 + (i % 9)},${income},${next() < 0.5 ? 'a' : 'b'},${next() < 0.3 ? 'yes' : 'no'}`
  })
  return `opened,income,branch,default\n${lines.join('\n')}\n`
}

const table = (text: string) => {
  const lines = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  return { income: lines.map((l) => Number(l[1])), branch: lines.map((l) => l[2]), default: lines.map((l) => l[3]) }
}

describe('kerf drift', async () => {
  const all = { method: equalFrequency, bins: 5 }
  const binning = await fitTable(table(csv(1, false)), { target: 'default', event: 'yes', all, source: 'old.csv' })
  const path = folder({ 'bins.json': binningToJson(binning), 'same.csv': csv(2, false), 'new.csv': csv(4, true) })
  const file = (name: string): string => join(path, name)

  /** In this process: what is printed, and the error thrown. */
  const run = (...args: string[]): Promise<Told> => told(['drift', ...args])

  test('shows a table', async () => {
    const { out, err, error } = await run(file('bins.json'), file('new.csv'))
    expect({ err, error }).toEqual({ err: '', error: null })
    expect(out).toMatch(
      /^new\.csv \(600 rows\) against old\.csv \(600 rows\)\ndefault = yes: \d+\.\d % before, \d+\.\d % now\n/,
    )
    expect(out).toMatch(/\nincome +█+ +0\.\d{4} +0\.0656 +large +\d/)
    expect(out).toMatch(/\nbranch +.*stable\n/)
    expect(out).toMatch(/population: \d+ rows lie outside the fitted range/)
    expect(out).toMatch(/\n {2}values +share +now +now, │ before +PSI\n {2}< \d+ /)
  })

  test('prints JSON by month, and CSV', async () => {
    const { out } = await run(file('bins.json'), file('new.csv'), '--date', 'opened', '--json')
    const { periods, current } = JSON.parse(out) as Drift
    expect(current).toEqual({ name: 'new.csv', rows: 600 })
    expect(periods!.list.map(({ label, columns }) => `${label} ${columns[0].level}`)).toEqual([
      '2026-01 stable',
      '2026-02 stable',
      '2026-03 stable',
      '2026-04 large',
      '2026-05 large',
      '2026-06 large',
    ])
    const asCsv = (await run(file('bins.json'), file('new.csv'), '--as', 'csv', '-c', 'branch')).out
    expect(asCsv.trim().split('\n')).toHaveLength(3)
  })

  test('writes a page, and no second one over it', async () => {
    const flags = ['--report', file('drift.html'), '--title', 'Loans', '--date', 'opened']
    const { err, error } = await run(file('bins.json'), file('new.csv'), ...flags)
    expect({ err, error }).toEqual({ err: `report saved as ${file('drift.html')}\n`, error: null })
    expect(readFileSync(file('drift.html'), 'utf8')).toContain('<title>Loans</title>')
    const again = await run(file('bins.json'), file('new.csv'), ...flags)
    expect(String(again.error)).toContain('exists')
    expect(again.out).toBe('')
  })

  test('fails where asked to', async () => {
    expect((await run(file('bins.json'), file('same.csv'), '--fail-on', 'any')).error).toBeNull()
    expect((await run(file('bins.json'), file('new.csv'), '--fail-on', 'rate')).error).toBeNull()
    for (const what of ['population', 'any', 'slight', 'large']) {
      const { error, out } = await run(file('bins.json'), file('new.csv'), '--fail-on', what)
      expect(error).toBeInstanceOf(VerdictError)
      expect(out).toContain('income')
    }
    const lines = csv(2, false).trim().split('\n')
    const far = [
      ...lines.slice(0, 3),
      ...lines.slice(3).map((line, i) => (i < 8 ? line.replace(/,\d+,/, ',99000000,') : line)),
    ]
    const labels = lines.map((line, i) => (i % 3 === 0 ? line.replace(/no$/, 'yes') : line))
    const more = folder({ 'far.csv': far.join('\n'), 'rates.csv': labels.join('\n') })
    const outside = await run(file('bins.json'), join(more, 'far.csv'), '--fail-on', 'population')
    expect(String(outside.error)).toContain('--fail-on population found drift in "income"')
    expect(outside.out).toContain(
      '8 rows lie outside the fitted range (8 above, up to 99000000), more than chance gives',
    )
    const rates = await run(file('bins.json'), join(more, 'rates.csv'), '--fail-on', 'rate')
    expect(String(rates.error)).toContain('--fail-on rate found drift in the overall rate')
    expect(rates.out).toMatch(
      /\nthe rate of yes rose from \d.* % to \d.* % \(p \d+e-\d+\), alike for all values of every column\n/,
    )
    const { code, err } = await kerf(['drift', file('bins.json'), file('new.csv'), '--fail-on', 'population', '--json'])
    expect(code).toBe(3)
    expect(err).toBe('kerf: --fail-on population found drift in "income"\n')
  })

  test('refuses what it cannot use', async () => {
    const messages = [
      [['--as', 'xml'], '--as takes table, csv or json, got "xml"'],
      [['--by', 'month'], '--by needs --date, the column of dates'],
      [['--date', 'opened', '--by', 'hour'], '--by takes day, week, month, quarter or year, got "hour"'],
      [['--fail-on', 'all'], '--fail-on takes any, population, rate, slight, moderate or large, got "all"'],
      [['--level', '2'], '--level takes a number above 0 and below 1, got "2"'],
      [['--smoothing', '0'], '--smoothing takes a number above 0, got "0"'],
      [['--date', 'open'], 'unknown column "open", expected one of opened, income, branch, default'],
      [['--columns', 'incom'], 'unknown column "incom", did you mean income?'],
    ] as const
    for (const [flags, message] of messages) {
      expect((await run(file('bins.json'), file('new.csv'), ...flags)).error).toMatchObject({ message })
    }
    expect((await run(file('bins.json'), file('new.csv'), '--date', 'branch')).error).toMatchObject({
      message: `${file('new.csv')}: --date needs a column of dates such as 2026-01-31, "branch" holds text`,
    })
  })
})
