import { type Binning, hasCuts, type NumberColumn, VERSION } from '../binning/binning.ts'
import { DataError } from '../errors.ts'
import { type Dialect, findDialect } from './sql-dialects.ts'
import { type Moment, momentAt, momentOf, momentText } from './date-moments.ts'
import { type ColumnPlan, type ExportOptions, planColumns, type SqlOptions } from './export-plan.ts'
import { calledAs } from '../util/called-as.ts'

/**
 * A binning as SQL: a SELECT of the table with one more column per binned one, or only the expressions.
 *
 *     const query = toSql(binning, { table: 'visits', as: 'index' })
 *     console.log(query.split('\n').slice(4, 7).join('\n'))
 *     // →     WHEN "age" IS NULL OR "age" = CAST('NaN' AS DOUBLE) THEN 2
 *     // →     WHEN "age" < 30.5e0 THEN 0
 *     // →     ELSE 1
 */
export function toSql(binning: Binning, options: ExportOptions = {}): string {
  return calledAs('toSql', () => {
    const plans = planColumns(binning, options)
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const fields = (margin: string): string[] =>
      plans.map((plan) => `${margin}${caseOf(plan, dialect, margin)} AS ${named(dialect, plan.output)}`)
    return selectOf(fields, header(plans, dialect), dialect, options)
  })
}

/** The rows of a table or of a query with one more column per binned one: `from` is what stands after FROM. No semicolon. */
export function selectBins(
  binning: Binning,
  { from, dialect, ...options }: Omit<ExportOptions, keyof SqlOptions> & { from: string; dialect: Dialect },
): { readonly header: string; readonly select: string } {
  const plans = planColumns(binning, options)
  const fields = plans.map((plan) => `  ${caseOf(plan, dialect, '  ')} AS ${named(dialect, plan.output)}`)
  return { header: header(plans, dialect), select: `SELECT\n${['  *', ...fields].join(',\n')}\nFROM ${from}` }
}

/** The table with further fields under a header, or the fields alone. `fields` writes them behind a margin. */
export function selectOf(
  fields: (margin: string) => string[],
  top: string,
  dialect: Dialect,
  { expressions, table = 'data' }: SqlOptions,
): string {
  if (expressions === true) return `${fields('').join(',\n')}\n`
  return `${top}SELECT\n${['  *', ...fields('  ')].join(',\n')}\nFROM ${tableName(table, dialect)};\n`
}

/** A result as SQL: its name and what computes it. `margin` stands before the lines of the expression. */
export interface SqlField {
  readonly name: string
  readonly expression: (margin: string) => string
}

/** What is told of the export on top of it. */
export function header(plans: readonly ColumnPlan[], dialect: Dialect): string {
  const refused = plans.some(refuses) ? 'A value that the binning refuses becomes NULL.' : undefined
  const dates = plans.some(({ column }) => column.kind === 'date')
  return headerLines([dialect.note, dates ? dialect.time.note : undefined, refused], dialect)
}

/** A header that says what made the export, for which database, and what else there is to say. */
export function headerLines(notes: readonly (string | undefined)[], { title }: Dialect): string {
  const lines = [`Made by kerf ${VERSION} for ${title}.`, ...notes]
  return lines.flatMap((line) => (line === undefined ? [] : [`-- ${line}\n`])).join('')
}

function refuses({ missing, unseen, codes }: ColumnPlan): boolean {
  return missing === null || unseen === null || codes.some(({ slot }) => slot === null)
}

/** A name in quotes. */
export function named(dialect: Dialect, name: string): string {
  return dialect.identifier(sayable(name, 'name'))
}

/** The answer for a slot as SQL; null stands for a refused value. */
export function answerOf(plan: ColumnPlan, slot: number | null, dialect: Dialect): string {
  if (slot === null) return 'NULL /* refused */'
  const answer = plan.answers[slot]
  return plan.fractions ? dialect.double(answer as number) : literalAnswer(answer, 'label', dialect)
}

/** A number, or a text in quotes. */
export function literalAnswer(answer: string | number, what: string, dialect: Dialect): string {
  return typeof answer === 'number' ? String(answer) : dialect.text(sayable(answer, what))
}

/**
 * The bin of a column as a CASE expression; branches are tried from top to bottom. `margin` is put before its lines.
 * `answer` writes what stands for a slot, where that is not an answer of the plan.
 */
export function caseOf(
  plan: ColumnPlan,
  dialect: Dialect,
  margin: string,
  answer: (slot: number | null) => string = (slot) => answerOf(plan, slot, dialect),
): string {
  const { column } = plan
  const [branches, rest] = hasCuts(column) ? cutBranches(plan, column, dialect) : levelBranches(plan, dialect)
  if (branches.length === 0) return answer(rest)
  const lines = branches.map(({ when, slot }) => `  WHEN ${when} THEN ${answer(slot)}`)
  return ['CASE', ...lines, `  ELSE ${answer(rest)}`, 'END'].join(`\n${margin}`)
}

interface Branch {
  readonly when: string
  readonly slot: number | null
}

