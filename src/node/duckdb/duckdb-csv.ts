import type { DuckDBConnection } from '@duckdb/node-api'
import { closingNotes } from '../../sources/closing-notes.ts'
import { readCsv } from '../../sources/csv/read-csv.ts'
import type { FileOptions } from '../../sources/file-options.ts'
import { type CsvPlan, planCsv, retype } from '../../sources/csv/csv-plan.ts'
import { sampleText } from '../../sources/text/first-bytes.ts'
import type { SourceColumn, SourceTable } from '../../sources/source.ts'
import { missingTexts } from '../../sources/text/values.ts'
import { type Survey, surveyCsv } from './csv-survey.ts'
import { type EngineOptions, withDuckDb } from './connect.ts'
import { csvPass } from './duckdb-csv-pass.ts'
import { openBytes } from '../files/file-bytes.ts'

/** The database takes longer with every column, and there is no need for threads then. */
const MOST_COLUMNS = 500
/** Passes over the file: one, and one more after columns had to be read as text; each may turn up another column. */
const MOST_PASSES = 4
/** Part of the work that is the survey. */
const SURVEY_PART = 0.2

/** How a file is read by the database. */
export type DuckDbFileOptions = FileOptions & EngineOptions

/**
 * Reads a text table with the embedded database, on all processors. The result is that of `readCsv`, which decides how
 * the file is read and takes over (or `otherwise`, which reads the same) wherever a survey of the bytes finds something that the
 * two could take differently.
 */
export async function readCsvByDuckDb(
  path: string,
  options: DuckDbFileOptions,
  otherwise: () => Promise<SourceTable> = () => readCsv(openBytes(path, options.name), options),
): Promise<SourceTable> {
  return (await readPlainCsv(path, options, hasFewTexts)) ?? (await otherwise())
}

/** Texts come from the database one by one, on one thread: with many of them it is the slower reader. */
function hasFewTexts({ wanted, kinds }: CsvPlan): boolean {
  return wanted.filter((j) => kinds[j] !== 'number').length <= wanted.length / 4
}

/** Null when the file is not as plain as it must be for the database, or not worth it. */
export async function readPlainCsv(
  path: string,
  options: DuckDbFileOptions,
  isWorthIt: (plan: CsvPlan) => boolean = () => true,
): Promise<SourceTable | null> {
  const surveyed = await surveyPlain(path, options, false, isWorthIt)
  if (surveyed === null) return null
  const { plan, survey } = surveyed
  return withDuckDb(options, (connection) => readSurveyed(connection, path, plan, survey, options))
}

/** How a file is read and what its lines are; null when the database could take it differently, or it is not worth it. */
export async function surveyPlain(
  path: string,
  options: DuckDbFileOptions,
  gzip: boolean,
  isWorthIt: (plan: CsvPlan) => boolean = () => true,
): Promise<{ plan: CsvPlan; survey: Survey } | null> {
  const { name, size = 0, onProgress } = options
  const { text, whole } = await sampleText(name, openBytes(path, name, { gzip }))
  const plan = planCsv(text, { ...options, whole })
  if (!suits(plan) || !isWorthIt(plan)) return null
  const onBytes = (count: number): void => onProgress?.(SURVEY_PART * Math.min(1, count / Math.max(1, size)))
  const open = openBytes(path, name, { gzip, onBytes })
  const survey = await surveyCsv(open, plan, missingTexts(options.missingValues))
  return survey === null ? null : { plan, survey }
}

/** Delimiters for which the two readers were compared. */
const DELIMITERS = [',', ';', '\t', '|']

/** Whether the database reads such a file right: with a decimal comma it silently drops the digits of some numbers. */
function suits({ dialect, wanted }: CsvPlan): boolean {
  const { delimiter, decimal, newline } = dialect
  const known = DELIMITERS.includes(delimiter) && (newline === '\n' || newline === '\r\n')
  return known && decimal === '.' && wanted.length > 0 && wanted.length <= MOST_COLUMNS
}

async function readSurveyed(
  connection: DuckDBConnection,
  path: string,
  plan: CsvPlan,
  survey: Survey,
  options: DuckDbFileOptions,
): Promise<SourceTable | null> {
  const { records: rows, blank } = survey
  const asTexts = new Set(plan.wanted.filter((j) => plan.kinds[j] !== 'number'))
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const read = await csvPass(connection, path, plan, asTexts, rows, {
      missing: missingTexts(options.missingValues),
      onRow: (row) => options.onProgress?.(SURVEY_PART + (1 - SURVEY_PART) * (row / Math.max(1, rows))),
    })
    if (read === null) return null
    if (read.doubtful.size === 0) {
      if (read.rows !== rows) return null
      const asked = plan.wanted.filter((j) => read.texts.has(j))
      const settled = await settleKinds(plan, asked, survey, ({ kinds, dialect }, j) =>
        read.texts.get(j)!.misfit(kinds[j], dialect.decimal),
      )
      if (settled === null) return null
      const columns = plan.wanted.map((j): SourceColumn => {
        const numbers = read.numbers.get(j)
        if (numbers !== undefined) return { name: plan.names[j], kind: 'number', values: numbers }
        return read.texts.get(j)!.finish(plan.names[j], settled.kinds[j], plan.dialect.decimal)
      })
      const counts = { rows, skipped: 0, firstSkipped: null, width: plan.names.length, blank }
      return { rows, columns, notes: [...settled.notes, ...closingNotes(columns, counts)], skipped: 0 }
    }
    for (const j of read.doubtful) asTexts.add(j)
  }
  return null
}

/** Finds the first text of a column that does not fit the kind the plan gives it; null where all fit. */
type FindMisfit = (plan: CsvPlan, j: number) => Promise<Misfit | null> | Misfit | null

interface Misfit {
  readonly row: number
  readonly text: string
}

/** The plan once every column of texts (`asked`) is of a kind that all its texts fit, as `readCsv` settles it. */
export async function settleKinds(
  start: CsvPlan,
  asked: readonly number[],
  survey: Survey,
  findMisfit: FindMisfit,
): Promise<CsvPlan | null> {
  const { skip, header } = start.dialect
  const firstLine = skip + (header ? 2 : 1)
  let plan = start
  while (asked.length > 0) {
    const again: number[] = []
    for (const j of asked) {
      const misfit = await findMisfit(plan, j)
      if (misfit === null) continue
      if (!survey.plain) return null
      plan = retype(plan, j, firstLine + misfit.row, misfit.text)
      again.push(j)
    }
    asked = again
  }
  return plan
}
