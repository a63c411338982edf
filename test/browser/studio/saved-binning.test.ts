import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Column, fitTable, hasCuts, makeEditor, toTable } from '../../../src/index.ts'
import { readCsv } from '../../../src/sources/index.ts'
import { savedSummaries } from '../../../studio/worker/formats/saved-summaries.ts'
import { sample } from './studio-page.ts'

const counts = ({ bins }: Column): unknown => bins.map(({ count, classes }) => ({ count, classes }))

test('a binning without rows is edited on its bins: exact where they tell, estimated and said so elsewhere', async () => {
  async function* open(): AsyncGenerator<Uint8Array> {
    yield readFileSync(sample('penguins.csv'))
  }
  const rows = await readCsv(open, { name: 'penguins.csv' })
  const fitted = await fitTable(toTable(rows), { target: 'species' })
  const summaries = savedSummaries(fitted)
  for (const [i, column] of fitted.columns.entries()) {
    const { summary } = summaries.columns[i]
    const editor = makeEditor(column as never, summary as never)
    expect(counts(editor.column)).toEqual(counts(column))
    expect(editor.column.missing).toMatchObject({ count: column.missing.count, classes: column.missing.classes })
    const cuts = hasCuts(column) ? column.cuts : []
    for (const cut of cuts.slice(0, 1)) {
      expect(editor.remove(cut).bins[0].count).toBe(column.bins[0].count + column.bins[1].count)
      const added = editor.add(cut * 1.02)
      expect(added.countsExact).toBe(false)
      expect(added.bins.reduce((sum, { count }) => sum + count, 0)).toBe(
        column.bins.reduce((sum, { count }) => sum + count, 0),
      )
    }
  }
})
