import { expect } from 'vitest'
import { assign, fit, fitTable, fromJson, type NumberColumn, slotCount, toJson } from '../../src/index.ts'
import { everyMethod, findsCuts, type Subject } from './subjects.ts'

const { MAX_VALUE, MIN_VALUE } = Number

interface Odd {
  readonly values: readonly (number | null)[]
  /** a letter or nothing; as a numeric target, ten times its place in the alphabet */
  readonly labels: readonly (string | null)[]
  /** codes of the notes it must get, among others */
  readonly notes?: readonly string[]
  /** whether there can be no cut */
  readonly oneBin?: boolean
}

const rows = (values: readonly (number | null)[], classes = 'ab'): Odd => ({
  values,
  labels: values.map((_, row) => classes[Math.floor((row * classes.length) / values.length)]),
})
const repeat = (value: number, times: number): number[] => Array<number>(times).fill(value)

/** Columns that are odd in some way; every method has to say something sensible about them. */
const ODD: Readonly<Record<string, Odd>> = {
  'a constant column': { ...rows(repeat(5, 8)), notes: ['constant'], oneBin: true },
  'only missing values': { ...rows([Number.NaN, null, Number.NaN, null]), notes: ['no-values'], oneBin: true },
  'one row': { ...rows([3]), notes: ['constant'], oneBin: true },
  'no rows': { ...rows([]), notes: ['no-values'], oneBin: true },
  'two values': rows([1, 1, 1, 1, 2, 2, 2, 2]),
  'two rows': rows([1, 2]),
  'only infinities': { ...rows([-Infinity, -Infinity, Infinity, Infinity]), notes: ['no-values'], oneBin: true },
  'infinities around one value': {
    ...rows([-Infinity, -Infinity, 7, 7, Infinity, Infinity]),
    notes: ['infinite'],
    oneBin: true,
  },
  'infinities beside values': rows([-Infinity, -Infinity, 1, 1, 2, 2, 8, 8, 9, 9, Infinity, Infinity]),
  'infinities unlike the values beside them': {
    values: [-Infinity, -Infinity, -Infinity, 1, 2, 2, 5, 5, 8, 8, 9, Infinity, Infinity, Infinity],
    labels: Array.from('bbbaaabbaaabbb'),
    notes: ['infinite'],
  },
  '−0 and 0': { ...rows([-0, 0, -0, 0, -0, 0]), notes: ['constant'], oneBin: true },
  '−0 and 0 among others': rows([-1, -1, -1, -0, 0, -0, 0, 1, 1, 1]),
  'subnormal numbers': rows([...repeat(-MIN_VALUE, 5), ...repeat(0, 5), ...repeat(MIN_VALUE, 5)], 'abc'),
  'neighbouring subnormal numbers': rows([...repeat(-MIN_VALUE, 6), ...repeat(0, 6)]),
  'neighbouring numbers': rows([...repeat(0.3, 6), ...repeat(0.1 + 0.2, 6)]),
  'the largest and the smallest number': rows([...repeat(-MAX_VALUE, 6), ...repeat(MAX_VALUE, 5)]),
  'numbers up to the largest': rows(
    [-MAX_VALUE, -MAX_VALUE, -1e308, -1e308, -1, 0, 1, 1e308, 1e308, MAX_VALUE, MAX_VALUE],
    'aab',
  ),
  'the largest number and its neighbour': rows([...repeat(MAX_VALUE, 6), ...repeat(MAX_VALUE - 2 ** 970, 6)]),
  'one class': rows([1, 2, 3, 4, 5, 6, 7, 8], 'a'),
  'only unlabelled rows': {
    values: [1, 2, 3, 4],
    labels: [null, null, null, null],
    notes: ['no-values', 'unlabelled'],
    oneBin: true,
  },
}

function targetOf({ target }: Subject, { labels }: Odd): Odd['labels'] | Odd['values'] {
  return target === 'class' ? labels : labels.map((label) => (label === null ? null : label.charCodeAt(0) * 10 - 970))
}

