import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import {
  type Decimal,
  fits,
  kindOfTexts,
  KINDS,
  looksLikeAmbiguousDate,
  looksLikeThousands,
  missingTexts,
  trimAscii,
} from '../text/values.ts'
import { completeRecords, type Dialect, type HeadOptions, skipLines, sniffDialect } from './dialect.ts'
import { columnNames, pickColumns } from '../text/column-names.ts'
import { MOST_FIELDS, splitRecords, type TextRecord } from '../text/split-records.ts'
import { FILE_NAMES, type FileOptions, type ValueKind } from '../source.ts'
import { ambiguousDates, decimalComma, hasThousands, textNote } from '../text/table-notes.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

/** How a text table is read: everything that is decided from its head, and whatever was learnt since. */
export interface CsvPlan {
  /** how the file is written */
  readonly dialect: Dialect
  /** every column of the file, in order */
  readonly names: readonly string[]
  /** what the values of each column are */
  readonly kinds: readonly ValueKind[]
  /** whether a column had no value so far: its first value may then still choose its kind */
  readonly unseen: readonly boolean[]
  /** positions of the columns to read, ascending */
  readonly wanted: readonly number[]
  /** what there is to tell of the head */
  readonly notes: readonly Note[]
}

/**
 * Decides from the head of a file how all of it is read. A column is number when every value in it that is
 * not missing is one, else date, else boolean, else category; number when there is no value at all.
 *
 *     const { names, kinds } = planCsv('age;paid\n31;2026-01-05\n44;2026-02-11\n', { name: 'visits.csv', whole: true })
 *     console.log(names.map((name, i) => `${name}: ${kinds[i]}`)) // → [ 'age: number', 'paid: date' ]
 *
 * @param head the first part of the text; the last record may be cut unless `whole` says otherwise
 */
export function planCsv(head: string, options: FileOptions & HeadOptions): CsvPlan {
  return calledAs('planCsv', () => {
    const { dialect, names, kinds, texts, wanted, good, notes: headNotes } = readHead(head, options)
    const isAsked = askedAsText(options)
    const notes: Note[] = [...headNotes]
    if (dialect.quote === null) notes.push(QUOTES)
    const missing = missingTexts(options.missingValues)
    for (const j of wanted) {
      if (kinds[j] !== 'category' || isAsked(names[j])) continue
      const note = categoryNote(names[j], seenValues(good, j, missing), dialect.decimal)
      if (note !== null) notes.push(note)
    }
    const comma = wanted.flatMap((j) => (kinds[j] === 'number' ? texts[j].filter((text) => text.includes(',')) : []))
    if (options.decimal === undefined && comma.length > 0 && comma.every((text) => looksLikeThousands(text))) {
      notes.push(decimalComma(comma[0]))
    }
    const unseen = texts.map((column, j) => column.length === 0 && !isAsked(names[j]))
    return { dialect, names, kinds, unseen, wanted, notes }
  })
}

/** What a plan is made of. */
export interface CsvHead extends Pick<CsvPlan, 'dialect' | 'names' | 'kinds' | 'wanted' | 'notes'> {
  /** all records behind the names, blank lines left out; and those of the width of the table */
  readonly body: readonly TextRecord[]
  readonly good: readonly TextRecord[]
  /** by column, the values of good records that are not missing */
  readonly texts: readonly (readonly string[])[]
}

/** Decides what `planCsv` does, but tells only notes about names. */
export function readHead(head: string, options: FileOptions & HeadOptions): CsvHead {
  return calledAs('planCsv', () => {
    knownOptions('planCsv', options, { ...FILE_NAMES, whole: 1 })
    const dialect = sniffDialect(head, options)
    const { start } = skipLines(head, dialect.skip)
    const split = splitRecords(head, { ...dialect, start, line: dialect.skip + 1 })
    const records = completeRecords(split, options.whole === true)
    if (records.length === 0) throw emptyFile(options)
    if (records[0].fields.length === MOST_FIELDS) {
      const most = MOST_FIELDS.toLocaleString('en')
      throw new DataError(
        `${options.name}, line ${records[0].line}: found ${most} fields or more, expected fewer columns`,
      )
    }
    const body = dialect.header ? records.slice(1) : records
    const { found, notes: widthNotes } = dialect.header
      ? headerNames(records[0].fields, body)
      : { found: records[0].fields.map((_, i) => `column ${i + 1}`), notes: [] }
    const { names, notes: nameNotes } = columnNames(found)
    const wanted = pickColumns(options.name, names, options.columns)
    const missing = missingTexts(options.missingValues)
    // Lines that will be refused or left out have no say.
    const good = body.filter(({ fields }) => fields.length === names.length)
    const texts = names.map((_, j) => seenTexts(good, j, missing))
    const isAsked = askedAsText(options)
    const kinds = texts.map((column, j) => (isAsked(names[j]) ? 'category' : kindOfTexts(column, dialect.decimal)))
    return { dialect, names, kinds, wanted, body, good, texts, notes: [...widthNotes, ...nameNotes] }
  })
}

