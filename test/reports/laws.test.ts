import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Binning, hasCuts } from '../../src/binning/binning.ts'
import { asDates } from '../../src/binning/labels.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import type { FitTableOptions } from '../../src/binning/fit/table-options.ts'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'
import { methods } from '../../src/discretizers/registry.ts'
import { tableCsv } from '../../src/reports/table-csv.ts'
import { tableMarkdown } from '../../src/reports/table-markdown.ts'
import { binningReport } from '../../src/reports/terminal/binning-text.ts'
import { columnReport } from '../../src/reports/terminal/column-text.ts'
import { methodsReport } from '../../src/reports/terminal/methods-text.ts'
import { textWidth } from '../../src/reports/printed-text.ts'

const ESCAPE = '\u001B'

/** Numbers of all sizes, whole ones, holes and codes. */
const number = fc.oneof(
  fc.integer({ min: -20, max: 80 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(null, -9, 0, 1e-300, 1e300, -1e17, Infinity, -Infinity, 1_700_000_000_000),
)

const names = [
  'x',
  'a name that goes on and on, longer than any column of a table should be',
  '日本語の列',
  'e\u0301',
  '',
]
const letters = ['a', 'b', 'c', 'yes', 'no', 'a class with a long name', '日本', '\u001B[31mred', 'tab\tand\nline', '']

interface Made {
  readonly rows: number
  readonly values: readonly (number | null)[]
  readonly codes: readonly number[]
  readonly target: 'none' | 'class' | 'many' | 'numeric'
  readonly weighted: boolean
  readonly bins: number
  readonly name: string
  readonly method: 'default' | 'width' | 'frequency' | 'chi'
  readonly special: boolean
  readonly dates: boolean
  readonly classes: number
}

const made: fc.Arbitrary<Made> = fc.integer({ min: 0, max: 120 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    values: fc.array(number, { minLength: rows, maxLength: rows }),
    codes: fc.array(fc.nat(1000), { minLength: rows, maxLength: rows }),
    target: fc.constantFrom('none', 'class', 'many', 'numeric'),
    weighted: fc.boolean(),
    bins: fc.constantFrom(1, 2, 5, 40),
    name: fc.constantFrom(...names),
    method: fc.constantFrom('default', 'width', 'frequency', 'chi'),
    special: fc.boolean(),
    dates: fc.boolean(),
    classes: fc.integer({ min: 1, max: letters.length }),
  }),
)

async function binned(from: Made): Promise<Binning> {
  const { codes, target, method, bins } = from
  const label = (code: number): string =>
    target === 'many' ? `class ${code % 30}` : letters[code % Math.min(from.classes, letters.length)]
  const table = {
    [from.name]: from.values,
    level: codes.map((code) => (code % 7 === 0 ? null : letters[code % letters.length])),
    goal: codes.map((code, i) => (target === 'numeric' ? (code - 300) * 1.7 : label(code + (i % 5 === 0 ? 1 : 0)))),
    weight: codes.map((code) => (code % 11) / 4),
  }
  const supervised = target === 'class' || target === 'many'
  const chosen = methodOf(method, supervised)
  const options: FitTableOptions = {
    columns: [from.name, 'level'],
    source: 'made.csv',
    ...(target === 'none' ? {} : { target: 'goal', targetKind: target === 'numeric' ? 'numeric' : 'class' }),
    ...(from.weighted ? { weights: 'weight' } : {}),
    all: {
      ...(chosen === undefined ? {} : { method: chosen }),
      ...(chosen?.options.bins === undefined ? {} : { bins }),
      ...(from.special ? { special: [-9] } : {}),
    },
  }
  const binning = await fitTable(table, options)
  if (!from.dates) return binning
  return { ...binning, columns: binning.columns.map((column) => (hasCuts(column) ? asDates(column) : column)) }
}

function methodOf(wish: Made['method'], supervised: boolean): AnyDiscretizer | undefined {
  if (wish === 'width') return equalWidth
  if (wish === 'frequency' || !supervised) return equalFrequency
  return wish === 'chi' ? chiMerge : undefined
}

/** Weights that add up to too little are refused by mdlp, which is none of the reports' business. */
async function binnedOrNull(from: Made): Promise<Binning | null> {
  try {
    return await binned(from)
  } catch (error) {
    if (error instanceof Error && error.name === 'DataError') return null
    throw error
  }
}

describe('reports of any binning', () => {
  test('stay within the width, and print nothing that is not a word or a number', async () => {
    const width = fc.integer({ min: 60, max: 160 })
    await fc.assert(
      fc.asyncProperty(made, width, fc.boolean(), fc.boolean(), async (from, columns, color, verbose) => {
        const binning = await binnedOrNull(from)
        if (binning === null) return
        const options = { width: columns, color, verbose }
        const reports = [
          binningReport(binning, options),
          binningReport(binning, { ...options, most: 1 }),
          ...binning.columns.map((column) => columnReport(column, binning.target, options)),
        ]
        for (const report of reports) {
          for (const line of report.split('\n')) expect(textWidth(line), line).toBeLessThanOrEqual(columns)
          expect(report).not.toMatch(/undefined|NaN|null|Infinity|\[object|-0(?![.\d])/)
          expect(report.includes(ESCAPE)).toBe(color)
        }
        for (const text of [tableMarkdown(binning), tableCsv(binning)]) {
          expect(text).not.toMatch(/undefined|NaN|null|Infinity|\[object/)
        }
        expect(tableMarkdown(binning)).not.toContain(ESCAPE)
      }),
      { numRuns: 60 },
    )
  })

  test('differ by colour only in colour', async () => {
    await fc.assert(
      fc.asyncProperty(made, async (from) => {
        const binning = await binnedOrNull(from)
        if (binning === null) return
        const plain = binningReport(binning, { width: 100 })
        const colored = binningReport(binning, { width: 100, color: true })
        const bare = colored.replaceAll(new RegExp(`${ESCAPE}\\[[0-9;]+m`, 'g'), '')
        const words = (text: string): string[] => text.match(/[a-z0-9%.]+/gi) ?? []
        expect(words(bare)).toEqual(words(plain))
      }),
      { numRuns: 20 },
    )
  })

  test('a CSV has as many fields in every line as in its head', async () => {
    await fc.assert(
      fc.asyncProperty(made, async (from) => {
        const binning = await binnedOrNull(from)
        if (binning === null) return
        const plain = tableCsv(binning).replaceAll(/"(?:[^"]|"")*"/g, 'q')
        const [head, ...lines] = plain
          .trimEnd()
          .split('\n')
          .map((line) => line.split(',').length)
        for (const fields of lines) expect(fields).toBe(head)
      }),
      { numRuns: 20 },
    )
  })

  test('the list of methods stays within the width', () => {
    for (const width of [60, 80, 120, 160]) {
      for (const name of [undefined, ...methods().map((method) => method.name)]) {
        const report = methodsReport(methods(), { width, name })
        for (const line of report.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width)
      }
    }
  })
})
