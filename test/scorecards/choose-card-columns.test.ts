import { describe, expect, test } from 'vitest'
import { equalFrequency, fitTable } from '../../src/index.ts'
import { chiSquareQuantileOfTail } from '../../src/measures/index.ts'
import { makeScorecard } from '../../src/scorecards/index.ts'
import { random } from '../../src/util/random.ts'

/** Rows of which `x` tells the label and some columns of noise do not. */
function rows(count: number, seed: number) {
  const { next } = random(seed)
  const x = Array.from({ length: count }, next)
  const noise = Array.from({ length: 8 }, () => Array.from({ length: count }, next))
  const bad = x.map((value) => (next() < 0.2 + 0.6 * value ? 1 : 0))
  return { x, ...Object.fromEntries(noise.map((values, i) => [`noise${i}`, values])), bad }
}

/** Bins that nothing was chosen for. */
const even = { method: equalFrequency, bins: 4 } as const

describe('columns of a card', () => {
  test('tell more than chance does, however few the rows are', async () => {
    let [taken, asked] = [0, 0]
    for (let seed = 0; seed < 25; seed++) {
      const table = rows(300, seed)
      const binning = await fitTable(table, { target: 'bad', targetKind: 'class', event: '1', all: even })
      const card = await makeScorecard(table, { binning, maxCorrelation: 1 })
      expect(card.columns[0].name).toBe('x')
      const out = new Set(card.leftOut.filter(({ why }) => why === 'weak' || why === 'chance').map(({ name }) => name))
      asked += 8
      taken += 8 - out.size
      for (const { why, value, limit } of card.leftOut.filter((one) => one.why === 'chance')) {
        const events = table.bad.filter((label) => label === 1).length
        expect(limit).toBeCloseTo(chiSquareQuantileOfTail(0.05, 3) * (1 / events + 1 / (300 - events)), 12)
        expect([why, value <= limit]).toEqual(['chance', true])
      }
    }
    // 5 of 100 by construction; without the comparison 0.02 of information value takes most of them.
    expect(taken / asked).toBeLessThan(0.1)
  })

  test('are all taken where the limit is 0', async () => {
    const table = rows(300, 1)
    const binning = await fitTable(table, { target: 'bad', targetKind: 'class', event: '1', all: even })
    const card = await makeScorecard(table, { binning, minIv: 0, maxCorrelation: 1 })
    expect(card.leftOut.filter(({ why }) => why !== 'sign')).toEqual([])
  })

  test('get another chance when the column that they repeat is gone', async () => {
    // `both` is nearly x but turns round beside y, which makes its coefficient negative; `again` repeats `both`.
    const { next, normal } = random(4)
    const y = Array.from({ length: 4000 }, normal)
    const noise = Array.from({ length: 4000 }, normal)
    const both = y.map((value, i) => value + 0.6 * noise[i])
    const again = both.map((value) => value + 0.35 * normal())
    const bad = y.map((value, i) => (next() < 1 / (1 + Math.exp(-(2 * value - 1.2 * noise[i]))) ? 1 : 0))
    const table = { y, both, again, bad }
    const binning = await fitTable(table, { target: 'bad', targetKind: 'class', event: '1', all: { ...even, bins: 8 } })
    const card = await makeScorecard(table, { binning, maxCorrelation: 0.9 })
    const out = Object.fromEntries(card.leftOut.map(({ name, why }) => [name, why]))
    expect(out).toEqual({ both: 'sign', again: 'sign' })
    expect(card.leftOut.some(({ other }) => other === 'both')).toBe(false)
  })
})
