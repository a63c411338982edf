import { missingNumbers, trimAscii } from '../../sources/text/values.ts'
import type { Note } from '../../types.ts'
import type { ColumnSql, EngineDialect } from '../dialects/engine-dialect.ts'
import type { TypedColumn } from './server.ts'
import type { SqlColumn } from './sql-table.ts'

/** Bytes of a row that is brought here: a double, or a text. */
const NUMBER_BYTES = 8
const TEXT_BYTES = 16

/** The columns of a table that can be binned, as SQL, and a note of those that cannot. */
export function serverColumns(
  typed: readonly TypedColumn[],
  dialect: EngineDialect,
  missing: ReadonlySet<string>,
): { readonly columns: SqlColumn[]; readonly notes: Note[] } {
  const columns: SqlColumn[] = []
  const notes: Note[] = []
  for (const { name, type } of typed) {
    const found = dialect.column(type, dialect.identifier(name))
    if (typeof found === 'string') {
      notes.push({ code: 'left-out', message: `column "${name}" left out: it holds ${found}` })
    } else columns.push(serverColumn(name, type, found, { dialect, missing }))
  }
  return { columns, notes }
}

function serverColumn(
  name: string,
  type: string,
  found: ColumnSql,
  { dialect, missing }: { readonly dialect: EngineDialect; readonly missing: ReadonlySet<string> },
): SqlColumn {
  const { kind, exactUpTo } = found
  const number = found.number === null ? null : withoutMissing(found, dialect, missing)
  return {
    name,
    kind,
    rowBytes: number === null ? TEXT_BYTES : NUMBER_BYTES,
    number,
    exactUpTo,
    text: `CAST(${found.given} AS ${dialect.types.text})`,
    level: (raw) => levelOf(raw, kind === 'boolean', missing),
    given: kind === 'number' ? number! : kind === 'category' ? givenText(found.given, dialect, missing) : found.given,
    holds: `${type} values`,
  }
}

/** NaN, and numbers that stand for a missing value, become NULL. */
function withoutMissing({ kind, number }: ColumnSql, dialect: EngineDialect, missing: ReadonlySet<string>): string {
  const x = number!
  if (kind === 'date') return x
  const codes = missingNumbers(missing).map((code) => `${x} = ${dialect.double(code)}`)
  const apart = [...(dialect.isNan === null ? [] : [dialect.isNan(x)]), ...codes]
  return apart.length === 0 ? x : `CASE WHEN ${apart.join(' OR ')} THEN NULL ELSE ${x} END`
}

function givenText(text: string, dialect: EngineDialect, missing: ReadonlySet<string>): string {
  const trimmed = dialect.trimmed(text)
  return `CASE WHEN ${trimmed} IN (${[...missing].map(dialect.text).join(', ')}) THEN NULL ELSE ${trimmed} END`
}

/** Databases write truth values as true and false, t and f, or 1 and 0. */
function levelOf(raw: string, isTruth: boolean, missing: ReadonlySet<string>): string | null {
  if (isTruth) return /^(?:t|true|1)$/i.test(raw) ? 'true' : 'false'
  const text = trimAscii(raw)
  return missing.has(text) ? null : text
}
