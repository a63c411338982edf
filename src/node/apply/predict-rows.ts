import { stat } from 'node:fs/promises'
import { type ClassScores, predictionScores } from '../../measures/predictions/class-scores.ts'
import { DataError } from '../../errors.ts'
import type { SourceColumn, SourceTable } from '../../sources/source.ts'
import { type FittedColumns, tableLike, textColumns } from '../../sources/table-like.ts'
import { trueClasses } from '../../summaries/true-classes.ts'
import type { Predictions } from '../../trees/predict-tree.ts'
import type { LabelValues, Note, Table, Target } from '../../types.ts'
import { suggest } from '../../util/suggest.ts'
import { type OutputForm, outputForm } from './apply-form.ts'
import { writeTable } from './apply-table.ts'
import { textPlan } from './apply-text.ts'
import { fileKind, findFiles, withSpooled } from '../files/find-files.ts'
import { joinTables, type NamedTable } from '../read/join-tables.ts'
import { DATA_NAMES, type DataOptions, readFile } from '../read/read-data.ts'
import { checkOutput, type OutputOptions } from '../files/write-file.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

/** Something that predicts classes: a tree or another model. */
export interface Predictor extends FittedColumns {
  /** the classes that it predicts */
  readonly target: Extract<Target, { kind: 'class' }>
  /** predicts the rows of a table */
  readonly predict: (table: Table) => Predictions | Promise<Predictions>
  /** labels as numbers in the classes of the target; default as they stand there */
  readonly truth?: (labels: LabelValues) => Int32Array
  /** columns to write in place of the classes, made by the last call of `predict` */
  readonly written?: () => readonly SourceColumn[]
}

/** How rows are written with their predictions. */
export type PredictRowsOptions = DataOptions &
  OutputOptions & {
    /** the file to write: CSV, or Parquet if its name ends so; - for CSV on standard output; default nothing is written */
    readonly output?: string | undefined
    /** also a column per class with how likely it is; default false */
    readonly probabilities?: boolean | undefined
    /** ends the names of the columns of predictions; default `_predicted` */
    readonly suffix?: string | undefined
  }

/** What was predicted and written. */
export interface Predicted {
  /** rows that were predicted */
  readonly rows: number
  /** the class of every row, and how likely each is */
  readonly predictions: Predictions
  /** how well, where the data have the target */
  readonly scores: ClassScores | null
  /** what there is to tell of the reading */
  readonly notes: readonly Note[]
}

/**
 * Predicts the class of every row of some data, and writes the rows with it. The data are read whole; columns that
 * neither the model nor its scores look at are written to text as they stand, others as what was read. O(rows).
 *
 *     const flowers = toTable(await readData('samples/iris.csv'))
 *     const grown = growTree(flowers, { target: 'species', maxDepth: 2 })
 *     const predictor = { ...grown, predict: (rows: typeof flowers) => predictTree(grown, rows) }
 *     const { scores } = await predictRows(predictor, 'samples/iris.csv', { output: `${folder}/named.csv` })
 *     console.log(scores?.accuracy) // → 0.96
 *
 * @param address a path, a pattern such as `data/*.csv`, or `-` for standard input
 */
export async function predictRows(
  predictor: Predictor,
  address: string,
  options: PredictRowsOptions,
): Promise<Predicted> {
  return calledAs('predictRows', async () => {
    knownOptions('predictRows', options, {
      ...DATA_NAMES,
      force: 1,
      output: 1,
      probabilities: 1,
      suffix: 1,
    })
    const form = await formOf(options)
    const tables: NamedTable[] = []
    let delimiter = ','
    for (const file of await findFiles(address)) {
      const { name } = file
      await withSpooled(file, async (path) => {
        const { kind, gzip } = await fileKind(path, name)
        let texts = textColumns(predictor)
        if (kind === 'text') {
          const plan = await textPlan({ path, name, gzip, size: (await stat(path)).size }, options)
          if (tables.length === 0) ({ delimiter } = plan.dialect)
          if (form?.parquet !== true) texts = [...texts, ...strangers(predictor, plan.names)]
        }
        tables.push({ name, table: await readFile(path, name, { ...options, texts }) })
      })
    }
    const read = { ...joinTables(tables), source: tables[0].name }
    return predictRead(predictor, read, form && { ...form, delimiter: form.delimiter ?? delimiter }, options)
  })
}

