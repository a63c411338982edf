import { fitTable, hasCuts, type NumberColumn, type Target, toTable } from '../../../src/index.ts'
import { type Sample, SAMPLES } from '../sample-list.ts'
import { readSample } from '../samples.ts'

/** A sample with the column that stands for it. */
export interface PicturedSample extends Sample {
  readonly column: NumberColumn
  readonly drawnFor: Target | null
}

/** The samples, each with a column cut by the usual method: what the page shows before a file is open. */
export async function picturesJob(_asked: object): Promise<PicturedSample[]> {
  return Promise.all(
    SAMPLES.map(async (sample) => {
      const table = toTable(await readSample(sample.id))
      const { columns, target } = await fitTable(table, { target: sample.target, columns: [sample.pictured] })
      return { ...sample, column: columns.find(hasCuts)!, drawnFor: target }
    }),
  )
}
