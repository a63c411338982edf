import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit, mdlp, type NumberColumn } from '../../src/index.ts'
import { pickRows, type Sample, shuffledSamples } from './columns.ts'
import {
  everyMethod,
  fitSample,
  isUnsupervised,
  needsWeight,
  seesSharesOnly,
  type Subject,
  samplesFor,
  takesFractions,
  wholeWeights,
} from './subjects.ts'
import { cases } from '../cases.ts'

fc.configureGlobal({ seed: 1992, numRuns: cases(10, 40) })

/** What is left of a column when rows are not counted one by one: cuts, and the weight of everything. */
function byWeight(column: NumberColumn): unknown {
  const weigh = ({
    count,
    weight = count,
    classes,
    sum,
    sumSquares,
  }: NumberColumn['bins'][number] | NumberColumn['missing']): unknown => ({
    weight,
    classes,
    sum,
    sumSquares,
  })
  return {
    cuts: column.cuts,
    reasons: column.reasons,
    range: column.range,
    bins: column.bins.map((bin) => [weigh(bin), bin.lo, bin.hi, bin.median]),
    missing: weigh(column.missing),
  }
}

function orderDoesNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(shuffledSamples(), fc.boolean(), ([fractional, order], weighted) => {
      const sample = takesFractions(subject) ? fractional : wholeWeights(fractional)
      if (weighted) needsWeight(sample)
      const other = pickRows(sample, order)
      expect(fitSample(subject, other, { weighted })).toEqual(fitSample(subject, sample, { weighted }))
    }),
  )
}

function weightTwoIsTheRowTwice(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), (sample) => {
      const heavy = { ...sample, weights: sample.values.map(() => 2) }
      needsWeight(heavy)
      const twice = pickRows(sample, [...sample.values.keys(), ...sample.values.keys()])
      expect(byWeight(fitSample(subject, heavy, { weighted: true }))).toEqual(byWeight(fitSample(subject, twice)))
    }),
  )
}

function weightIsThatManyRows(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), (sample) => {
      const weights = sample.weights.map((weight) => Math.ceil(weight) % 4) // 0 to 3
      const heavy = { ...sample, weights }
      needsWeight(heavy)
      const many = pickRows(sample, weights.flatMap((weight, row) => Array<number>(weight).fill(row))) // prettier-ignore
      expect(fitSample(subject, heavy, { weighted: true }).cuts).toEqual(fitSample(subject, many).cuts)
    }),
  )
}

function halvesMakeAWhole(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.nat(), (sample, seed) => {
      needsWeight(sample)
      const split = sample.values.map((_, row) => ((row * 7 + seed) % 3 === 0 ? 2 : 1))
      const places = split.flatMap((parts, row) => Array<number>(parts).fill(row))
      const picked = pickRows(sample, places)
      const halved = { ...picked, weights: places.map((row) => sample.weights[row] / split[row]) }
      expect(byWeight(fitSample(subject, halved, { weighted: true }))).toEqual(
        byWeight(fitSample(subject, sample, { weighted: true })),
      )
    }),
  )
}

function onlySharesMatter(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom(-30, -1, 2, 40), (sample, power) => {
      const scaled = { ...sample, weights: sample.weights.map((weight) => weight * 2 ** power) }
      const column = fitSample(subject, sample, { weighted: true })
      expect(fitSample(subject, scaled, { weighted: true }).cuts).toEqual(column.cuts)
    }),
  )
}

function equalWeightsAreNone(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom(1, 0.25, 3, 0.1, 0.7, 1 / 3, 12.34), (sample, weight) => {
      const weights = sample.values.map(() => weight)
      expect(fitSample(subject, { ...sample, weights }, { weighted: true }).cuts).toEqual(
        fitSample(subject, sample).cuts,
      )
    }),
    { numRuns: cases(40, 150), examples: [[TWO_OF_FOUR, 0.1]] },
  )
}

/** Two rows on each side of the middle, where three tenths and a tenth do not make four tenths by rounding. */
const TWO_OF_FOUR: Sample = {
  values: [1, 1, 2, 3],
  labels: ['a', 'a', 'b', 'b'],
  numbers: [0, 0, 0, 0],
  weights: [1, 1, 1, 1],
  levels: [null, null, null, null],
}

function targetDoesNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject, { gaps: false }), fc.boolean(), (sample, weighted) => {
      const { cuts } = fitSample(subject, sample, { target: 'none', weighted })
      expect(fitSample(subject, sample, { target: 'class', weighted }).cuts).toEqual(cuts)
      expect(fitSample(subject, sample, { target: 'numeric', weighted }).cuts).toEqual(cuts)
    }),
  )
}

function rowsLeftOutDoNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), (sample) => {
      needsWeight(sample)
      const nothing = { ...sample, weights: sample.weights.map(() => 0) }
      const unlabelled = {
        ...sample,
        labels: sample.labels.map(() => null),
        numbers: sample.numbers.map((_, row) => [Number.NaN, Infinity, -Infinity][row % 3]),
      }
      const all = {
        values: [...sample.values, ...nothing.values, ...unlabelled.values],
        labels: [...sample.labels, ...nothing.labels, ...unlabelled.labels],
        weights: [...sample.weights, ...nothing.weights, ...unlabelled.weights],
        numbers: [...sample.numbers, ...nothing.numbers, ...unlabelled.numbers],
        levels: [],
      }
      const { notes: _, ...column } = fitSample(subject, sample, { weighted: true })
      expect(fitSample(subject, all, { weighted: true })).toMatchObject(column)
    }),
  )
}

everyMethod('any row order gives the same column', orderDoesNotMatter)
everyMethod('weight 2 equals the row twice', weightTwoIsTheRowTwice)
everyMethod('whole weights equal that many rows', weightIsThatManyRows)
everyMethod('a row of weight w equals two rows of half the weight', halvesMakeAWhole, takesFractions)
everyMethod('weights scaled by a power of two give the same cuts', onlySharesMatter, seesSharesOnly)
everyMethod('equal weights give the cuts of no weights', equalWeightsAreNone, seesSharesOnly)
everyMethod('the target does not matter', targetDoesNotMatter, isUnsupervised)
everyMethod('rows without weight or label do not matter', rowsLeftOutDoNotMatter)

test('mdlp: a part that weighs hardly more than one row is not cut for next to nothing', () => {
  const column = fit([1, 2, 3, 4, 5, 6], {
    target: ['a', 'a', 'b', 'a', 'a', 'b'],
    weights: [0.25, 0.25, 0.02, 0.25, 0.26, 3],
    method: mdlp,
  })
  expect(column.cuts).toEqual([5.5])
})