/** The same for rows that were read already, such as some that were drawn in a database. */
export async function predictDrawn(
  predictor: Predictor,
  read: () => Promise<ReadTable>,
  options: PredictRowsOptions,
): Promise<Predicted> {
  const form = await formOf(options)
  return predictRead(predictor, await read(), form && { ...form, delimiter: form.delimiter ?? ',' }, options)
}

type ReadTable = SourceTable & { readonly source: string }

/** How the rows are to be written; null where nothing is. What cannot be written is told before anything is read. */
async function formOf(options: PredictRowsOptions): Promise<OutputForm | null> {
  const form = options.output === undefined ? null : outputForm(options.output)
  if (form?.path !== undefined) await checkOutput(form.path, options)
  return form
}

async function predictRead(
  predictor: Predictor,
  table: ReadTable,
  form: OutputForm | null,
  options: PredictRowsOptions,
): Promise<Predicted> {
  checkColumns(predictor, table, table.source)
  const asked = tableLike(predictor, table, 'the model')
  const predictions = await predictor.predict(asked)
  const { name: target, classes } = predictor.target
  const truthOf = predictor.truth ?? ((labels: LabelValues) => trueClasses(classes, labels, 'predictRows'))
  const truth = target === null || !Object.hasOwn(asked, target) ? null : truthOf(asked[target])
  const scores = truth === null ? null : predictionScores(predictions, truth)
  if (form !== null) {
    const all = [...table.columns, ...predictedColumns(predictor, predictions, table, options)]
    const columns = all.map(({ name }, from) => ({ names: [name], from, binner: null }))
    await writeTable({ ...table, columns: all }, { name: table.source, columns, form, as: 'label' }, options)
  }
  return { rows: table.rows, predictions, scores, notes: table.notes }
}

/** Columns that neither the model nor its scores look at: their fields are only copied. */
function strangers({ columns, target }: Predictor, names: readonly string[]): string[] {
  const known = new Set([target.name, ...columns.map(({ name }) => name)])
  return names.filter((name) => !known.has(name))
}

function checkColumns({ columns }: Predictor, table: SourceTable, source: string): void {
  const names = table.columns.map(({ name }) => name)
  for (const { name } of columns) {
    if (names.includes(name)) continue
    throw new DataError(`${source}: there is no column "${name}", which the model asks about${suggest(name, names)}`, {
      code: 'unknown-name',
      column: name,
    })
  }
}

function predictedColumns(
  { target, written }: Predictor,
  { classes, codes, probabilities }: Predictions,
  { columns, rows }: SourceTable,
  options: PredictRowsOptions,
): SourceColumn[] {
  const { suffix = '_predicted', probabilities: wanted = false } = options
  const base = target.name === null ? suffix.replace(/^_/, '') : `${target.name}${suffix}`
  const own = written?.().map((column) => ({ ...column, name: `${column.name}${options.suffix ?? ''}` }))
  const made: SourceColumn[] = own ?? [
    { name: base, kind: 'category', values: Array.from(codes, (code) => classes[code]) },
    ...(wanted ? classes : []).map((label, c): SourceColumn => {
      const values = new Float64Array(rows)
      for (let row = 0; row < rows; row++) values[row] = probabilities[row * classes.length + c]
      return { name: `${base}_${label}`, kind: 'number', values }
    }),
  ]
  const taken = new Set(columns.map(({ name }) => name))
  for (const { name } of made) {
    if (taken.has(name)) throw new DataError(`the data have a column "${name}" already; choose another suffix`)
    taken.add(name)
  }
  return made
}
