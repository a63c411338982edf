import { describe, expect, test } from 'vitest'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { columnGroups } from '../../../src/binning/compare/column-groups.ts'
import { rankColumns } from '../../../src/binning/compare/rank-columns.ts'
import { folder, kerf } from '../../cli/run.ts'

const table = { colour: Array.from('RRRRGGGGBB'), x: [1, 2, 3, 4, 5, null, 7, 8, 9, 10], y: Array.from('aababaabab') }

describe('columnGroups', () => {
  test('has the entropy of the target in every group of a column', async () => {
    const binning = await fitTable(table, { target: 'y', columns: ['colour'] })
    expect(columnGroups(binning, 'colour')).toEqual([
      { label: 'B', count: 2, share: 0.2, classes: [1, 1], entropy: 1 },
      { label: 'G', count: 4, share: 0.4, classes: [2, 2], entropy: 1 },
      { label: 'R', count: 4, share: 0.4, classes: [3, 1], entropy: expect.closeTo(0.8112781, 7) },
    ])
  })

  test('their mean is the conditional entropy of the ranking, missing values and weights too', async () => {
    const weighted = { ...table, w: [1, 2, 3, 1, 2, 3, 1, 2, 3, 1] }
    const binning = await fitTable(weighted, { target: 'y', weights: 'w' })
    for (const { name, conditionalEntropy } of rankColumns(binning).columns) {
      const mean = columnGroups(binning, name).reduce((sum, { share, entropy }) => sum + share * entropy, 0)
      expect(mean).toBeCloseTo(conditionalEntropy!, 12)
    }
  })

  test('refuses an unknown column, and a target that is no class', async () => {
    const binning = await fitTable(table, { target: 'y' })
    expect(() => columnGroups(binning, 'z')).toThrow('columnGroups: the binning has no column "z"')
    const plain = await fitTable({ x: [1, 2, 3] })
    expect(() => columnGroups(plain, 'x')).toThrow('columnGroups: the binning must have a class target, got no target')
  })
})

test('kerf rank --verbose shows them', async () => {
  const rows = table.colour.map((colour, i) => `${colour},${table.y[i]}`)
  const cwd = folder({ 'colours.csv': `colour,y\n${rows.join('\n')}\n` })
  const { out } = await kerf(['rank', 'colours.csv', '-t', 'y', '--verbose'], { cwd })
  expect(out).toContain('colour: 0.924511 bits are left of 0.970951, so the gain is 0.04643934\n')
  expect(out).toMatch(/^ {2}R +4 +40\.0 % +3 +1 +0\.811278 +0\.324511$/m)
  const json = await kerf(['rank', 'colours.csv', '-t', 'y', '--verbose', '--json'], { cwd })
  expect((JSON.parse(json.out) as { columns: { values: unknown[] }[] }).columns[0].values).toHaveLength(3)
  expect(await kerf(['rank', 'colours.csv', '-t', 'y', '--verbose', '--as', 'csv'], { cwd })).toMatchObject({
    code: 2,
    err: 'kerf: --verbose goes with --as table or json, got csv\n',
  })
})
