import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import initSqlJs from 'sql.js'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DIALECTS, type Dialect } from '../../../src/exports/sql-dialects.ts'
import { momentOf, momentText } from '../../../src/exports/date-moments.ts'
import { exportTree } from '../../../src/exports/tree/tree-export.ts'
import { numberNodes, planTree } from '../../../src/exports/tree/tree-plan.ts'
import { treeExpression } from '../../../src/exports/tree/tree-sql.ts'
import { treeSqlTestQueries, treeToJavaScriptTest, treeToPythonTest } from '../../../src/exports/tree/tree-tests.ts'
import { closeDuckDb, withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { predictTree } from '../../../src/trees/predict-tree.ts'
import type { Tree, TreeColumn, TreeNode } from '../../../src/trees/tree.ts'
import { folder } from '../../cli/run.ts'
import { COLUMNS, leaf, node, plainPredict, randomRows, randomTree, type Row, treeOf } from '../../trees/random-tree.ts'

const NUMBER: readonly TreeColumn[] = [COLUMNS[0]]

/** Every test turns off a little: as deep as there are steps. */
function chain(steps: number): Tree {
  let at: TreeNode = leaf([1, 0])
  const cuts = Array.from({ length: steps }, (_, i) => i)
  for (const cut of cuts) {
    // Missing values go on below, but for one test near the bottom.
    const rows = cut === 150 ? 1000 : 1
    at = node({ column: 0, cut }, [at, leaf(cut % 2 === 0 ? [0, rows] : [rows, 0])])
  }
  const labels = [...cuts, ''].map(String)
  return treeOf(at, [{ ...COLUMNS[0], name: 'x', cuts, labels, closed: 'left' } as TreeColumn], ['a', 'b'])
}

const deepRows: Row[] = Array.from({ length: 98 }, (_, i) => ({ x: 3.5 * i - 5.5 + (i % 2) / 2 }))

const SUBJECTS: readonly [string, Tree, Row[]][] = [
  ...[1, 2, 3, 4].map((seed): [string, Tree, Row[]] => [
    `random ${seed}`,
    randomTree(seed, 3 + (seed % 3)),
    randomRows(seed, 200),
  ]),
  ['20 deep', randomTree(11, 20, NUMBER, 0.12), randomRows(7, 99, NUMBER)],
  ['a chain of 300 tests', chain(300), [...deepRows, { x: null }]],
  ['one leaf', treeOf(leaf([1, 2, 0]), COLUMNS, ['a', 'b', 'c']), randomRows(8, 5)],
]

const expected = (tree: Tree, rows: readonly Row[]): string[] =>
  rows.map((row) => tree.target.classes[plainPredict(tree, row)])

/** A table of rows, and the query that answers the class of each. Inside of a query, rows would be computed one by one. */
function queriesOf(tree: Tree, rows: readonly Row[], dialect: Dialect): [string, string] {
  const cast = { double: dialect.types.double, text: dialect.types.text, date: dialect.time.type, truth: 'BOOLEAN' }
  const typeOf = ({ kind }: TreeColumn): string =>
    cast[kind === 'date' ? 'date' : kind === 'number' ? 'double' : kind === 'boolean' ? 'truth' : 'text']
  const literal = (column: TreeColumn, value: Row[string]): string => {
    if (value === null || (Number.isNaN(value) && dialect.nonFinite?.nan === null)) return 'NULL'
    if (typeof value === 'string') return dialect.text(value)
    if (typeof value === 'boolean') return dialect.truthAsNumber ? String(Number(value)) : String(value)
    if (column.kind === 'date') {
      const { perMilli } = dialect.time
      return dialect.time.literal(momentText(momentOf(value, perMilli)!, perMilli === 1 ? 3 : undefined))
    }
    if (Number.isNaN(value)) return dialect.nonFinite!.nan!
    return Number.isFinite(value) ? dialect.double(value) : dialect.nonFinite!.infinity(value > 0 ? '' : '-')
  }
  const names = tree.columns.map(({ name }) => dialect.identifier(name))
  const select = (row: Row, i: number): string =>
    `SELECT ${i} AS id, ${tree.columns.map((column, c) => `CAST(${literal(column, row[column.name])} AS ${typeOf(column)}) AS ${names[c]}`).join(', ')}`
  const made = treeExpression(tree, planTree(tree, {}), dialect, '')
  return [
    `DROP TABLE IF EXISTS given; CREATE TABLE given AS ${rows.map(select).join('\nUNION ALL ')}`,
    `SELECT id, ${made} AS got FROM given ORDER BY id`,
  ]
}

/** Databases limit how much one UNION may join. */
function parts(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / 100) }, (_, i) => rows.slice(i * 100, i * 100 + 100))
}

