import { describe, expect, test } from 'vitest'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { rankColumns } from '../../src/binning/compare/rank-columns.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { pValueText, rankCsv, rankMarkdown } from '../../src/reports/rank-texts.ts'
import { rankReport } from '../../src/reports/terminal/ranking-text.ts'
import { textWidth } from '../../src/reports/printed-text.ts'
import { lines, small, table } from './small.ts'

describe('the report of a ranking', () => {
  test('of classes with an event', async () => {
    const ranking = rankColumns(await small({ target: 'sold', columns: ['size', 'weight', 'color'] }))
    expect(rankReport(ranking).split('\n')).toEqual(
      lines(`
small.csv: 15 rows, 3 columns; entropy of sold 0.9968 bits

column               gain  chance    left  ratio     IV      V  groups      p
size    █████████  0.6948  0.1258  0.3020  0.564  3.686  0.873       3  0.003*~
color              0.1204  0.1245  0.8763  0.095  0.451  0.375       3  0.348~

one group only, nothing to explain: weight

gain: bits per row by which knowing the group lowers the entropy; chance: what
  so many groups have on average if they tell nothing; bars and ranks show what
  is above it; left: the entropy that remains; ratio: gain over the entropy of
  the groups' sizes; V: Cramér's V; p: of the χ² test
* groups were chosen by looking at the target: p is too small and the gain too
  large; check on other rows
~ some groups hold few rows: p is rough, and the gain may be too large
`),
    )
  })

  test('of a number, with weights', async () => {
    const binning = await small({
      target: 'price',
      targetKind: 'numeric',
      weights: 'weight',
      columns: ['size', 'color'],
      all: { method: equalFrequency, bins: 3 },
    })
    const text = rankReport(rankColumns(binning))
    expect(text).toMatch(/^size +█+ +9\d\.\d % +\d+\.\d % +4 +\S+ *~?$/m)
    expect(text).toContain('weights count as rows, also for p: 30 in all')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('p: of the F test')
    expect(text).not.toContain('*')
  })

  test('names how many columns are not listed', async () => {
    const ranking = rankColumns(await small({ target: 'kind', columns: ['size', 'color', 'price'] }))
    const text = rankReport(ranking, { most: 1 })
    expect(text).toContain('… and 2 columns that explain no more than these')
    expect(text).not.toContain('color')
  })

  test.each([60, 80, 100, 160])('keeps to %d columns, in colour too', async (width) => {
    const wide = Object.fromEntries(
      Object.entries(table).map(([name, values]) => [`${name}_with_a_long_name_of_its_own`, values]),
    )
    const target = 'sold_with_a_long_name_of_its_own'
    const ranking = rankColumns(await fitTable(wide, { target }))
    for (const color of [false, true]) {
      for (const line of rankReport(ranking, { width, color }).split('\n'))
        expect(textWidth(line)).toBeLessThanOrEqual(width)
    }
  })

  test('names from the data cannot break lines', async () => {
    const ranking = rankColumns(
      await fitTable(
        { 'a\n\u001b[2J': [1, 2, 3, 4], y: ['a', 'a', 'b', 'b'] },
        { target: 'y', all: { method: equalFrequency, bins: 2 } },
      ),
    )
    expect(rankReport(ranking)).not.toContain('\u001b')
  })
})

describe('a ranking as a file', () => {
  test('CSV has full precision and a line per column', async () => {
    const ranking = rankColumns(await small({ target: 'sold', columns: ['size', 'color'] }))
    const [head, size, color, ...rest] = rankCsv(ranking).trimEnd().split('\n')
    expect(head).toBe(
      'rank,column,kind,method,groups,conditional_entropy,gain,share,gain_ratio,iv,cramers_v,p_value,cautions,chance,score',
    )
    expect(size).toMatch(/^1,size,number,mdlp,3,/)
    expect(size.split(',')[6]).toBe(String(ranking.columns[0].gain))
    expect(size.split(',')[12]).toBe('chosen few-rows')
    expect(size.split(',').slice(13)).toEqual([ranking.columns[0].chance, ranking.columns[0].score].map(String))
    expect(color).toMatch(/^2,color,category,,3,/)
    expect(rest).toEqual([])
  })

  test('Markdown has a table and says what the signs mean', async () => {
    const ranking = rankColumns(await small({ target: 'kind', columns: ['size', 'color'] }))
    const text = rankMarkdown(ranking)
    expect(text).toContain('| column | gain | chance | left | ratio | V | groups | p |\n| --- | ---: |')
    expect(text).toMatch(/^\| size \| .*\\\*\\~ \|$/m)
    expect(text).toContain(String.raw`- \* groups were chosen by looking at the target`)
  })
})

test.each([
  [null, '–'],
  [1, '1.000'],
  [0.0412, '0.041'],
  [0.0005, '0.001'],
  [0.00049, '5e-4'],
  [3.2e-12, '3e-12'],
  [0, '<1e-300'],
])('a p-value of %s is written %s', (p, text) => {
  expect(pValueText(p)).toBe(text)
})
