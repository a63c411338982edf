// What the library answers for many values, as files that the tests of kerf-bins read: `python/tests/library.py`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Binning, binningFromJson, binningToJson, type Column, hasCuts, random } from '../../src/index.ts'
import {
  encodeDense,
  type Encoder,
  encoderFromJson,
  encoderToJson,
  encodings,
  makeEncoder,
} from '../../src/encoders/index.ts'
import { boundaryCases } from '../../src/exports/boundary-tests.ts'
import { slotsOf } from '../../src/exports/export-plan.ts'
import { nextDown, nextUp } from '../../src/util/numbers/doubles.ts'
import { subjects } from '../../test/exports/subjects.ts'

/** Rows that are drawn for each column of a binning, for a saved encoder, and for each that is made. */
const ROWS = { column: 100_000, saved: 100_000, made: 2000 }

const { next, normal } = random(25)

/** Writes a folder of answers: bins.json and encoders.json tell what is in the other files. */
export async function writeAnswers(folder: string, saved: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const files = readdirSync(saved).filter((name) => name.endsWith('.json'))
  const texts = files.map((name) => [name, readFileSync(join(saved, name), 'utf8')] as const)
  const ofFormat = (format: string): (readonly [string, string])[] =>
    texts.filter(([, text]) => (JSON.parse(text) as { format?: string }).format === format)
  const binnings: [string, Binning][] = [
    ...Object.entries(await subjects()),
    ...ofFormat('kerf-binning').map(([name, text]): [string, Binning] => [name, binningFromJson(text)]),
  ]
  const bins = binnings.map(([name, binning], i) => ({
    name,
    saved: binningToJson(binning),
    columns: binning.columns.map((column, j) => columnAnswers(folder, column, `bins-${i}-${j}`)),
  }))
  const encoders: [string, Encoder, number][] = [
    ...ofFormat('kerf-encoder').map(([name, text]): [string, Encoder, number] => [
      name,
      encoderFromJson(text),
      ROWS.saved,
    ]),
    ...binnings.flatMap(([name, binning]) => madeEncoders(name, binning)),
  ]
  const encoded = encoders.map(([name, encoder, rows], i) =>
    encoderAnswers(folder, `encoder-${i}`, { name, encoder, rows }),
  )
  writeFileSync(join(folder, 'bins.json'), JSON.stringify(bins))
  writeFileSync(join(folder, 'encoders.json'), JSON.stringify(encoded))
}

/** Every encoding that the target of a binning allows. */
function madeEncoders(name: string, binning: Binning): [string, Encoder, number][] {
  return encodings().flatMap((encoding): [string, Encoder, number][] => {
    try {
      return [[`${name}, ${encoding.name}`, makeEncoder(binning, { encoding }), ROWS.made]]
    } catch {
      return [] // weight of evidence needs an event
    }
  })
}

/** A number as JSON can hold it; Python reads the texts back. */
function plain(value: number | string | null): unknown {
  if (typeof value !== 'number') return value === null ? null : { text: value }
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { number: Object.is(value, -0) ? '-0' : String(value) }
}

function columnAnswers(folder: string, column: Column, file: string): object {
  const boundary = boundaryCases(column).map(({ value, slot }) => [plain(value), slot])
  const drawn = drawValues(column, ROWS.column)
  return { name: column.name, kind: column.kind, boundary, drawn: writeDrawn(folder, file, column, drawn) }
}

type Drawn = (number | null)[] | (string | null)[]

/** Values where bins begin and end, between them and far outside; those that a policy refuses are drawn again. */
function drawValues(column: Column, rows: number): Drawn {
  const pool = boundaryCases(column)
    .filter(({ slot }) => slot !== null)
    .map(({ value }) => value)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]
  if (!hasCuts(column)) return Array.from({ length: rows }, () => pick(pool) as string | null)
  const edges = column.cuts.length > 0 ? column.cuts : [0]
  const draw = (): number | null => {
    if (next() < 0.2) return pick(pool) as number | null
    const edge = pick(edges)
    if (next() < 0.3) return pick([nextDown(edge), edge, nextUp(edge)])
    return edge + normal() * Math.max(1e-300, Math.abs(edge) * pick([1e-15, 1e-9, 0.01, 1, 10]))
  }
  const drawn = Array.from({ length: rows }, draw)
  const slots = slotsOf(column, drawn)
  return drawn.map((value, row) => (slots[row] === null ? (pool[0] as number | null) : value))
}

/** Values and slots as bytes: doubles, with NaN for null, or numbers of texts. */
function writeDrawn(folder: string, file: string, column: Column, drawn: Drawn): object {
  const slots = Int32Array.from(slotsOf(column, drawn), (slot) => slot ?? -1)
  write(join(folder, `${file}-slots.bin`), slots)
  return { slots: `${file}-slots.bin`, ...writeValues(folder, file, drawn, hasCuts(column)) }
}

function writeValues(folder: string, file: string, drawn: Drawn, numbers: boolean): object {
  if (numbers) {
    write(
      join(folder, `${file}.bin`),
      Float64Array.from(drawn as (number | null)[], (value) => value ?? Number.NaN),
    )
    return { numbers: `${file}.bin` }
  }
  const texts = [...new Set(drawn as (string | null)[])]
  const at = new Map(texts.map((text, i) => [text, i]))
  write(
    join(folder, `${file}.bin`),
    Int32Array.from(drawn as (string | null)[], (text) => at.get(text)!),
  )
  return { codes: `${file}.bin`, texts }
}

interface EncoderCase {
  readonly name: string
  readonly encoder: Encoder
  readonly rows: number
}

function encoderAnswers(folder: string, file: string, { name, encoder, rows }: EncoderCase): object {
  const sources = [...new Map(encoder.fields.map((field) => [field.name, field])).values()]
  const drawnOf: [string, Drawn][] = []
  const columns = sources.map((field, j) => {
    const column =
      'cuts' in field
        ? { ...field, bins: [...field.cuts, 0] }
        : { ...field, bins: field.levels.map((levels) => ({ levels })) }
    const drawn = drawValues(column as unknown as Column, rows)
    drawnOf.push([field.name, drawn])
    return { name: field.name, ...writeValues(folder, `${file}-${j}`, drawn, 'cuts' in field) }
  })
  const { values } = encodeDense(encoder, Object.fromEntries(drawnOf))
  write(join(folder, `${file}-out.bin`), values)
  return { name, saved: encoderToJson(encoder), columns, encoded: `${file}-out.bin` }
}

function write(path: string, { buffer, byteOffset, byteLength }: Float64Array | Float32Array | Int32Array): void {
  writeFileSync(path, new Uint8Array(buffer, byteOffset, byteLength))
}
