import { describe, expect, test } from 'vitest'
import { lengths, species } from '../../scripts/docs/iris.mjs'
import { explainGroups, type ExplainGroupsOptions } from '../../src/explain/explain-groups.ts'
import type { ClassRanges } from '../../src/explain/findings.ts'
import { random } from '../../src/util/random.ts'

/** The words of a group's ranges, of the columns that are asked for. */
const told = ({ ranges }: ClassRanges, columns: readonly string[]): string[] =>
  ranges.filter(({ column }) => columns.includes(column)).map(({ column, text }) => `${column} ${text}`)

describe('groups', () => {
  const groupsOf = (options: Partial<ExplainGroupsOptions>): ReturnType<typeof explainGroups> =>
    explainGroups({ ...lengths, species }, { groups: 'species', ...options })

  test('are each told from all others', async () => {
    const { groups, columns, kind, target } = await groupsOf({})
    expect(kind).toBe('groups')
    expect(target).toEqual({ name: 'species', classes: ['setosa', 'versicolor', 'virginica'] })
    expect(columns.slice(0, 2)).toEqual(['petal width', 'petal length'])
    expect(groups.map((group) => told(group, ['petal length']))).toEqual([
      ['petal length below 2.45'],
      ['petal length from 2.45 to under 4.75'],
      ['petal length from 4.75 up'],
    ])
  })

  test('two are told from each other, without the rows of others', async () => {
    const { groups, tried, notes } = await groupsOf({ group: 'virginica', against: 'versicolor' })
    expect(groups.map(({ class: name, rows }) => [name, rows])).toEqual([['virginica', 50], ['versicolor', 50]]) // prettier-ignore
    expect(told(groups[0], ['petal width'])).toEqual(['petal width from 1.75 up'])
    expect(told(groups[1], ['petal width'])).toEqual(['petal width below 1.75'])
    expect(tried.rows).toBe(100)
    expect(notes).toEqual([{ code: 'unlabelled', message: '50 rows of other groups or none left out' }])
  })

  test('one is told from all others as one', async () => {
    const { groups, target, notes } = await groupsOf({ group: 'setosa' })
    expect(target.classes).toEqual(['setosa', 'others'])
    expect(groups.map(({ rows }) => rows)).toEqual([50, 100])
    expect(notes).toEqual([])
    const named = { x: [1, 2, 3], g: ['others', 'b', 'c'] }
    expect((await explainGroups(named, { groups: 'g', group: 'b' })).target.classes).toEqual(['b', '(others)'])
  })

  test.each<[string, Partial<ExplainGroupsOptions>, string]>([
    ['an unknown group', { group: 'setos' }, 'explainGroups: "species" has no group "setos", did you mean setosa?'],
    ['an unknown other', { group: 'setosa', against: 'rose' }, 'explainGroups: "species" has no group "rose", expected one of setosa, versicolor, virginica'], // prettier-ignore
    [
      'a group from itself',
      { group: 'setosa', against: 'setosa' },
      'explainGroups: "setosa" cannot be told from itself',
    ],
    ['only the other', { against: 'setosa' }, 'explainGroups: against needs a group to be told from "setosa"'],
    ['too many', { groups: 'petal length' }, 'explainGroups: "petal length" has 43 groups, at most 20 can be told apart at once; name one as group, or two as group and against'], // prettier-ignore
  ])('%s is refused', async (_, options, message) => {
    await expect(groupsOf(options)).rejects.toThrow(message)
  })

  test('that nothing tells apart have no ranges', async () => {
    const { normal, integer } = random(20)
    const table = { x: Array.from({ length: 200 }, normal), g: Array.from({ length: 200 }, () => integer(3)) }
    const { groups, columns } = await explainGroups(table, { groups: 'g' })
    expect(groups.map(({ ranges }) => ranges)).toEqual([[], [], []])
    expect(columns).toEqual([])
  })
})
