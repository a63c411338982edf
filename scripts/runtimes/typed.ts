// What a strict compiler must accept, and what it must refuse.
import { assign, type Binning, binningFromJson, type Column, equalFrequency, fit, fitTable, type FitTableOptions, isKerfError, mdlp, type TableGiven } from 'kerf' // prettier-ignore
import { makeEncoder, oneHot, type Encoder } from 'kerf/encoders'
import { toSql } from 'kerf/exports'
import { htmlReport } from 'kerf/html'
import { entropy } from 'kerf/measures'
import { trainTable } from 'kerf/models'
import { trainNeuralTable } from 'kerf/neural'
import { threadPool, type EngineOptions } from 'kerf/node'
import { binningReport } from 'kerf/reports'
import { readCsv, type SourceTable } from 'kerf/sources'
import { Stream } from 'kerf/streams'
import { summaryToBytes } from 'kerf/summaries'
import { growTree, type Tree } from 'kerf/trees'
import { fitSource, type FitRequest } from 'kerf/engines'
import { explainGoal } from 'kerf/explain'

const column = fit([1, 2, null], { target: ['a', 'b', 'b'], method: mdlp, maxBins: 4 })
const slots: Int32Array = assign(column, [1, 2])
const slot: number = assign(column, 1)
export const table: Promise<Binning> = fitTable({ x: [1, 2], y: ['a', 'b'] }, { target: 'y', pool: threadPool() })
export const first = async (): Promise<Column | undefined> => (await table).columns[0]
export const encoder = async (): Promise<Encoder> => makeEncoder(await table, { encoding: oneHot })
export const request: FitRequest = { target: 'y' }
async function* text(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(0)
}
export const read: Promise<SourceTable> = readCsv(text, { name: 'text' })
export const tree: Tree = growTree({ x: [1, 2], y: ['a', 'b'] }, { target: 'y' })
export const engine: EngineOptions = { threads: 2 }
export const all = [toSql, htmlReport, entropy, trainTable, trainNeuralTable, binningReport, Stream, summaryToBytes, fitSource, explainGoal, binningFromJson, isKerfError, slots, slot] // prettier-ignore

// @ts-expect-error -- an option that mdlp does not have
fit([1, 2], { target: ['a', 'b'], method: mdlp, maxBinz: 4 })
// @ts-expect-error -- not a method
fit([1, 2], { method: 'mdlp' })

// Names and options of a table.
interface People {
  readonly age: number[]
  readonly kind: string[]
}
interface Person {
  age: number | null
  kind?: string
}
declare const people: People
declare const persons: Person[]
declare const untyped: TableGiven
declare const name: string
declare const options: FitTableOptions
export const fits = [
  () => fitTable(people, { target: 'kind', columns: ['age'], all: { method: mdlp, maxBins: 4 } }),
  () => fitTable(people, { target: 'kind', perColumn: { age: { method: equalFrequency, bins: 4, missing: [-1] } } }),
  () => fitTable(people, { target: 'kind', columns: [name], perColumn: { age: { maxBins: 4 } } }),
  () => fitTable(people, options),
  () => fitTable(persons, { target: 'kind', columns: ['age'] }),
  () => fitTable(untyped, { target: 'anything', perColumn: { more: { method: mdlp } } }),
]
// @ts-expect-error -- no such target
void fitTable(people, { target: 'kin' })
// @ts-expect-error -- no such column
void fitTable(people, { columns: ['ages'] })
// @ts-expect-error -- no such column
void fitTable(people, { perColumn: { ages: { method: mdlp } } })
// @ts-expect-error -- no such key of rows
void fitTable(persons, { target: 'kin' })
// @ts-expect-error -- an option that mdlp does not have
void fitTable(people, { all: { method: mdlp, maxBinz: 4 } })
// @ts-expect-error -- an option of the wrong type
void fitTable(people, { perColumn: { age: { method: equalFrequency, bins: true } } })
// @ts-expect-error -- an option that equal-frequency does not have
void fitTable(people, { perColumn: { age: { method: equalFrequency, binz: 4 } } })
