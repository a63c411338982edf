/**
 * What the examples of a page take for granted, as code that runs before them: rows, a fitted binning, a tree. Names that
 * Kerf exports need no import here, nor in a later block of a page.
 */

const VALUES = `
const { next, normal } = random(15)
const values = Array.from({ length: 200 }, normal)
const labels = values.map((value) => (next() < (value > 0.5 ? 0.9 : 0.1) ? 'yes' : 'no'))
const numbers = values.map((value) => (value > 0 ? 3 : 1) + normal())
`

const LOANS = `
const { next } = random(15)
const makeLoans = (rows: number, shift = 0) => {
  const age = Float64Array.from({ length: rows }, () => shift + 18 + Math.floor(50 * next()))
  const income = Float64Array.from({ length: rows }, () => Math.round(4000 * next()))
  return { age, income, default: Array.from(age, (one) => (next() < (one - shift < 30 ? 0.8 : 0.1) ? 'yes' : 'no')) }
}
const table = makeLoans(200)
`

export const GIVEN: Readonly<Record<string, string>> = {
  'docs/advisor.md': `${LOANS}
    const ages = table.age
    const defaults = table.default`,
  'docs/alarms.md': `
    const { next, normal } = random(15)
    const reference = Array.from({ length: 2000 }, normal)
    const classes = ['no', 'yes']
    const classOf = (value: number) => (next() < (value > 0 ? 0.8 : 0.2) ? 1 : 0)
    const binning = await fitTable(
      { x: reference, y: reference.map((value) => classes[classOf(value)]) },
      { target: 'y', all: { method: equalFrequency, bins: 8 } },
    )
    const [column] = binning.columns
    if (!column || !hasCuts(column)) throw new Error('x holds numbers')
    const rows = Array.from({ length: 1100 }, (_, row) => {
      const value = row < 1000 ? normal() : Math.abs(normal())
      return { value, classNumber: classOf(value) }
    })`,
  'docs/encoders.md': LOANS,
  'docs/engines.md': `
    const { next } = random(15)
    const rows = Array.from({ length: 300 }, () => 18 + Math.floor(50 * next()))
    const lines = rows.map((age) => \`\${age},\${next() < (age < 31 ? 0.1 : 0.9) ? 'yes' : 'no'}\`)
    const csv = \`age,bought\\n\${lines.join('\\n')}\\n\``,
  'docs/export.md': '',
  'docs/guides/workers.md': `
    const age = [19, 22, 24, 25, 27, 30, 33, 35, 38, 41, 44, 47]
    const bought = age.map((one) => (one < 34 ? 'no' : 'yes'))`,
  'docs/methods/chi2.md': `${VALUES}
    const table = { x: values, species: labels }`,
  'docs/methods/fixed.md': 'const ages = [17, 18, 40, 70]',
  'docs/methods/optimal.md': `${VALUES}
    const towns = values.map((value) => (value > 0 ? 'Oslo' : value > -1 ? 'Bergen' : 'Hamar'))
    const target = labels`,
  'docs/models.md': `${LOANS}
    const otherRows = makeLoans(100)
    async function* readParts() {
      for (let part = 0; part < 3; part++) yield makeLoans(100)
    }
    const labelsOf = (part: { default: string[] }) => part.default.map((label) => (label === 'yes' ? 1 : 0))`,
  'docs/repair.md': `${LOANS}
    const oldBinning = await fitTable(table, { target: 'default' })
    const oldTree = tryTree(table, { target: 'default' }).tree
    const recentTable = makeLoans(200, 25)`,
  'docs/report.md': `${LOANS}
    const binning = await fitTable(table, { target: 'default' })`,
  'docs/streams.md': `
    const { next, normal } = random(15)
    const ages = Float64Array.from({ length: 500 }, () => Math.floor(80 * next()))
    const fares = Float64Array.from(ages, () => 50 * next())
    const labels = Array.from(ages, (age) => (next() < (age < 15 ? 0.8 : 0.3) ? 'yes' : 'no'))
    const values = Float64Array.from(ages, normal)
    const codes = Int32Array.from(values, (value) => (value > 0 ? 1 : 0))
    const before = [30]
    const { tree } = tryTree({ age: ages, fare: fares, survived: labels }, { target: 'survived' })
    const recent = new RecentRows(['age', 'fare'], 1000)`,
  'docs/trees-command.md': `
    const { next } = random(15)
    const petal = Array.from({ length: 100 }, () => 6 * next())
    const table = { petal, species: petal.map((one) => (one < 2.5 ? 'setosa' : next() < 0.9 ? 'virginica' : 'versicolor')) }`,
}

