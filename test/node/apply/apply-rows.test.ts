import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { type Binning, hasCuts } from '../../../src/binning/binning.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { slotLabels } from '../../../src/binning/labels.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { type Applied, type ApplyOptions, applyRows } from '../../../src/node/apply/apply-rows.ts'
import { readData } from '../../../src/node/read/read-data.ts'
import { toTable } from '../../../src/sources/source.ts'
import { columnsOf, Folder } from '../made.ts'

const folder = new Folder()

/** Bins of x cut at 2 and 4, and of the cities, fitted on a few rows. */
async function binned(): Promise<Binning> {
  const table = { x: [1, 2, 3, 4, 5, null], city: ['Oslo', 'Rome', 'Oslo', 'Rome', 'Oslo', null] }
  return fitTable(table, { columns: ['x', 'city'], all: { method: fixed, cuts: [2, 4] } })
}

const run = (binning: Binning, data: string, output: string, options: Partial<ApplyOptions> = {}): Promise<Applied> =>
  applyRows(binning, folder.at(data), { as: 'label', output: folder.at(output), force: true, ...options })
const text = (name: string): string => readFileSync(folder.at(name), 'utf8')

describe('applyRows to CSV', () => {
  test('puts bins in place of values and keeps every other field as it stands', async () => {
    folder.file(
      'a.csv',
      'id,x,note,city\r\n 01 ,1.0,"a, ""b""",Oslo\r\n02,NA,,"Rome"\r\n\r\n03, 4 ,"two\nlines",Paris\r\n04,2,5" pipe,\r\n',
    )
    const result = await run(await binned(), 'a.csv', 'a-out.csv', { missingValues: ['NA'] })
    expect(text('a-out.csv')).toBe(
      'id,x,note,city\n 01 ,< 2,"a, ""b""",Oslo\n02,missing,,Rome\n03,≥ 4,"two\nlines",missing\n04,"[2, 4)",5" pipe,missing\n',
    )
    expect(result).toEqual({
      rows: 4,
      skipped: 0,
      notes: [{ code: 'blank-lines', message: '1 blank line left out' }],
    })
  })

  test('numbers of bins, and bins beside the values', async () => {
    folder.file('b.csv', 'x,city\n1,Rome\n,\n')
    await run(await binned(), 'b.csv', 'b-out.csv', { as: 'index' })
    expect(text('b-out.csv')).toBe('x,city\n0,1\n3,2\n')
    await run(await binned(), 'b.csv', 'b-out.csv', { suffix: '_bin' })
    expect(text('b-out.csv')).toBe('x,x_bin,city,city_bin\n1,< 2,Rome,Rome\n,missing,,missing\n')
  })

  test('other delimiters, compressed files, no header', async () => {
    folder.file('c.csv.gz', '1;Rome;"a;b";c\td\n3;Oslo;5" x;e|f\n')
    const binning = await binned()
    const columns = binning.columns.map((column, i) => ({ ...column, name: `column ${i + 1}` }))
    const renamed = { ...binning, columns }
    await run(renamed, 'c.csv.gz', 'c-out.csv', { header: false })
    expect(text('c-out.csv')).toBe('< 2;Rome;"a;b";c\td\n[2, 4);Oslo;5" x;e|f\n')
    await run(renamed, 'c.csv.gz', 'c-out.tsv', { header: false })
    expect(text('c-out.tsv')).toBe('< 2\tRome\t"a;b"\t"c\td"\n[2, 4)\tOslo\t"5"" x"\te|f\n')
    await run(renamed, 'c.csv.gz', 'c-out.csv.gz', { header: false })
    expect(gunzipSync(readFileSync(folder.at('c-out.csv.gz'))).toString()).toBe(text('c-out.csv'))
  })

  test('a table of one column keeps its blank lines but the last', async () => {
    folder.file('d.csv', 'x\n1\n\n5\n\n\n')
    const binning = await binned()
    const { rows } = await run({ ...binning, columns: binning.columns.slice(0, 1) }, 'd.csv', 'd-out.csv')
    expect(rows).toBe(3)
    expect(text('d-out.csv')).toBe('x\n< 2\nmissing\n≥ 4\n')
  })

  test('several files, JSON lines and ARFF', async () => {
    folder.file('e-1.csv', 'x,city\n1,Rome\n')
    folder.file('e-2.csv', 'x;city\n5;Oslo\n')
    expect((await run(await binned(), 'e-*.csv', 'e-out.csv')).rows).toBe(2)
    expect(text('e-out.csv')).toBe('x,city\n< 2,Rome\n≥ 4,Oslo\n')
    folder.file('e.jsonl', '{"x":1,"city":"Rome","n":2.50,"d":"2015-02-04"}\n{"city":"Oslo","n":1,"d":null}\n')
    await run(await binned(), 'e.jsonl', 'e-out.csv')
    expect(text('e-out.csv')).toBe('x,city,n,d\n< 2,Rome,2.5,2015-02-04\nmissing,Oslo,1,\n')
    // All truth values, though the column of the fit held other levels.
    folder.file('e.jsonl', '{"x":1,"city":true}\n{"x":4,"city":false}\n')
    await run(await binned(), 'e.jsonl', 'e-out.csv')
    expect(text('e-out.csv')).toBe('x,city\n< 2,missing\n≥ 4,missing\n')
    folder.file('e.arff', '@relation r\n@attribute x real\n@attribute city {Oslo,Rome}\n@data\n2,Rome\n?,?\n')
    await run(await binned(), 'e.arff', 'e-out.csv')
    expect(text('e-out.csv')).toBe('x,city\n"[2, 4)",Rome\nmissing,missing\n')
  })

  test('lines that are no rows can be skipped', async () => {
    folder.file('f.csv', 'x,city\n1,Rome\n2\nabc,Rome,3\n5,Oslo\n')
    const result = await run(await binned(), 'f.csv', 'f-out.csv', { badRows: 'skip' })
    expect(text('f-out.csv')).toBe('x,city\n< 2,Rome\n≥ 4,Oslo\n')
    expect(result).toEqual({
      rows: 2,
      skipped: 2,
      notes: [{ code: 'skipped', message: '2 lines left out for not having 2 fields, the first at line 3' }],
    })
  })
})

