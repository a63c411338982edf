import { describe, expect, test } from 'vitest'
import { lengths, species } from '../../scripts/docs/iris.mjs'
import { explainClusters } from '../../src/explain/explain-clusters.ts'
import type { ClassRanges } from '../../src/explain/findings.ts'

/** The words of a group's ranges, of the columns that are asked for. */
const told = ({ ranges }: ClassRanges, columns: readonly string[]): string[] =>
  ranges.filter(({ column }) => columns.includes(column)).map(({ column, text }) => `${column} ${text}`)

describe('clusters of iris without its species', () => {
  test('are told apart by petal length and width', async () => {
    const { groups, columns, clustering, target, tried } = await explainClusters(lengths, { clusters: 3 })
    expect(columns.slice(0, 2)).toEqual(['petal length', 'petal width'])
    expect(target).toEqual({ name: 'cluster', classes: ['1', '2', '3'] })
    expect(clustering.columns).toEqual(Object.keys(lengths))
    expect(clustering.explained).toBeGreaterThan(0.76)
    expect(groups.map(({ rows }) => rows).reduce((sum, rows) => sum + rows, 0)).toBe(150)
    for (const group of groups) {
      const [first, second, ...more] = told(group, columns.slice(0, 2))
      expect([first, second].toSorted().map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual(['petal length', 'petal width']) // prettier-ignore
      expect(more).toEqual([])
    }
    const smallest = groups.find(({ ranges }) => ranges[0].text === 'below 2.45')!
    expect(smallest.ranges[0]).toMatchObject({
      column: 'petal length',
      rows: 50,
      rate: 1,
      coverage: 1,
      verdict: 'holds',
    })
    expect(tried.blunt).toEqual([])
  })

  test.each([1, 2, 3])('whatever the seed (%i)', async (seed) => {
    const { columns } = await explainClusters(lengths, { clusters: 3, seed })
    expect(columns.slice(0, 2)).toEqual(['petal length', 'petal width'])
  })

  test('two clusters are the small flowers and the others', async () => {
    const { groups, columns } = await explainClusters(lengths, { clusters: 2 })
    expect(groups.map(({ class: name, rows }) => [name, rows])).toEqual([['1', 100], ['2', 50]]) // prettier-ignore
    expect(told(groups[0], columns.slice(0, 2))).toEqual(['petal length from 2.45 up', 'petal width from 0.8 up'])
    expect(told(groups[1], columns.slice(0, 2))).toEqual(['petal length below 2.45', 'petal width below 0.8'])
  })
})

describe('clusters', () => {
  test('may be described by columns that distances were not taken over', async () => {
    const { groups, notes } = await explainClusters({ ...lengths, species }, { clusters: 2 })
    expect(told(groups[1], ['species'])).toEqual(['species is setosa'])
    const message = 'clustered without species: text, truth values and columns of a single value have no distances'
    expect(notes).toEqual([{ code: 'no-distances', message }])
  })

  test('leave out rows without any number', async () => {
    const petals = lengths['petal length'].with(7, NaN)
    const { tried, notes } = await explainClusters({ petals }, { clusters: 2 })
    expect(tried.rows).toBe(149)
    expect(notes).toEqual([{ code: 'unlabelled', message: '1 row without any number left out' }])
  })
})
