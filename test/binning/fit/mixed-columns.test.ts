import { describe, expect, test } from 'vitest'
import { equalWidth, fitTable, type Table } from '../../../src/index.ts'

const ages = (odd: unknown): number[] => Array.from({ length: 1000 }, (_, i) => (i === 500 ? odd : i % 90)) as number[]
const all = { method: equalWidth, bins: 3 }

describe('one text among many numbers', () => {
  test('makes a column of text, with a note that names it and its row', async () => {
    const { columns, notes } = await fitTable({ age: ages('n/a') }, { all })
    expect(columns[0].kind).toBe('category')
    expect(notes).toEqual([
      {
        code: 'mixed',
        message:
          'column "age" is taken for text because of "n/a" at row 500, though 999 of its 1000 values are numbers; numbers: ["age"] counts what is no number as missing',
        figures: { numbers: 999, others: 1, row: 500 },
      },
    ])
  })

  test('counts as missing where the column was asked for as numbers', async () => {
    const { columns, notes } = await fitTable({ age: ages('n/a') }, { all, numbers: ['age'] })
    expect(columns[0]).toMatchObject({ kind: 'number', missing: { count: 1 } })
    expect(notes).toEqual([
      {
        code: 'odd-numbers',
        message: 'column "age": 1 value that is no number counts as missing, "n/a" at row 500',
        figures: { values: 1, row: 500 },
      },
    ])
    const spelled = await fitTable({ age: ages(' 45.5 ') }, { all, numbers: ['age'] })
    expect(spelled.columns[0]).toMatchObject({ kind: 'number', missing: { count: 0 } })
    expect(spelled.notes).toBeUndefined()
  })

  test('is no news where texts are many, where the kind was asked for, or where there is none', async () => {
    const codes: Table = { code: Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? 'A1' : i % 3)) }
    expect((await fitTable(codes, { all })).notes).toBeUndefined()
    const asked = { all, perColumn: { age: { kind: 'category' } } } as const
    expect((await fitTable({ age: ages('n/a') }, asked)).notes).toBeUndefined()
    expect((await fitTable({ age: ages(null) }, { all })).columns[0].kind).toBe('number')
    expect((await fitTable({ age: ages('') }, { all })).columns[0].kind).toBe('number')
  })

  test('is refused where it is neither text nor number, and so is a column that is not there', async () => {
    await expect(fitTable({ age: ages({}) }, { all, numbers: ['age'] })).rejects.toThrow(
      'fitTable: column "age" must hold numbers, got object at row 500',
    )
    // @ts-expect-error a name that the compiler knows to be wrong
    await expect(fitTable({ age: ages(1) }, { all, numbers: ['agee'] })).rejects.toThrow(
      'fitTable: unknown column "agee", did you mean age?',
    )
  })
})
