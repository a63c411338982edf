import { PGlite } from '@electric-sql/pglite'
import { afterAll, describe, expect, test } from 'vitest'
import { type Scoring, scoringSqlTestQueries, sqlTestQueries } from '../../src/exports/index.ts'
import { treeSqlTestQueries } from '../../src/exports/tree/tree-tests.ts'
import { randomTree } from '../trees/random-tree.ts'
import { hard } from './hard-fields.ts'
import { eachSubject } from './subjects.ts'
import { encoders, models } from './things.ts'

const scoring = [...(await encoders()), ...(await models())].filter(({ between }) => between)

// A file of its own: starting PostgreSQL in WebAssembly takes longer than all the queries.
describe('PostgreSQL agrees on', async () => {
  const database = await PGlite.create()
  afterAll(async () => database.close())
  const each = await eachSubject()

  test.each(each)('%s', async (_, binning, as) => {
    const faults = []
    for (const query of sqlTestQueries(binning, { dialect: 'postgres', as })) {
      faults.push(...(await database.query(query)).rows)
    }
    expect(faults).toEqual([])
  })

  // It refuses numbers that overflow, and those that vanish.
  test.each([...hard, ...scoring.map(({ name, thing }): [string, Scoring] => [name, thing as Scoring])])(
    '%s',
    async (_, thing) => {
      const faults = []
      for (const query of scoringSqlTestQueries(thing, { dialect: 'postgres' })) {
        faults.push(...(await database.query(query)).rows)
      }
      expect(faults).toEqual([])
    },
  )

  test.each([1, 2, 3])('trees, %i', async (seed) => {
    const faults = []
    for (const query of treeSqlTestQueries(randomTree(seed, 4), { dialect: 'postgres' })) {
      faults.push(...(await database.query(query)).rows)
    }
    expect(faults).toEqual([])
  })
})
