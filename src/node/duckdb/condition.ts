import type { DuckDBConnection } from '@duckdb/node-api'
import { DataError } from '../../errors.ts'
import { sqlName, sqlText } from './connect.ts'

/** What stands before a condition while it is looked at. */
const BEFORE = 'SELECT ('

/** A condition in SQL that was looked at, and the names of its columns to the database. */
export interface Condition {
  /** as SQL, which speaks of the columns by their names in `names` */
  readonly sql: string
  /** by column: what to call it; null where the condition does not speak of it */
  readonly names: readonly (string | null)[]
  /** a name that no column has, for numbers of rows */
  readonly row: string
}

/** What the database says of a parsed statement. */
type Parsed =
  | { readonly error: true; readonly error_message: string }
  | { readonly error: false; readonly statements: readonly { readonly node: SelectNode }[] }

interface SelectNode {
  readonly type: string
  readonly modifiers: readonly unknown[]
  readonly select_list: readonly unknown[]
  readonly from_table: { readonly type: string }
  readonly where_clause: unknown
  readonly group_expressions: readonly unknown[]
  readonly having: unknown
  readonly qualify: unknown
}

/**
 * Makes sure that a condition is one expression: the database parses it as the only item of a query, so that nothing can be
 * added to that query, or put behind it. Columns are called as they are; the database does not tell apart names that differ
 * only by case, so such columns get others, and the condition is written anew.
 */
export async function readCondition(
  connection: DuckDBConnection,
  condition: string,
  columns: readonly string[],
): Promise<Condition> {
  const parsed = await parse(connection, condition)
  const used = new Set<string>()
  visitNames(parsed, (name) => used.add(name.toLowerCase()))
  const names = distinctNames(columns).map((name, i) => (used.has(columns[i].toLowerCase()) ? name : null))
  const renamed = columns.some((column, i) => names[i] !== null && names[i] !== column)
  return {
    sql: renamed ? rewritten(parsed, condition, columns, names) : `(${condition}\n)`,
    names,
    row: freeName('kerf_row', new Set(columns.map((column) => column.toLowerCase()))),
  }
}

/** What to say when the database refuses a condition. */
export function refusedCondition(condition: string, reason: string): DataError {
  return new DataError(`the condition ${JSON.stringify(condition)} cannot be used: ${reason}`)
}

async function parse(connection: DuckDBConnection, condition: string): Promise<Parsed & { readonly error: false }> {
  // On a line of its own, the end is not part of a comment.
  const query = `${BEFORE}${condition}\n) AS kerf_keep`
  const parsed = JSON.parse(await one(connection, `SELECT json_serialize_sql(${sqlText(query)})`)) as Parsed
  if (parsed.error) throw refusedCondition(condition, `${parsed.error_message}; expected one expression in SQL`)
  const [statement, ...others] = parsed.statements
  if (statement === undefined || others.length > 0 || !isOneExpression(statement.node)) {
    throw refusedCondition(condition, "expected one expression in SQL, such as age > 30 AND city = 'Oslo'")
  }
  return parsed
}

function isOneExpression(node: SelectNode): boolean {
  return (
    node.type === 'SELECT_NODE' &&
    node.select_list.length === 1 &&
    node.from_table.type === 'EMPTY' &&
    [node.where_clause, node.having, node.qualify].every((part) => part === null) &&
    node.modifiers.length === 0 &&
    node.group_expressions.length === 0
  )
}

/** Names that differ by more than case, the first of each kept as it is. */
function distinctNames(columns: readonly string[]): string[] {
  const taken = new Set(columns.map((column) => column.toLowerCase()))
  const seen = new Set<string>()
  return columns.map((column) => {
    const first = !seen.has(column.toLowerCase())
    seen.add(column.toLowerCase())
    return first ? column : freeName(column, taken)
  })
}

function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 1; taken.has(free.toLowerCase()); n++) free = `${name}_${n}`
  taken.add(free.toLowerCase())
  return free
}

/** The condition with other names for columns, chosen by the case they are written in. */
function rewritten(parsed: Parsed, condition: string, columns: readonly string[], names: Condition['names']): string {
  const found: { readonly at: number; readonly end: number; readonly name: string }[] = []
  // The database counts bytes.
  const bytes = Buffer.from(condition)
  visitNames(parsed, (name, location) => {
    const alike = columns.flatMap((column, i) => (column.toLowerCase() === name.toLowerCase() ? [i] : []))
    if (alike.length < 2) return
    const exact = alike.find((i) => columns[i] === name)
    if (exact === undefined) {
      const shown = alike.map((i) => sqlName(columns[i])).join(' and ')
      throw refusedCondition(condition, `${name} could be ${shown}, which differ by case; write it as the header does`)
    }
    const at = location - BEFORE.length
    const written = [sqlName(name), name].find((form) =>
      bytes.subarray(at, at + Buffer.byteLength(form)).equals(Buffer.from(form)),
    )
    if (written === undefined) throw refusedCondition(condition, `${name} is written in a way that is not understood`)
    found.push({ at, end: at + Buffer.byteLength(written), name: names[exact]! })
  })
  let sql = bytes
  for (const { at, end, name } of found.toSorted((a, b) => b.at - a.at)) {
    sql = Buffer.concat([sql.subarray(0, at), Buffer.from(sqlName(name)), sql.subarray(end)])
  }
  return `(${sql.toString()}\n)`
}

/** Calls `visit` with the first part of each name of a column and where it stands. */
function visitNames(node: unknown, visit: (name: string, location: number) => void): void {
  if (typeof node !== 'object' || node === null) return
  const { column_names: parts, query_location: location = 0 } = node as Partial<ColumnName>
  if (Array.isArray(parts) && parts.length > 0) visit(parts[0], location)
  for (const part of Object.values(node)) visitNames(part, visit)
}

interface ColumnName {
  readonly column_names: readonly string[]
  readonly query_location: number
}

async function one(connection: DuckDBConnection, sql: string): Promise<string> {
  const reader = await connection.runAndReadAll(sql)
  return String(reader.getRows()[0][0])
}
