import { fitTable, hasCuts, type NumberColumn, type Target, toTable } from '../../src/index.ts'
import { SAMPLES } from './sample-list.ts'
import { readSample } from './samples.ts'

/** The column that stands for a sample: as much of it as a small picture shows. */
export interface SamplePicture {
  readonly id: string
  readonly column: Pick<NumberColumn, 'kind' | 'shape' | 'cuts' | 'bins'>
  readonly target: Target | null
}

/**
 * The samples' columns cut by the usual method. The build has them made and puts them into the page, which need not load
 * and cut anything before a file is opened.
 */
export function samplePictures(bytesOf: (id: string) => Promise<Uint8Array>): Promise<SamplePicture[]> {
  return Promise.all(
    SAMPLES.map(async ({ id, target: name, pictured }) => {
      const table = toTable(await readSample(id, bytesOf))
      const { columns, target } = await fitTable(table, { target: name, columns: [pictured] })
      const { kind, shape, cuts, bins } = columns.find(hasCuts)!
      return { id, column: { kind, shape, cuts, bins }, target }
    }),
  )
}
