import fc from 'fast-check'
import { expect } from 'vitest'
import { assign, type Closed, type NumberColumn } from '../../src/index.ts'
import { distinctValues, type Sample } from './columns.ts'
import { everyMethod, findsCuts, fitSample, needsWeight, type Subject, samplesFor } from './subjects.ts'
import { cases } from '../cases.ts'

fc.configureGlobal({ seed: 1993, numRuns: cases(12, 50) })

const sides = fc.constantFrom<Closed>('left', 'right')

/** Strictly increasing, finite, no −0, and each with values of the column on both sides. */
function expectCutsInside(column: NumberColumn, values: readonly number[]): void {
  const { cuts, closed } = column
  const distinct = distinctValues(values)
  const [min, max] = [distinct[0], distinct[distinct.length - 1]]
  const wrong = cuts.filter(
    (cut, i) =>
      !Number.isFinite(cut) ||
      Object.is(cut, -0) ||
      (i > 0 && !(cut > cuts[i - 1])) ||
      !(closed === 'left' ? min < cut && cut <= max : min <= cut && cut < max),
  )
  expect({ min, max, wrong }).toEqual({ min, max, wrong: [] })
}

function cutsLieInside(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), sides, fc.boolean(), (sample, closed, weighted) => {
      if (weighted) needsWeight(sample)
      const counted = labelled(sample)
      expectCutsInside(fitSample(subject, counted, { closed, weighted }), counted.values)
    }),
  )
}

/** Without the rows that have no label: they do not count, so the range is not theirs. */
function labelled(sample: Sample): Sample {
  return { ...sample, values: sample.values.map((value, row) => (sample.labels[row] === null ? Number.NaN : value)) }
}

function everythingFits(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), sides, (sample, closed) => {
      const { cuts, reasons, bins, range } = fitSample(subject, sample, { closed })
      expect(reasons).toHaveLength(cuts.length)
      expect(bins).toHaveLength(cuts.length + 1)
      expect(new Set(bins.map((bin) => bin.label)).size).toBe(bins.length)
      for (const [i, bin] of bins.entries()) {
        if (bin.lo === null || bin.hi === null) expect([bin.count, bin.lo, bin.hi]).toEqual([0, null, null])
        else {
          expect(bin.lo <= bin.hi && bin.count > 0).toBe(true)
          const low = cuts[i - 1] ?? -Infinity
          const high = cuts[i] ?? Infinity
          if (closed === 'left') expect(low <= bin.lo && (bin.hi < high || high === Infinity)).toBe(true)
          else expect((low < bin.lo || low === -Infinity) && bin.hi <= high).toBe(true)
        }
      }
      for (const { score, bar, margin, runnerUp } of reasons) {
        if (score !== null && bar !== null) expect(margin).toBe(score - bar)
        if (runnerUp !== null) expect(runnerUp.cut >= range![0] && runnerUp.cut <= range![1]).toBe(true)
      }
    }),
  )
}

function scalingScales(subject: Subject): void {
  fc.assert(
    fc.property(
      samplesFor(subject, { magnitudes: 'moderate' }),
      sides,
      fc.constantFrom(-60, -3, -1, 1, 7, 60),
      (sample, closed, power) => {
        const factor = 2 ** power
        const scaled = { ...sample, values: sample.values.map((value) => value * factor) }
        const column = fitSample(subject, sample, { closed })
        const larger = fitSample(subject, scaled, { closed })
        expect(larger.cuts).toEqual(column.cuts.map((cut) => cut * factor))
        expect(larger.bins.map((bin) => bin.count)).toEqual(column.bins.map((bin) => bin.count))
      },
    ),
  )
}

/** Digits of a number from the first to the last that is not 0; none for 0. */
function digitsOf(x: number): number {
  return x === 0 ? 0 : x.toExponential().split('e')[0].replaceAll(/[-.]/g, '').length
}

function readableMovesNoRow(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), sides, (sample, closed) => {
      const plain = fitSample(subject, sample, { closed })
      const readable = fitSample(subject, sample, { closed, readable: true })
      const counted = labelled(sample).values
      expect(assign(readable, counted)).toEqual(assign(plain, counted))
      const contents = ({ bins }: NumberColumn): unknown => bins.map((bin) => ({ ...bin, label: '' }))
      expect(contents(readable)).toEqual(contents(plain))
      // Shorter, or as it was: what is no shorter could not be nearer.
      const longer = readable.cuts.filter((cut, i) => cut !== plain.cuts[i] && digitsOf(cut) >= digitsOf(plain.cuts[i]))
      expect({ longer, cuts: plain.cuts }).toEqual({ longer: [], cuts: plain.cuts })
      expectCutsInside(readable, counted)
    }),
  )
}

everyMethod('cuts increase, are finite and lie inside the range', cutsLieInside)
everyMethod('there is a reason per cut, and every bin holds what lies between its cuts', everythingFits)
everyMethod('scaling the values by a power of two scales the cuts', scalingScales, findsCuts)
everyMethod('readable cuts move no row', readableMovesNoRow, findsCuts)