const dialectNamed = (name: string): Dialect => DIALECTS.find((dialect) => dialect.name === name)!

test('what is expected is what the library predicts', () => {
  for (const [, tree, rows] of SUBJECTS) {
    const table = Object.fromEntries(tree.columns.map(({ name }) => [name, rows.map((row) => row[name])]))
    const codes = Array.from(predictTree(tree, table as never).codes)
    expect(codes).toEqual(rows.map((row) => plainPredict(tree, row)))
  }
})

/** A tree that differs in one cut, which its own tests must notice. */
function moved(tree: Tree): Tree {
  const { test: asked, ...rest } = tree.root
  const cuts = (tree.columns[asked!.column] as { cuts?: readonly number[] }).cuts!
  return { ...tree, root: { ...rest, test: { ...asked!, cut: cuts[cuts.indexOf(asked!.cut!) - 1] } } }
}

describe('DuckDB predicts as the library', () => {
  afterAll(closeDuckDb)
  test.each(SUBJECTS)('%s', async (_, tree, rows) => {
    const got = await withDuckDb({}, async (connection) => {
      const found: unknown[] = []
      for (const part of parts(rows)) {
        const [create, query] = queriesOf(tree, part, dialectNamed('duckdb'))
        await connection.run(create)
        const reader = await connection.runAndReadAll(query)
        found.push(...reader.getRows().map(([, answer]) => answer))
      }
      return found
    })
    expect(got).toEqual(expected(tree, rows))
  })

  test.each(SUBJECTS)('and the boundary test of %s returns no row', async (_, tree) => {
    const queries = treeSqlTestQueries(tree)
    expect(await withDuckDb({}, async (connection) => (await connection.runAndReadAll(queries[0])).getRows())).toEqual(
      [],
    )
  })
})

describe('SQLite predicts as the library', async () => {
  const database = new (await initSqlJs()).Database()
  afterAll(() => database.close())
  // SQLite keeps times to the millisecond.
  test.each(SUBJECTS)('%s', (_, tree, rows) => {
    const whole = rows.map((row) => ({
      ...row,
      ...(typeof row.day === 'number' ? { day: Math.round(row.day) } : {}),
    }))
    const got = parts(whole).flatMap((part) => {
      const [create, query] = queriesOf(tree, part, dialectNamed('sqlite'))
      database.exec(create)
      return database.exec(query)[0].values.map(([, answer]) => answer)
    })
    expect(got).toEqual(expected(tree, whole))
  })

  test.each(SUBJECTS)('and the boundary test of %s returns no row', (_, tree) => {
    const queries = treeSqlTestQueries(tree, { dialect: 'sqlite', as: 'index' })
    expect(queries.flatMap((query) => database.exec(query)[0]?.values ?? [])).toEqual([])
  })

  test('and the boundary test of another tree returns rows', () => {
    const [, tree] = SUBJECTS[5]
    const [query] = treeSqlTestQueries(tree, { dialect: 'sqlite', as: 'index' })
    const { root } = planTree(tree, { as: 'index' })
    const own = treeExpression(tree, planTree(tree, { as: 'index' }), dialectNamed('sqlite'), '  ')
    const other = moved(tree)
    const wrong = treeExpression(other, planTree(other, { as: 'index' }), dialectNamed('sqlite'), '  ')
    expect(root.depth).toBe(300)
    expect(query).toContain(own)
    expect(database.exec(query.replace(own, wrong))[0].values.length).toBeGreaterThan(0)
  })
})

