import { lengths, species } from '../../scripts/docs/iris.mjs'
import { type Binning, equalFrequency, equalWidth, fitTable, type FitTableOptions } from '../../src/index.ts'
import { random } from '../../src/util/random.ts'

const ROWS = 600
const DAY = 86_400_000

/** Names that a page could trip over: markup, quotes, pictures, writing from the right, nothing, very much. */
export const HOSTILE: readonly string[] = [
  `<script>alert('x')</script>`,
  `"quoted" & 'single' onload=alert(1)`,
  '😀 family 👨‍👩‍👧‍👦 emoji',
  'عمود الأسعار العربية',
  '',
  'n'.repeat(300),
  `${'long words in a name '.repeat(14)}end`,
  '</title></style><img src=x onerror=alert(1)>',
  'tab\tand\nline \u202E turned',
]

/** Binnings of every kind that a report has to show, by name. */
export const TABLES: Readonly<Record<string, () => Promise<Binning>>> = {
  iris: () => fitTable({ ...lengths, species }, { target: 'species', source: 'iris.csv' }),
  event: () => made({ target: 'paid', event: 'no', all: { special: [-9, -8] }, perColumn: { day: { kind: 'date' } } }),
  numeric: () =>
    made({ target: 'price', targetKind: 'numeric', all: { special: [-9] }, perColumn: { day: { kind: 'date' } } }),
  'many classes': () => made({ target: 'town' }),
  'no target': () =>
    made({ all: { method: equalFrequency, bins: 20, special: [-9] }, perColumn: { day: { kind: 'date' } } }),
  weighted: () => made({ target: 'paid', weights: 'score', columns: ['age', 'income', 'town'] }),
  'wide numbers': () =>
    fitTable(
      Object.fromEntries(
        [1e-9, 1e-3, 1, 1e6, 1e13].flatMap((scale) => [
          [`around zero, ${scale}`, drawn(1, ({ normal }) => normal() * scale)],
          [`far from zero, ${scale}`, drawn(2, ({ next }) => 1234567.125 * scale + next() * scale)],
        ]),
      ),
      { all: { method: equalWidth, bins: 9 } },
    ),
  'odd columns': () =>
    fitTable(
      {
        constant: drawn(1, () => 7),
        empty: drawn(1, () => Number.NaN),
        infinite: drawn(3, ({ next }) => (next() < 0.01 ? Infinity : next())),
        truth: drawn(4, ({ next }) => next() < 0.5),
        names: drawn(5, ({ integer }) => `name ${integer(500)}`),
        y: drawn(6, ({ integer }) => 'ab'[integer(2)]),
      },
      { target: 'y', perColumn: { truth: { kind: 'boolean' } } },
    ),
  'hostile names': () => hostile(),
}

/** A table of numbers only, of which half tell something about two classes. */
export async function manyColumns(columns: number, rows: number): Promise<Binning> {
  const y = Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? 'yes' : 'no'))
  const table = Object.fromEntries(
    Array.from({ length: columns }, (_, c) => {
      const { normal } = random(c + 1)
      return [`column ${c + 1}`, y.map((label) => normal() + (label === 'yes' ? (c % 8) / 3 : 0))]
    }),
  )
  return fitTable({ ...table, y }, { target: 'y', source: 'many.csv' })
}

function drawn<T>(seed: number, draw: (source: ReturnType<typeof random>) => T): T[] {
  const source = random(seed)
  return Array.from({ length: ROWS }, () => draw(source))
}

/** A table with missing values, codes, dates, levels and targets of each kind. */
async function made(options: FitTableOptions): Promise<Binning> {
  const age = drawn(11, ({ next, integer }) => (next() < 0.1 ? -9 : next() < 0.05 ? null : 18 + integer(60)))
  const paid = age.map((years, i) => ((years ?? 20) + ((i * 37) % 41) > 60 ? 'yes' : 'no'))
  const table = {
    age,
    income: drawn(12, ({ normal, next }) =>
      next() < 0.02 ? -8 : next() < 0.08 ? null : Math.abs(normal()) ** 3 * 20_000,
    ),
    day: drawn(13, ({ integer }) => Date.UTC(2024, 0, 1) + integer(700) * DAY),
    town: drawn(14, ({ integer }) => `town ${Math.min(integer(30), integer(30))}`),
    score: drawn(15, ({ integer }) => 1 + integer(5)),
    paid,
    price: age.map((years, i) => (years ?? 30) * 1000 + ((i * 7919) % 5000)),
  }
  return fitTable(table, { source: 'made.csv', ...options })
}

async function hostile(): Promise<Binning> {
  const columns = HOSTILE.map((name, i) => [name, drawn(20 + i, ({ normal }) => normal())])
  const levels = drawn(40, ({ integer }) => HOSTILE[integer(HOSTILE.length)])
  const classes = levels.map((level) => HOSTILE[HOSTILE.indexOf(level) % 4])
  const table = { ...Object.fromEntries(columns), levels, [`target ${HOSTILE[0]}`]: classes }
  return fitTable(table, { target: `target ${HOSTILE[0]}`, source: HOSTILE[7], all: { method: equalWidth, bins: 3 } })
}
