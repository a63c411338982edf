import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvPass } from '../../src/sources/csv/csv-pass.ts'
import type { CsvPlan } from '../../src/sources/csv/csv-plan.ts'
import { splitRecords } from '../../src/sources/text/split-records.ts'
import { trimAscii } from '../../src/sources/text/values.ts'
import { columnsOf, csv, kindsOf } from './made.ts'

interface Dialect {
  readonly delimiter: string
  readonly decimal: '.' | ','
  readonly newline: string
  readonly lastNewline: boolean
  readonly mark: string
}

const dialects: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('.' as const, ',' as const),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  lastNewline: fc.boolean(),
  mark: fc.constantFrom('', '\uFEFF'),
})

const numbers = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.double({ min: -1000, max: 1000, noNaN: true }).map((x) => Math.round(x * 100) / 100),
)
/** Texts that cannot be taken for anything else and have no white space to lose. */
const texts = fc
  .string({ unit: fc.constantFrom('a', 'ß', '😀', '"', ',', ';', '\t', '|', '\n', '\r', ' ', '1', '.'), maxLength: 8 })
  .map((text) => `x${text}x`)
const orMissing = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 6 })

type Cell = number | string | null
const columnOf = (rows: number): fc.Arbitrary<{ kind: string; cells: Cell[] }> => {
  const cells = <T extends Cell>(values: fc.Arbitrary<T>): fc.Arbitrary<Cell[]> =>
    fc
      .tuple(values, fc.array(orMissing(values), { minLength: rows - 1, maxLength: rows - 1 }))
      .map(([first, rest]) => [first, ...rest])
  return fc.oneof(
    cells(numbers).map((values) => ({ kind: 'number', cells: values })),
    cells(texts).map((values) => ({ kind: 'category', cells: values })),
    cells(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.getTime())).map(
      (values) => ({
        kind: 'date',
        cells: values,
      }),
    ),
    cells(fc.constantFrom('true', 'false')).map((values) => ({ kind: 'boolean', cells: values })),
  )
}

const tables = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 2, max: 5 }))
  .chain(([rows, width]) => fc.array(columnOf(rows), { minLength: width, maxLength: width }))

function write(
  columns: readonly { kind: string; cells: Cell[] }[],
  dialect: Dialect,
  quotes: readonly boolean[],
): string {
  let n = 0
  const field = (text: string): string => {
    const must = text.includes('"') || text.includes(dialect.delimiter) || /[\r\n]/.test(text)
    return must || quotes[n++ % quotes.length] ? `"${text.replaceAll('"', '""')}"` : text
  }
  const show = (kind: string, cell: Cell): string => {
    if (cell === null) return ''
    if (kind === 'date') return new Date(cell).toISOString()
    return typeof cell === 'number' ? (Object.is(cell, -0) ? '-0' : String(cell)).replace('.', dialect.decimal) : cell
  }
  const lines = [columns.map((_, j) => field(`name ${j}`))]
  for (let i = 0; i < columns[0].cells.length; i++)
    lines.push(columns.map(({ kind, cells }) => field(show(kind, cells[i]))))
  return (
    dialect.mark +
    lines.map((line) => line.join(dialect.delimiter)).join(dialect.newline) +
    (dialect.lastNewline ? dialect.newline : '')
  )
}

