import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readData } from '../../../src/node/read/read-data.ts'
import { columnsOf, Folder } from '../made.ts'

const folder = new Folder()
const CSV = 'x,city\n1,Oslo\n,Rome\n2.5,Oslo\n'
const COLUMNS = { x: [1, null, 2.5], city: ['Oslo', 'Rome', 'Oslo'] }
const refusal = (name: string, options = {}): Promise<string> => folder.refusal(readData(folder.at(name), options))

describe('readData tells files apart', () => {
  test.each([
    ['plain.csv', CSV],
    ['tabs.tsv', CSV.replaceAll(',', '\t')],
    ['noext', CSV],
    ['packed.csv.gz', CSV],
    ['lines.jsonl', '{"x":1,"city":"Oslo"}\n{"x":null,"city":"Rome"}\n{"x":2.5,"city":"Oslo"}\n'],
    ['list.json', '[{"x":1,"city":"Oslo"},{"city":"Rome"},{"x":2.5,"city":"Oslo"}]'],
    ['lines.txt', '{"x":1,"city":"Oslo"}\n{"city":"Rome"}\n{"x":2.5,"city":"Oslo"}\n'],
    ['weka.arff', '@relation r\n@attribute x numeric\n@attribute city string\n@data\n1,Oslo\n?,Rome\n2.5,Oslo\n'],
    ['weka.txt', '% c\n@relation r\n@attribute x real\n@attribute city string\n@data\n1,Oslo\n?,Rome\n2.5,Oslo\n'],
    ['lines.jsonl.gz', '{"x":1,"city":"Oslo"}\n{"city":"Rome"}\n{"x":2.5,"city":"Oslo"}\n'],
  ])('%s', async (name, content) => {
    folder.file(name, content)
    const table = await readData(folder.at(name))
    expect(columnsOf(table)).toEqual(COLUMNS)
    expect(table).toMatchObject({ rows: 3, skipped: 0, notes: [], source: name })
  })

  test('Parquet, whatever it is called if the name does not say otherwise', async () => {
    const sql = "SELECT * FROM (VALUES (1.0, 'Oslo'), (NULL, 'Rome'), (2.5, 'Oslo')) t(x, city)"
    for (const name of ['rows.parquet', 'rows.bin']) {
      expect(columnsOf(await readData(await folder.parquet(name, sql)))).toEqual(COLUMNS)
    }
  })

  test('a compressed file need not be called so', async () => {
    folder.file('sneaky.csv', gzipSync(CSV))
    expect(columnsOf(await readData(folder.at('sneaky.csv')))).toEqual(COLUMNS)
  })

  test('options reach the readers', async () => {
    folder.file('odd.csv', 'junk\na|b\n1,5|NA\n2|3\n')
    const options = { delimiter: '|', decimal: ',', skip: 1, missingValues: ['NA'], columns: ['b', 'a'] } as const
    expect(columnsOf(await readData(folder.at('odd.csv'), options))).toEqual({ a: [1.5, 2], b: [null, 3] })
  })

  test('a large file of numbers, with several threads', async () => {
    const line = `${Array.from({ length: 40 }, (_, i) => i * 1.1).join(',')}\n`
    folder.file('large.csv', `${Array.from({ length: 40 }, (_, i) => `c${i}`).join(',')}\n${line.repeat(130_000)}`)
    const parts: number[] = []
    const options = { threads: 4, memory: '1GB', onProgress: (part: number) => parts.push(part) }
    const table = await readData(folder.at('large.csv'), options)
    expect(table).toMatchObject({ rows: 130_000, skipped: 0, notes: [] })
    expect(table.columns.map(({ values }) => values[129_999])).toEqual(Array.from({ length: 40 }, (_, i) => i * 1.1))
    expect(parts.at(-1)).toBe(1)
  })

  test('progress ends at one', async () => {
    const parts: number[] = []
    folder.file('progress.csv', CSV)
    await readData(folder.at('progress.csv'), { onProgress: (part) => parts.push(part) })
    expect(parts.at(-1)).toBe(1)
  })
})

