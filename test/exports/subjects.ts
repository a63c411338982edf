import { lengths, species } from '../../scripts/docs/iris.mjs'
import {
  type Binning,
  chiMerge,
  type Column,
  equalFrequency,
  fitTable,
  fixed,
  fromJson,
  toJson,
} from '../../src/index.ts'

/** Names and labels that break careless quoting. */
export const WEIRD = `it's "a" \\ back\\\\slash, [b]] \`c\` %s \${d} {e} -- /* x */ ;\nnew\tline 😀 ≥ é`

/** Every subject, exported by label and by index. */
export async function eachSubject(): Promise<[string, Binning, 'label' | 'index'][]> {
  const made = Object.entries(await subjects())
  return made.flatMap(([name, binning]) =>
    (['label', 'index'] as const).map((as): [string, Binning, typeof as] => [`${name}, by ${as}`, binning, as]),
  )
}

/** What the engines must agree on, by what is special about it. */
export async function subjects(): Promise<Record<string, Binning>> {
  const ages = Array.from({ length: 300 }, (_, i) => (i % 5 === 0 ? null : ((i * 37) % 160) / 2))
  const titanic = {
    age: ages,
    fare: ages.map((_, i) => ((i * 53) % 300) * 1.7),
    sex: ages.map((_, i) => (i % 11 === 0 ? null : i % 3 === 0 ? 'male' : 'female')),
    alone: ages.map((_, i) => i % 4 === 0),
    survived: ages.map((age, i) => ((age ?? 50) < 20 || i % 3 === 1 ? 'yes' : 'no')),
  }
  const risk = Array.from({ length: 300 }, (_, i) =>
    i % 7 === 0 ? -9 : i % 13 === 0 ? -8 : i % 17 === 0 ? -7 : (i * 29) % 101,
  )
  const heloc = {
    risk,
    delay: risk.map((r, i) => (i % 19 === 0 ? -9 : r * 3.3)),
    bad: risk.map((r, i) => (r < 40 || i % 5 === 0 ? 1 : 0)),
  }
  const days = Array.from({ length: 100 }, (_, i) => Date.UTC(2015, 0, 1) + ((i * 41) % 100) * 86_400_000 * 1.37)
  const special = [-9, -8, -7]
  return {
    iris: await fitTable({ ...lengths, species }, { target: 'species' }),
    'titanic, with missing values': await fitTable(titanic, {
      target: 'survived',
      perColumn: { alone: { kind: 'boolean' } },
    }),
    'titanic, missing to the nearest bin': await fitTable(titanic, {
      target: 'survived',
      all: { missingPolicy: 'nearest' },
    }),
    'heloc, with special codes': await fitTable(heloc, { target: 'bad', all: { special } }),
    'heloc, codes to bins and missing codes': await fitTable(heloc, {
      target: 'bad',
      all: { method: chiMerge, special: [-9, -7], specialPolicy: 1, missing: [-8], missingPolicy: 0 },
    }),
    'codes that are refused': await fitTable(
      { risk: [1, 2, 3, 4], level: ['a', 'b', 'a', 'b'] },
      {
        all: { missingPolicy: 'error' },
        perColumn: { risk: { method: fixed, cuts: [2.5], special: [-9, 0], specialPolicy: 'error', missing: [-1] } },
      },
    ),
    dates: await fitTable({ day: days }, { all: { method: equalFrequency, bins: 5, kind: 'date' } }),
    'dates to the microsecond, closed on the right': await fitTable(
      { day: days, early: days.map((day) => day - 3e12) },
      {
        all: {
          method: fixed,
          kind: 'date',
          closed: 'right',
          cuts: [-62e12, -1e12 - 0.25, -0.0005, 0, 1_420_070_400_000.123, 1_425_000_000_000.0005, 253e12],
          special: [-3_600_000, 1_420_070_400_000.456, 9e15],
        },
      },
    ),
    'iris closed on the right': await fitTable(
      { ...lengths, species },
      { target: 'species', all: { method: chiMerge, closed: 'right' } },
    ),
    'cuts at the extremes': await fitTable(
      { x: [1, 2, 3], y: [1, 2, 3] },
      {
        all: {
          method: fixed,
          cuts: [
            -Number.MAX_VALUE,
            -1e-300,
            -5e-324,
            0,
            5e-324,
            2.2250738585072014e-308,
            0.1,
            0.1 + 0.2,
            1e15,
            2 ** 53,
            12_345_678_901_234_567_000,
            1e21,
            1e308,
            Number.MAX_VALUE,
          ],
        },
        perColumn: {
          y: { method: fixed, cuts: [-1.5e-310, 3e-320, 1e-292, 2 / 3], closed: 'right', special: [5e-324, 0] },
        },
      },
    ),
    'one bin': await fitTable({ x: [1, 2, 3], none: [null, null, null] }, { all: { method: fixed, cuts: [] } }),
    'odd names, labels and levels': oddNames(),
    'a hundred cuts': await fitTable(
      { x: Float64Array.from({ length: 2000 }, (_, i) => ((i * 7919) % 2000) / 3) },
      { all: { method: equalFrequency, bins: 101 } },
    ),
  }
}

function oddNames(): Binning {
  const missing = { count: 0, policy: 'own', bin: null, values: [] } as const
  const columns: Column[] = [
    {
      name: WEIRD,
      kind: 'category',
      countsExact: true,
      missing,
      notes: [],
      bins: [
        { label: WEIRD, levels: [WEIRD, "it's", 'A', 'trailing '], count: 1 },
        { label: 'missing', levels: ['a', '\\', "\\'", '""', '', 'null', 'é'], count: 1 },
        { label: 'LINE', levels: ['a\nb', 'a\r\nb', '\t', '😀', '1', 'true'], count: 1 },
        { label: 'line', levels: ['É', 'e\u0301', 'trailing'], count: 1 },
      ],
    },
    {
      name: '__proto__',
      kind: 'category',
      countsExact: true,
      missing,
      notes: [],
      bins: [{ label: '', levels: [], count: 0 }],
    },
    {
      name: 'kerf_value',
      kind: 'boolean',
      countsExact: true,
      missing: { ...missing, policy: 'bin', bin: 1 },
      notes: [],
      bins: [
        { label: 'no', levels: ['false'], count: 1 },
        { label: 'yes', levels: ['true'], count: 1 },
      ],
    },
  ]
  const saved = {
    format: 'kerf-binning',
    version: 1,
    created: { kerf: '0', method: 'auto', options: {}, source: { name: null, rows: 0 } },
    target: null,
    columns,
  } as const
  return fromJson(toJson(saved))
}
