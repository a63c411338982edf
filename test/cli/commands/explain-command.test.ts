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
    // Two ranges, and two ranges together.
    expect(document.sentences).toHaveLength(4)
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

  test('says where a number is high or low', async () => {
    const { code, out, err } = await kerf(['explain', PENGUINS, '-t', 'body_mass_g', '--top', '1', '--depth', '1'])
    expect([code, err]).toEqual([0, 'note: 2 rows without a number to explain left out\n'])
    expect(`\n${out}`).toBe(`
penguins.csv: where is body_mass_g high or low? 342 rows, mean 4,202, standard deviation 801

Where body_mass_g is high:
  1  species is Gentoo: mean body_mass_g 5,076 against 4,202 overall; 123 rows, 1.1 deviations
     above; holds on the held-out half (5,116 in 59 rows against 4,220).
     nearly the same rows: flipper_length_mm from 206.5 up, beak_depth_mm below 16.45

3 more ranges, also confirmed, against 4,202 overall: island is Biscoe (4,716 in 167 rows),
  beak_length_mm from 42.55 up (4,605 in 195 rows), sex is male (4,546 in 168 rows)

Where body_mass_g is low:
  1  species is Adelie or Chinstrap: mean body_mass_g 3,711 against 4,202 overall; 219 rows, 0.6
     deviations below; holds on the held-out half (3,748 in 112 rows against 4,220).
     nearly the same rows: flipper_length_mm below 206.5

4 more ranges, also confirmed, against 4,202 overall: island is Dream or Torgersen (3,711 in 175
  rows), beak_length_mm below 42.55 (3,667 in 147 rows), beak_depth_mm from 16.45 to under 18.75
  (3,683 in 139 rows), sex is female (3,862 in 165 rows)

How it was checked: ranges and their numbers are those of all rows, cut by variance. Then 171 rows,
drawn with seed 0, were cut again without looking at the other 171. "Holds" means that on those
held-out rows the range found this way leads by at least half as much, beyond chance (a test of
ranks at 5 % for all 12 tests together).
`)
  })

  test('tells ranges together, up to three, and none with --depth 1', async () => {
    const run = async (depth: string): Promise<GoalExplanation> => {
      const { out } = await kerf([
        'explain',
        PENGUINS,
        '-t',
        'species',
        '--goal',
        'Chinstrap',
        '--depth',
        depth,
        '--json',
      ])
      return JSON.parse(out) as GoalExplanation
    }
    expect((await run('1')).goal.together).toEqual([])
    const { goal, tried } = await run('3')
    expect(goal.together.length).toBeGreaterThan(0)
    expect(tried.depth).toBe(3)
  })

  test('takes weights', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `${i},${i < 100 ? 'a' : 'b'},${1 + (i % 3)}`)
    const input = `x,y,w\n${rows.join('\n')}\n`
    const { code, out } = await kerf(['explain', '-', '-t', 'y', '--goal', 'a', '--weight', 'w', '--columns', 'x'], {
      input,
    })
    expect(code).toBe(0)
    expect(out).toContain('what goes with a? 100 of 300 rows (33 % by weight)')
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'By the weights in w, the 300 rows are evidence like 257 of equal weight.',
    )
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
  ['-t body_mass_g --goal heavy', 2, '"body_mass_g" holds numbers, so --goal takes high or low, got "heavy"; --target-kind class takes every number for a class'], // prettier-ignore
  ['-t body_mass_g --rule lift', 2, '--rule goes with classes, and "body_mass_g" holds numbers'],
  ['-t species --depth 4', 2, '--depth takes 1, 2 or 3, got 4'],
  ['-t species --depth 0', 2, '--depth takes a whole number of at least 1, got "0"'],
  ['-t species --weight sexx', 1, 'unknown column "sexx", did you mean sex?'],
  ['-t species --weight species', 1, 'column "species" cannot be target and weight at once'],
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
