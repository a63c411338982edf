import { VERSION } from '../../binning/binning.ts'
import type { Tree, TreeColumn } from '../../trees/tree.ts'
import { isNumbers } from '../../trees/tree-columns.ts'
import { type Dialect, findDialect } from '../sql-dialects.ts'
import { inCalendar, momentText } from '../date-moments.ts'
import { ASSERT, numeral as jsNumeral } from '../javascript-export.ts'
import { numeral as pyNumeral } from '../python-export.ts'
import { headerLines, literalAnswer, named, sayable } from '../sql-export.ts'
import { freePrefix, inQueries, numberLiteral, selectRows, testScript } from '../sql-tests.ts'
import { type CaseValue, treeCases } from './tree-cases.ts'
import { planTree, type TreeExportOptions, type TreePlan } from './tree-plan.ts'
import { treeExpression } from './tree-sql.ts'
import { calledAs } from '../../util/called-as.ts'

type TestOptions = TreeExportOptions & { readonly module: string }

/**
 * The boundary test of a tree in JavaScript, for `node`: throws when a row is predicted otherwise than by the library.
 *
 *     // Save it beside the export and run it with node: it throws when something does not agree.
 *     const test = treeToJavaScriptTest(tree, { module: './tree.js' })
 *     console.log(test.split('\n')[2]) // → import { predict, predictAll } from "./tree.js"
 */
export function treeToJavaScriptTest(tree: Tree, options: TestOptions): string {
  const plan = calledAs('treeToJavaScriptTest', () => planTree(tree, options))
  const { columns, rows, answers } = treeCases(tree, plan)
  const text = (value: CaseValue): string => (typeof value === 'number' ? jsNumeral(value) : JSON.stringify(value))
  return `// Made by kerf ${VERSION}: the boundary test of ${JSON.stringify(options.module)}. Run it with node.
import assert from '${ASSERT}'
import { predict, predictAll } from ${JSON.stringify(options.module)}

const NAMES = ${JSON.stringify(columns.map(({ name }) => name))}

// values in the order of the names, and the class predicted for them
const CASES = [
${rows.map((row, i) => `  [[${row.map(text).join(', ')}], ${JSON.stringify(plan.answers[answers[i]])}],`).join('\n')}
]

const rows = CASES.map(([values]) => Object.fromEntries(NAMES.map((name, i) => [name, values[i]])))
CASES.forEach(([values, expected], i) => assert.equal(predict(rows[i]), expected, JSON.stringify(values)))
assert.deepEqual(predictAll(rows), CASES.map(([, expected]) => expected))
console.log(\`\${CASES.length} rows agree\`)
`
}

/**
 * The boundary test of a tree in Python; `module` is the file, next to the test.
 *
 *     // Save it beside tree.py and run it with python3: it tries every cut and the doubles beside it.
 *     const test = treeToPythonTest(tree, { module: 'tree.py' })
 *     console.log(test.match(/\(\[30\.5\],.*\)/)?.[0]) // → ([30.5], "yes")
 */
export function treeToPythonTest(tree: Tree, options: TestOptions): string {
  const plan = calledAs('treeToPythonTest', () => planTree(tree, options))
  const { columns, rows, answers } = treeCases(tree, plan)
  const text = (value: CaseValue): string =>
    value === null ? 'None' : typeof value === 'number' ? pyNumeral(value) : JSON.stringify(value)
  return `"""Made by kerf ${VERSION}: the boundary test of an export to Python. Run it with python3."""
import os
import runpy

made = runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), ${JSON.stringify(options.module)}))

NAMES = [${columns.map(({ name }) => JSON.stringify(name)).join(', ')}]

# values in the order of the names, and the class predicted for them
CASES = [
${rows.map((row, i) => `    ([${row.map(text).join(', ')}], ${JSON.stringify(plan.answers[answers[i]])}),`).join('\n')}
]

rows = [dict(zip(NAMES, values)) for values, _ in CASES]
for row, (values, expected) in zip(rows, CASES):
    got = made["predict"](row)
    assert got == expected, (values, expected, got)
assert made["predict_all"](rows) == [expected for _, expected in CASES]
print(f"{len(CASES)} rows agree")
`
}

