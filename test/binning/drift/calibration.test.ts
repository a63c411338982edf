import { describe, expect, test } from 'vitest'
import { compareDrift } from '../../../src/binning/drift/compare-drift.ts'
import type { Drift } from '../../../src/binning/drift/drift-types.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { chiMerge } from '../../../src/discretizers/methods/chi-merge.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { optimal } from '../../../src/discretizers/methods/optimal.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'

/**
 * Verdicts on tables of which the truth is known: a small part of `npm run simulate`, to notice when they stop being right.
 * Seeds are fixed, and limits are wide.
 */
function rows(n: number, seed: number, { base = -2.2, moved = 0 } = {}) {
  const { next, normal } = random(seed)
  const x = Array.from({ length: n }, () => moved + normal())
  return { x, y: x.map((value) => (next() < 1 / (1 + Math.exp(-base - value)) ? 'yes' : 'no')) }
}

const saysShifted = ({ rate, columns }: Drift): boolean =>
  rate!.shifted || columns.some((column) => column.rate!.shifted)
const TABLES = cases(12, 100)

describe('rates', () => {
  test.each([mdlp, chiMerge, optimal])(
    'of bins by $name are seldom called shifted when nothing changed',
    async (method) => {
      let shifted = 0
      // The slowest by far.
      const tables = method === optimal ? cases(6, TABLES) : TABLES
      for (let i = 0; i < tables; i++) {
        const binning = await fitTable(rows(300, 2 * i), { target: 'y', event: 'yes', all: { method } })
        if (saysShifted(compareDrift(binning, rows(200, 2 * i + 1)))) shifted++
      }
      expect(shifted / tables).toBeLessThan(0.12)
    },
  )

  test('of few events: a change of all of them is found', async () => {
    let found = 0
    for (let i = 0; i < TABLES; i++) {
      const binning = await fitTable(rows(1000, 5e5 + 2 * i, { base: -4.4 }), {
        target: 'y',
        event: 'yes',
        all: { method: mdlp },
      })
      if (saysShifted(compareDrift(binning, rows(1000, 5e5 + 2 * i + 1, { base: -3.5 })))) found++
    }
    expect(found / TABLES).toBeGreaterThan(0.75)
  })

  test('stay when only the population moves', async () => {
    let shifted = 0
    for (let i = 0; i < TABLES; i++) {
      const binning = await fitTable(rows(1000, 7e5 + 2 * i, { base: 0 }), {
        target: 'y',
        event: 'yes',
        all: { method: mdlp },
      })
      if (saysShifted(compareDrift(binning, rows(1000, 7e5 + 2 * i + 1, { base: 0, moved: 1 })))) shifted++
    }
    expect(shifted / TABLES).toBeLessThan(0.15)
  })
})

test('a column of one bin: half a deviation is told, nothing is not', async () => {
  let [told, none] = [0, 0]
  for (let i = 0; i < TABLES; i++) {
    const x = (seed: number, moved = 0) => ({ x: rows(500, 9e5 + 3 * i + seed, { moved }).x })
    const binning = await fitTable(x(0), { all: { method: equalFrequency, bins: 1 } })
    if (compareDrift(binning, x(1, 0.5)).columns[0].level !== 'stable') told++
    if (compareDrift(binning, x(2)).columns[0].level !== 'stable') none++
  }
  expect(told / TABLES).toBeGreaterThanOrEqual(0.98)
  expect(none / TABLES).toBeLessThan(0.12)
})
