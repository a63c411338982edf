import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pid, type PidStep, replayCells, tracePid } from '../../../src/streams/index.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'

test('a trace of the cells replays to their breaks', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.constantFrom(null, [0, 1] as const), fc.boolean(), (seed, range, few) => {
      const { normal } = random(seed)
      const values = Float64Array.from({ length: 400 }, () => (few ? Math.round(normal() * 3) : normal()))
      const options = { range: range ?? undefined, startCells: 10, maxCells: 24, splitShare: 0.1 }
      const steps: PidStep[] = []
      const traced = tracePid({ values }, options, (step) => steps.push(step))
      const plain = new Pid(options)
      plain.pushMany(values)
      const breaks = Array.from(plain.cells.breaks.subarray(0, plain.cells.size - 1))
      expect(Array.from(traced.cells.breaks.subarray(0, traced.cells.size - 1))).toEqual(breaks)
      expect(replayCells(JSON.parse(JSON.stringify(steps)) as PidStep[])).toEqual(breaks)
    }),
    { numRuns: cases(15, 100), seed: 2006 },
  )
})

test('a cell that holds more than its share is split in its middle, and its rows are halved', () => {
  const steps: PidStep[] = []
  // Four cells of width 1 between open ends; a share of more than a half splits.
  const values = [0.5, 1.2, 2.5, 3.5, 1.8, 1.4, 1.6, 1.3]
  tracePid({ values }, { range: [0, 4], startCells: 4, splitShare: 0.5 }, (step) => steps.push(step))
  expect(steps).toEqual([
    { step: 'cells', breaks: [0, 1, 2, 3, 4], splitShare: 0.5, why: '6 cells; a cell with more than 0.5 of the rows is split' }, // prettier-ignore
    {
      step: 'cell',
      change: 'split',
      row: 6,
      value: 1.6,
      at: 1.5,
      below: 2,
      above: 2,
      size: 7,
      why: 'its cell held 4 of 7 rows, a share of 0.5556 above 0.5: they are halved',
    },
  ])
})
