import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { DataError } from '../../errors.ts'
import { readData } from '../../node/read/read-data.ts'
import { chooseRows } from '../../plan-fit.ts'
import { type SourceTable, toTable } from '../../sources/source.ts'
import type { StudyData } from '../../studies/id3.ts'
import { type Io, type Progress, tellNotes } from '../io.ts'
import { choiceRequest, readTable } from './data-flags.ts'
import type { ChoiceFlags, DataFlags } from './flag-types.ts'

/** What is printed and drawn of a study. */
export interface PrintFlags {
  readonly as: string
  readonly json?: boolean
  readonly chart?: string
  readonly force?: boolean
}

export interface StudyFlags extends PrintFlags {
  readonly cache: string | false
}

/** The flags of a study that is made at once: what is printed, and drawn unless `chart` says no. */
export function addPrintFlags(command: Command, { json, chart = true }: { json: string; chart?: boolean }): void {
  command.optionsGroup('Output:').option('--as <form>', 'table or markdown', 'table').option('--json', json)
  if (chart) command.option('--chart <file>', 'draw it as SVG').option('--force', 'overwrite the chart')
}

/** The flags that every study with trials has: where results are kept, and what is printed and drawn. */
export function addStudyFlags(command: Command, { chart = true }: { chart?: boolean } = {}): void {
  command
    .option(
      '--cache <folder>',
      'where results are kept, so that an interrupted run can go on',
      join(tmpdir(), 'kerf-studies'),
    )
    .option('--no-cache', 'keep no results')
  addPrintFlags(command, { json: 'print every trial as JSON', chart })
}

/** Tells how far a study is and how long it will still take; `share`: how much of the whole a share of this part is. */
export function timed(
  progress: Progress,
  share: (part: number) => number = (part) => part,
): { readonly onProgress: (done: number, total: number, what: string) => Promise<void> } {
  const start = Date.now()
  return {
    onProgress: async (done, total, what) => {
      const left = Math.round(((Date.now() - start) / 1000 / done) * (total - done))
      progress.show(`${what}; about ${left} s left`, share(done / total))
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** The file that a study is about, with its columns of numbers; others are left out. The target must be named. */
export async function readStudy(
  io: Io,
  data: string,
  flags: DataFlags & ChoiceFlags,
  progress: Progress,
): Promise<StudyData> {
  const read = await readTable(data, flags, progress)
  const { sampled, chosen } = chooseRows(read, choiceRequest(flags))
  const numbers = chosen.columns.filter(({ kind }) => kind === 'number')
  const others = chosen.columns.filter((column) => !numbers.includes(column))
  const left = others.map(({ name }) => ({ message: `${name} left out: the study is about columns of numbers` }))
  tellNotes(io, [...read.notes, ...sampled.notes, ...chosen.notes, ...left])
  const names = numbers.map(({ name }) => name)
  if (names.length === 0) throw new DataError(`${data}: there is no column of numbers to study`)
  return studyOf(read.source, sampled.table, flags.target!, names)
}

/** A table as a study takes it: the target, and the other columns that are named. */
export function studyOf(name: string, read: SourceTable, target: string, names: readonly string[]): StudyData {
  const columns = names.filter((one) => one !== target)
  const all = toTable(read)
  return { name, table: Object.fromEntries([...columns, target].map((one) => [one, all[one]])), target, columns }
}

/** A sample that comes with Kerf, with its columns of numbers. */
export async function sampleData(name: string, target: string): Promise<StudyData> {
  // Beside the bundled program, or in the clone.
  const file = `samples/${name}.csv`
  const places = [`./${file}`, `../../../${file}`].map((path) => new URL(path, import.meta.url))
  const read = await readData(fileURLToPath(places.find((place) => existsSync(place)) ?? places[0]))
  const numbers = read.columns.filter(({ kind }) => kind === 'number')
  return studyOf(
    name,
    read,
    target,
    numbers.map((column) => column.name),
  )
}

/** The irises that come with Kerf. */
export async function irisData(): Promise<StudyData> {
  return sampleData('iris', 'species')
}