describe('applyRows refuses in words and leaves nothing behind', () => {
  const refusal = async (
    content: string,
    options: Partial<ApplyOptions> = {},
    change: (binning: Binning) => Binning = (binning) => binning,
  ): Promise<string> => {
    folder.file('bad.csv', content)
    const before = readdirSync(folder.path)
    const message = await folder.refusal(run(change(await binned()), 'bad.csv', 'bad-out.csv', options))
    expect(readdirSync(folder.path)).toEqual(before)
    return message
  }
  const strict = (binning: Binning): Binning => ({
    ...binning,
    columns: binning.columns.map((column) => ({ ...column, missing: { ...column.missing, policy: 'error' } })),
  })

  test('a column that is missing', async () => {
    expect(await refusal('length,citi\n1,Rome\n')).toBe(
      'bad.csv: there is no column "x", which the binning has, expected one of length, citi',
    )
    expect(await refusal('x,citi\n1,Rome\n')).toBe(
      'bad.csv: there is no column "city", which the binning has, did you mean citi?',
    )
  })
  test('a value that is no number', async () => {
    expect(await refusal('x,city\n1,Rome\nunknown,Rome\n')).toBe(
      'bad.csv, line 3: column "x" holds "unknown", expected a number as in the binning; correct that, ' +
        'or if it stands for a missing value, add --missing-values unknown',
    )
  })
  test('a value that a policy refuses', async () => {
    expect(await refusal('x,city\n1,Rome\n2,Rome\n,Rome\n', {}, strict)).toBe(
      'bad.csv, line 4: column "x" holds a missing value, which the binning refuses; correct that, or fit it with another policy',
    )
    expect(await refusal('x,city\n1,Paris\n', {}, strict)).toBe(
      'bad.csv, line 2: column "city" holds "Paris", which the binning refuses; correct that, or fit it with another policy',
    )
  })
  test('lines of too few fields, as the reader says it', async () => {
    expect(await refusal('x,city\n1,Rome\n2\n3\n')).toBe(
      'bad.csv, line 3: found 1 field, expected 2 as in line 1 (and 1 more such line); correct that, or add --bad-rows skip to leave such lines out',
    )
    expect(await refusal('x,city\n1,"Rome\n')).toBe(
      'bad.csv, line 2, column "city": the quote that opens here is never closed; close it, or double the quotes inside quoted text',
    )
  })
  test('outputs that exist or have no known form', async () => {
    folder.file('there.csv', 'old')
    folder.file('bad.csv', 'x,city\n1,Rome\n')
    expect(await folder.refusal(run(await binned(), 'bad.csv', 'there.csv', { force: false }))).toBe(
      'there.csv exists already; add --force to replace it',
    )
    expect(await folder.refusal(run(await binned(), 'bad.csv', 'out.xlsx'))).toBe(
      'out.xlsx: rows are written as .csv, .tsv or .parquet; give the output such an ending',
    )
    expect(await folder.refusal(run(await binned(), 'bad.csv', 'out.csv', { suffix: '' }))).toBe(
      'bad.csv has a column "x" already; choose another suffix',
    )
  })
})