describe('JavaScript predicts as the library', () => {
  const home = folder()
  test.each(SUBJECTS)('%s', async (name, tree, rows) => {
    for (const as of ['label', 'index'] as const) {
      const path = join(home, `${name.replaceAll(' ', '-')}-${as}.mjs`)
      writeFileSync(path, exportTree(tree, 'js', { as }))
      const made = (await import(path)) as { predictAll: (rows: readonly Row[]) => unknown[] }
      const wanted = rows.map((row) => plainPredict(tree, row))
      expect(made.predictAll(rows)).toEqual(as === 'index' ? wanted : wanted.map((c) => tree.target.classes[c]))
    }
  })

  test('and their boundary tests pass; those of another tree fail', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    for (const [i, [, tree]] of SUBJECTS.entries()) {
      writeFileSync(join(home, `made-${i}.mjs`), exportTree(tree, 'js'))
      writeFileSync(join(home, `made-${i}.test.mjs`), treeToJavaScriptTest(tree, { module: `./made-${i}.mjs` }))
      await import(join(home, `made-${i}.test.mjs`))
    }
    expect(log.mock.calls.flat().filter((line) => /^\d+ rows agree$/.test(String(line)))).toHaveLength(SUBJECTS.length)
    log.mockRestore()
    const tree = SUBJECTS[5][1]
    writeFileSync(join(home, 'moved.test.mjs'), treeToJavaScriptTest(moved(tree), { module: './made-5.mjs' }))
    await expect(import(join(home, 'moved.test.mjs'))).rejects.toThrow('[')
  })

  test('dates may be Date, a missing field is missing, and texts for numbers are refused', async () => {
    const tree = treeOf(node({ column: 2, cut: Date.UTC(2015, 1, 4) }, [leaf([1, 0]), leaf([0, 3])]), COLUMNS, [
      'a',
      'b',
    ])
    const path = join(home, 'dates.mjs')
    writeFileSync(path, exportTree(tree, 'js'))
    const { predict } = (await import(path)) as { predict: (row: object) => string }
    expect([
      predict({ day: new Date(Date.UTC(2015, 1, 3)) }),
      predict({ day: new Date(Date.UTC(2015, 1, 4)) }),
    ]).toEqual(['a', 'b'])
    expect(predict({})).toBe('b')
    expect(() => predict({ day: '2015' })).toThrow(new TypeError('predict: day takes numbers, got string'))
  })
})

const python = process.env['KERF_PYTHON'] ?? 'python3'
const hasPython = spawnSync(python, ['--version']).status === 0

describe.skipIf(!hasPython)(`${python}${hasPython ? '' : ', which is not installed,'}`, () => {
  test('predicts as the library', () => {
    const home = folder()
    const value = (one: Row[string]): string =>
      one === null
        ? 'None'
        : typeof one === 'boolean'
          ? one
            ? 'True'
            : 'False'
          : typeof one === 'string'
            ? JSON.stringify(one)
            : Number.isFinite(one)
              ? `float("${Object.is(one, -0) ? '-0.0' : one}")`
              : `float("${one}")`
    const script = SUBJECTS.map(([, tree, rows], i) => {
      writeFileSync(join(home, `made_${i}.py`), exportTree(tree, 'python', { as: 'index' }))
      const given = rows.map((row) => `{${Object.entries(row).map(([key, one]) => `${JSON.stringify(key)}: ${value(one)}`).join(', ')}}`) // prettier-ignore
      writeFileSync(join(home, `made_${i}_test.py`), treeToPythonTest(tree, { as: 'index', module: `made_${i}.py` }))
      return `print(runpy.run_path(os.path.join(home, "made_${i}.py"))["predict_all"]([${given.join(',\n')}]))
runpy.run_path(os.path.join(home, "made_${i}_test.py"))\n`
    })
    writeFileSync(join(home, 'all.py'), `import os, runpy\nhome = os.path.dirname(__file__)\n${script.join('')}`)
    const ran = spawnSync(python, [join(home, 'all.py')], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONUTF8: '1' },
      maxBuffer: 1e8,
    })
    expect(ran.stderr).toBe('')
    const lines = ran.stdout.trim().split('\n')
    expect(lines.filter((line) => /^\d+ rows agree$/.test(line))).toHaveLength(SUBJECTS.length)
    const got = lines.filter((line) => line.startsWith('[')).map((line) => JSON.parse(line) as number[])
    expect(got).toEqual(SUBJECTS.map(([, tree, rows]) => rows.map((row) => plainPredict(tree, row))))
  })
})

