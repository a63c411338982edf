import fc from 'fast-check'
import { expect } from 'vitest'
import { fit } from '../../src/index.ts'
import { everyMethod, fitSample, needsWeight, optionsOf, seesClasses, type Subject, samplesFor } from './subjects.ts'
import { cases } from '../cases.ts'

fc.configureGlobal({ seed: 2000, numRuns: cases(18, 60) })

/** Other names for the classes, one set in the same order and others in another. */
const RENAMINGS: readonly ((names: readonly string[]) => readonly string[])[] = [
  (names) => names.map((_, i) => `class ${i}`),
  (names) => names.map((_, i) => `class ${names.length - i}`),
  (names) => names.map((_, i) => String((i + 1) % names.length)),
  (names) => names.map((name) => `${10 - name.length}${name}`),
]

function namesDoNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom(...RENAMINGS), fc.boolean(), (sample, rename, weighted) => {
      if (weighted) needsWeight(sample)
      const column = fitSample(subject, sample, { weighted })
      const names = [...new Set(sample.labels)].filter((label) => label !== null).toSorted()
      const others = rename(names)
      const renamed = {
        ...sample,
        labels: sample.labels.map((label) => (label === null ? null : others[names.indexOf(label)])),
      }
      const other = fitSample(subject, renamed, { weighted })
      expect(other.cuts).toEqual(column.cuts)
      const sorted = (classes: readonly number[] | undefined): number[] => (classes ?? []).toSorted((a, b) => a - b)
      expect(other.bins.map((bin) => [bin.count, bin.weight, sorted(bin.classes)])).toEqual(
        column.bins.map((bin) => [bin.count, bin.weight, sorted(bin.classes)]),
      )
    }),
  )
}

function absentClassesDoNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom(['0'], ['zz'], ['0', '00', 'zz']), (sample, absent) => {
      const present = sample.labels.filter((label) => label !== null)
      const classes = [...new Set([...present, ...absent])]
      const plain = optionsOf(subject, sample)
      const { cuts } = fit<Record<string, unknown>>(sample.values, plain)
      expect(fit<Record<string, unknown>>(sample.values, { ...plain, classes }).cuts).toEqual(cuts)
    }),
  )
}

/** The labels and as many more of a class that is there. */
function withLabels<T>(labels: readonly T[], more: number): T[] {
  const [first = labels[0]] = labels.filter((label) => label !== null)
  return [...labels, ...Array.from({ length: more }, () => first)]
}

function classesBesideMissingValuesDoNotMatter(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom(['0'], ['zz'], ['0', '00', 'zz']), (sample, others) => {
      const more = {
        ...sample,
        values: [...sample.values, ...others.map(() => Number.NaN)],
        labels: [...sample.labels, ...others],
      }
      // Their number may: a least share is one of all rows.
      const usual =
        'minShare' in subject.options ? { ...more, labels: withLabels(sample.labels, others.length) } : sample
      expect(fitSample(subject, more).cuts).toEqual(fitSample(subject, usual).cuts)
    }),
  )
}

everyMethod('renamed classes give the same cuts', namesDoNotMatter, seesClasses)
everyMethod('classes that never occur do not matter', absentClassesDoNotMatter, seesClasses)
everyMethod('classes seen only beside missing values do not matter', classesBesideMissingValuesDoNotMatter, seesClasses)
