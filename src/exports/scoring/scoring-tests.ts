import { VERSION } from '../../binning/binning.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import type { Scorecard } from '../../scorecards/scorecard.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'
import { inCalendar, type Moment, momentOf, momentText } from '../date-moments.ts'
import { type CardExportOptions, planCard } from '../card-plan.ts'
import type { SqlOptions } from '../export-plan.ts'
import { ASSERT, list, numeral as jsNumeral } from '../javascript-export.ts'
import { numeral as pyNumeral, text } from '../python-export.ts'
import { type ModelExportOptions, planModel } from '../score-options.ts'
import { type Dialect, findDialect } from '../sql-dialects.ts'
import { headerLines, named, sayable, type SqlField } from '../sql-export.ts'
import { freePrefix, inQueries, numberLiteral, selectRows, testScript } from '../sql-tests.ts'
import { type Trial, trialOf } from './trial-rows.ts'
import type { StandardOptions } from '../standard-options.ts'
import { cardFields } from './card-code.ts'
import { ENCODER_OPTIONS, encoderFields, modelField } from './scoring-sql.ts'

/** What turns rows into numbers or predicts from them. */
export type Scoring = Encoder | LogisticModel | Scorecard

type AnyOptions = SqlOptions & StandardOptions
type TestOptions = AnyOptions & { readonly module: string }

type Value = number | string | null

/** Rows as lists of values, with the outputs of each. */
function rowsOf({ columns, outputs }: Trial): { readonly row: Value[]; readonly answers: (number | string)[] }[] {
  return (columns[0]?.values ?? []).map((_, i) => ({
    row: columns.map(({ values }) => values[i]),
    answers: outputs.map(({ values }) => values[i]),
  }))
}

/**
 * The boundary test of an encoder or model in JavaScript, for `node`: throws when something does not agree.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const test = scoringToJavaScriptTest(encoder, { module: './encoder.js' })
 *     console.log(test.split('\n')[2]) // → import * as made from "./encoder.js"
 */
export function scoringToJavaScriptTest(thing: Scoring, { module, ...options }: TestOptions): string {
  return calledAs('scoringToJavaScriptTest', () => {
    const trial = trialOf(thing, options)
    const value = (one: Value): string => (typeof one === 'number' ? jsNumeral(one) : JSON.stringify(one))
    const cases = rowsOf(trial).map(({ row, answers }) => `  [${list(row.map(value))}, ${list(answers.map(value))}],`)
    return `// Made by kerf ${VERSION}: the boundary test of ${JSON.stringify(module)}. Run it with node.
import assert from '${ASSERT}'
import * as made from ${JSON.stringify(module)}

const NAMES = ${JSON.stringify(trial.columns.map(({ name }) => name))}
const TOLERANCE = ${jsNumeral(trial.tolerance)}

// values in the order of the names, and what kerf answers for them
const CASES = [
${cases.join('\n')}
]

for (const [values, expected] of CASES) {
  const row = Object.fromEntries(NAMES.map((name, i) => [name, values[i]]))
  const got = Array.from(${jsCall(thing, options)})
  assert.equal(got.length, expected.length)
  got.forEach((one, i) => {
    const same = one === expected[i] || Math.abs(one - expected[i]) <= TOLERANCE
    assert.ok(same, \`\${JSON.stringify(row)}: expected \${expected[i]}, got \${one}\`)
  })
}
console.log(\`\${CASES.length} rows agree\`)
`
  })
}

/**
 * The boundary test of an encoder or model in Python; `module` is the file, next to the test.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const test = scoringToPythonTest(encoder, { module: 'encoder.py' })
 *     console.log(test.includes('CASES = [')) // → true
 */
export function scoringToPythonTest(thing: Scoring, { module, ...options }: TestOptions): string {
  return calledAs('scoringToPythonTest', () => {
    const trial = trialOf(thing, options)
    const value = (one: Value): string => (one === null ? 'None' : typeof one === 'number' ? pyNumeral(one) : text(one))
    const cases = rowsOf(trial).map(({ row, answers }) => `    (${list(row.map(value))}, ${list(answers.map(value))}),`)
    return `"""Made by kerf ${VERSION}: the boundary test of an export to Python. Run it with python3."""
import os
import runpy

made = runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), ${text(module)}))

NAMES = ${list(trial.columns.map(({ name }) => text(name)))}
TOLERANCE = ${pyNumeral(trial.tolerance)}

# values in the order of the names, and what kerf answers for them
CASES = [
${cases.join('\n')}
]

for values, expected in CASES:
    row = dict(zip(NAMES, values))
    got = ${pythonCall(thing, options)}
    assert len(got) == len(expected)
    for one, other in zip(got, expected):
        same = one == other or (not isinstance(other, str) and abs(one - other) <= TOLERANCE)
        assert same, (row, other, one)
print(f"{len(CASES)} rows agree")
`
  })
}

/**
 * The queries of the boundary test of an encoder or model, one by one. Each returns no row when all agrees.
 *
 *     const encoder = makeEncoder(binning, { encoding: ordinal })
 *     for (const query of scoringSqlTestQueries(encoder)) console.log(query.split('\n')[0])
 *     // → SELECT kerf_row, kerf_expected, kerf_got
 */
