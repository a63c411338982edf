import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIALECTS, toSql } from '../../src/exports/index.ts'
import { subjects } from './subjects.ts'

const page = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8')

test('the SQL of the page is real', async () => {
  const { iris } = await subjects()
  const [, sql] = /^```sql\n([^]*?)^```$/m.exec(page)!
  expect(sql).toBe(toSql(iris, { columns: ['petal length'], table: 'iris' }))
})

test('the page lists every dialect with its literal', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| `([^`]*)`/gm)].map((match) => `${match[1]} ${match[2]}`)
  expect(rows.toSorted()).toEqual(DIALECTS.map(({ name, double }) => `${name} ${double(2.45)}`).toSorted())
})
