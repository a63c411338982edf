import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSummaries, summariesToJson } from '../../src/summaries/index.ts'
import { told } from '../cli/in-process.ts'
import { folder } from '../cli/run.ts'
import type { Command } from './commands.ts'
import { inputFiles } from './inputs.ts'

/** Whether what is frozen is written anew instead of compared. */
export const FREEZING: boolean = process.env['KERF_FREEZE'] === '1'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url))

/** What a command printed and the files it wrote. */
export interface Output {
  readonly out: string
  readonly files: ReadonlyMap<string, Buffer>
}

/** Path of a frozen file. */
export const frozenPath = (name: string): string => join(HERE, name)

/** Names of the frozen files in a folder. */
export const frozenNames = (within: string): string[] => readdirSync(frozenPath(within)).sort()

export const readFrozen = (name: string): Buffer => readFileSync(frozenPath(name))

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** A folder with the samples, the other inputs and what was saved before, in which commands run. */
export function workplace(): string {
  const place = folder(inputFiles())
  for (const name of ['iris.csv', 'penguins.csv']) copyFileSync(join(SAMPLES, name), join(place, name))
  mkdirSync(join(place, 'saved'))
  mkdirSync(join(place, 'made'))
  mkdirSync(frozenPath('files'), { recursive: true })
  mkdirSync(frozenPath('outputs'), { recursive: true })
  for (const name of frozenNames('files')) copyFileSync(frozenPath(`files/${name}`), join(place, 'saved', name))
  return place
}

/** Runs a command in the folder; the folder `made` is empty before and after. */
export async function output(place: string, { line, copies = {} }: Command): Promise<Output> {
  process.chdir(place)
  for (const [from, to] of Object.entries(copies)) copyFileSync(from, to)
  const { out, error } = await told(line.split(' '))
  if (error !== null) throw error
  const files = new Map(readdirSync('made').map((name) => [name, readFileSync(join('made', name))]))
  for (const name of files.keys()) rmSync(join('made', name))
  return { out, files }
}

/**
 * What is made now and what was frozen, to be compared, each as `view` shows it; when freezing, the file is written
 * first, with all bytes. A file that is missing is an error: nothing is frozen by the way.
 */
export function nowAndBefore(
  name: string,
  data: string | Uint8Array,
  view: (data: Buffer) => string = essence,
): { now: string; before: string } {
  const path = frozenPath(name)
  if (FREEZING) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, data)
  }
  if (!existsSync(path)) throw new Error(`${name} is missing; KERF_FREEZE=1 writes it`)
  return { now: view(Buffer.from(data)), before: view(readFileSync(path)) }
}

/** Fields of JSON that hold sentences, which may be put better; and seconds, which no two runs share. */
const LOOSE = /"(message|about|claim|condition|seconds)":( ?)(?:"(?:[^"\\]|\\.)*"|[-+.\de]+)/g

/** Which file was read, by numbers that no other machine gives it; states of before this was kept have none. */
const INPUTS = /,"inputs":\[[^\]]*\]/g

/** The text without sentences and seconds; everything else of it counts, spaces and order too. */
export const withoutSentences = (text: string): string => text.replace(LOOSE, '"$1":$2"…"').replace(INPUTS, '')

/** What counts of a saved or printed file. A summary in bytes is compared by what it holds. */
export function essence(data: Buffer): string {
  const isBytes = data.subarray(0, 8).toString() === 'KERFSUM\0'
  return withoutSentences(isBytes ? summariesToJson(readSummaries(data)) : data.toString())
}