describe('SQL of trees', () => {
  const iris = treeOf(
    node({ column: 0, cut: 2.45 }, [leaf([50, 0, 0]), node({ column: 3, cut: null }, [leaf([0, 49, 5]), leaf([0, 1, 45]), leaf([0, 0, 0], 1)])]),
    COLUMNS,
    ['setosa', 'versicolor', 'virginica'],
  ) // prettier-ignore

  test('reads well', () => {
    expect(exportTree(iris, 'sql', { dialect: 'postgres', table: 'a.flowers' }))
      .toBe(`-- Made by kerf 0.1.0 for PostgreSQL.
SELECT
  *,
  CASE
    WHEN "petal length" < '2.45'::float8 THEN 'setosa'
    ELSE CASE
      WHEN CAST("town" AS text) IN ('South', 'a ') THEN 'virginica'
      ELSE 'versicolor'
    END
  END AS "kind_predicted"
FROM "a"."flowers";
`)
    expect(exportTree(iris, 'sql', { expressions: true, as: 'index', suffix: '!' })).toMatch(
      /^CASE\n[^]*THEN 2[^]* AS "kind!"\n$/,
    )
  })

  test.each(DIALECTS.map(({ name }) => name))('nests CASE at most eight deep in %s', (name) => {
    for (const [what, tree] of SUBJECTS.slice(4, 6)) {
      const sql = exportTree(tree, 'sql', { dialect: name, as: 'index' })
      let [depth, most] = [0, 0]
      for (const [word] of sql.matchAll(/\bCASE$|^ *END\b/gm)) {
        depth += word === 'CASE' ? 1 : -1
        most = Math.max(most, depth)
      }
      expect([what, depth]).toEqual([what, 0])
      expect(most).toBeGreaterThan(2)
      expect(most).toBeLessThanOrEqual(8)
    }
  })

  test('refuses a name that is a column already, and texts SQL cannot write', () => {
    const named = { ...iris, columns: [{ ...COLUMNS[0], name: 'kind_predicted' }, ...COLUMNS.slice(1)] as TreeColumn[] }
    expect(() => exportTree(named, 'sql')).toThrow('"kind_predicted" is a column already; choose another suffix')
    const target = { ...iris.target, classes: ['a\0', 'b', 'c'] }
    expect(() => exportTree({ ...iris, target }, 'sql')).toThrow('a class holds a NUL character')
    expect(() => exportTree(iris, 'pmml')).toThrow(
      'exportTree: unknown target of a tree "pmml", expected one of sql, js',
    )
  })
})

