// What the library answers for many values, as files that the tests of kerf-bins read: `python/tests/library.py`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Binning,
  binningFromJson,
  binningToJson,
  type Column,
  hasCuts,
  random,
  type Table,
} from '../../src/index.ts'
import {
  encodeDense,
  type Encoder,
  encoderFromJson,
  encoderToJson,
  encodings,
  makeEncoder,
  outputNames,
} from '../../src/encoders/index.ts'
import { type LogisticModel, modelFromJson, modelToJson, predict } from '../../src/models/index.ts'
import { predictTree, type Tree, treeFromJson, treeToJson } from '../../src/trees/index.ts'
import { boundaryCases } from '../../src/exports/boundary-tests.ts'
import { slotsOf } from '../../src/exports/export-plan.ts'
import { nextDown, nextUp } from '../../src/util/numbers/doubles.ts'
import { type Scorecard, scorecardToJson, scoreRows } from '../../src/scorecards/index.ts'
import { subjects } from '../../test/exports/subjects.ts'
import { cards } from '../../test/exports/things.ts'

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
  const models: [string, LogisticModel, number][] = [
    ...texts
      .filter(([name]) => name.startsWith('model-logistic'))
      .map(([name, text]): [string, LogisticModel, number] => [name, modelFromJson(text), ROWS.saved]),
    ...encoders.map(([name, encoder]): [string, LogisticModel, number] => [name, drawnModel(encoder), ROWS.made]),
  ]
  const predicted = models.map(([name, model, rows], i) => modelAnswers(folder, `model-${i}`, { name, model, rows }))
  const trees = ofFormat('kerf-tree').map(([name, text], i) =>
    treeAnswers(folder, `tree-${i}`, name, treeFromJson(text)),
  )
  const scored = (await cards())
    .filter(({ options }) => options.as === 'score')
    .map(({ name, thing }, i) => cardAnswers(folder, `card-${i}`, name, thing as Scorecard))
  writeFileSync(join(folder, 'cards.json'), JSON.stringify(scored))
  writeFileSync(join(folder, 'models.json'), JSON.stringify(predicted))
  writeFileSync(join(folder, 'trees.json'), JSON.stringify(trees))
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

/** A regression with weights from −3 to 3, which no rows were needed for. */
function drawnModel(encoder: Encoder): LogisticModel {
  const target = { kind: 'class' as const, name: 'y', classes: ['no', 'yes'], event: 'yes' }
  const weights = outputNames(encoder).map(() => next() * 6 - 3)
  const training = { rows: 0, passes: 0, converged: true, loss: null, heldLoss: null }
  const facts = { format: 'kerf-model', version: 1, kind: 'logistic', created: { kerf: '0', options: {} } } as const
  return { ...facts, target, encoder, intercept: normal(), weights, training }
}

function modelAnswers(
  folder: string,
  file: string,
  { name, model, rows }: { name: string; model: LogisticModel; rows: number },
): object {
  const { columns, table } = encoderTable(folder, file, model.encoder, rows)
  write(join(folder, `${file}-out.bin`), predict(model, table))
  return { name, saved: modelToJson(model), columns, chances: `${file}-out.bin` }
}

function cardAnswers(folder: string, file: string, name: string, card: Scorecard): object {
  const { columns, table } = encoderTable(folder, file, card.encoder, ROWS.saved)
  const { scores, chances, reasons } = scoreRows(card, table, { reasons: 3 })
  write(join(folder, `${file}-scores.bin`), scores)
  write(join(folder, `${file}-chances.bin`), chances)
  const files = { scores: `${file}-scores.bin`, chances: `${file}-chances.bin` }
  return { name, saved: scorecardToJson(card), columns, ...files, reasons: reasons.slice(0, 2000) }
}

function treeAnswers(folder: string, file: string, name: string, tree: Tree): object {
  const own = { policy: 'own', bin: null }
  const drawn = tree.columns.map((column): [string, Drawn] => {
    const special = 'cuts' in column ? column.special.map((code) => ({ code, ...own })) : []
    const missing = { ...own, values: 'cuts' in column ? column.missing : [] }
    const bins = 'cuts' in column ? column.labels : column.groups.map((levels) => ({ levels }))
    return [column.name, drawValues({ ...column, missing, special, bins } as unknown as Column, ROWS.saved)]
  })
  const columns = drawn.map(([column, values], j) => ({
    name: column,
    ...writeValues(folder, `${file}-${j}`, values, 'cuts' in tree.columns[j]),
  }))
  const { codes, probabilities } = predictTree(tree, Object.fromEntries(drawn))
  write(join(folder, `${file}-codes.bin`), codes)
  write(join(folder, `${file}-chances.bin`), probabilities)
  return { name, saved: treeToJson(tree), columns, codes: `${file}-codes.bin`, chances: `${file}-chances.bin` }
}

function encoderAnswers(folder: string, file: string, { name, encoder, rows }: EncoderCase): object {
  const { columns, table } = encoderTable(folder, file, encoder, rows)
  write(join(folder, `${file}-out.bin`), encodeDense(encoder, table).values)
  return { name, saved: encoderToJson(encoder), columns, encoded: `${file}-out.bin` }
}

/** Rows that an encoder takes, and the files they are in. */
function encoderTable(
  folder: string,
  file: string,
  encoder: Encoder,
  rows: number,
): { columns: object[]; table: Table } {
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
  return { columns, table: Object.fromEntries(drawnOf) }
}

function write(path: string, { buffer, byteOffset, byteLength }: Float64Array | Float32Array | Int32Array): void {
  writeFileSync(path, new Uint8Array(buffer, byteOffset, byteLength))
}
