import fc from 'fast-check'
import { expect } from 'vitest'
import { everyMethod, fitSample, needsWeight, type Subject, samplesFor } from './subjects.ts'

fc.configureGlobal({ seed: 2000, numRuns: 60 })

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

everyMethod('renamed classes give the same cuts', namesDoNotMatter)