describe('applyRows to and from Parquet', () => {
  test('text tables get types', async () => {
    folder.file(
      'p.csv',
      'x,city,n,t,d,s\n1,Rome,1.50,True,2015-02-04,a b\n,,NA,false,,"q, ""x""\nz"\n5,Oslo,-2,,2015-02-05 06:07,\n',
    )
    await run(await binned(), 'p.csv', 'p.parquet', { missingValues: ['NA'] })
    const table = await readData(folder.at('p.parquet'))
    expect(table.columns.map(({ kind }) => kind)).toEqual([
      'category',
      'category',
      'number',
      'boolean',
      'date',
      'category',
    ])
    expect(columnsOf(table)).toEqual({
      x: ['< 2', 'missing', '≥ 4'],
      city: ['Rome', 'missing', 'Oslo'],
      n: [1.5, null, -2],
      t: ['true', 'false', null],
      d: [Date.UTC(2015, 1, 4), null, Date.UTC(2015, 1, 5, 6, 7)],
      s: ['a b', 'q, "x"\nz', null],
    })
  })

  test('a column whose later values do not fit becomes text', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `${i},Rome,${i}`)
    rows[59_000] = '7,Rome,unknown'
    folder.file('q.csv', `x,city,n\n${rows.join('\n')}\n`)
    const { notes } = await run(await binned(), 'q.csv', 'q.parquet', { as: 'index' })
    expect(notes.map(({ message }) => message)).toEqual([
      'column "n" is read as text because of "unknown" at line 59002; if that stands for a missing value, add --missing-values unknown; to keep its numbers and count texts as missing, add --number n',
    ])
    const { columns } = await readData(folder.at('q.parquet'))
    expect(columns.map(({ kind }) => kind)).toEqual(['number', 'number', 'category'])
    expect([columns[0].values[0], columns[0].values[3], columns[2].values[59_000]]).toEqual([0, 1, 'unknown'])
  })

  test('Parquet keeps the types of the other columns, and their order', async () => {
    await folder.parquet(
      'r.parquet',
      `SELECT i AS id, CASE WHEN i % 10 = 0 THEN NULL ELSE i % 6 END AS x, ['Oslo', 'Rome', NULL][i % 3 + 1] AS city, [i, 2] AS list,
       1.25::DECIMAL(5,2) AS money, i / 2 AS half FROM range(30000) t(i)`,
    )
    expect((await run(await binned(), 'r.parquet', 'r-out.parquet')).rows).toBe(30_000)
    const table = await readData(folder.at('r-out.parquet'))
    expect(table.notes.map(({ message }) => message)).toEqual(['column "list" left out: it holds lists'])
    const { id, x, city, money } = columnsOf(table)
    expect(id.every((value, i) => value === i)).toBe(true)
    expect(x.slice(0, 6)).toEqual(['missing', '< 2', '[2, 4)', '[2, 4)', '≥ 4', '≥ 4'])
    expect(city.slice(0, 3)).toEqual(['Oslo', 'Rome', 'missing'])
    expect(money[0]).toBe(1.25)
    await run(await binned(), 'r.parquet', 'r-out.csv', { as: 'index', suffix: '.bin' })
    expect(text('r-out.csv').split('\n').slice(0, 3)).toEqual([
      'id,x,x.bin,city,city.bin,list,money,half',
      '0,,3,Oslo,0,"[0, 2]",1.25,0',
      '1,1,0,Rome,1,"[1, 2]",1.25,0.5',
    ])
  })

  test('progress goes from nothing to one', async () => {
    for (const data of ['q.csv', 'r.parquet']) {
      for (const output of ['progress.csv', 'progress.parquet']) {
        const parts: number[] = []
        await run(await binned(), data, output, { onProgress: (part) => parts.push(part) })
        expect(parts.at(-1), `${data} to ${output}`).toBe(1)
        expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true)
      }
    }
  })

  test('Parquet columns of another kind are refused', async () => {
    await folder.parquet('s.parquet', "SELECT 'a' AS x, 'Rome' AS city")
    expect(await folder.refusal(run(await binned(), 's.parquet', 's-out.csv'))).toBe(
      's.parquet: column "x" holds category values, expected number values as in the binning',
    )
    await folder.parquet('u.parquet', "SELECT 9007199254740995 AS x, 'Rome' AS city")
    expect(await folder.refusal(run(await binned(), 'u.parquet', 'u-out.csv'))).toBe(
      'u.parquet, column "x": found a whole number near 9007199254740996, which a double cannot hold exactly, ' +
        'expected one up to 2^53; store the column as DOUBLE or text',
    )
    const binning = await binned()
    const columns = binning.columns.map((c) => ({ ...c, missing: { ...c.missing, policy: 'error' as const } }))
    await folder.parquet('t.parquet', "SELECT NULL::DOUBLE AS x, 'Rome' AS city")
    expect(await folder.refusal(run({ ...binning, columns }, 't.parquet', 't-out.parquet'))).toBe(
      't.parquet: column "x" holds a missing value, which the binning refuses; correct that, or fit it with another policy',
    )
  })
})

