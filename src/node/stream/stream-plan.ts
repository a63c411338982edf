import { DataError } from '../../errors.ts'
import { readHead } from '../../sources/csv/csv-plan.ts'
import type { Dialect } from '../../sources/csv/dialect.ts'
import type { ColumnsRequest } from '../../sources/choose-columns.ts'
import { pickColumns } from '../../sources/text/column-names.ts'
import { missingTexts, parseNumber, trimAscii } from '../../sources/text/values.ts'
import { readingOf, type ReadOptions } from '../../sources/source.ts'
import { targetKindOf } from '../../summaries/target-kind.ts'
import type { LabelValues, Note } from '../../types.ts'
import { fromUtf8 } from '../../util/utf8.ts'
import { own } from './stream-jsonl.ts'

export interface StreamChoice extends Omit<ColumnsRequest, 'weight'> {
  readonly targetKind: 'auto' | 'class' | 'numeric'
  readonly key?: string | undefined
}

/** How a stream is read, decided from its first lines and kept for good. */
export interface StreamPlan {
  readonly form: 'csv' | 'json'
  /** null for JSON lines */
  readonly dialect: Dialect | null
  readonly names: readonly string[]
  /** names of the columns to bin */
  readonly binned: readonly string[]
  readonly target: string | null
  readonly targetKind: 'class' | 'numeric'
  readonly key: string | null
}

export interface FirstLines {
  /** what the stream is called in messages */
  readonly name: string
  readonly sample: Uint8Array
  /** whether there is nothing after them */
  readonly ended: boolean
}

/** Decides from the first lines how a stream is read; notes tell what was decided about the target. */
export function planStream(
  { name, sample, ended }: FirstLines,
  choice: StreamChoice,
  { form, read }: { readonly form: 'auto' | 'csv' | 'json'; readonly read: ReadOptions },
): { readonly plan: StreamPlan; readonly notes: readonly Note[] } {
  // Lines of old files end in carriage returns alone.
  const lineEnd = sample.includes(10) ? 10 : 13
  const whole = ended ? sample : sample.subarray(0, sample.lastIndexOf(lineEnd) + 1)
  const text = fromUtf8(whole)
  if (text === null) throw new DataError(`${name}: the first lines are not UTF-8 text`)
  const isJson = form === 'json' || (form === 'auto' && /^\uFEFF?\s*\{/.test(text))
  const table = isJson ? jsonTable(name, text) : csvTable(name, text, read)
  const wanted = (names: readonly string[] | undefined): readonly string[] => {
    if (names !== undefined) pickColumns(name, table.names, names)
    return names ?? []
  }
  for (const one of [choice.target, choice.key]) if (one !== undefined) wanted([one])
  const aside = new Set([...wanted(choice.exclude), choice.target, choice.key])
  const asked = choice.columns === undefined ? undefined : wanted(choice.columns)
  const binned = (asked ?? table.names.filter((column) => table.isNumber(column))).filter(
    (column) => !aside.has(column),
  )
  if (binned.length === 0)
    throw new DataError(`${name}: there is no column of numbers to bin; name some with --columns`)
  const values = choice.target === undefined ? [] : table.values(choice.target)
  const kind = targetKindOf(values, choice.targetKind)
  const notes: Note[] = []
  if (choice.targetKind === 'auto' && values.length > 0 && holdsNumbers(values)) {
    const message =
      kind === 'class'
        ? 'the target is taken for classes, since its first numbers are few and whole; --target-kind says otherwise'
        : 'the target is taken for a number; --target-kind says otherwise'
    notes.push({ code: 'target-kind', message })
  }
  return {
    plan: {
      form: isJson ? 'json' : 'csv',
      dialect: table.dialect,
      names: table.names,
      binned,
      target: choice.target ?? null,
      targetKind: kind,
      key: choice.key ?? null,
    },
    notes,
  }
}

interface FirstTable {
  readonly dialect: Dialect | null
  readonly names: readonly string[]
  readonly isNumber: (column: string) => boolean
  /** values of a column that are not missing; those of a column of numbers as numbers */
  readonly values: (column: string) => LabelValues
}

function csvTable(name: string, text: string, read: ReadOptions): FirstTable {
  const { dialect, names, kinds, body } = readHead(text, { ...readingOf(read), name, whole: true, columns: undefined })
  const missing = missingTexts(read.missingValues)
  const isNumber = (column: string): boolean => kinds[names.indexOf(column)] === 'number'
  const values = (column: string): LabelValues => {
    const texts = body.map(({ fields }) => trimAscii(fields[names.indexOf(column)] ?? ''))
    const given = texts.filter((value) => !missing.has(value))
    return isNumber(column) ? given.map((value) => parseNumber(value, dialect.decimal)) : given
  }
  return { dialect, names, isNumber, values }
}

function jsonTable(name: string, text: string): FirstTable {
  const rows: Record<string, unknown>[] = []
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    try {
      const value: unknown = JSON.parse(line)
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        rows.push(value as Record<string, unknown>)
    } catch {
      // Such lines are counted when rows are read.
    }
  }
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (names.length === 0) throw new DataError(`${name}: expected JSON lines, an object on each line`)
  const present = (column: string): unknown[] => rows.map((row) => own(row, column)).filter((value) => value != null)
  return {
    dialect: null,
    names,
    isNumber: (column) => present(column).every((value) => typeof value === 'number'),
    values: (column) => present(column).map((value) => (typeof value === 'number' ? value : String(value))),
  }
}

function holdsNumbers(labels: LabelValues): boolean {
  return Array.prototype.every.call(labels, (label) => typeof label === 'number')
}
