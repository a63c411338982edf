import { describe, expect, test } from 'vitest'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { type Ranking, rankColumns } from '../../src/binning/compare/rank-columns.ts'

// The tables of the "Entropy notes" (seed 003), through the ranking of columns.

const ranked = async (table: Record<string, string[]>, target: string): Promise<Ranking> =>
  rankColumns(await fitTable(table, { target }))

const words = (text: string): string[] => text.split(' ')

test('ten coloured instances: entropy 0.970951, and 0.924511 when the colour is known', async () => {
  const { entropy, columns } = await ranked(
    { colour: Array.from('RRRRGGGGBB'), target: Array.from('aababaabab') },
    'target',
  )
  expect(entropy?.toFixed(6)).toBe('0.970951')
  expect(columns[0].conditionalEntropy?.toFixed(6)).toBe('0.924511')
  expect(columns[0].gain?.toFixed(6)).toBe('0.046439')
})

describe('seven vehicles', () => {
  const table = {
    MOTOR: words('no no yes yes yes yes yes'),
    Wheels: words('two three two four four four four'),
    Doors: words('none none none two three four four'),
    Size: words('small small small small medium medium large'),
    Efficiency: words('good bad good bad good good bad'),
  }

  test('every number of the notes', async () => {
    const { entropy, columns } = await ranked(table, 'Efficiency')
    expect(entropy?.toFixed(6)).toBe('0.985228')
    expect(columns.map(({ name, conditionalEntropy }) => [name, conditionalEntropy?.toFixed(6)])).toEqual([
      ['Wheels', '0.571429'],
      ['Size', '0.571429'],
      ['Doors', '0.679270'],
      ['MOTOR', '0.979250'],
    ])
    expect(columns[3].gain?.toFixed(8)).toBe('0.00597771')
  })

  test('Wheels and Size are equal, so the first column stands first, whichever it is', async () => {
    const { Size, ...others } = table
    const turned = await ranked({ Size, ...others }, 'Efficiency')
    expect(turned.columns.map(({ name }) => name)).toEqual(['Size', 'Wheels', 'Doors', 'MOTOR'])
  })

  test('among the vehicles of four wheels Size is next', async () => {
    const four = (list: readonly string[]): string[] => list.slice(3)
    const { columns } = await ranked(
      {
        MOTOR: four(table.MOTOR),
        Doors: four(table.Doors),
        Size: four(table.Size),
        Efficiency: four(table.Efficiency),
      },
      'Efficiency',
    )
    // Size parts good from bad; the two vehicles of four doors stay mixed.
    expect(columns[0].name).toBe('Size')
    expect(columns[0].gain).toBe(1)
  })
})
