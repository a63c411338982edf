import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { hasCuts, type NumberColumn } from '../../../src/binning/binning.ts'
import { type Chi2Fit, chi2Table } from '../../../src/binning/together/chi2-table.ts'
import { naiveIsRougher, naiveRoughness } from '../../discretizers/methods/chi2-naive.ts'
import { argumentError } from '../../refusals.ts'

const cutsByName = ({ binning }: Chi2Fit): Record<string, readonly number[]> =>
  Object.fromEntries(binning.columns.map((column) => [column.name, hasCuts(column) ? column.cuts : []]))

/** `good` parts the classes, `copy` does so too. */
const plain = {
  copy: [1, 2, 3, 4, 11, 12, 13, 14],
  good: [5, 6, 7, 8, 51, 52, 53, 54],
  y: Array.from('nnnnyyyy'),
}

describe.each(['modified', 'extended'])('chi2Table with preset %s', (preset) => {
  test('drops what the other columns make superfluous', async () => {
    const fitted = await chi2Table(plain, { target: 'y', all: { preset } })
    expect(fitted).toMatchObject({ selected: ['good'], dropped: ['copy'], inconsistency: 0 })
    expect(cutsByName(fitted)).toEqual({ copy: [], good: [29.5] })
    const [copy, good] = fitted.binning.columns.filter(hasCuts)
    const message = 'dropped: the other columns tell the classes apart without it'
    expect(copy.notes).toEqual([{ code: 'dropped', message }])
    expect(good.reasons[0]).toMatchObject({ measure: 'chi-square', score: 8 })
  })

  test('says so where maxBins already goes too far', async () => {
    const { binning } = await chi2Table(plain, { target: 'y', all: { preset, maxBins: 1 } })
    const message = 'nothing was merged beyond maxBins, which already mixes more than the values do'
    expect(binning.notes).toContainEqual({ code: 'inconsistent', message })
  })

  test('is never rougher than the rows', async () => {
    const row = fc.record({ a: fc.integer({ min: 0, max: 9 }), b: fc.integer({ min: 0, max: 5 }), y: fc.boolean() })
    const tables = fc.sample(fc.array(row, { minLength: 20, maxLength: 40, size: 'max' }), { seed: 7, numRuns: 12 })
    let merged = 0
    for (const rows of tables) {
      const names = ['a', 'b'] as const
      // The class follows a, but for some rows.
      const y = rows.map((own) => (own.a > 4 !== (own.y && own.b === 0) ? 'p' : 'q'))
      const table = { a: rows.map(({ a }) => a), b: rows.map(({ b }) => b) }
      const { binning } = await chi2Table({ ...table, y }, { target: 'y', all: { preset } })
      const codes = binning.columns.map((column) => assign(column as NumberColumn, table[column.name as 'a']))
      const keys = rows.map((_, i) => codes.map((own) => own[i]).join(' '))
      const raw = naiveRoughness(rows.map((own) => names.map((name) => own[name]).join(' ')), y) // prettier-ignore
      const now = naiveRoughness(keys, y)
      expect(naiveIsRougher(now, raw, preset)).toBe(false)
      merged += binning.columns.filter(hasCuts).filter(({ cuts }) => cuts.length < 5).length
    }
    expect(merged).toBeGreaterThan(6)
  })

  test('is one for all columns', async () => {
    const options = { target: 'y', all: { preset }, perColumn: { copy: { preset: 'plain' } } }
    await expect(chi2Table(plain, options)).rejects.toThrow(
      argumentError('out-of-range', `chi2Table: variant must be the same for all columns, got ${preset}`),
    )
  })
})
