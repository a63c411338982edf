import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ClustersExplanation, GoalExplanation, GroupsExplanation } from '../../../src/explain/findings.ts'
import { kerf } from '../run.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))

describe('kerf explain', () => {
  test('says which ranges go with a class', async () => {
    const { code, out, err } = await kerf(['explain', PENGUINS, '--target', 'species', '--goal', 'Gentoo'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^penguins\.csv: what goes with Gentoo\? 124 of 344 rows \(36 %\)\n/)
    expect(out).toContain('flipper_length_mm from 206.5 up: 95 % Gentoo against 36 % overall; 129 rows')
    expect(out).toContain('holds on the held-out half')
    expect(out).not.toContain('\u001b')
  })

  test('prints exactly one JSON document with --json', async () => {
    const { out, err } = await kerf(['explain', PENGUINS, '-t', 'species', '--goal', 'Gentoo', '--json', '--top', '2'])
    const document = JSON.parse(out) as GoalExplanation & { sentences: string[] }
    expect(document).toMatchObject({
      format: 'kerf-explanation',
      version: 1,
      kind: 'goal',
      created: { source: { name: 'penguins.csv', rows: 344 } },
      goal: { class: 'Gentoo', rows: 124 },
    })
    expect(document.sentences).toHaveLength(2)
    expect(document.goal.ranges.length).toBeGreaterThan(2)
    expect(err).toBe('')
  })

  test('tells groups apart', async () => {
    const flags = ['--groups', 'species', '--group', 'Adelie', '--against', 'Chinstrap']
    const { code, out, err } = await kerf(['explain', PENGUINS, ...flags])
    expect(code).toBe(0)
    expect(out).toContain('Adelie (152 rows, 69 %): beak_length_mm below 42.35')
    expect(err).toBe('note: 124 rows of other groups or none left out\n')
    const json = await kerf(['explain', PENGUINS, ...flags, '--json'])
    expect((JSON.parse(json.out) as GroupsExplanation).columns[0]).toBe('beak_length_mm')
  })

  test('tells clusters apart', async () => {
    const { code, out } = await kerf([
      'explain',
      PENGUINS,
      '--clusters',
      '3',
      '--exclude',
      'species,island,sex',
      '--json',
    ])
    expect(code).toBe(0)
    const { groups, clustering } = JSON.parse(out) as ClustersExplanation
    expect(groups).toHaveLength(3)
    expect(clustering.columns).toEqual(['beak_length_mm', 'beak_depth_mm', 'flipper_length_mm', 'body_mass_g'])
  })

  test('takes a method, a rule, special codes, short decimals and a seed', async () => {
    const flags = [
      '--method',
      'chi-merge',
      '--rule',
      'lift',
      '--special',
      'body_mass_g=3800',
      '--readable',
      '--seed',
      '3',
    ]
    const { code, out } = await kerf(['explain', PENGUINS, '-t', 'species', '--goal', 'Adelie', ...flags, '--json'])
    expect(code).toBe(0)
    const { tried, goal } = JSON.parse(out) as GoalExplanation
    expect(tried).toMatchObject({ method: 'chi-merge', seed: 3 })
    expect(goal.ranges.every(({ rule }) => rule === 'lift')).toBe(true)
    expect(goal.ranges.find(({ column }) => column === 'flipper_length_mm')?.text).toMatch(/^below \d+$/)
  })

  test('says that it found nothing', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => `${(i * 37) % 101},${(i * 61) % 89 < 36 ? 'a' : 'b'}`)
    const { code, out, err } = await kerf(['explain', '-', '-t', 'y'], { input: `x,y\n${rows.join('\n')}\n` })
    expect(code).toBe(0)
    expect(out).toContain('Nothing found: no range of any column tells about a (1 column cut by mdlp, checked on 100')
    expect(err).toBe('note: no goal was named: "a" is taken, the rarer class of "y"\n')
  })

  test('leaves out columns that look like ids, with a note', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i + 1},${i * 2},${i < 20 ? 'a' : 'b'}`)
    const { out, err } = await kerf(['explain', '-', '-t', 'y', '--goal', 'b', '--json'], {
      input: `id,x,y\n${rows.join('\n')}\n`,
    })
    expect((JSON.parse(out) as GoalExplanation).tried.sharp).toEqual(['x'])
    expect(err).toContain('column "id" left out')
  })
})

const REFUSED: readonly [flags: string, code: number, message: string][] = [
  ['', 2, 'explain takes one of --target, --groups and --clusters, got none of them'],
  ['--groups species --goal Adelie', 2, '--goal goes with --target, got it with --groups'],
  ['-t specie', 1, 'unknown column "specie", did you mean species?'],
  ['-t body_mass_g', 1, '"body_mass_g" holds numbers, and an explanation needs classes; bin the numbers first, or say that each is a class (--target-kind class)'], // prettier-ignore
  ['--clusters 21', 2, 'clusters must be an integer from 2 to 20, got 21'],
  ['--clusters 2 --columns sex', 1, 'no column of numbers varies, so there are no distances to cluster by'],
  ['-t species --rule best', 2, '--rule takes auto, most-frequent or lift, got "best"'],
  ['-t species --tiny little', 2, '--tiny takes a number of at least 0, got "little"'],
]

describe('kerf explain refuses', () => {
  test.each(REFUSED)('"%s" (exit %i)', async (flags, code, message) => {
    const ran = await kerf(['explain', PENGUINS, ...flags.split(' ').filter((word) => word !== '')])
    expect(ran).toEqual({ code, out: '', err: `kerf: ${message}\n` })
  })
})
