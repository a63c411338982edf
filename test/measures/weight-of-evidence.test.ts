import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EventCounts,
  informationValue,
  informationValueTerm,
  weightOfEvidence,
} from '../../src/measures/weight-of-evidence.ts'

const swap = ({ event, rest }: EventCounts): EventCounts => ({ event: rest, rest: event })
const total = (bins: readonly EventCounts[]): EventCounts =>
  bins.reduce((a, b) => ({ event: a.event + b.event, rest: a.rest + b.rest }), { event: 0, rest: 0 })

const binsFrom = (min: number) =>
  fc.array(fc.record({ event: fc.integer({ min, max: 50 }), rest: fc.integer({ min, max: 50 }) }), {
    minLength: 1,
    maxLength: 8,
  })

describe('weightOfEvidence', () => {
  const all = { event: 50, rest: 50 }

  test('is ln(share of the event / share of the rest)', () => {
    expect(weightOfEvidence({ event: 30, rest: 10 }, all)).toBeCloseTo(Math.log(3), 14)
    expect(weightOfEvidence({ event: 30, rest: 10 }, { event: 40, rest: 80 })).toBeCloseTo(Math.log(6), 14)
  })

  test('is positive where the event is more frequent than overall, negative where less, zero where as frequent', () => {
    expect(weightOfEvidence({ event: 11, rest: 10 }, all)).toBeGreaterThan(0)
    expect(weightOfEvidence({ event: 9, rest: 10 }, all)).toBeLessThan(0)
    expect(weightOfEvidence({ event: 10, rest: 20 }, { event: 30, rest: 60 })).toBe(0)
  })

  test('changes its sign when event and rest change places', () => {
    fc.assert(
      fc.property(binsFrom(0), (bins) => {
        const whole = total(bins)
        fc.pre(whole.event > 0 && whole.rest > 0)
        for (const bin of bins) {
          expect(weightOfEvidence(swap(bin), swap(whole))).toBeCloseTo(-weightOfEvidence(bin, whole), 12)
        }
      }),
    )
  })

  test('where one of the counts is zero, 0.5 is added to both; the totals stay', () => {
    expect(weightOfEvidence({ event: 0, rest: 10 }, all)).toBeCloseTo(Math.log(0.5 / 50 / (10.5 / 50)), 14)
    expect(weightOfEvidence({ event: 10, rest: 0 }, all)).toBeCloseTo(Math.log(10.5 / 50 / (0.5 / 50)), 14)
    expect(weightOfEvidence({ event: 1, rest: 10 }, all)).toBeCloseTo(Math.log(1 / 10), 14)
  })

  test('takes another smoothing; without any, a zero count gives an infinite weight', () => {
    expect(weightOfEvidence({ event: 0, rest: 9 }, all, 1)).toBeCloseTo(Math.log(1 / 10), 14)
    expect(weightOfEvidence({ event: 0, rest: 9 }, all, 0)).toBe(-Infinity)
    expect(weightOfEvidence({ event: 9, rest: 0 }, all, 0)).toBe(Infinity)
  })
})

describe('informationValue', () => {
  test('is Σ (share of the event − share of the rest) · weight of evidence', () => {
    const bins = [
      { event: 30, rest: 10 },
      { event: 20, rest: 40 },
    ]
    // (0.6 − 0.2)·ln 3 + (0.4 − 0.8)·ln 0.5
    expect(informationValue(bins)).toBeCloseTo(0.4 * Math.log(3) + 0.4 * Math.log(2), 14)
    expect(informationValueTerm(bins[0], { event: 50, rest: 50 })).toBeCloseTo(0.4 * Math.log(3), 14)
  })

  test('agrees with adding it up by hand, zero counts smoothed by 0.5', () => {
    fc.assert(
      fc.property(binsFrom(0), (bins) => {
        const whole = total(bins)
        fc.pre(whole.event > 0 && whole.rest > 0)
        let byHand = 0
        for (const bin of bins) {
          if (bin.event === 0 && bin.rest === 0) continue
          const add = bin.event === 0 || bin.rest === 0 ? 0.5 : 0
          const [event, rest] = [(bin.event + add) / whole.event, (bin.rest + add) / whole.rest]
          byHand += (event - rest) * Math.log(event / rest)
        }
        expect(informationValue(bins)).toBeCloseTo(byHand, 10)
      }),
    )
  })

  test('is never negative, the same for event and rest, and zero for equal shares', () => {
    fc.assert(
      fc.property(binsFrom(0), (bins) => {
        expect(informationValue(bins)).toBeGreaterThanOrEqual(-1e-15)
        expect(informationValue(bins.map(swap))).toBeCloseTo(informationValue(bins), 10)
      }),
    )
    expect(
      informationValue([
        { event: 1, rest: 3 },
        { event: 2, rest: 6 },
      ]),
    ).toBeCloseTo(0, 15)
  })

  test('never rises when two bins are joined', () => {
    fc.assert(
      fc.property(binsFrom(1), (bins) => {
        fc.pre(bins.length > 1)
        const joined = [total(bins.slice(0, 2)), ...bins.slice(2)]
        expect(informationValue(joined)).toBeLessThanOrEqual(informationValue(bins) + 1e-12)
      }),
    )
  })

  test('empty bins add nothing', () => {
    const bins = [
      { event: 3, rest: 1 },
      { event: 2, rest: 7 },
    ]
    expect(informationValue([bins[0], { event: 0, rest: 0 }, bins[1]])).toBe(informationValue(bins))
  })

  test('is zero where one of the two never occurs', () => {
    expect(informationValue([{ event: 3, rest: 0 }])).toBe(0)
    expect(
      informationValue([
        { event: 0, rest: 1 },
        { event: 0, rest: 2 },
      ]),
    ).toBe(0)
    expect(informationValue([])).toBe(0)
  })
})
