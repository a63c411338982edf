import fc from 'fast-check'
import { expect } from 'vitest'
import type { NumberColumn } from '../../src/index.ts'
import type { Sample } from './columns.ts'
import { everyMethod, fitSample, needsWeight, seesNumbers, type Subject, samplesFor } from './subjects.ts'

fc.configureGlobal({ seed: 1984, numRuns: 40 })

/** The sample with a target of small whole numbers, which bear shifts and scales without being rounded. */
function whole(sample: Sample): Sample {
  return { ...sample, numbers: sample.numbers.map((y) => Math.round(y * 4)) }
}

function fitChanged(subject: Subject, sample: Sample, weighted: boolean, change: (y: number) => number): NumberColumn {
  return fitSample(subject, { ...sample, numbers: sample.numbers.map(change) }, { weighted })
}

function shiftsDoNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(
      samplesFor(subject).map(whole),
      fc.constantFrom(1, -100, 1.7e9, -(2 ** 40)),
      fc.boolean(),
      (sample, shift, weighted) => {
        if (weighted) needsWeight(sample)
        const column = fitSample(subject, sample, { weighted })
        expect(fitChanged(subject, sample, weighted, (y) => y + shift).cuts).toEqual(column.cuts)
      },
    ),
  )
}

function unitsDoNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(
      samplesFor(subject),
      fc.constantFrom(2 ** 40, 2 ** -70, -1, -0.5),
      fc.boolean(),
      (sample, unit, weighted) => {
        if (weighted) needsWeight(sample)
        const column = fitSample(subject, sample, { weighted })
        const other = fitChanged(subject, sample, weighted, (y) => y * unit)
        expect([other.cuts, other.reasons]).toEqual([column.cuts, column.reasons])
      },
    ),
  )
}

function numbersBesideMissingValuesDoNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom([0], [1e9], [-1e6, 1e-6, 3]), (sample, others) => {
      const more = {
        ...sample,
        values: [...sample.values, ...others.map(() => Number.NaN)],
        numbers: [...sample.numbers, ...others],
      }
      // How many there are may: a least share is one of all rows.
      const plain = { ...more, numbers: [...sample.numbers, ...others.map(() => 7)] }
      const usual = 'minShare' in subject.options ? plain : sample
      expect(fitSample(subject, more).cuts).toEqual(fitSample(subject, usual).cuts)
    }),
  )
}

function constantsGiveNoCut(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom(0, 0.1, -1 / 3, 1.7e9 + 0.1, 1e-12, 1e150), (sample, constant) => {
      needsWeight(sample)
      const all = { ...sample, numbers: sample.numbers.map(() => constant) }
      for (const weighted of [false, true]) expect(fitSample(subject, all, { weighted }).cuts).toEqual([])
    }),
  )
}

everyMethod('a target moved by a number gives the same cuts', shiftsDoNotMatter, seesNumbers)
everyMethod('a target in another unit gives the same cuts', unitsDoNotMatter, seesNumbers)
everyMethod('numbers beside missing values do not matter', numbersBesideMissingValuesDoNotMatter, seesNumbers)
everyMethod('a constant target gives no cut', constantsGiveNoCut, seesNumbers)
