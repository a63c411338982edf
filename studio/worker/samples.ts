import { readCsv, type SourceTable } from '../../src/sources/index.ts'
import { creditTable } from './credit-sample.ts'

/** Reads a sample: from the folder of the page, or made by its generator. */
export async function readSample(
  id: string,
  bytesOf: (id: string) => Promise<Uint8Array> = fetched,
): Promise<SourceTable> {
  if (id === 'credit') return creditTable(4000)
  const bytes = await bytesOf(id)
  async function* open(): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  return readCsv(open, { name: `${id}.csv` })
}

async function fetched(id: string): Promise<Uint8Array> {
  const response = await fetch(new URL(`samples/${id}.csv`, globalThis.location.href))
  if (!response.ok) throw new Error(`The sample ${id} could not be loaded: ${response.status} ${response.statusText}`)
  return new Uint8Array(await response.arrayBuffer())
}
