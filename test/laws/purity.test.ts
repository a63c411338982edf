import fc from 'fast-check'
import { expect } from 'vitest'
import { assign, discretize, fit, merge, summarize } from '../../src/index.ts'
import { distinctValues } from './columns.ts'
import {
  everyMethod,
  fitSample,
  needsWeight,
  optionsOf,
  type Subject,
  samplesFor,
  summaryOptionsOf,
} from './subjects.ts'
import { cases } from '../cases.ts'

fc.configureGlobal({ seed: 1948, numRuns: cases(10, 30) })

function twiceIsOnce(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.boolean(), (sample, weighted) => {
      if (weighted) needsWeight(sample)
      const beside = { weighted, readable: true, closed: 'right' } as const
      expect(fitSample(subject, sample, beside)).toEqual(fitSample(subject, sample, beside))
    }),
  )
}

/** Freezes a value and everything in it; typed arrays cannot be frozen and are compared with a copy instead. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}

function inputsStay(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), (sample) => {
      const [special, missing] = distinctValues(sample.values).slice(1)
      needsWeight(sample, [special, missing])
      const options = freeze({
        ...optionsOf(subject, sample, { weighted: true, readable: true }),
        special: special === undefined ? [] : [special],
        missing: missing === undefined ? [] : [missing],
      })
      const column = freeze(fit<Record<string, unknown>>(freeze(sample.values), options))
      assign(column, sample.values)

      const values = Float64Array.from(sample.values)
      const weights = Float64Array.from(sample.weights)
      const numbers = Float64Array.from(sample.numbers)
      const copies = [values.slice(), weights.slice(), numbers.slice()]
      const target = subject.target === 'class' ? sample.labels : numbers
      const again = fit<Record<string, unknown>>(values, { ...options, target, weights })
      expect([values, weights, numbers]).toEqual(copies)
      expect(again).toEqual(column)
    }),
  )
}

function summariesStay(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.boolean(), (sample, weighted) => {
      needsWeight(sample)
      const weights = weighted ? sample.weights : undefined
      const target = subject.target === 'class' ? sample.labels : sample.numbers
      const summary = summarize(sample.values, { target, targetKind: subject.target, weights })
      const copy = structuredClone(summary)
      const options = summaryOptionsOf(subject, sample)
      const proposal = discretize<Record<string, unknown>>(summary, { ...options, method: subject.method })
      merge(summary, summary)
      expect(summary).toEqual(copy)
      expect(discretize<Record<string, unknown>>(copy, { ...options, method: subject.method })).toEqual(proposal)
    }),
  )
}

everyMethod('fitted twice is the same', twiceIsOnce)
everyMethod('values, target, weights and options are never changed', inputsStay)
everyMethod('a summary is never changed', summariesStay)
