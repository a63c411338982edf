import { expect, test } from 'vitest'
import type { NumberColumn } from '../../../src/binning/binning.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { fitWithin } from '../../../src/node/within-memory/fit-within-memory.ts'
import { Folder } from '../made.ts'

const folder = new Folder()
const parquet = folder.parquet(
  'rows.parquet',
  `SELECT (i * 31) % 9 AS few, sqrt(((i * 104729) % 6007)::DOUBLE) AS many, i % 2 = 0 OR (i * 31) % 9 > 5 AS y
   FROM range(6000) t(i)`,
)

/** Cuts in the middle of the cells it sees. */
const run: AnyDiscretizer['run'] = ({ size, lo }) => ({
  cuts: [lo[size >> 1]],
  reasons: [{ measure: 'own', score: size, bar: null, margin: null, runnerUp: null }],
})

/** 1700KB leave space for some columns at a time; 100KB for none, so that the database counts all. */
test.each(['1700KB', '100KB'])('within %s a copy of a method with another run gives its own cuts', async (memory) => {
  const method: AnyDiscretizer = { ...mdlp, run }
  const request = { target: 'y', columns: ['few', 'many'], method }
  const binning = await fitWithin(await parquet, request, { memory })
  const [few, many] = binning!.columns as NumberColumn[]
  expect(few).toMatchObject({ cuts: [4], cutsExact: true, reasons: [{ measure: 'own', score: 9 }] })
  expect(many.reasons).toMatchObject([{ measure: 'own' }])
  // Cells that are not exact are taken as they are, which is told: nothing is proven of this function.
  expect(many.cutsExact).toBe(memory === '1700KB')
  expect(many.notes.map(({ code }) => code)).toEqual(memory === '1700KB' ? [] : ['certificate', 'coarse'])
})
