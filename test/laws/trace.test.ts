import fc from 'fast-check'
import { expect } from 'vitest'
import { discretize, summarize } from '../../src/index.ts'
import { replayTrace, traceFit, type TraceStep } from '../../src/explain/index.ts'
import { cases } from '../cases.ts'
import { everyMethod, needsWeight, optionsOf, samplesFor, type Subject, summaryOptionsOf } from './subjects.ts'

fc.configureGlobal({ seed: 2006, numRuns: cases(8, 60) })

const settings = fc.record({
  weighted: fc.boolean(),
  closed: fc.constantFrom('left' as const, 'right' as const, undefined),
  readable: fc.boolean(),
})

/** The steps are data, and lead to the cuts of the fit. */
function replays(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), settings, (sample, { weighted, closed, readable }) => {
      if (weighted) needsWeight(sample)
      const { target, targetKind, weights } = optionsOf(subject, sample, { weighted }) as Record<string, never>
      const summary = summarize(sample.values, { target, targetKind, weights })
      const options = { ...summaryOptionsOf(subject, sample, { closed, readable }), method: subject.method }
      const steps: TraceStep[] = []
      const traced = traceFit<Record<string, unknown>>(summary, options, (step) => steps.push(step))
      const fitted = discretize<Record<string, unknown>>(summary, options)
      expect(traced).toEqual(fitted)
      const saved = JSON.parse(JSON.stringify(steps)) as TraceStep[]
      expect(replayTrace(saved)).toEqual(fitted.cuts)
      expect(saved).toEqual(steps)
      expect(steps.filter(({ why }) => why === '')).toEqual([])
    }),
  )
}

everyMethod('its trace replays to the cuts of the fit', replays)
