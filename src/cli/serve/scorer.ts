import { assign } from '../../binning/assign.ts'
import { type Binning, hasCuts } from '../../binning/binning.ts'
import { binningFromJson } from '../../binning/binning-json.ts'
import { slotLabels } from '../../binning/labels.ts'
import { encodeDense } from '../../encoders/encode.ts'
import { uniqueNames } from '../../encoders/encoded-names.ts'
import { type Encoder, outputNames } from '../../encoders/encoder.ts'
import { encoderFromJson } from '../../encoders/encoder-json.ts'
import { DataError } from '../../errors.ts'
import type { Predictor } from '../../node/apply/predict-rows.ts'
import type { Scorecard } from '../../scorecards/scorecard.ts'
import { scorecardFromJson } from '../../scorecards/scorecard-json.ts'
import { scoreRows } from '../../scorecards/score-rows.ts'
import type { FittedColumns } from '../../sources/table-like.ts'
import { treeFromJson } from '../../trees/tree-json.ts'
import type { LabelValues, NumberValues, Table } from '../../types.ts'
import { show } from '../../util/check.ts'
import { type EncodeFlags, readForm } from '../flags/encode-flags.ts'
import { formatOf, predictorOf, reading } from '../load/load-saved.ts'

/** One thing that is answered for a row. */
export interface Output {
  readonly name: string
  /** the texts that its numbers stand for; null where it is a number itself */
  readonly labels: readonly string[] | null
  /** whether its numbers are whole */
  readonly whole: boolean
}

/** One number per row: the answer itself, or where it stands in the labels. */
type Answers = ArrayLike<number>

/** A saved file as something that answers rows. */
export interface Scorer extends FittedColumns {
  /** what the file holds, in words */
  readonly what: string
  /** names of columns that rows may have besides, such as the target */
  readonly besides: readonly string[]
  readonly outputs: readonly Output[]
  /** the answers to the rows of a table, one list per output; the table holds `columns`, each of its kind */
  readonly score: (table: Table, rows: number) => readonly Answers[] | Promise<readonly Answers[]>
  /** the binning that the file holds, whose reference cells scored rows are compared with; else null */
  readonly reference: Binning | null
}

/** How a file is read: its path for messages, and the form of bins. */
interface Asked extends EncodeFlags {
  readonly path: string
}

/** What makes a scorer of a saved file, by its `format`: the one list of what can be served. */
const FORMATS: Readonly<Record<string, (text: string, asked: Asked) => Scorer>> = {
  'kerf-binning': (text, asked) => ofBinning(binningFromJson(text), asked),
  'kerf-encoder': (text) => ofEncoder(encoderFromJson(text), null),
  'kerf-tree': (text, { path }) => ofPredictor('tree', predictorOf(path, text), treeFromJson(text).columns),
  'kerf-model': (text, { path }) => ofPredictor('model', predictorOf(path, text)),
  'kerf-scorecard': (text) => ofCard(scorecardFromJson(text)),
}

/** Reads a saved file of any kind as something that answers rows; what is wrong with it is said with its name. */
export function makeScorer(text: string, asked: Asked): Scorer {
  const format = formatOf(text)
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? format : null
  const words = Object.keys(FORMATS).map((name) => name.replace('kerf-', ''))
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  if (known === null) {
    const found = format === undefined ? 'no saved file of Kerf' : show(format)
    throw new DataError(`${asked.path} holds ${found}, expected a saved ${list}`)
  }
  const made = reading(asked.path, known.replace('kerf-', ''), () => FORMATS[known](text, asked))
  if (known !== 'kerf-binning' && asked.encode !== 'label')
    throw new DataError(`${asked.path} holds a ${made.what}; --encode is for a binning`)
  return made
}

/** Bins by their labels or numbers, or encoded, as `kerf apply` writes them. */
function ofBinning(binning: Binning, asked: Asked): Scorer {
  const { as, encoder } = readForm(asked, [binning])
  if (encoder !== undefined) return ofEncoder(encoder, binning)
  const { columns, target } = binning
  return {
    what: 'binning',
    columns,
    besides: besideColumns(columns, [target?.name]),
    outputs: columns.map((column) => ({
      name: column.name,
      labels: as === 'label' ? slotLabels(column) : null,
      whole: as === 'index',
    })),
    score: (table) =>
      columns.map((column) => {
        const values = table[column.name]
        return hasCuts(column) ? assign(column, values as NumberValues) : assign(column, values as LabelValues)
      }),
    reference: binning,
  }
}

function ofEncoder(encoder: Encoder, reference: Binning | null): Scorer {
  const columns = [...new Map(encoder.fields.map(({ name, kind }) => [name, { name, kind }])).values()]
  const names = uniqueNames(outputNames(encoder), new Set())
  return {
    what: reference === null ? 'encoder' : 'binning',
    columns,
    besides: besideColumns(columns, [encoder.target?.name, ...(reference?.columns ?? []).map(({ name }) => name)]),
    outputs: names.map((name) => ({ name, labels: null, whole: false })),
    score: (table, rows) => {
      const { columns: width, values } = encodeDense(encoder, table)
      return names.map((_, at) => Float32Array.from({ length: rows }, (__, row) => values[row * width + at]))
    },
    reference,
  }
}

/** The class and how likely each is, named as `kerf predict --probabilities` names them. A tree may test fewer columns than it has seen. */
function ofPredictor(what: string, predictor: Predictor, seen: FittedColumns['columns'] = []): Scorer {
  const { columns, target, predict } = predictor
  const { name, classes } = target
  const base = name === null ? 'predicted' : `${name}_predicted`
  return {
    what,
    columns,
    besides: besideColumns(columns, [name, ...seen.map((column) => column.name)]),
    outputs: [
      { name: base, labels: classes, whole: false },
      ...classes.map((label) => ({ name: `${base}_${label}`, labels: null, whole: false })),
    ],
    score: async (table, rows) => {
      // What asks about no column still has rows to answer.
      const asked = columns.length === 0 ? { '': new Float64Array(rows) } : table
      const { codes, probabilities } = await predict(asked)
      const width = classes.length
      return [
        codes,
        ...classes.map((_, c) => Float64Array.from({ length: rows }, (__, row) => probabilities[row * width + c])),
      ]
    },
    reference: null,
  }
}

/** The score and the chance that it stands for, named as `kerf predict` names them. */
function ofCard(card: Scorecard): Scorer {
  const columns = card.encoder.fields.map(({ name, kind }) => ({ name, kind }))
  return {
    what: 'scorecard',
    columns,
    besides: besideColumns(columns, [card.target.name, ...card.leftOut.map(({ name }) => name)]),
    outputs: ['score', 'chance'].map((name) => ({ name, labels: null, whole: false })),
    score: (table, rows) => {
      const { scores, chances } = scoreRows(card, columns.length === 0 ? { '': new Float64Array(rows) } : table)
      return [scores, chances]
    },
    reference: null,
  }
}

function besideColumns(
  columns: FittedColumns['columns'],
  names: readonly (string | null | undefined)[],
): readonly string[] {
  const used = new Set(columns.map(({ name }) => name))
  return [...new Set(names)].filter((name) => name != null && !used.has(name)) as string[]
}
