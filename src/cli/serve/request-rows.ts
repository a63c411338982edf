import type { SourceColumn, ValueKind } from '../../sources/source.ts'
import { parseDate, trimAscii } from '../../sources/text/values.ts'
import type { Table } from '../../types.ts'
import { nearestNames } from '../../util/suggest.ts'
import { foundWords, MOST_PROBLEMS, type Problem, quoted, Refusal, refusedRows } from './refusal.ts'

/** The rows of a request as the library takes them, and how the answer is to be laid out. */
export interface RequestRows {
  readonly table: Table
  readonly rows: number
  readonly layout: 'row' | 'rows' | 'columns' | 'csv'
}

/** Which columns a request must and may have. */
export interface WantedColumns {
  readonly columns: readonly Pick<SourceColumn, 'name' | 'kind'>[]
  /** taken and not looked at */
  readonly besides: readonly string[]
  /** whether other columns are left out instead of refused */
  readonly extra: boolean
}

/** What a value of a kind may be, in the words of messages. */
export const EXPECTED: Readonly<Record<ValueKind, string>> = {
  number: 'a number, or null where it is missing',
  date: 'a date such as "2026-01-31" or "2026-01-31T17:45:00Z", or null where it is missing',
  boolean: 'true or false, or null where it is missing',
  category: 'a text, or null where it is missing',
}

const FORMS = '{"row": {…}}, {"rows": [{…}, …]} or {"columns": {"name": […], …}}'

/** The rows of a JSON request: one, several, or by column. What is not as it should be is refused in words. */
export function readJsonRows(text: string, wanted: WantedColumns): RequestRows {
  const body = parse(text)
  const keys = isObject(body) ? Object.keys(body) : []
  const form = keys.length === 1 ? keys[0] : null
  if (!isObject(body) || (form !== 'row' && form !== 'rows' && form !== 'columns')) {
    const found = isObject(body) ? objectWords(keys) : foundWords(body)
    throw new Refusal(400, `the body must be ${FORMS}, found ${found}`)
  }
  const given = body[form]
  if (form === 'columns') return byColumn(given, wanted)
  if (form === 'row') {
    if (!isObject(given))
      throw new Refusal(400, `"row" must be an object of values by column, found ${foundWords(given)}`)
    return byRow([given], 'row', wanted)
  }
  if (!Array.isArray(given)) throw new Refusal(400, `"rows" must be a list of objects, found ${foundWords(given)}`)
  const odd = given.findIndex((row) => !isObject(row))
  if (odd >= 0)
    throw new Refusal(400, `row ${odd + 1} must be an object of values by column, found ${foundWords(given[odd])}`)
  return byRow(given as Record<string, unknown>[], 'rows', wanted)
}