describe('readData refuses in words', () => {
  test('files that are not there', async () => {
    folder.file('cars.csv', CSV)
    mkdirSync(folder.at('sub'))
    symlinkSync('nowhere.csv', folder.at('dangling.csv'))
    symlinkSync('circle.csv', folder.at('circle.csv'))
    expect(await refusal('carz.csv')).toBe('carz.csv does not exist, did you mean cars.csv?')
    expect(await refusal('quite-another-name.xyz')).toBe('quite-another-name.xyz does not exist')
    expect(await refusal('gone/cars.csv')).toBe('gone/cars.csv does not exist: there is no folder gone')
    expect(await refusal('sub')).toBe('sub is a folder, expected a file; name one in it, or all of them as "sub/*.csv"')
    expect(await refusal('dangling.csv')).toBe(
      'dangling.csv is a link to nowhere.csv, which does not exist; correct the link or name another file',
    )
    expect(await refusal('circle.csv')).toBe('circle.csv is a link that leads back to itself')
    expect(await refusal('zzz*.csv')).toBe('zzz*.csv matches no file; quote the pattern, or name a file')
    expect(await folder.refusal(readData(''))).toBe('the name of the data is empty, expected a file')
  })

  test('files that are not what they are called', async () => {
    await folder.parquet('real.parquet', 'SELECT 1 AS x')
    await folder.parquet('false.csv', 'SELECT 1 AS x')
    folder.file('false.parquet', CSV)
    folder.file('gz.parquet', gzipSync(CSV))
    folder.file('binary.csv', new Uint8Array([1, 2, 0, 4, 10, 5]))
    folder.file('sheet.csv', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))
    expect(await refusal('false.csv')).toBe(
      'false.csv is a Parquet file, expected text; give its name the ending .parquet',
    )
    expect(await refusal('false.parquet')).toBe('false.parquet is not a Parquet file: it does not start with PAR1')
    expect(await refusal('gz.parquet')).toBe('gz.parquet is compressed with gzip; unpack it first')
    expect(await refusal('binary.csv')).toBe(
      'binary.csv, line 1: found a NUL byte, expected text; this seems to be a binary file',
    )
    expect(await refusal('sheet.csv')).toBe(
      'sheet.csv is a zip archive or a spreadsheet, expected text; unpack it, or save the sheet as CSV',
    )
  })

  test('files that are empty or cut off', async () => {
    folder.file('empty.csv', '')
    folder.file('empty.csv.gz', '')
    folder.file('cut.csv.gz', CSV.repeat(1000))
    truncateSync(folder.at('cut.csv.gz'), 60)
    folder.file('bad.csv.gz', 'x')
    folder.file('damaged.csv', new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 0, 3, 255, 255, 255, 255]))
    const path = await folder.parquet('cut.parquet', 'SELECT i FROM range(1000) t(i)')
    truncateSync(path, 400)
    expect(await refusal('empty.csv')).toBe('empty.csv is empty, expected a line of column names and lines of values')
    expect(await refusal('empty.csv.gz')).toBe(
      'empty.csv.gz is empty, expected a line of column names and lines of values',
    )
    expect(await refusal('cut.csv.gz')).toBe('cut.csv.gz is compressed, but its end is missing; copy it again')
    expect(await refusal('damaged.csv')).toBe('damaged.csv is compressed, but damaged; copy it again')
    expect(await refusal('cut.parquet')).toBe('cut.parquet is a Parquet file whose end is missing; copy it again')
  })

  test('columns that are not there', async () => {
    folder.file('named.csv', CSV)
    expect(await refusal('named.csv', { columns: ['citi'] })).toBe(
      'named.csv: there is no column "citi", did you mean city?',
    )
  })
})

describe('readData puts files together', () => {
  mkdirSync(folder.at('parts'))
  const part = (name: string, content: string): string => folder.file(`parts/${name}`, content)

  test('in the order of their names, columns by name', async () => {
    part('b-1.csv', 'city,x\nRome,\nOslo,2.5\n')
    part('a-1.csv.gz', 'x,city\n1,Oslo\n')
    const table = await readData(folder.at('parts/[ab]-1*'))
    expect(columnsOf(table)).toEqual({ x: [1, null, 2.5], city: ['Oslo', 'Rome', 'Oslo'] })
    expect(folder.short(table.source)).toBe('parts/[ab]-1*')
    const { values } = table.columns[1]
    expect(values).toHaveLength(3)
  })

  test('a column without values is of every kind', async () => {
    part('a-2.csv', 'x,y\n1,\n2,\n')
    part('b-2.csv', 'x,y\n,red\n,blue\n')
    expect(columnsOf(await readData(folder.at('parts/?-2.csv')))).toEqual({
      x: [1, 2, null, null],
      y: [null, null, 'red', 'blue'],
    })
  })

  test('notes say which file they are about, and the same one is said once', async () => {
    part('a-3.csv', 'x,x\n1,a\n')
    part('b-3.csv', 'x,x\n1,b\n\n2,c\n')
    part('c-3.csv', 'x,x\n1,d\n')
    const { notes } = await readData(folder.at('parts/?-3.csv'))
    expect(notes.map(({ message }) => folder.short(message))).toEqual([
      'parts/a-3.csv and 2 more files: columns 1 and 2 are both called "x"; the second is read as "x (2)"',
      'parts/b-3.csv: 1 blank line left out',
    ])
  })

  test('only when their columns are the same', async () => {
    part('a-4.csv', 'x,y,z\n1,2,3\n')
    part('b-4.csv', 'x,w\n1,2\n')
    expect(await refusal('parts/?-4.csv')).toBe(
      'parts/a-4.csv and parts/b-4.csv have different columns: "y", "z" only in parts/a-4.csv, "w" only in parts/b-4.csv; ' +
        'read files of the same columns, or name the columns to read',
    )
    expect(columnsOf(await readData(folder.at('parts/?-4.csv'), { columns: ['x'] }))).toEqual({ x: [1, 1] })
  })

  test('only when their columns are of the same kinds', async () => {
    part('a-5.csv', 'x\n1\n2\n')
    part('b-5.csv', 'x\n1\nNA\n')
    expect(await refusal('parts/?-5.csv')).toBe(
      'parts/a-5.csv and parts/b-5.csv cannot be put together: column "x" holds numbers in the one and texts in the ' +
        'other; correct that, or declare what stands for a missing value with --missing-values',
    )
    const table = await readData(folder.at('parts/?-5.csv'), { missingValues: ['NA'] })
    expect(columnsOf(table)).toEqual({ x: [1, 2, 1, null] })
  })
})