/**
 * The boundary test of a tree in SQL as a script of queries, each of which returns no row when all agrees.
 *
 *     // One script for the shell of your database; no row comes back when all agrees.
 *     const script = treeToSqlTest(tree, { dialect: 'sqlite' })
 *     console.log(script.split('\n')[1])
 *     // → -- Boundary test: every query returns the rows predicted otherwise than by kerf. None should.
 */
export function treeToSqlTest(tree: Tree, options: TreeExportOptions = {}): string {
  return calledAs('treeToSqlTest', () => {
    const queries = treeSqlTestQueries(tree, options)
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const about = 'every query returns the rows predicted otherwise than by kerf'
    return testScript(headerLines([], dialect), about, queries)
  })
}

/** Rows of all queries. */
const MOST_CASES = 300

/**
 * The queries of the boundary test, one by one.
 *
 *     // Run these in your database: each returns no row when it predicts as the library does.
 *     for (const query of treeSqlTestQueries(tree, { dialect: 'postgres' })) console.log(query.split('\n')[0])
 *     // → SELECT kerf_row, kerf_expected, kerf_got
 */
export function treeSqlTestQueries(tree: Tree, options: TreeExportOptions = {}): string[] {
  return calledAs('treeSqlTestQueries', () => {
    const plan = planTree(tree, options)
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const { columns, rows, answers } = treeCases(tree, plan, MOST_CASES)
    const writable = rows.flatMap((row, i) => {
      const literals = row.map((value, c) => literalOf(columns[c], value, dialect))
      return literals.every((literal) => literal !== null) ? [{ literals, answer: answers[i], row: i }] : []
    })
    return inQueries(writable).map((part) => queryOf(tree, plan, { columns, rows: part }, dialect))
  })
}

/** Rows of one query, with their values as the database writes them. */
interface QueryRows {
  readonly columns: readonly TreeColumn[]
  readonly rows: readonly { readonly row: number; readonly literals: readonly string[]; readonly answer: number }[]
}

function queryOf(tree: Tree, plan: TreePlan, { columns, rows }: QueryRows, dialect: Dialect): string {
  const prefix = freePrefix(columns)
  const [row, expected, got] = ['row', 'expected', 'got'].map((name) => `${prefix}_${name}`)
  const texts = typeof plan.answers[0] === 'string'
  const names = [row, expected, ...columns.map(({ name }) => named(dialect, name))]
  const cases = rows.map(({ row: number, literals, answer }) => {
    return [String(number), literalAnswer(plan.answers[answer], 'class', dialect), ...literals]
  })
  // Only what compares texts exactly sees that a is not A.
  const [left, right] = texts ? [dialect.levelOf(expected), dialect.levelOf(got)] : [expected, got]
  return [
    `SELECT ${row}, ${expected}, ${got}`,
    'FROM (',
    `  SELECT ${row}, ${expected}, ${treeExpression(tree, plan, dialect, '  ')} AS ${got}`,
    // DISTINCT changes nothing, but keeps databases from writing the expression into every SELECT.
    '  FROM (SELECT DISTINCT * FROM (',
    `    ${selectRows(names, cases)}`,
    `  ) AS ${prefix}_given) AS ${prefix}_cases`,
    `) AS ${prefix}_answers`,
    `WHERE CASE WHEN ${left} = ${right} THEN 0 ELSE 1 END = 1`,
  ].join('\n')
}

/** A value as the database writes it; null where it cannot hold it. */
function literalOf(column: TreeColumn, value: CaseValue, dialect: Dialect): string | null {
  const { types, time } = dialect
  if (!isNumbers(column)) return value === null ? `CAST(NULL AS ${types.text})` : dialect.text(sayable(String(value), 'level')) // prettier-ignore
  if (value === null) return `CAST(NULL AS ${column.kind === 'date' ? time.type : types.double})`
  const x = value as number
  if (column.kind === 'date') {
    const moment = { milliseconds: x, micros: 0 }
    return inCalendar(moment) ? time.literal(momentText(moment, time.perMilli === 1 ? 3 : undefined)) : null
  }
  return numberLiteral(x, dialect)
}