function cutBranches(plan: ColumnPlan, column: NumberColumn, dialect: Dialect): [Branch[], number] {
  const name = named(dialect, column.name)
  const values = valueWriter(column.kind, dialect)
  const x = values.operand(name)
  const missing = missingTest(column.kind, x, dialect)
  const codes = plan.codes.flatMap(({ code, slot }) => {
    const literal = values.equal(code)
    return literal === null ? [] : [{ literal, slot, zero: code === 0 }]
  })
  const below = column.closed === 'left' ? '<' : '<='
  const branches = [
    { when: missing, slot: plan.missing },
    // ClickHouse looks lists up by their bits, and so takes −0 for another number than 0: 0 stands alone.
    ...[false, true].flatMap((isZero) =>
      grouped(
        x,
        codes.filter(({ zero }) => zero === isZero),
      ),
    ),
    ...column.cuts.map((cut, i) => ({ when: `${x} ${below} ${values.limit(cut, column)}`, slot: i })),
  ]
  return [branches, column.cuts.length]
}

/** Whether a number or date is missing: NULL, or NaN where there is one. */
export function missingTest(kind: NumberColumn['kind'], x: string, dialect: Dialect): string {
  const isNan = kind === 'date' ? null : dialect.isNan
  return `${x} IS NULL${isNan === null ? '' : ` OR ${isNan(x)}`}`
}

/** What compares the values of a kind of column. */
export function valueWriter(kind: NumberColumn['kind'], dialect: Dialect): ValueWriter {
  return kind === 'date' ? timeWriter(dialect) : numberWriter(dialect)
}

/** The texts that stand for a level: truth values are kept as 1 and 0 in some databases. */
export function levelTexts(
  level: string,
  kind: 'category' | 'boolean',
  known: ReadonlySet<string>,
  dialect: Dialect,
): string[] {
  const number = level === 'true' ? '1' : level === 'false' ? '0' : null
  const also = kind === 'boolean' && dialect.truthAsNumber && number !== null && !known.has(number)
  return [level, ...(also ? [number] : [])].map((text) => dialect.level(sayable(text, 'level')))
}

function levelBranches(plan: ColumnPlan, dialect: Dialect): [Branch[], number | null] {
  const { column, levels, missing } = plan
  const x = dialect.levelOf(named(dialect, column.name))
  const known = new Set(levels.map(({ level }) => level))
  const kind = column.kind === 'boolean' ? 'boolean' : 'category'
  const texts = levels.flatMap(({ level, slot }) =>
    levelTexts(level, kind, known, dialect).map((literal) => ({ literal, slot })),
  )
  if (plan.unseen === undefined) return [grouped(x, texts), missing]
  const empty = { when: `${x} IS NULL OR ${isOneOf(x, [dialect.level('')])}`, slot: missing }
  return [[empty, ...grouped(x, texts)], plan.unseen]
}

/** Whether a value is one of some literals. */
export function isOneOf(x: string, literals: readonly string[]): string {
  return literals.length === 1 ? `${x} = ${literals[0]}` : `${x} IN (${literals.join(', ')})`
}

/** One branch per slot, in the order in which slots come first. */
function grouped(x: string, entries: readonly { literal: string; slot: number | null }[]): Branch[] {
  const bySlot = new Map<number | null, string[]>()
  for (const { literal, slot } of entries) {
    const group = bySlot.get(slot)
    if (group === undefined) bySlot.set(slot, [literal])
    else group.push(literal)
  }
  return [...bySlot].map(([slot, literals]) => ({ when: isOneOf(x, literals), slot }))
}

/** How numbers or dates are compared with cuts and codes in a dialect. */
export interface ValueWriter {
  readonly operand: (name: string) => string
  /** what values are compared with to be below a cut */
  readonly limit: (cut: number, column: Pick<NumberColumn, 'closed'>) => string
  /** of a code or an infinity; null when no stored value can be equal */
  readonly equal: (code: number) => string | null
}

function numberWriter(dialect: Dialect): ValueWriter {
  // A number too small for the database is told apart from 0 by no value it can hold.
  const writable = (value: number): boolean => value === 0 || Math.abs(value) >= (dialect.smallest ?? 0)
  return {
    operand: (name) => name,
    limit: (cut, { closed }) => {
      if (writable(cut)) return dialect.double(cut === 0 ? 0 : cut)
      const smallest = dialect.smallest ?? 0
      return dialect.double(closed === 'left' ? (cut > 0 ? smallest : 0) : cut > 0 ? 0 : -smallest)
    },
    equal: (code) => {
      if (!Number.isFinite(code)) return dialect.nonFinite?.infinity(code > 0 ? '' : '-') ?? null
      return writable(code) ? dialect.double(code === 0 ? 0 : code) : null
    },
  }
}

function timeWriter(dialect: Dialect): ValueWriter {
  const { perMilli, literal, operand, infinity } = dialect.time
  const write = (moment: Moment): string => literal(momentText(moment, perMilli === 1 ? 3 : undefined))
  return {
    operand: operand ?? ((name) => name),
    limit: (cut, { closed }) => write(momentAt(cut, closed === 'left', perMilli)),
    equal: (code) => {
      if (!Number.isFinite(code)) return infinity?.(code > 0 ? '' : '-') ?? null
      const moment = momentOf(code, perMilli)
      return moment === null ? null : write(moment)
    },
  }
}

/** The name of a table in quotes; a dot parts schema and name. */
function tableName(table: string, dialect: Dialect): string {
  const parts = table.split('.')
  if (parts.includes('')) throw new DataError(`export: ${JSON.stringify(table)} is not the name of a table`)
  return parts.map((part) => named(dialect, part)).join('.')
}

/** A text that SQL can write. */
export function sayable(text: string, what: string): string {
  if (text.includes('\0')) throw new DataError(`export: a ${what} holds a NUL character, which SQL cannot write`)
  return text
}