function parse(text: string): unknown {
  if (text.trim() === '') throw new Refusal(400, `the body is empty, expected ${FORMS}`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal(400, `the body is not JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectWords(keys: readonly string[]): string {
  if (keys.length === 0) return 'an object without keys'
  const shown = keys.slice(0, 3).map(quoted).join(', ')
  return `an object with ${keys.length === 1 ? 'the key' : 'the keys'} ${shown}${keys.length > 3 ? ', …' : ''}`
}

function byRow(given: readonly Record<string, unknown>[], layout: 'row' | 'rows', wanted: WantedColumns): RequestRows {
  const problems: Problem[] = []
  const isKnown = knownNames(wanted)
  for (let row = 0; row < given.length && problems.length < MOST_PROBLEMS; row++) {
    for (const name of Object.keys(given[row])) {
      if (!isKnown(name) && problems.push(unknownColumn(name, row + 1, wanted)) === MOST_PROBLEMS) break
    }
  }
  // A name such as "constructor" is a column like any other, and nothing that every object has.
  const valueOf = (name: string, row: number): unknown =>
    Object.hasOwn(given[row], name) ? given[row][name] : undefined
  return { ...collect(wanted, given.length, problems, valueOf), layout }
}

function byColumn(given: unknown, wanted: WantedColumns): RequestRows {
  if (!isObject(given))
    throw new Refusal(400, `"columns" must be an object of lists by name, found ${foundWords(given)}`)
  const names = Object.keys(given)
  const lists = new Map<string, readonly unknown[]>()
  for (const name of names) {
    const list = given[name]
    if (!Array.isArray(list))
      throw new Refusal(400, `column ${quoted(name)} must be a list of values, found ${foundWords(list)}`)
    lists.set(name, list)
  }
  const [first] = lists.values()
  const rows = first?.length ?? 0
  const odd = names.find((name) => lists.get(name)!.length !== rows)
  if (odd !== undefined) {
    throw new Refusal(
      400,
      `column ${quoted(odd)} must have ${rows} values like column ${quoted(names[0])}, found ${lists.get(odd)!.length}`,
    )
  }
  return { ...fromLists(lists, rows, wanted), layout: 'columns' }
}

/** Rows that came by column. */
export function fromLists(
  lists: ReadonlyMap<string, readonly unknown[]>,
  rows: number,
  wanted: WantedColumns,
): Omit<RequestRows, 'layout'> {
  const problems: Problem[] = []
  const isKnown = knownNames(wanted)
  for (const name of lists.keys()) {
    if (!isKnown(name) && problems.push(unknownColumn(name, null, wanted)) === MOST_PROBLEMS) break
  }
  for (const { name, kind } of wanted.columns) {
    if (!lists.has(name)) problems.push({ row: null, column: name, found: 'nothing', expected: EXPECTED[kind] })
  }
  if (problems.length > 0) throw refusedRows(problems.slice(0, MOST_PROBLEMS))
  return collect(wanted, rows, problems, (name, row) => lists.get(name)![row])
}

function knownNames({ columns, besides, extra }: WantedColumns): (name: string) => boolean {
  const names = new Set([...columns.map(({ name }) => name), ...besides])
  return (name) => extra || names.has(name)
}

function unknownColumn(column: string, row: number | null, { columns }: WantedColumns): Problem {
  const names = columns.map(({ name }) => name)
  const near = nearestNames(column.slice(0, 200), names)
  const such = near.length > 0 ? `, such as ${near.map(quoted).join(' or ')}` : ''
  const expected = `the name of a column of the file${such}`
  return { row, column: column.slice(0, 200), found: 'an unknown name', expected }
}

/** The values of every column, each read as its kind. O(rows · columns). */
function collect(
  { columns }: WantedColumns,
  rows: number,
  problems: Problem[],
  valueOf: (name: string, row: number) => unknown,
): Omit<RequestRows, 'layout'> {
  const entries = columns.map(({ name, kind }): [string, Table[string]] => {
    const read = READERS[kind]
    const isNumber = kind === 'number' || kind === 'date'
    const values: Float64Array | (string | null)[] = isNumber ? new Float64Array(rows) : []
    for (let row = 0; row < rows && problems.length < MOST_PROBLEMS; row++) {
      const given = valueOf(name, row)
      const value = read(given)
      if (value !== undefined) values[row] = value as never
      else problems.push({ row: row + 1, column: name, found: foundWords(given), expected: EXPECTED[kind] })
    }
    return [name, values]
  })
  if (problems.length > 0) throw refusedRows(problems)
  return { table: Object.fromEntries(entries), rows }
}

/** What a value of JSON is in a column of a kind; undefined where it cannot be. Missing is NaN or null. */
const READERS: Readonly<Record<ValueKind, (value: unknown) => number | string | null | undefined>> = {
  number: (value) => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    if (value === null) return Number.NaN
    // As saved files write them: JSON has no number for these.
    return value === 'Infinity' ? Infinity : value === '-Infinity' ? -Infinity : undefined
  },
  date: (value) => {
    if (value === null) return Number.NaN
    if (typeof value !== 'string') return undefined
    const time = parseDate(value)
    return Number.isNaN(time) ? undefined : time
  },
  boolean: (value) => {
    if (value === null) return null
    return value === true || value === 'true' ? 'true' : value === false || value === 'false' ? 'false' : undefined
  },
  category: (value) => {
    if (value === null) return null
    if (typeof value === 'string') return trimAscii(value) || null
    if (typeof value === 'boolean') return String(value)
    return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
  },
}
