import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalFrequency, fitTable, fixed, random, type Table } from '../../src/index.ts'
import {
  encodeColumn,
  encodeDense,
  type Encoder,
  encoderFromJson,
  encoderToJson,
  encodeSparse,
  encodings,
  localLinear,
  makeEncoder,
  oneHot,
  outputNames,
  type SparseRows,
  woe,
} from '../../src/encoders/index.ts'
import { threeBins } from './made.ts'

/** What sparse rows say, in full, by the definition of their forms. */
function inFull({ rows, columns, width, indices, weights, pairs }: SparseRows): number[] {
  const values = new Float32Array(rows * columns)
  for (let at = 0; at < rows * width; at++) {
    const row = Math.floor(at / width) * columns
    const weight = weights === null ? 1 : weights[at]
    if (pairs) {
      values[row + indices[at]] += 1 - weight
      if (weight > 0) values[row + indices[at] + 1] += weight
    } else values[row + indices[at]] += weight
  }
  return [...values]
}

/** A table with numbers, dates, categories, codes and gaps, and an encoder of each kind for it. */
const { integer, normal, next } = random(4)
const table: Table = {
  x: Float64Array.from({ length: 300 }, () => (next() < 0.1 ? Number.NaN : next() < 0.1 ? -9 : normal())),
  day: Array.from({ length: 300 }, () => (next() < 0.1 ? null : new Date(Date.UTC(2020, 0, 1 + integer(400))))),
  colour: Array.from({ length: 300 }, () => ['red', 'green', 'blue', null][integer(4)]),
  constant: new Float64Array(300).fill(7),
  y: Array.from({ length: 300 }, () => (next() < 0.4 ? 'yes' : 'no')),
}
const binning = await fitTable(table, {
  target: 'y',
  all: { method: equalFrequency, bins: 4 },
  perColumn: { x: { special: [-9] } },
})
const encoders = encodings().map((encoding): [string, Encoder] => [encoding.name, makeEncoder(binning, { encoding })])

describe('sparse rows', () => {
  test.each(encoders)('of %s say what dense rows say', (_, encoder) => {
    const { rows, columns, values } = encodeDense(encoder, table)
    expect([rows, columns]).toEqual([300, outputNames(encoder).length])
    const sparse = encodeSparse(encoder, table)
    expect([sparse.indices.constructor, sparse.pairs]).toEqual([Uint32Array, false])
    expect(inFull(sparse)).toEqual([...values])
  })

  test('have short forms of less memory that say the same', () => {
    const forms = encoders.map(([name, encoder]) => {
      const short = encodeSparse(encoder, table, { compact: true })
      const full = encodeDense(encoder, table).values
      inFull(short).forEach((value, i) => expect(value).toBeCloseTo(full[i], 6))
      return [name, short.width, short.weights === null ? 'ones' : short.pairs ? 'pairs' : 'plain']
    })
    expect(forms).toEqual([
      ['ordinal', 4, 'plain'],
      ['one-hot', 4, 'ones'],
      ['thermometer', 8, 'plain'],
      ['local-linear', 4, 'pairs'],
      ['piecewise-linear', 10, 'plain'],
      ['multi-granularity', 4, 'ones'],
      ['woe', 4, 'plain'],
      ['target-mean', 4, 'plain'],
    ])
  })

  test('have no short form where a value may light nothing', () => {
    for (const options of [{ dropFirst: true }, { asides: 'none' as const }]) {
      for (const encoding of [oneHot, localLinear]) {
        const rows = encodeSparse(makeEncoder(binning, { encoding, ...options }), table, { compact: true })
        expect([rows.pairs, rows.weights === null]).toEqual([false, false])
        expect(inFull(rows)).toEqual([...encodeDense(makeEncoder(binning, { encoding, ...options }), table).values])
      }
    }
  })

  test('of one column are numbered from 0', () => {
    const [, field] = makeEncoder(binning, { encoding: localLinear, columns: ['colour', 'x'] }).fields
    const { columns, indices } = encodeColumn(field, table.x)
    expect(columns).toBe(7)
    expect(Math.max(...indices)).toBe(6)
  })
})