/** Whether a column is read as text whatever it holds. What was asked for as numbers is too, since any text may stand there. */
function askedAsText({ texts = [], numbers = [] }: FileOptions): (name: string) => boolean {
  const asked = new Set([...texts, ...numbers])
  return (name) => asked.has(name)
}

/**
 * The plan after a value that does not fit its column: the column becomes category, or whatever the value is if it had
 * none before. `column` is a position, `line` where the record of the value starts. When several columns change, they do so in the
 * order of their positions, each by its first value that does not fit.
 */
export function retype(plan: CsvPlan, column: number, line: number, text: string): CsvPlan {
  const { decimal } = plan.dialect
  const value = trimAscii(text)
  const kind = plan.unseen[column] ? kindOfTexts([value], decimal) : 'category'
  const note =
    kind === 'category' ? [textNote(plan.names[column], { line, text: value }, decimal, plan.kinds[column])] : []
  return {
    ...plan,
    kinds: plan.kinds.with(column, kind),
    unseen: plan.unseen.with(column, false),
    notes: [...plan.notes, ...note],
  }
}

/** More different texts among numbers than this are not taken for codes of missing values. */
const ODD_TEXTS = 5

const QUOTES: Note = {
  code: 'quotes',
  message: 'quotes are read as plain text because text follows where a quoted field should end',
}

interface SeenValue {
  readonly text: string
  readonly line: number
}

function seenValues(body: readonly TextRecord[], j: number, missing: ReadonlySet<string>): SeenValue[] {
  return body.flatMap(({ fields, line }) => {
    const text = trimAscii(fields[j] ?? '')
    return missing.has(text) ? [] : [{ text, line }]
  })
}

function seenTexts(body: readonly TextRecord[], j: number, missing: ReadonlySet<string>): string[] {
  const texts: string[] = []
  for (const { fields } of body) {
    const text = trimAscii(fields[j] ?? '')
    if (!missing.has(text)) texts.push(text)
  }
  return texts
}

/** Files of R and others name all columns but the first, which numbers the rows; some end every line with a delimiter. */
function headerNames(
  header: readonly string[],
  body: readonly TextRecord[],
): { found: readonly string[]; notes: readonly Note[] } {
  const wider = body.length > 0 && body.every(({ fields }) => fields.length === header.length + 1)
  if (!wider) return { found: header, notes: [] }
  const atEnd = body.every(({ fields }) => trimAscii(fields[header.length]) === '')
  const name = `column ${atEnd ? header.length + 1 : 1}`
  const message = `the lines have one field more than the header, so the ${atEnd ? 'last' : 'first'} column is called "${name}"`
  return { found: atEnd ? [...header, name] : [name, ...header], notes: [{ code: 'unnamed', message }] }
}

/** What to tell of a column that is text though its values look like something else. */
function categoryNote(name: string, values: readonly SeenValue[], decimal: Decimal): Note | null {
  if (values.every(({ text }) => looksLikeAmbiguousDate(text))) return ambiguousDates(name, values[0].text)
  if (values.length > 0 && values.every(({ text }) => hasThousands(text, decimal)))
    return textNote(name, values[0], decimal)
  for (const kind of KINDS) {
    if (kind === 'category') continue
    const odd = values.filter(({ text }) => !fits(kind, text, decimal))
    const few = odd.length * 2 <= values.length && new Set(odd.map(({ text }) => text)).size <= ODD_TEXTS
    if (few) return textNote(name, odd[0], decimal, kind)
  }
  return null
}

function emptyFile({ name, skip = 0 }: FileOptions): DataError {
  return new DataError(
    skip > 0
      ? `${name}: no line is left after skipping ${skip}, expected a table; skip fewer lines`
      : `${name} is empty, expected a line of column names and lines of values`,
  )
}
