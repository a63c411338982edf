import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import initSqlJs from 'sql.js'
import { afterAll, describe, expect, test } from 'vitest'
import { sqlTestQueries, toJavaScript, toJavaScriptTest, toPython, toPythonTest } from '../../src/exports/index.ts'
import { closeDuckDb, withDuckDb } from '../../src/node/duckdb/connect.ts'
import { folder } from '../cli/run.ts'
import { eachSubject } from './subjects.ts'

const each = await eachSubject()

describe('DuckDB agrees on', () => {
  afterAll(closeDuckDb)
  test.each(each)('%s', async (_, binning, as) => {
    const faults = await withDuckDb({}, async (connection) => {
      const found = []
      for (const query of sqlTestQueries(binning, { dialect: 'duckdb', as })) {
        found.push(...(await connection.runAndReadAll(query)).getRowsJson())
      }
      return found
    })
    expect(faults).toEqual([])
  })
})

describe('SQLite agrees on', async () => {
  const database = new (await initSqlJs()).Database()
  afterAll(() => database.close())
  test.each(each)('%s', (_, binning, as) => {
    const queries = sqlTestQueries(binning, { dialect: 'sqlite', as })
    expect(queries.flatMap((query) => database.exec(query)[0]?.values ?? [])).toEqual([])
  })
})

describe('node', () => {
  test('agrees on all of them', () => {
    const home = folder({ 'package.json': '{ "type": "module" }' })
    each.forEach(([, binning, as], i) => {
      writeFileSync(join(home, `made-${i}.js`), toJavaScript(binning, { as }))
      writeFileSync(join(home, `made-${i}.test.js`), toJavaScriptTest(binning, { as, module: `./made-${i}.js` }))
    })
    const all = each.map(([name], i) => `console.log(${JSON.stringify(name)})\nawait import('./made-${i}.test.js')\n`)
    writeFileSync(join(home, 'all.js'), all.join(''))
    const ran = spawnSync(process.execPath, [join(home, 'all.js')], { encoding: 'utf8' })
    expect(ran.stderr).toBe('')
    expect(
      ran.stdout
        .replaceAll(/^\d+ values/gm, 'n values')
        .split('\n')
        .slice(0, -1),
    ).toEqual(each.flatMap(([name]) => [name, 'n values agree']))
  })
})

const python = process.env['KERF_PYTHON'] ?? 'python3'
const hasPython = spawnSync(python, ['--version']).status === 0

describe.skipIf(!hasPython)(`${python}${hasPython ? '' : ', which is not installed,'}`, () => {
  test('agrees on all of them', () => {
    const home = folder()
    each.forEach(([, binning, as], i) => {
      writeFileSync(join(home, `made-${i}.py`), toPython(binning, { as }))
      writeFileSync(join(home, `made-${i}_test.py`), toPythonTest(binning, { as, module: `made-${i}.py` }))
    })
    const all = each.map(([name], i) => `print(${JSON.stringify(name)})\nrunpy.run_path(f"{home}/made-${i}_test.py")\n`)
    writeFileSync(join(home, 'all.py'), `import os, runpy\nhome = os.path.dirname(__file__)\n${all.join('')}`)
    const ran = spawnSync(python, [join(home, 'all.py')], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONUTF8: '1' },
    })
    expect(ran.stderr).toBe('')
    expect(
      ran.stdout
        .replaceAll(/^\d+ (.*) with(?:out)? numpy$/gm, 'n $1')
        .split('\n')
        .slice(0, -1),
    ).toEqual(each.flatMap(([name]) => [name, 'n values agree,']))
  })
})
