import { expect, test } from 'vitest'
import type { AnyDiscretizer, ColumnFit, FitTableOptions, TableGiven } from '../../../src/index.ts'
import { chiMerge, equalFrequency, findMethod, fitTable, mdlp } from '../../../src/index.ts'

// What the compiler knows of a table and of methods: `tsc` reads this file, and an error that it does not find is one itself.

interface People {
  readonly age: number[]
  readonly pay: Float64Array
  readonly kind: string[]
}

interface Person {
  age: number | null
  pay?: number
  kind: string
}

const people: People = { age: [1, 2, 3, 4], pay: Float64Array.of(1, 2, 3, 4), kind: ['a', 'a', 'b', 'b'] }
const persons: Person[] = [
  { age: 1, kind: 'a' },
  { age: 2, pay: 3, kind: 'b' },
]

/** Calls that are only looked at by the compiler. */
const unrun: (() => unknown)[] = []
const compiled = (...calls: (() => unknown)[]): void => void unrun.push(...calls)

test('an interface is a table, rows of an interface are rows', async () => {
  expect((await fitTable(people, { target: 'kind', columns: ['age'] })).columns).toHaveLength(1)
  expect((await fitTable(persons, { target: 'kind', columns: ['pay'] })).columns).toHaveLength(1)
  compiled(
    () => fitTable(people),
    () => fitTable(new Set(persons), { target: 'kind', perColumn: { age: { special: [-1] } } }),
    // @ts-expect-error a column is no number
    () => fitTable({ age: 3 }),
    // @ts-expect-error rows are objects
    () => fitTable([1, 2, 3]),
  )
})

test('names are those of the columns', () => {
  compiled(
    // @ts-expect-error no such target
    () => fitTable(people, { target: 'kin' }),
    // @ts-expect-error no such column
    () => fitTable(people, { target: 'kind', columns: ['age', 'paid'] }),
    // @ts-expect-error no such weights
    () => fitTable(people, { weights: 'w' }),
    // @ts-expect-error no such column of numbers
    () => fitTable(people, { numbers: ['agee'] }),
    // @ts-expect-error no such column
    () => fitTable(people, { perColumn: { ages: { special: [-1] } } }),
    // @ts-expect-error no such target among the keys of rows
    () => fitTable(persons, { target: 'kin' }),
    // @ts-expect-error no such column among the keys of rows
    () => fitTable(persons, { columns: ['paid'] }),
    // @ts-expect-error no such column among the keys of rows, with a method
    () => fitTable(persons, { perColumn: { paid: { method: mdlp } } }),
    // @ts-expect-error no such column in a literal
    () => fitTable({ x: [1, 2], y: ['a', 'b'] }, { target: 'z' }),
  )
  expect(unrun.length).toBeGreaterThan(0)
})

test('options of a method are checked, for all columns and for single ones', () => {
  compiled(
    () => fitTable(people, { target: 'kind', all: { method: mdlp, maxBins: 4, missing: [-1] } }),
    () => fitTable(people, { perColumn: { age: { method: equalFrequency, bins: 3 }, pay: { method: mdlp } } }),
    () => fitTable(people, { all: { method: mdlp, maxBins: 4 }, perColumn: { pay: { maxBins: 2 } } }),
    // @ts-expect-error a misspelt option
    () => fitTable(people, { all: { method: mdlp, maxBinz: 4 } }),
    // @ts-expect-error an option of the wrong type
    () => fitTable(people, { all: { method: mdlp, maxBins: '4' } }),
    // @ts-expect-error an option of another method
    () => fitTable(people, { all: { method: equalFrequency, maxBins: 4 } }),
    // @ts-expect-error a misspelt option of a single column
    () => fitTable(people, { perColumn: { age: { method: mdlp, maxBinz: 4 } } }),
    // @ts-expect-error an option of the wrong type of a single column, beside one that is right
    () => fitTable(people, { perColumn: { pay: { method: mdlp }, age: { method: equalFrequency, bins: true } } }),
    // @ts-expect-error a wrong policy
    () => fitTable(people, { all: { missingPolicy: true } }),
    // @ts-expect-error a wrong kind
    () => fitTable(people, { perColumn: { age: { kind: 'numbr' } } }),
    // @ts-expect-error a method by its name
    () => fitTable(people, { all: { method: 'mdlp' } }),
    // @ts-expect-error a method among the options of the table
    () => fitTable(people, { method: mdlp }),
    // @ts-expect-error rows are checked alike
    () => fitTable(persons, { all: { method: mdlp, maxBinz: 4 } }),
  )
  expect(unrun.length).toBeGreaterThan(0)
})

test('what is known only when the program runs is taken as it is', async () => {
  const table: TableGiven = { ...people }
  const name: string = 'age'
  const options: FitTableOptions = { target: 'kind', all: { method: mdlp, maxBins: 3 }, perColumn: { age: {} } }
  const all: ColumnFit = { method: findMethod('mdlp'), maxBins: 2 }
  const several: readonly AnyDiscretizer[] = [mdlp, chiMerge]
  const parsed = JSON.parse('{ "age": [1, 2], "kind": ["a", "b"] }')
  expect((await fitTable(parsed, { target: 'kind' })).columns).toHaveLength(1)
  compiled(
    () => fitTable(table, { target: 'anything', columns: ['other'], perColumn: { more: { special: [-1] } } }),
    () => fitTable(people, { target: 'kind', columns: [name] }),
    () => fitTable(people, { target: name, weights: name, all }),
    () => fitTable(people, options),
    () => fitTable(people, { ...options, source: 'a file' }),
    () => fitTable(people, { target: 'kind', perColumn: { [name]: { special: [-1] } } }),
    () => fitTable(persons as object[], { target: 'kind', columns: ['age'] }),
    () => fitTable(persons as unknown as Record<string, unknown>[], { target: 'anything' }),
    () => Promise.all([mdlp, chiMerge].map((method) => fitTable(people, { target: 'kind', all: { method } }))),
    () => Promise.all(several.map((method) => fitTable(people, { target: 'kind', all: { method, maxBins: 3 } }))),
  )
})
