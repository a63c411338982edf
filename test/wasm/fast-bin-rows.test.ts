import fc from 'fast-check'
import { expect, test } from 'vitest'
import { informationValueTerm } from '../../src/measures/weight-of-evidence.ts'
import { xLog2x } from '../../src/util/numbers/log2.ts'
import { fastBinRows, type FastBinRows } from '../../src/wasm/fast-bin-rows.ts'

/** Points of a column of two classes, and the bins between them: from each point to some of those behind it. */
const columns = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }), fc.nat(3), fc.nat(9)), {
    minLength: 2,
    maxLength: 40,
  })
  .filter((cells) => cells.every(([a, b]) => a + b > 0) && cells.some(([a]) => a > 0) && cells.some(([, b]) => b > 0))
  .map((cells) => {
    const [weight, height] = [new Float64Array(cells.length + 1), new Float64Array(cells.length + 1)]
    for (const [i, [a, b]] of cells.entries()) {
      weight[i + 1] = weight[i] + a + b
      height[i + 1] = height[i] + a
    }
    const last = cells.length
    const firstEnd = Int32Array.from(weight, (_, i) => (i === last ? last + 1 : i + 1 + (cells[i][2] % 3)))
    const lastEnd = Int32Array.from(weight, (_, i) => (i === last ? last : Math.min(last, firstEnd[i] + cells[i][3])))
    return { weight, height, firstEnd, lastEnd }
  })

/** Every bin: where it begins and ends, and its score. */
function bins({ scores, firstEnd, starts, stops }: FastBinRows): { from: number; to: number; score: number }[] {
  return Array.from({ length: firstEnd.length - 1 }, (_, from) =>
    Array.from({ length: stops[from] - starts[from] }, (__, i) => ({
      from,
      to: firstEnd[from] + i,
      score: scores[starts[from] + i],
    })),
  ).flat()
}

test('scores are those of the measures, exactly where that is asked for', () => {
  fc.assert(
    fc.property(columns, ({ weight, height, ...ends }) => {
      const rows = fastBinRows(ends, 1)!
      const last = weight.length - 1
      const all = { event: height[last], rest: weight[last] - height[last] }
      const countsOf = (from: number, to: number): typeof all => {
        const event = height[to] - height[from]
        return { event, rest: weight[to] - weight[from] - event }
      }
      rows.scoreValues({ weight, height })
      for (const { from, to, score } of bins(rows)) expect(score).toBe(informationValueTerm(countsOf(from, to), all))
      rows.scoreRoughly({ weight, height }, 'iv')
      for (const { from, to, score } of bins(rows)) {
        expect(Math.abs(score - informationValueTerm(countsOf(from, to), all))).toBeLessThan(1e-13)
      }
      rows.scoreRoughly({ weight, height }, 'information')
      for (const { from, to, score } of bins(rows)) {
        const { event, rest } = countsOf(from, to)
        const told = xLog2x(event) + xLog2x(rest) - xLog2x(event + rest)
        expect(Math.abs(score - told)).toBeLessThan(1e-13 * weight[last])
      }
      rows.release()
    }),
  )
})

test('layers hold the best of all ways of so many bins, from both ends', () => {
  fc.assert(
    fc.property(columns, fc.integer({ min: 1, max: 5 }), ({ weight, height, ...ends }, most) => {
      const rows = fastBinRows(ends, 2 * (most + 1))!
      rows.scoreValues({ weight, height })
      const all = bins(rows)
      const last = weight.length - 1
      const [after, before] = [rows.layers(0, 'after', most), rows.layers(most + 1, 'before', most)]
      const best = (sums: readonly number[]): number => Math.max(-Infinity, ...sums)
      for (let point = 0; point <= last; point++) {
        expect([after[0][point], before[0][point]]).toEqual([point === last ? 0 : -Infinity, point === 0 ? 0 : -Infinity]) // prettier-ignore
        for (let k = 1; k <= most; k++) {
          const [on, back] = [all.filter(({ from }) => from === point), all.filter(({ to }) => to === point)]
          expect(after[k][point]).toBe(best(on.map(({ to, score }) => score + after[k - 1][to])))
          expect(before[k][point]).toBe(best(back.map(({ from, score }) => before[k - 1][from] + score)))
        }
      }
      rows.release()
    }),
  )
})

test('likely ends enclose every bin through which enough can be told', () => {
  fc.assert(
    fc.property(columns, fc.double({ min: 0, max: 0.1, noNaN: true }), ({ weight, height, ...ends }, price) => {
      const rows = fastBinRows(ends, 1)!
      rows.scoreValues({ weight, height })
      const all = bins(rows)
      const last = weight.length - 1
      const after = [...rows.after(0, price)]
      const before = Array.from(weight, (_, point) => (point === 0 ? 0 : -Infinity))
      for (const { from, to, score } of all) before[to] = Math.max(before[to], before[from] - price + score)
      const least = after[0] * 0.9
      const likely = rows.likely(0, price, least)
      for (let point = 0; point < last; point++) {
        const kept = all.filter(({ from, to, score }) => from === point && before[from] + score + after[to] >= least)
        const places = kept.map(({ to }) => to)
        // Sums are added up in another order, so that one on the edge may be kept.
        expect(likely.firstEnd[point]).toBeLessThanOrEqual(Math.min(last + 1, ...places))
        expect(likely.lastEnd[point]).toBeGreaterThanOrEqual(Math.max(0, ...places))
      }
      rows.release()
    }),
  )
})