export function scoringSqlTestQueries(thing: Scoring, options: AnyOptions = {}): string[] {
  return calledAs('scoringSqlTestQueries', () => {
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const { fields, trial } = tried(thing, options, dialect)
    const rows = rowsOf(trial).flatMap(({ row, answers }, i) => {
      const literals = row.map((value, c) => literalOf(trial.columns[c].kind, value, dialect))
      return literals.every((one) => one !== null) ? [{ row: i, literals, answers }] : []
    })
    return fields.flatMap((field, j) =>
      inQueries(rows).map((part) =>
        queryOf({ field, trial, rows: part.map((one) => ({ ...one, answer: one.answers[j] })) }, dialect),
      ),
    )
  })
}

/**
 * The boundary test of an encoder or model in SQL as a script of queries, each of which returns no row when all agrees.
 *
 *     const script = scoringToSqlTest(makeEncoder(binning, { encoding: ordinal }), { dialect: 'postgres' })
 *     console.log(script.split('\n')[1])
 *     // → -- Boundary test: every query returns the rows with another answer than in kerf. None should.
 */
export function scoringToSqlTest(thing: Scoring, options: AnyOptions = {}): string {
  return calledAs('scoringToSqlTest', () => {
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const about = 'every query returns the rows with another answer than in kerf'
    return testScript(headerLines([], dialect), about, scoringSqlTestQueries(thing, options))
  })
}

function tried(thing: Scoring, options: SqlOptions, dialect: Dialect): { fields: SqlField[]; trial: Trial } {
  const { dialect: _, table: __, expressions: ___, ...asked } = options as TestOptions
  return { fields: scoringFields(thing, asked, dialect), trial: trialOf(thing, asked) }
}

/** What an encoder, model or scorecard answers, as SQL. */
export function scoringFields(thing: Scoring, options: AnyOptions, dialect: Dialect): SqlField[] {
  if (thing.format === 'kerf-encoder') {
    knownOptions('export', options, ENCODER_OPTIONS)
    return encoderFields(thing, dialect)
  }
  if (thing.format === 'kerf-scorecard') return cardFields(planCard(thing, options as CardExportOptions), dialect)
  return [modelField(thing, planModel(thing, options as ModelExportOptions), dialect)]
}

interface Queried {
  readonly field: SqlField
  readonly trial: Trial
  readonly rows: readonly {
    readonly row: number
    readonly literals: (string | null)[]
    readonly answer: number | string
  }[]
}

function queryOf({ field, trial, rows }: Queried, dialect: Dialect): string {
  const prefix = freePrefix(trial.columns)
  const [row, expected, got] = ['row', 'expected', 'got'].map((name) => `${prefix}_${name}`)
  const texts = typeof rows[0]?.answer === 'string'
  const names = [row, expected, ...trial.columns.map(({ name }) => named(dialect, name))]
  const cases = rows.map(({ row: number, literals, answer }) => {
    const literal = typeof answer === 'string' ? dialect.text(sayable(answer, 'class')) : dialect.double(answer)
    return [String(number), literal, ...literals.map(String)]
  })
  // Only what compares texts exactly sees that a is not A.
  const same = texts
    ? `${dialect.levelOf(expected)} = ${dialect.levelOf(got)}`
    : trial.tolerance === 0
      ? `${expected} = ${got}`
      : `ABS(${expected} - ${got}) <= ${dialect.double(trial.tolerance)}`
  return [
    `SELECT ${row}, ${expected}, ${got}`,
    'FROM (',
    `  SELECT ${row}, ${expected}, ${field.expression('  ')} AS ${got}`,
    // DISTINCT changes nothing, but keeps databases from writing the expression into every SELECT.
    '  FROM (SELECT DISTINCT * FROM (',
    `    ${selectRows(names, cases)}`,
    `  ) AS ${prefix}_given) AS ${prefix}_cases`,
    `) AS ${prefix}_answers`,
    `WHERE CASE WHEN ${same} THEN 0 ELSE 1 END = 1`,
  ].join('\n')
}

/** A value as the database writes it; null where it cannot hold it. */
function literalOf(kind: Trial['columns'][number]['kind'], value: Value, dialect: Dialect): string | null {
  const { types, time } = dialect
  if (kind === 'category' || kind === 'boolean') {
    return value === null ? `CAST(NULL AS ${types.text})` : dialect.text(sayable(String(value), 'level'))
  }
  if (value === null) return `CAST(NULL AS ${kind === 'date' ? time.type : types.double})`
  if (typeof value === 'string') throw new DataError(`export: ${JSON.stringify(value)} is no number`)
  return kind === 'date' ? momentLiteral(value, dialect) : numberLiteral(value, dialect)
}

function momentLiteral(value: number, { time }: Dialect): string | null {
  const moment: Moment | null = Number.isFinite(value) ? momentOf(value, time.perMilli) : null
  if (moment === null || !inCalendar(moment)) return null
  return time.literal(momentText(moment, time.perMilli === 1 ? 3 : undefined))
}

/** What gives the answers for a row, in the module that is tested. */
function jsCall({ format }: Scoring, { as }: AnyOptions): string {
  if (format === 'kerf-encoder') return 'made.encode(row)'
  if (format === 'kerf-model') return '[made.predict(row)]'
  return as === 'points' ? 'Object.values(made.points(row))' : '[made.score(row)]'
}

function pythonCall({ format }: Scoring, { as }: AnyOptions): string {
  if (format === 'kerf-encoder') return 'made["encode"](row)'
  if (format === 'kerf-model') return '[made["predict"](row)]'
  return as === 'points' ? 'list(made["points"](row).values())' : '[made["score"](row)]'
}