describe('rows', () => {
  test.each(encoders)('of %s do not depend on the rows around them', (_, encoder) => {
    const { columns, values } = encodeDense(encoder, table)
    const part = (from: number, to: number): Table =>
      Object.fromEntries(Object.entries(table).map(([name, all]) => [name, Array.from(all as never[]).slice(from, to)]))
    const parts = [part(0, 1), part(1, 120), part(120, 300)].flatMap((chunk) => [...encodeDense(encoder, chunk).values])
    expect(parts).toEqual([...values])
    expect(parts.length).toBe(300 * columns)
  })

  test('beyond a chunk go on', () => {
    const long = { x: Float64Array.from({ length: 20_000 }, (_, i) => i) }
    const encoder = makeEncoder(binning, { encoding: oneHot, columns: ['x'] })
    const { columns, values } = encodeDense(encoder, long)
    expect([...values.subarray(19_999 * columns)]).toEqual([0, 0, 0, 1, 0, 0])
  })

  test('refused by a policy, and columns that are not there, are named', async () => {
    const strict = makeEncoder(
      await fitTable({ x: [1, 2] }, { all: { method: fixed, cuts: [1.5], missingPolicy: 'error' } }),
      { encoding: localLinear },
    )
    expect(outputNames(strict)).toEqual(['x @ 1', 'x @ 1.5', 'x @ 2'])
    expect(() => encodeDense(strict, { x: [1, null] })).toThrow(
      'assign: column "x" must hold what its policy allows, got null at row 1',
    )
    expect(() => encodeDense(strict, { z: [1] })).toThrow('encodeDense: unknown column "x"')
    expect(() => encodeSparse(strict, { x: ['a'] })).toThrow('assign: column "x" must hold numbers, got "a" at row 0')
  })

  test('of local linear sum to 1, and give a line back', async () => {
    const numbers = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 2, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 6 }), async (x, bins) => {
        const fitted = await fitTable({ x }, { all: { method: equalFrequency, bins } })
        const encoder = makeEncoder(fitted, { encoding: localLinear, asides: 'none' })
        const [field] = encoder.fields
        const knots = [field.ends![0], ...(field as unknown as { cuts: number[] }).cuts, field.ends![1]]
        const { columns, values } = encodeDense(encoder, { x })
        x.forEach((value, i) => {
          const row = values.subarray(i * columns, (i + 1) * columns)
          expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5)
          expect(row.reduce((sum, weight, j) => sum + weight * knots[j], 0)).toBeCloseTo(value, 4)
        })
      }),
    )
  })
})

describe('a saved encoder', () => {
  test.each(encoders)('%s is read as it was', (_, encoder) => {
    const text = encoderToJson(encoder)
    expect(encoderFromJson(text)).toEqual(encoder)
    expect(encoderToJson(encoderFromJson(text))).toBe(text)
    expect(encodeDense(encoderFromJson(text), table)).toEqual(encodeDense(encoder, table))
  })

  test('with a wrong field is refused with its path', async () => {
    const saved = JSON.parse(encoderToJson(makeEncoder(await threeBins(), { encoding: localLinear })))
    const broken = (change: (encoder: never) => void) => () => {
      const copy = structuredClone(saved)
      change(copy as never)
      return encoderFromJson(JSON.stringify(copy))
    }
    type Raw = { version: number; fields: Record<string, never>[] }
    const field = (name: string, value: unknown) => broken((e: Raw) => Object.assign(e.fields[0], { [name]: value }))
    expect(broken((e: Raw) => (e.version = 2))).toThrow('version: expected 1, got 2; this library reads version 1')
    expect(field('cuts', [2, 1])).toThrow('fields[0].cuts[1]: expected a number above 2, got 1')
    expect(field('ends', [1.5, 4])).toThrow(
      'fields[0].ends: expected two numbers with the cuts between them, got [1.5, 4]',
    )
    expect(field('ends', null)).toThrow('fields[0].ends: expected two numbers with the cuts between them, got null')
    expect(field('asides', [9, 5])).toThrow('fields[0].asides[0]: expected a whole number from 0 to 5, got 9')
    expect(field('asides', [4])).toThrow('fields[0].asides: expected 2 items, got [4]')
    expect(field('outputs', ['a', 'b', 'c', 'd', 'e'])).toThrow(
      'fields[0].asides[1]: expected a whole number from 0 to 4',
    )
    expect(field('outputs', ['a', 'b', 'c', 'd', 'e', 'e'])).toThrow(
      'fields[0].outputs[5]: expected a name no other output has',
    )
    expect(field('outputs', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toThrow('fields[0].outputs: expected 6 items')
    expect(field('form', 'value')).toThrow('fields[0].values: expected 5 items, got null')
    expect(field('kind', 'category')).toThrow('fields[0].levels: expected a list, got nothing')
    expect(() => encoderToJson({} as never)).toThrow(
      'encoderToJson: encoder must be an encoder as makeEncoder makes it',
    )
    const weights = JSON.parse(encoderToJson(makeEncoder(await threeBins(), { encoding: woe })))
    weights.fields[0].values.pop()
    expect(() => encoderFromJson(JSON.stringify(weights))).toThrow('fields[0].values: expected 5 items')
  })
})