/** What the examples in comments take for granted, which the reference shows. */
const REFERENCE_GIVEN = `
const { next, normal } = random(15)
const ages = Float64Array.from({ length: 300 }, () => 18 + Math.floor(50 * next()))
const bought = Array.from(ages, (age) => (next() < (age < 31 ? 0.1 : 0.9) ? 'yes' : 'no'))
const defaults = bought
const target = bought
const towns = Array.from(ages, (age) => (age < 25 ? 'Oslo' : age < 40 ? 'Bergen' : 'Hamar'))
const table = {
  age: ages,
  income: Float64Array.from(ages, (age) => age + 10 * normal()),
  region: Array.from(ages, (_, row) => ['north', 'south', 'west'][row % 3]),
  species: bought,
  class: bought,
  outcome: bought.map((label) => (label === 'yes' ? 'positive' : 'negative')),
  price: Float64Array.from(ages, (age) => 2 * age + normal()),
}
const binning = await fitTable({ age: ages, bought }, { target: 'bought' })
const summary = summarize(ages, { target: bought })
const people = { age: ages, region: table.region, bought }
const later = { age: ages.map((age) => age + 8), bought }
const tree = growTree(people, { target: 'bought', maxDepth: 2 })
const read = {
  rows: ages.length,
  columns: [
    { name: 'age', kind: 'number' as const, values: ages },
    { name: 'bought', kind: 'category' as const, values: bought },
  ],
  notes: [],
  skipped: 0,
}
const saved = await summarizeSource(read, { target: 'bought' })
const Plot = { rectY: (bins: object, channels: object) => ({ bins, channels }) }
`

/** A Parquet file of three rows: age 31.5, 44 and missing; bought true, false and true. */
const PARQUET = [
  'UEFSMRUAFWoVaiwVBhUAFQYVBgAAIQAAAEEDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgD9AAAAAAAAA',
  'RkAVABUOFQ4sFQYVABUGFQYAAAIAAAAGAQUVAhk8NQAYDWR1Y2tkYl9zY2hlbWEVBAAVCiUCGANhZ2UAFQAlAhgGYm91Z2h0',
  'ABYGGRwZLCYAHBUKGRUAGRgDYWdlFQAWBhaMARaMASYIPBgIAAAAAAAARkAYCAAAAAAAgD9AFgIoCAAAAAAAAEZAGAgAAAAA',
  'AIA/QBERAAAAJgAcFQAZFQAZGAZib3VnaHQVABYGFjAWMCaUATwYAQEYAQAWACgBARgBABERAAAAFrwBFgYmCBa8AQAoKER1',
  'Y2tEQiB2ZXJzaW9uIHYxLjUuNSAoYnVpbGQgZDhjZGFhMzNmZCkZLBwAABwAAADtAAAAUEFSMQ==',
].join('')

/** What single pages of the reference take for granted besides. */
const ALSO_GIVEN: Readonly<Record<string, string>> = {
  'docs/reference/engines.md': `
const none = async function* () {}
const connection = { dialect: duckDbDialect, numbers: none, columns: none }
const server = {
  ...connection,
  columns: async function* () {
    yield [[0], [0], [1000], [18], [90], [44], [44]]
  },
  run: async () => {},
  describe: async () => [{ name: 'age', type: 'DOUBLE' }],
  traffic: () => ({ queries: 0, rows: 0, bytes: 0 }),
  close: async () => {},
}
const visits = {
  name: 'visits',
  rows: 1000,
  columns: [],
  notes: [],
  from: '"visits"',
  numbered: null,
  labels: async () => ({ values: [], key: '', literals: [] }),
  read: async () => [],
  sample: async () => ({ table: visits, notes: [] }),
}
`,
  'docs/reference/projects.md': `
const moved = edit(binning, { column: 'age', move: 30.5, to: 40 }).columns[0]!
const fitted = binning.columns[0]!
const own = { name: 'age', method: 'mdlp', options: {}, fitted, column: fitted }
const project = {
  format: 'kerf-project' as const,
  version: 1 as const,
  created: { kerf: VERSION },
  data: { name: 'visits.csv', rows: 300, columns: [], notes: [] },
  binning: { ...binning, columns: [moved] },
  columns: [{ ...own, column: moved }],
  summaries: saved,
  steps: { done: [{ words: 'move cut of age to 40', before: [own], after: [{ ...own, column: moved }] }], undone: [] },
  view: { panel: 'column' },
}
`,
  'docs/reference/sources.md': `
const bytes = Uint8Array.from(atob('${PARQUET}'), (letter) => letter.charCodeAt(0)).buffer
`,
}

/** What the examples of a page take for granted. */
export function givenFor(path: string): string {
  if (path.startsWith('docs/reference/')) return `${REFERENCE_GIVEN}${ALSO_GIVEN[path] ?? ''}`
  return GIVEN[path] ?? (path.startsWith('docs/methods/') ? VALUES : '')
}