function fitOdd(subject: Subject, odd: Odd, weighted: boolean): NumberColumn {
  const { values } = odd
  return fit<Record<string, unknown>>(values, {
    target: targetOf(subject, odd),
    targetKind: subject.target,
    weights: weighted ? values.map(() => 3) : undefined,
    method: subject.method,
    ...subject.options,
  })
}

function expectSensible(column: NumberColumn, { values, labels, notes = [], oneBin = false }: Odd): void {
  const counted = values.filter((_, row) => labels[row] !== null)
  const finite = counted.filter((value) => value !== null && Number.isFinite(value)) as number[]
  const [min, max] = [Math.min(...finite) + 0, Math.max(...finite) + 0] // −0 counts as 0
  const { cuts, closed, bins } = column
  const wrong = cuts.filter(
    (cut, i) =>
      !Number.isFinite(cut) ||
      Object.is(cut, -0) ||
      (i > 0 && !(cut > cuts[i - 1])) ||
      !(closed === 'left' ? min < cut && cut <= max : min <= cut && cut < max),
  )
  expect(wrong).toEqual([])
  if (oneBin) expect(cuts).toEqual([])
  for (const code of notes) expect(column.notes.map((note) => note.code)).toContain(code)
  expect(column.range).toEqual(finite.length === 0 ? null : [min, max])
  const slots = Array<number>(slotCount(column)).fill(0)
  for (const slot of assign(column, counted)) slots[slot]++
  expect([...bins.map((bin) => bin.count), column.missing.count]).toEqual(slots)
  expect(new Set(bins.map((bin) => bin.label)).size).toBe(bins.length)
}

for (const [name, odd] of Object.entries(ODD)) {
  everyMethod(`${name} fits`, (subject) => {
    for (const weighted of [false, true]) expectSensible(fitOdd(subject, odd, weighted), odd)
  })
}

async function savedAndReadBack(subject: Subject): Promise<void> {
  for (const [name, odd] of Object.entries(ODD)) {
    const table = {
      [name]: Float64Array.from(odd.values, (value) => value ?? Number.NaN),
      y: targetOf(subject, odd),
    }
    const binning = await fitTable(table, {
      target: 'y',
      targetKind: subject.target,
      all: { method: subject.method, ...subject.options },
    })
    expect(fromJson(toJson(binning))).toEqual(binning)
  }
}

function oneClassGivesNoCut(subject: Subject): void {
  expect(fitOdd(subject, ODD['one class'], false).cuts).toEqual([])
}

function infinitiesGoWithTheOutermost(subject: Subject): void {
  for (const name of ['infinities beside values', 'infinities unlike the values beside them']) {
    const { values, labels } = ODD[name]
    const finite = values.map((value) => (value === -Infinity ? 1 : value === Infinity ? 9 : value))
    const [column, other] = [values, finite].map((list) => fitOdd(subject, { values: list, labels }, false))
    expect(column.cuts).toEqual(other.cuts)
    expect(column.bins.map((bin) => bin.count)).toEqual(other.bins.map((bin) => bin.count))
  }
}

function minusZeroIsZero(subject: Subject): void {
  const odd = ODD['−0 and 0 among others']
  const plain = { ...odd, values: odd.values.map((value) => (value === 0 ? 0 : value)) }
  expect(fitOdd(subject, odd, false)).toEqual(fitOdd(subject, plain, false))
}

function wideIsCutLikeNarrow(subject: Subject): void {
  for (const name of ['the largest and the smallest number', 'numbers up to the largest']) {
    const odd = ODD[name]
    const quarter = { ...odd, values: odd.values.map((value) => (value ?? 0) / 4) }
    expect(fitOdd(subject, odd, false).cuts).toEqual(fitOdd(subject, quarter, false).cuts.map((cut) => cut * 4))
  }
}

everyMethod('every odd column is saved and read back', savedAndReadBack)
everyMethod(
  'one class, or one number, gives no cut',
  oneClassGivesNoCut,
  ({ method, options }) => method.target !== 'none' && !('minBins' in options),
)
everyMethod('infinities count with the outermost values', infinitiesGoWithTheOutermost)
everyMethod('−0 counts as 0', minusZeroIsZero)
everyMethod('a column as wide as doubles go is cut like one a quarter as wide', wideIsCutLikeNarrow, findsCuts)