describe('for people', () => {
  const tree = treeOf(
    node({ column: 0, cut: 2.45 }, [
      leaf([50, 0, 0]),
      node({ column: 0, cut: 1e300 }, [
        node({ column: 3, cut: null }, [leaf([0, 49, 5]), leaf([0, 0, 45]), leaf([0, 0, 0], 1)]),
        leaf([0, 1, 0]),
      ]),
    ]),
    [
      { ...COLUMNS[0], labels: ['< -2.5', '[-2.5, 0)', '[0, 0.3)', '[0.3, 2.45)', '[2.45, 1e+300)', '≥ 1e+300'] },
      ...COLUMNS.slice(1),
    ] as TreeColumn[],
    ['setosa', 'versicolor', 'virginica'],
  )

  test('rules are one line per leaf, with one range per column', () => {
    expect(exportTree(tree, 'rules').split('\n')).toEqual([
      'if petal length < 2.45 then setosa (50 of 50 rows)',
      'if petal length in [2.45, 1e+300)* and town is n* then versicolor (49 of 54 rows)',
      'if petal length in [2.45, 1e+300)* and town is s then virginica (45 of 45 rows)',
      'if petal length ≥ 1e+300 then versicolor (1 of 1 row)',
      '',
      '* also when the value is missing or was never seen',
      '1 branch without training rows left out; each predicts kind as most rows above it have it',
      '',
    ])
    expect(exportTree(treeOf(leaf([3, 1]), [], ['a', 'b']), 'rules')).toBe('always a (3 of 4 rows)\n')
    // Missing values leave at the first test, so the heavier branch of the second does not get them.
    const inner = node({ column: 0, cut: 0 }, [leaf([1, 0]), leaf([0, 5])])
    const left = treeOf(node({ column: 0, cut: 2.45 }, [inner, leaf([50, 0])]), [COLUMNS[0]], ['a', 'b'])
    expect(exportTree(left, 'rules').split('\n').slice(0, 3)).toEqual([
      'if petal length < 0 then a (1 of 1 row)',
      'if petal length in [0, 2.45) then b (5 of 5 rows)',
      'if petal length ≥ 2.45* then a (50 of 50 rows)',
    ])
  })

  test('sums of weights are not called rows', () => {
    const weighted = (created: Partial<Tree['created']>): Tree => ({
      ...tree,
      created: { ...tree.created, ...created },
    })
    for (const one of [weighted({ weights: 'w' }), weighted({ options: { classWeights: { setosa: 5 } } })]) {
      expect(exportTree(one, 'rules')).toContain('then setosa (50 of 50 of weight)\n')
      expect(exportTree(one, 'dot')).toContain(String.raw`tooltip="versicolor: weight 49\nvirginica: weight 5"`)
    }
    expect(exportTree(tree, 'dot')).toContain(String.raw`tooltip="versicolor: 49\nvirginica: 5"`)
  })

  test('levels that look like ranges stay levels', () => {
    const levels = ['< 5', '[1, 2)', '≥ 3', 'plain']
    const column: TreeColumn = {
      name: 'town',
      kind: 'category',
      groups: levels.map((level) => [level]),
      labels: levels,
    }
    const leaves = levels.map((_, i) => leaf(i % 2 === 0 ? [2, 0] : [0, 3 - i]))
    const odd = treeOf(node({ column: 0, cut: null }, leaves), [column], ['a', 'b'])
    const said = exportTree(odd, 'rules').split('\n').map((line) => line.split(' then ')[0]) // prettier-ignore
    expect(said.slice(0, 3)).toEqual(['if town is "< 5"*', 'if town is "[1, 2)"', 'if town is "≥ 3"'])
    expect(exportTree(odd, 'dot')).toContain(String.raw`[label="\"< 5\"", penwidth=2]`)
  })

  test('a node may have more branches than a call takes arguments', () => {
    const levels = Array.from({ length: 130_000 }, (_, i) => `level ${i}`)
    const column: TreeColumn = {
      name: 'town',
      kind: 'category',
      groups: levels.map((level) => [level]),
      labels: levels,
    }
    const [even, odd] = [leaf([1, 0]), leaf([0, 1])]
    const wide = treeOf({ ...leaf([65_000, 65_000]), test: { column: 0, cut: null, gain: 1 }, branches: levels.map((_, i) => (i % 2 === 0 ? even : odd)) }, [column], ['a', 'b']) // prettier-ignore
    expect(exportTree(wide, 'rules').includes('\nif town is level 129999 then b (1 of 1 row)\n')).toBe(true)
    expect(numberNodes(planTree(wide, {}).root)[0].branches).toHaveLength(130_000)
    const grouped = treeOf(node({ column: 0, cut: null }, [even, leaf([0, 0], 1)]), [{ ...column, groups: [['a'], levels], labels: ['a', 'b'] }], ['a', 'b']) // prettier-ignore
    expect(exportTree(grouped, 'sql').includes("'level 129999'")).toBe(true)
  })

  test('a graph has every node and branch, whatever the names', () => {
    const dot = exportTree({ ...tree, columns: [{ ...tree.columns[0], name: 'a "b"\n\\c' }, ...tree.columns.slice(1)] as TreeColumn[] }, 'dot') // prettier-ignore
    expect(dot.match(/^ {2}n\d+ \[/gm)).toHaveLength(8)
    expect(dot.match(/^ {2}n\d+ -> n\d+ /gm)).toHaveLength(7)
    expect(dot).toContain(String.raw`label="a \"b\"\n\\c\n150 rows"`)
    expect(dot).toContain('n0 -> n2 [label="≥ 2.45", penwidth=2];')
  })
})
