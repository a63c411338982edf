import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { assign, type CategoryColumn, fitTable, fixed, hasCuts, type NumberColumn } from '../../src/index.ts'
import {
  boundaryCases,
  exportBinning,
  exportTargets,
  momentCases,
  toJavaScript,
  toJsonSchema,
  toPython,
} from '../../src/exports/index.ts'
import { momentAt, momentOf, momentText } from '../../src/exports/date-moments.ts'
import { sqliteDouble } from '../../src/exports/sqlite-double.ts'
import { subjects } from './subjects.ts'

interface Made {
  readonly bin: (column: string, given: unknown) => unknown
  readonly binRow: (row: Record<string, unknown>) => Record<string, unknown>
  readonly labels: Map<string, string[]>
}

const load = async (text: string): Promise<Made> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`) as Promise<Made>

describe('the JavaScript', () => {
  test('imports nothing', () => {
    return subjects().then((all) => {
      for (const binning of Object.values(all))
        expect(toJavaScript(binning)).not.toMatch(/^\s*import\b|\bimport\(|require/m)
    })
  })

  test('bins values, arrays and rows', async () => {
    const { 'titanic, with missing values': titanic } = await subjects()
    const made = await load(toJavaScript(titanic))
    const byIndex = await load(toJavaScript(titanic, { as: 'index', suffix: '#' }))
    const ages = Float64Array.from([1, 9.75, 30, Number.NaN])
    const slots = assign(titanic.columns[0] as NumberColumn, ages)
    expect(byIndex.bin('age', ages)).toEqual(slots)
    expect(made.bin('age', ages)).toEqual(Array.from(slots, (slot) => made.labels.get('age')![slot]))
    expect(made.bin('age', undefined)).toBe('missing')
    expect(byIndex.binRow({ age: 1, fare: null, sex: 'male', alone: true })).toEqual({
      'age#': assign(titanic.columns[0] as NumberColumn, 1),
      'fare#': titanic.columns[1].bins.length,
      'sex#': 1,
      'alone#': 1,
    })
  })

  test('refuses what assign refuses, and other types', async () => {
    const { 'codes that are refused': refused, dates } = await subjects()
    const { bin } = await load(toJavaScript(refused))
    for (const value of [-9, 0, -0, -1, null, Number.NaN]) {
      expect(() => bin('risk', value)).toThrow(`bin: risk has ${String(value)}, and its policy is error`)
    }
    expect(() => bin('risk', '1')).toThrow('bin: risk takes numbers, got string')
    expect(() => bin('risk', new Date(0))).toThrow('bin: risk takes numbers, got object')
    expect(() => bin('level', 'c')).toThrow('bin: level has c, and its policy is error')
    expect(() => bin('rusk', 1)).toThrow('bin: unknown column "rusk"')
    const { bin: binDate } = await load(toJavaScript(dates))
    expect(binDate('day', new Date(Number.NaN))).toBe('missing')
  })
})

describe('the Python', () => {
  test('writes whole numbers as floats, for Python tells them apart', async () => {
    const { 'cuts at the extremes': extremes } = await subjects()
    const text = toPython(extremes)
    expect(text).toContain('12345678901234567000.0, 1e+21, 1e+308')
    expect(text).toContain('"codes": {0.0: 6, 5e-324: 7}')
    expect(text).toContain('1000000000000000.0, 9007199254740992.0')
  })
})

describe('the JSON Schema', () => {
  test('takes what the bins can be and nothing else', async () => {
    for (const binning of Object.values(await subjects())) {
      for (const as of ['label', 'index'] as const) {
        const ajv = new Ajv2020({ strict: true })
        const validate = ajv.compile(JSON.parse(toJsonSchema(binning, { as })))
        const made = await load(toJavaScript(binning, { as }))
        const rows = binning.columns.map((column) => boundaryCases(column).filter(({ slot }) => slot !== null))
        const longest = Math.max(...rows.map((cases) => cases.length))
        for (let i = 0; i < longest; i++) {
          const row = Object.fromEntries(
            binning.columns.map(({ name }, j) => [name, rows[j][i % rows[j].length].value] as const),
          )
          expect(validate(made.binRow(row))).toBe(true)
        }
        expect(validate({})).toBe(false)
        const wrong = Object.fromEntries(binning.columns.map(({ name }) => [`${name}_bin`, as === 'label' ? '?' : 1e6]))
        expect(validate(wrong)).toBe(false)
      }
    }
  })

  test('leaves out slots that a policy empties', async () => {
    const { 'codes that are refused': refused } = await subjects()
    expect(JSON.parse(toJsonSchema(refused)).properties).toEqual({
      risk_bin: { description: 'Bin of risk', type: 'string', enum: ['< 2.5', '≥ 2.5'] },
      level_bin: { description: 'Bin of level', type: 'string', enum: ['a', 'b'] },
    })
    expect(JSON.parse(toJsonSchema(refused, { as: 'index' })).properties.risk_bin.oneOf).toEqual([
      { const: 0, title: '< 2.5' },
      { const: 1, title: '≥ 2.5' },
    ])
  })
})

describe('targets', () => {
  test('are found by name', async () => {
    const { iris } = await subjects()
    expect(exportTargets().map(({ name }) => name)).toEqual(['sql', 'js', 'python', 'schema', 'dbt', 'spark'])
    expect(exportBinning(iris, 'js')).toBe(toJavaScript(iris))
    expect(() => exportBinning(iris, 'pyton')).toThrow('exportBinning: unknown target "pyton", did you mean python?')
  })
})

describe('boundary cases', () => {
  test('hold every cut, code and level, what is next to them, and what is no number', async () => {
    const column = (await fitTable({ x: [1] }, { all: { method: fixed, cuts: [2.45], special: [-9] } })).columns[0]
    expect(boundaryCases(column)).toEqual([
      { value: -Infinity, slot: 0 },
      { value: -Number.MAX_VALUE, slot: 0 },
      { value: -9.000000000000002, slot: 0 },
      { value: -9, slot: 3 },
      { value: -8.999999999999998, slot: 0 },
      { value: -5e-324, slot: 0 },
      { value: 0, slot: 0 },
      { value: 5e-324, slot: 0 },
      { value: 2.4499999999999997, slot: 0 },
      { value: 2.45, slot: 1 },
      { value: 2.4500000000000006, slot: 1 },
      { value: Number.MAX_VALUE, slot: 1 },
      { value: Infinity, slot: 1 },
      { value: -0, slot: 0 },
      { value: Number.NaN, slot: 2 },
      { value: null, slot: 2 },
    ])
    const levels = {
      ...column,
      kind: 'category',
      bins: [{ label: 'b', levels: ['b'], count: 1 }],
    } as unknown as CategoryColumn
    expect(boundaryCases(levels).map(({ value }) => value)).toEqual(['b', 'b ', 'B', 'a level not seen', '', null])
  })

  test('of dates are one tick apart', async () => {
    const { 'dates to the microsecond, closed on the right': dates } = await subjects()
    const column = dates.columns[0]
    if (!hasCuts(column)) throw new Error('no dates')
    const shown = momentCases(column, 1000).flatMap(({ value, slot }) =>
      value !== null && typeof value === 'object' && value.milliseconds === 1_420_070_400_000
        ? [`${momentText(value)} ${slot}`]
        : [],
    )
    const special = column.bins.length + 2
    expect(shown).toEqual([
      '2015-01-01 00:00:00.000122 4',
      '2015-01-01 00:00:00.000123 4',
      '2015-01-01 00:00:00.000124 5',
      '2015-01-01 00:00:00.000125 5',
      '2015-01-01 00:00:00.000455 5',
      `2015-01-01 00:00:00.000456 ${special}`,
      '2015-01-01 00:00:00.000457 5',
      '2015-01-01 00:00:00.000458 5',
    ])
  })
})

describe('moments', () => {
  test('lie on the side asked for, as the library reads them', () => {
    // The double next to 123 microseconds lies above it, and 123 microseconds are read as that double.
    const time = 1_420_070_400_000.123
    expect(momentAt(time, true, 1000)).toEqual({ milliseconds: 1_420_070_400_000, micros: 123 })
    expect(momentAt(time, false, 1000)).toEqual({ milliseconds: 1_420_070_400_000, micros: 123 })
    expect(momentAt(-0.0005, true, 1000)).toEqual({ milliseconds: 0, micros: 0 })
    expect(momentAt(-0.0005, false, 1000)).toEqual({ milliseconds: -1, micros: 999 })
    expect(momentAt(2.5, true, 1)).toEqual({ milliseconds: 3, micros: 0 })
    expect(momentOf(2.5, 1)).toBeNull()
    expect(momentOf(2.5, 1000)).toEqual({ milliseconds: 2, micros: 500 })
    expect(momentOf(9e15, 1000)).toBeNull()
  })
})

describe('numbers for SQLite', () => {
  test('are products of exact parts where digits may be read wrongly', () => {
    for (const value of [5e-324, -1.5e-310, 1e-300, 1e300, Number.MAX_VALUE, -2 / 3 / 1e40]) {
      const text = sqliteDouble(value)
      const [first, ...rest] = text.slice(1, -1).split(' ')
      let product = Number(first)
      expect(Math.abs(product)).toBeLessThan(2 ** 53)
      for (let i = 0; i < rest.length; i += 2)
        product = rest[i] === '*' ? product * Number(rest[i + 1]) : product / Number(rest[i + 1])
      expect(product).toBe(value)
    }
    expect([0, -0, 2.45, 1e21].map(sqliteDouble)).toEqual(['0.0', '0.0', '2.45e0', '1e21'])
  })
})