describe('what is applied is what was fitted', () => {
  const level = fc.constantFrom('red', 'green', 'blue, or not', 'it"s', '')
  const row = fc.tuple(fc.option(fc.integer({ min: -5, max: 5 })), fc.constantFrom(0, 0.5, 1e6, -9), level)

  test('bins of the output, counted, are those of the fit', { timeout: 30_000 }, async () => {
    const check = async (rows: [number | null, number, string][]): Promise<void> => {
      const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`
      folder.file('rows.csv', `a,b,c\n${rows.map(([a, b, c]) => `${a ?? ''},${b},${quoted(c)}`).join('\n')}\n`)
      const read = await readData(folder.at('rows.csv'))
      const binning = await fitTable(toTable(read), { all: { method: equalFrequency, bins: 3, special: [-9] } })
      for (const output of ['rows-out.csv', ...(rows.length % 8 === 0 ? ['rows-out.parquet'] : [])]) {
        await run(binning, 'rows.csv', output)
        const applied = columnsOf(await readData(folder.at(output)))
        for (const [i, column] of binning.columns.entries()) {
          const labels = slotLabels(column)
          const { values } = read.columns[i]
          const slots = hasCuts(column) ? assign(column, values as Float64Array) : assign(column, values as string[])
          expect(applied[column.name]).toEqual(Array.from(slots, (slot) => labels[slot]))
          const counts = [...column.bins, column.missing, ...(hasCuts(column) ? column.special : [])].map(
            (bin) => bin.count,
          )
          expect(labels.map((label) => applied[column.name].filter((found) => found === label).length)).toEqual(counts)
        }
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), check), { numRuns: 60 })
  })
})