describe('readCsv on random tables', () => {
  test('reads back what was written in any dialect', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        dialects,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        async (columns, dialect, quoting) => {
          const { delimiter, decimal } = dialect
          const table = await csv(write(columns, dialect, quoting), { delimiter, decimal, header: true })
          expect(kindsOf(table)).toEqual(Object.fromEntries(columns.map(({ kind }, j) => [`name ${j}`, kind])))
          expect(columnsOf(table)).toEqual(Object.fromEntries(columns.map(({ cells }, j) => [`name ${j}`, cells])))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('finds out the dialect of a table with a column of fractions', async () => {
    const fractions = fc
      .double({ min: 0.001, max: 1e6, noNaN: true, noDefaultInfinity: true })
      .map((x) => Math.floor(x) + 0.25)
    const plainTexts = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', ' '), maxLength: 6 }).map((text) => `x${text}x`)
    const rows = fc.array(fc.tuple(fractions, plainTexts, fractions), { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        rows,
        dialects,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        async (cells, dialect, quoting) => {
          const columns = [0, 1, 2].map((j) => ({
            kind: j === 1 ? 'category' : 'number',
            cells: cells.map((row) => row[j]),
          }))
          const table = await csv(write(columns, dialect, quoting))
          expect(columnsOf(table)).toEqual(Object.fromEntries(columns.map((column, j) => [`name ${j}`, column.cells])))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('does not depend on where the chunks end', async () => {
    const pieces = fc.constantFrom(
      '1',
      '2.5',
      '-3e2',
      'x',
      'ß',
      '"',
      '""',
      ',',
      ',',
      ',',
      '\n',
      '\n',
      '\r',
      '\r\n',
      ' ',
      '😀',
      'yes',
      '2015-02-04',
    )
    const outcome = async (text: string, chunk: number): Promise<unknown> => {
      try {
        return await csv(text, { badRows: 'skip' }, chunk)
      } catch (error) {
        return String(error)
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), async (parts, chunk) => {
        const text = `a,b\n1,2\n${parts.join('')}`
        expect(await outcome(text, chunk)).toEqual(await outcome(text, 1_000_000))
      }),
      { numRuns: 300 },
    )
  })
})

describe('CsvPass', () => {
  const dialect = { delimiter: ',', quote: '"', decimal: '.', header: false, skip: 0, newline: '\n' } as const

  test('splits as the plain splitter does', () => {
    const pieces = fc.constantFrom('a', '"', '"', ',', ',', '\n', '\r', '\r\n', ' ', 'ß')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), (parts, width) => {
        const text = parts.join('')
        const split = splitRecords(text, dialect)
        const plan: CsvPlan = {
          dialect,
          names: Array.from({ length: width }, (_, j) => `c${j}`),
          kinds: Array.from({ length: width }, () => 'category'),
          unseen: Array.from({ length: width }, () => false),
          wanted: [],
          notes: [],
        }
        const pass = new CsvPass(
          plan,
          plan.names.map((_, j) => j),
          { name: 'data.csv', badRows: 'skip' },
        )
        const run = (): unknown => {
          try {
            pass.feed(new TextEncoder().encode(text))
            const { rows } = pass.finish()
            return plan.names.map((_, j) => [...pass.column(j, rows).values])
          } catch (error) {
            return (error as Error).name
          }
        }
        const refused = split.faults > 0 || (split.open && isUnclosed(text))
        const records = split.records.filter(({ fields, blank }) => fields.length === width && (width === 1 || !blank))
        if (width === 1) while (records.at(-1)?.blank === true) records.pop()
        const expected = plan.names.map((_, j) => records.map(({ fields }) => trimAscii(fields[j]) || null))
        expect(run()).toEqual(refused ? 'DataError' : expected)
      }),
      { numRuns: 1000 },
    )
  })

  /** Whether a text ends inside quotes, told by adding a line that a quote would swallow. */
  function isUnclosed(text: string): boolean {
    const before = splitRecords(text, dialect).records.length
    return splitRecords(`${text}\nend\nend`, dialect).records.length < before + 2
  }
})

describe('very long and very wide', () => {
  test('lines of ten megabytes are read in linear time', async () => {
    const long = 'x'.repeat(10_000_000)
    const start = performance.now()
    // So small chunks would mean 2,500 looks at 5 MB on average if each were looked at from the start.
    const table = await csv(`a,b\n1,"${long}"\n2,${long}\n`, {}, 4096)
    expect(table.columns[1].values.map((text) => String(text).length)).toEqual([10_000_000, 10_000_000])
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('twenty thousand columns are read in linear time', async () => {
    const width = 20_000
    const start = performance.now()
    const names = Array.from({ length: width }, (_, j) => `c${j % 10_000}`).join(',')
    const line = Array.from({ length: width }, (_, j) => j).join(',')
    const table = await csv(`${names}\n${line}\n${line}\n${line}\n`)
    expect(table.columns.length).toBe(width)
    expect(table.columns[width - 1]).toEqual({
      name: 'c9999 (2)',
      kind: 'number',
      values: Float64Array.of(19_999, 19_999, 19_999),
    })
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
