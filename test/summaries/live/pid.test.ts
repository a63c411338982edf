import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countBins } from '../../../src/binning/count-bins.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { methods } from '../../../src/discretizers/registry.ts'
import { limits } from '../../../src/summaries/cells.ts'
import { MOST_SHIFT } from '../../../src/summaries/cell-key.ts'
import { Pid } from '../../../src/summaries/live/pid.ts'
import { summaryToBytes } from '../../../src/summaries/saved/summary-bytes.ts'
import { merge } from '../../../src/summaries/merge.ts'
import { summaryFromBytes } from '../../../src/summaries/saved/read-summary-bytes.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberSummary } from '../../../src/types.ts'
import { bisectLeft, bisectRight } from '../../../src/util/bisect.ts'
import { random } from '../../../src/util/random.ts'
import { held, normals, NUMBER, options, pushAll, rows, targetOf, TWO, windowed } from './pid-made.ts'

describe('what goes in stays in', () => {
  test('after every row the cells and the slots aside hold what was counted, exactly', () => {
    fc.assert(
      fc.property(options, rows, (made, stream) => {
        if (made.halfLife !== undefined) return
        const pid = new Pid(made)
        const counted = [0, 0, 0]
        for (const row of stream) {
          pushAll(pid, [row])
          const counts = made.target === 'none' || row.mark >= 0 || made.target === 'numeric'
          if (counts && !(made.weighted === true && row.weight === 0)) {
            const grains = Math.max(1, Math.round(row.weight * 2 ** 20)) / 2 ** 20
            counted[0]++
            counted[made.target === 'class' ? 1 + row.mark : 1] += made.weighted === true ? grains : 1
          }
          expect(held(pid)).toEqual(made.target === 'class' ? counted : counted.slice(0, 2))
          expect(pid.cells.size).toBeLessThanOrEqual(pid.settings.maxCells)
        }
        const { leftOut, ...summary } = pid.summary(targetOf(made))
        expect(summary.rows).toBe(stream.length)
        expect(leftOut.unlabelled + leftOut.weightless + counted[0]).toBe(stream.length)
      }),
      { numRuns: 150 },
    )
  })

  test('a window holds its newest rows and no others', () => {
    fc.assert(
      fc.property(windowed, rows, (made, stream) => {
        const pid = new Pid({ ...made, target: 'none', weighted: false })
        for (const [i, row] of stream.entries()) {
          pushAll(pid, [row])
          const { window, panes } = pid.settings
          const pane = Math.ceil(window! / panes)
          const inPane = (i % pane) + 1
          expect(held(pid)).toEqual([0, 1].map(() => Math.min(i + 1, pane * (panes - 1) + inPane)))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('fading rows add up to what their ages say', () => {
    const halfLife = 50
    const pid = new Pid({ halfLife, startCells: 10, target: 'class', classes: 2 })
    const values = normals(1000)
    for (const [i, value] of values.entries()) pid.push(value, i % 2)
    const expected = values.reduce((sum, _, i) => sum + 2 ** ((i + 1 - values.length) / halfLife), 0)
    const { rows: all, origin } = pid.summary(TWO)
    expect(Math.abs(all - expected)).toBeLessThan(1)
    expect(origin).toBe('estimated')
    const [total, no, yes] = held(pid)
    expect(no + yes).toBe(total)
  })

  test('many rows at once count as one by one', () => {
    fc.assert(
      fc.property(options, rows, (made, stream) => {
        const many = new Pid(made)
        const column = (field: 'value' | 'mark' | 'weight'): Float64Array =>
          Float64Array.from(stream, (row) => row[field])
        many.pushMany(column('value'), column('mark'), column('weight'))
        const one = pushAll(new Pid(made), stream)
        expect(many.summary(targetOf(made))).toEqual(one.summary(targetOf(made)))
        expect(many.counters).toEqual(one.counters)
        expect(many.cells.total).toEqual(one.cells.total)
      }),
      { numRuns: 60 },
    )
  })
})

/** The summary of sorted rows in given cells, counted at once. */
function batch(values: Float64Array, codes: Uint8Array, breaks: ArrayLike<number>): NumberSummary {
  const exact = summarize(values, {
    target: Array.from(codes, (code) => (TWO.kind === 'class' ? TWO.classes[code] : '')),
    classes: ['no', 'yes'],
  })
  const groups = new Map<number, { lo: number; hi: number; sums: number[] }>()
  for (let cell = 0; cell < exact.cells.size; cell++) {
    const x = exact.cells.lo[cell]
    const group = groups.get(bisectRight(breaks, x)) ?? { lo: x, hi: x, sums: [0, 0] }
    group.hi = x
    for (const c of [0, 1]) group.sums[c] += exact.cells.tallies.sums[cell * 2 + c]
    groups.set(bisectRight(breaks, x), group)
  }
  const list = [...groups.values()]
  const sums = Float64Array.from(list.flatMap((group) => group.sums))
  return {
    ...exact,
    distinct: list.every(({ lo, hi }) => lo === hi) ? list.length : null,
    cells: {
      size: list.length,
      shift: list.every(({ lo, hi }) => lo === hi) ? 0 : MOST_SHIFT,
      ...limits(
        Float64Array.from(list, ({ lo }) => lo),
        Float64Array.from(list, ({ hi }) => hi),
      ),
      tallies: {
        size: list.length,
        channels: 2,
        rows: Float64Array.from(list, (group) => group.sums[0] + group.sums[1]),
        sums,
        residues: [],
      },
    },
  }
}

describe('layer two', () => {
  test('with splitting off, every method finds what it finds in the same cells counted at once', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 20, max: 400 }), fc.boolean(), (seed, size, guessed) => {
        const values = normals(size, seed)
        const codes = Uint8Array.from(values, (x, i) => (x > 0.4 || i % 5 === 0 ? 1 : 0))
        const pid = new Pid({
          target: 'class',
          classes: 2,
          startCells: 30,
          splitShare: 1,
          ...(guessed ? { range: [-1, 1.5] } : {}),
        })
        pid.pushMany(values, codes)
        const live = pid.summary(TWO)
        const same = batch(values, codes, pid.cells.breaks.subarray(0, pid.cells.size - 1))
        expect(live).toEqual(same)
        for (const method of methods()) {
          if (method.target === 'numeric') continue
          const given = method.name === 'fixed' ? { method, cuts: [0] } : { method }
          expect(discretize(live, given)).toEqual(discretize(same, given))
        }
      }),
      { numRuns: 20 },
    )
  })

  test('every method works on cells that were split, whatever the target', () => {
    const values = normals(3000)
    const classes = new Pid({ target: 'class', classes: 2, startCells: 20 })
    const numbers = new Pid({ target: 'numeric', startCells: 20 })
    for (const x of values) {
      classes.push(x, x > 0.5 ? 1 : 0)
      numbers.push(x, x > 0.5 ? 7 + x : x)
    }
    expect(classes.counters.splits).toBeGreaterThan(10)
    for (const method of methods()) {
      const given = method.name === 'fixed' ? { method, cuts: [0] } : { method }
      const live = method.target === 'numeric' ? numbers.summary(NUMBER) : classes.summary(TWO)
      const { cuts, notes } = discretize(live, given)
      expect(cuts.length, method.name).toBeGreaterThan(0)
      expect(notes).toContainEqual({ code: 'estimated', message: 'counts are estimates' })
    }
  })

  test('a cut by rank is wrong by no more than the cell it lies in, and what splits guessed', () => {
    fc.assert(
      fc.property(options, rows, fc.integer({ min: 2, max: 5 }), (made, stream, bins) => {
        const pid = pushAll(new Pid({ ...made, target: 'none', weighted: false, halfLife: undefined }), stream)
        const summary = pid.summary()
        const sorted = stream
          .map(({ value }) => value + 0)
          .filter((x) => Number.isFinite(x) && !summary.specialCodes.includes(x))
          .toSorted((a, b) => a - b)
        const low = stream.filter(({ value }) => value === -Infinity).length
        const { cuts, reasons } = discretize(
          { ...summary, aside: new Pid(made.special === undefined ? {} : { special: made.special }).summary().aside },
          { method: equalFrequency, bins },
        )
        const { size, tallies } = summary.cells
        const heaviest = Math.max(0, ...tallies.rows.subarray(0, size))
        for (const [i, cut] of cuts.entries()) {
          const truth = bisectLeft(sorted, cut)
          const [least, most] = pid.ranks(cut)
          expect(truth + low).toBeGreaterThanOrEqual(least)
          expect(truth + low).toBeLessThanOrEqual(most)
          const off = pid.counters.splits === 0 ? Math.abs(truth - reasons[i].bar!) : 0
          expect(off).toBeLessThan(heaviest)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('values that come in random order are cut within the share of one cell', () => {
    const values = normals(60_000, 5)
    const pid = new Pid()
    pid.pushMany(values)
    const sorted = Float64Array.from(values).sort()
    const { cuts } = discretize(pid.summary(), { method: equalFrequency })
    expect(pid.counters.splits).toBeGreaterThan(300)
    for (const [i, cut] of cuts.entries()) {
      expect(Math.abs(bisectLeft(sorted, cut) / values.length - (i + 1) / 10)).toBeLessThan(1 / 300)
    }
  })
})

/** The update as it is printed, which puts the new break into the neighbouring cell. Breaks even over [0, 1]. */
function printedUpdate(values: Float64Array, cells: number): { breaks: number[]; counts: number[] } {
  const breaks = Array.from({ length: cells + 1 }, (_, i) => i / cells)
  const counts = Array.from({ length: cells + 2 }, () => 0)
  for (const [i, x] of values.entries()) {
    let k = 0
    while (k < breaks.length && x > breaks[k]) k++
    counts[k]++
    if ((1 + counts[k]) / (i + 3) <= 1 / cells) continue
    const half = counts[k] / 2
    counts[k] = half
    if (k === 0) {
      breaks.unshift(breaks[0] - 1 / cells)
      counts.unshift(half)
    } else if (k >= breaks.length - 1) {
      breaks.push(breaks.at(-1)! + 1 / cells)
      counts.push(half)
    } else {
      breaks.splice(k + 1, 0, (breaks[k] + breaks[k + 1]) / 2)
      counts.splice(k, 0, half)
    }
    if (breaks.length > 3000) break
  }
  return { breaks, counts }
}

function worstRank(sorted: Float64Array, breaks: ArrayLike<number>, counts: ArrayLike<number>): number {
  let [below, worst] = [0, 0]
  for (let k = 0; k < breaks.length; k++) {
    below += counts[k]
    worst = Math.max(worst, Math.abs(below - bisectLeft(sorted, breaks[k])) / sorted.length)
  }
  return worst
}

describe('the faults of the printed update', () => {
  test('a split goes into the cell that is too heavy, not into its neighbour', () => {
    const { next } = random(3)
    const values = Float64Array.from({ length: 20_000 }, () => next() * next() * next())
    const sorted = Float64Array.from(values).sort()
    const printed = printedUpdate(values, 50)
    const pid = new Pid({ range: [0, 1], startCells: 50 })
    pid.pushMany(values)
    const own = worstRank(sorted, pid.cells.breaks.subarray(0, pid.cells.size - 1), pid.cells.total.rows)
    expect(worstRank(sorted, printed.breaks, printed.counts)).toBeGreaterThan(0.1)
    expect(own).toBeLessThan(0.005)
  })

  test('a constant stream never splits, nor does one of a few values', () => {
    expect(printedUpdate(new Float64Array(500).fill(0.3), 5).breaks.length).toBeGreaterThan(40)
    for (const [range, few] of [
      [undefined, [7]],
      [[0, 1] as const, [0.3]],
      [undefined, [1, 2, 5]],
    ] as const) {
      const pid = new Pid({ range, startCells: 5 })
      for (let i = 0; i < 5000; i++) pid.push(few[i % few.length])
      expect(pid.counters.splits).toBe(0)
      expect(pid.summary()).toMatchObject({
        rows: 5000,
        origin: 'counted',
        distinct: few.length,
        min: few[0],
        max: few.at(-1),
      })
    }
  })

  test('ranks count −∞, as bins do, and neither +∞ nor what is missing', () => {
    const pid = new Pid({ special: [-9] })
    for (const value of [-Infinity, -Infinity, 1, 2, 3, Infinity, Number.NaN, -9]) pid.push(value)
    expect([-Infinity, 0, 1, 2, 2.5, 3, 4, Infinity].map((value) => pid.ranks(value))).toEqual(
      [0, 2, 2, 3, 4, 4, 5, 5].map((rank) => [rank, rank]),
    )
    const { bins } = countBins(pid.summary(), [2], 'left')
    expect(bins[0].count).toBe(pid.ranks(2)[0])
  })

  test('one heavy value among others stops splitting once it is alone', () => {
    const { next } = random(8)
    const pid = new Pid({ startCells: 20 })
    for (let i = 0; i < 50_000; i++) pid.push(next() < 0.5 ? 0.3 : next())
    const { splits } = pid.counters
    const [least, most] = pid.ranks(0.3)
    expect(splits).toBeLessThan(120)
    expect(most - least).toBeLessThan(2500)
    for (let i = 0; i < 50_000; i++) pid.push(next() < 0.5 ? 0.3 : next())
    expect(pid.counters.splits - splits).toBeLessThan(20)
  })
})

describe('cells', () => {
  test('grow both ways beyond a wrong guess of the range', () => {
    for (const ends of ['middle', 'step'] as const) {
      const pid = new Pid({ range: [0, 1], startCells: 10, ends })
      const values = normals(4000).map((x) => 5 * x)
      pid.pushMany(values)
      const sorted = values.toSorted()
      expect(pid.range).toEqual([sorted[0], sorted.at(-1)])
      for (const [i, cut] of discretize(pid.summary(), { method: equalFrequency, bins: 4 }).cuts.entries()) {
        expect(Math.abs(bisectLeft(sorted, cut) / 4000 - (i + 1) / 4)).toBeLessThan(0.12)
      }
    }
  })

  test('are parted between values, not where there are none', () => {
    const pid = new Pid({ range: [0, 1], startCells: 4 })
    for (let i = 0; i < 4000; i++) pid.push(i % 2 === 0 ? 0.60001 : 0.60002)
    const breaks = Array.from(pid.cells.breaks.subarray(0, pid.cells.size - 1))
    expect(pid.counters.splits).toBe(1)
    expect(breaks.filter((at) => at > 0.60001 && at <= 0.60002)).toHaveLength(1)
    expect(breaks).toHaveLength(6)
  })

  test('spread over values that come where there was only an open end', () => {
    const pid = new Pid({ startCells: 24, window: 4000 })
    pid.pushMany(normals(4000, 1))
    const moved = normals(4000, 2).map((x) => x + 8)
    pid.pushMany(moved)
    const sorted = moved.toSorted()
    const { size, breaks, total } = pid.cells
    let below = 0
    for (let k = 0; k < size - 1; k++) {
      below += total.rows[k]
      expect(Math.abs(below - bisectLeft(sorted, breaks[k]))).toBeLessThan(4000 / 24)
    }
  })

  test('stay few, and empty ones go first, on streams made to split them', () => {
    const { next } = random(4)
    const streams: ((i: number) => number)[] = [
      (i) => i,
      (i) => -i,
      (i) => 2 ** -(i % 1074),
      (i) => (i % 2 === 0 ? 1 : -1) * 2 ** ((i * 37) % 1000),
      (i) => 1 + 2 ** -52 * (i % 64),
      (i) => (i >> 6) + next() * 2 ** -(i % 50),
      (i) => next() ** (1 + (i >> 11)),
      (i) => Math.floor(i / 1000) * 1e6 + next(),
    ]
    for (const [at, value] of streams.entries()) {
      const pid = new Pid({
        startCells: 30,
        maxCells: 60,
        splitShare: 1 / 40,
        ...(at % 2 === 0 ? {} : { range: [0, 1] as const }),
      })
      for (let i = 0; i < 20_000; i++) pid.push(value(i))
      const { size, breaks } = pid.cells
      expect(size).toBeLessThanOrEqual(60)
      for (let k = 1; k < size - 1; k++) expect(breaks[k]).toBeGreaterThan(breaks[k - 1])
      expect(held(pid)).toEqual([20_000, 20_000])
      const { cells } = pid.summary()
      for (let k = 1; k < cells.size; k++) expect(cells.lo[k]).toBeGreaterThan(cells.hi[k - 1])
    }
  })

  test('can be saved as a summary, and merge only where they do not overlap', () => {
    const summaryOf = (values: Float64Array): NumberSummary => {
      const pid = new Pid({ range: [-1, 1], startCells: 4, splitShare: 1 })
      pid.pushMany(values)
      return pid.summary()
    }
    const [a, b] = [summaryOf(normals(50)), summaryOf(normals(50, 2))]
    expect(summaryFromBytes(summaryToBytes(a))).toEqual(a)
    expect(() => merge(a, b)).toThrow(
      'merge: cells of live columns overlap, since each follows its own rows; to merge streams, count in bit cells',
    )
    expect(merge(a, summaryOf(Float64Array.of(1000, 2000)))).toMatchObject({ rows: 52, max: 2000 })
  })

  test('find room for classes that come later', () => {
    const pid = new Pid({ target: 'class', classes: 1, startCells: 4, window: 50, panes: 2 })
    for (let i = 0; i < 40; i++) pid.push(i % 7, 0)
    pid.growClasses(2)
    for (let i = 0; i < 20; i++) pid.push(i % 7, 1)
    expect(held(pid)).toEqual([35, 15, 20])
    expect(pid.summary({ ...TWO, classes: ['z', 'a'] } as typeof TWO).target).toMatchObject({ classes: ['a', 'z'] })
  })

  test('tell how far the rows have moved since they were remembered', () => {
    const pid = new Pid({ target: 'class', classes: 2, startCells: 20 })
    expect(pid.moved()).toBe(0)
    pid.pushMany(normals(1000), new Uint8Array(1000))
    expect(pid.moved()).toBe(1)
    pid.remember()
    pid.pushMany(normals(1000), new Uint8Array(1000))
    expect(pid.moved()).toBeLessThan(0.03)
    pid.pushMany(normals(2000), new Uint8Array(2000).fill(1))
    expect(pid.moved()).toBeCloseTo(0.5, 2)
    const numbers = new Pid({ target: 'numeric', startCells: 20 })
    for (let i = 0; i < 1000; i++) numbers.push(i % 10, i % 2)
    numbers.remember()
    for (let i = 0; i < 1000; i++) numbers.push(i % 10, 3)
    expect(numbers.moved()).toBeCloseTo((2.5 / 2) * 2, 6)
  })
})

describe('refusals', () => {
  test.each([
    [{ startCells: 0 }, 'Pid: startCells must be an integer from 1 to 1000000, got 0'],
    [{ splitShare: 0 }, 'Pid: splitShare must be a number above 0 and at most 1, got 0'],
    [{ maxCells: 300 }, 'Pid: maxCells must be above startCells (300), got 300'],
    [{ range: [1, 1] as const }, 'Pid: range must be two finite numbers in increasing order, got [1, 1]'],
    [{ ends: 'step' as const }, 'Pid: ends must not be step without a range'],
    [{ halfLife: 5, window: 5 }, 'Pid: halfLife must not be given beside a window, got 5 and 5'],
    [{ special: [1], missing: [1] }, 'Pid: special must not repeat a missing value, got 1'],
    [{ target: 'class' as const, classes: 60_000 }, 'Pid: maxCells must be at most 279 for 60000 classes, got 1200'],
  ])('%j', (given, message) => {
    expect(() => new Pid(given)).toThrow(message)
  })

  test('of rows and targets', () => {
    const pid = new Pid({ target: 'class', classes: 2, weighted: true })
    expect(() => pid.push(1, 2)).toThrow('Pid: class must be a whole number below 2, got 2')
    expect(() => pid.push(1, 1, -1)).toThrow('Pid: weight must be a finite number of at least 0, got -1')
    expect(() => pid.summary()).toThrow('Pid: target must be of kind class, got none')
    expect(() => pid.summary({ ...TWO, classes: ['a'] } as typeof TWO)).toThrow(
      'Pid: target must name 2 classes that all differ, got [a]',
    )
  })
})
