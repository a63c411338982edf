import { isNumbers } from '../../trees/tree-columns.ts'
import type { Tree, TreeColumn, TreeLevels, TreeNumbers } from '../../trees/tree.ts'
import { type Dialect, findDialect } from '../sql-dialects.ts'
import {
  headerLines,
  isOneOf,
  levelTexts,
  literalAnswer,
  missingTest,
  named,
  selectOf,
  type SqlField,
  type ValueWriter,
  valueWriter,
} from '../sql-export.ts'
import { type PlannedNode, planTree, type TreeExportOptions, type TreePlan } from './tree-plan.ts'
import { calledAs } from '../../util/called-as.ts'

/** CASE inside CASE at most so often: SQL Server allows ten, and parsers of others have stacks of their own. */
const MOST_NESTED = 8

/**
 * A tree as SQL: a SELECT of the table with one more column, the predicted class; or only the expression.
 *
 *     const query = treeToSql(tree, { table: 'visits', dialect: 'postgres' })
 *     console.log(query.trim().split('\n').slice(-2).join('\n'))
 *     // →   END AS "bought_predicted"
 *     // → FROM "visits";
 */
export function treeToSql(tree: Tree, options: TreeExportOptions = {}): string {
  return calledAs('treeToSql', () => {
    const dialect = findDialect(options.dialect ?? 'duckdb')
    const { top, name, expression } = treeField(tree, planTree(tree, options), dialect)
    const field = (margin: string): string => `${margin}${expression(margin)} AS ${named(dialect, name)}`
    return selectOf((margin) => [field(margin)], top, dialect, options)
  })
}

/** The predicted class as a field of a SELECT, and what is told on top of it. */
export function treeField(tree: Tree, plan: TreePlan, dialect: Dialect): SqlField & { readonly top: string } {
  const dates = tree.columns.some(({ kind }, i) => kind === 'date' && plan.used.has(i))
  return {
    top: headerLines([dialect.note, dates ? dialect.time.note : undefined], dialect),
    name: plan.output,
    expression: (margin) => treeExpression(tree, plan, dialect, margin),
  }
}

/**
 * The predicted class as one CASE expression. Deep trees are cut into pieces of several tests: a piece is one CASE with a
 * WHEN per way through it, and pieces stand inside each other at most eight times. O(nodes · depth / 8) at worst.
 */
export function treeExpression(tree: Tree, plan: TreePlan, dialect: Dialect, margin: string): string {
  const answers = plan.answers.map((answer) => literalAnswer(answer, 'class', dialect))
  const height = Math.max(1, Math.ceil(plan.root.depth / MOST_NESTED))
  const expression = (node: PlannedNode, before: string): string => {
    if (node.answer !== null) return answers[node.answer]
    const ways: { when: readonly Test[]; node: PlannedNode }[] = []
    const walk = (at: PlannedNode, when: readonly Test[], left: number): void => {
      if (at.answer !== null || left === 0) ways.push({ when, node: at })
      else {
        for (const { test, node: next } of branchesOf(at, tree.columns[at.column], dialect)) {
          walk(next, test === null ? when : withTest(when, test), left - 1)
        }
      }
    }
    walk(node, [], height)
    const inner = `${before}  `
    const lines = ways.map(({ when, node: to }) =>
      when.length === 0
        ? `${inner}ELSE ${expression(to, inner)}`
        : `${inner}WHEN ${joined(when, dialect)} THEN ${expression(to, inner)}`,
    )
    return `CASE\n${lines.join('\n')}\n${before}END`
  }
  return expression(plan.root, margin)
}

/** What a way through a tree asks: a text, or whether a value lies below a cut, with the missing ones or without. */
type Test = string | { readonly column: TreeNumbers; readonly cut: number; readonly missing: boolean }

/** Adds a test to others. Of two cuts of one column the lower one is enough. */
function withTest(tests: readonly Test[], test: Test): Test[] {
  const at = tests.findIndex((one) => typeof one !== 'string' && typeof test !== 'string' && one.column === test.column)
  const other = tests[at]
  if (typeof test === 'string' || other === undefined || typeof other === 'string') return [...tests, test]
  const both = { ...test, cut: Math.min(test.cut, other.cut), missing: test.missing && other.missing }
  return tests.map((one, i) => (i === at ? both : one))
}

/** Alternatives need brackets beside others. */
function joined(tests: readonly Test[], dialect: Dialect): string {
  const texts = tests.map((test) => (typeof test === 'string' ? test : cutText(test, dialect)))
  return texts.map((text) => (texts.length > 1 && text.includes(' OR ') ? `(${text})` : text)).join(' AND ')
}

function cutText({ column, cut, missing }: Exclude<Test, string>, dialect: Dialect): string {
  // A test of one cut takes all codes for missing.
  const codes = [...column.missing, ...column.special]
  return belowTest({ column, cut, codes, missing: missing ? 'with' : 'without' }, dialect)
}

/**
 * A branch with the condition of its rows, given that they are in none of the branches before it. The last one takes all
 * that is left, and has none. So a way through a tree need not say where it did not turn off.
 */
interface TestedBranch {
  readonly test: Test | null
  readonly node: PlannedNode
}

function branchesOf(node: PlannedNode, column: TreeColumn, dialect: Dialect): TestedBranch[] {
  if (!isNumbers(column)) return levelBranches(node, column, dialect)
  return node.cut === null ? binBranches(node, column, dialect) : cutBranches(node, column, node.cut)
}

function cutBranches({ branches, heaviest }: PlannedNode, column: TreeNumbers, cut: number): TestedBranch[] {
  return [
    { test: { column, cut, missing: heaviest === 0 }, node: branches[0] },
    { test: null, node: branches[1] },
  ]
}

/** Values below a cut. `missing` says what happens to the missing ones, `codes` among them; `gone`: none can be left. */
interface Below {
  readonly column: TreeNumbers
  readonly cut: number
  readonly codes: readonly number[]
  readonly missing: 'with' | 'without' | 'gone'
}

function belowTest({ column, cut, codes, missing }: Below, dialect: Dialect): string {
  const values = valueWriter(column.kind, dialect)
  const x = values.operand(named(dialect, column.name))
  const below = `${x} ${column.closed === 'left' ? '<' : '<='} ${values.limit(cut, column)}`
  const isBelow = (code: number): boolean => (column.closed === 'left' ? code < cut : code <= cut)
  if (missing === 'gone') return below
  if (missing === 'without') return [below, ...codeTests(x, '<>', codes.filter(isBelow), values)].join(' AND ')
  const above = codes.filter((code) => !isBelow(code))
  return [below, missingTest(column.kind, x, dialect), ...codeTests(x, '=', above, values)].join(' OR ')
}

/** Tests for codes. ClickHouse looks lists up by their bits, and so takes −0 for another number than 0: no lists. */
function codeTests(x: string, sign: '=' | '<>', codes: readonly number[], { equal }: ValueWriter): string[] {
  return codes.map(equal).flatMap((literal) => (literal === null ? [] : [`${x} ${sign} ${literal}`]))
}

function binBranches(node: PlannedNode, column: TreeNumbers, dialect: Dialect): TestedBranch[] {
  const { branches, heaviest } = node
  const bins = column.cuts.length + 1
  const values = valueWriter(column.kind, dialect)
  const x = values.operand(named(dialect, column.name))
  const isMissing = [missingTest(column.kind, x, dialect), ...codeTests(x, '=', column.missing, values)].join(' OR ')
  const codes = column.special.flatMap((code, j): TestedBranch[] => {
    const own = codeTests(x, '=', [code], values)
    const tests = heaviest === bins + j ? [...own, isMissing] : own
    return tests.length === 0 ? [] : [{ test: tests.join(' OR '), node: branches[bins + j] }]
  })
  // Neighbours that are leaves of one class are one range.
  const ranges: { last: number; heaviest: boolean }[] = []
  for (let bin = 0; bin < bins; bin++) {
    const [open, answer] = [ranges.at(-1), branches[bin].answer]
    const joins = open !== undefined && answer !== null && branches[open.last].answer === answer
    const next = { last: bin, heaviest: bin === heaviest || (joins && open.heaviest) }
    if (joins) ranges[ranges.length - 1] = next
    else ranges.push(next)
  }
  const taken = heaviest >= bins ? -1 : ranges.findIndex((range) => range.heaviest)
  return [
    ...codes,
    ...ranges.map(({ last }, i): TestedBranch => {
      if (i === ranges.length - 1) return { test: null, node: branches[last] }
      const missing = i < taken ? 'without' : i === taken ? 'with' : 'gone'
      const below: Below = { column, cut: column.cuts[last], codes: column.missing, missing }
      return { test: belowTest(below, dialect), node: branches[last] }
    }),
  ]
}

function levelBranches(node: PlannedNode, column: TreeLevels, dialect: Dialect): TestedBranch[] {
  const x = dialect.levelOf(named(dialect, column.name))
  const known = new Set(column.groups.flat())
  const { branches, heaviest } = node
  const rest = branches[heaviest]
  const groups = new Map<PlannedNode | number, { node: PlannedNode; literals: string[] }>()
  for (const [g, group] of column.groups.entries()) {
    const to = branches[g]
    // Unseen levels, the empty text and NULL go with the heaviest branch, which takes what is left.
    if (g === heaviest || (to.answer !== null && to.answer === rest.answer)) continue
    const key = to.answer ?? to
    const entry = groups.get(key) ?? { node: to, literals: [] }
    const texts = group.filter((level) => level !== '')
    for (const level of texts)
      for (const literal of levelTexts(level, column.kind, known, dialect)) entry.literals.push(literal)
    groups.set(key, entry)
  }
  const asked = [...groups.values()]
    .filter(({ literals }) => literals.length > 0)
    .map(({ node: to, literals }): TestedBranch => ({ test: isOneOf(x, literals), node: to }))
  return [...asked, { test: null, node: rest }]
}
