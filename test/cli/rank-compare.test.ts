import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../src/binning/compare/compare-methods.ts'
import type { Ranking } from '../../src/binning/compare/rank-columns.ts'
import { kerf } from './run.ts'

const PENGUINS = fileURLToPath(new URL('../../samples/penguins.csv', import.meta.url))

const VEHICLES = `MOTOR,Wheels,Doors,Size,Efficiency
no,two,none,small,good
no,three,none,small,bad
yes,two,none,small,good
yes,four,two,small,bad
yes,four,three,medium,good
yes,four,four,medium,good
yes,four,four,large,bad
`

describe('kerf rank', () => {
  test('gives the numbers of the entropy notes', async () => {
    const { code, out, err } = await kerf(['rank', '-', '--target', 'Efficiency', '--json'], { input: VEHICLES })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { entropy, columns } = JSON.parse(out) as Ranking
    expect(entropy?.toFixed(6)).toBe('0.985228')
    expect(columns.map(({ name, conditionalEntropy }) => `${name} ${conditionalEntropy?.toFixed(6)}`)).toEqual([
      'Wheels 0.571429',
      'Size 0.571429',
      'Doors 0.679270',
      'MOTOR 0.979250',
    ])
    expect(columns[3].gain?.toFixed(8)).toBe('0.00597771')
  })

  test('shows a table, the most telling column first', async () => {
    const { code, out } = await kerf(['rank', PENGUINS, '--target', 'species', '--top', '2'])
    expect(code).toBe(0)
    expect(out).toMatch(/\nflipper_length_mm +█+ .*\nbeak_length_mm +█+ /)
    expect(out).toContain('… and 4 columns that explain no more than these')
    expect(out).not.toContain('island')
  })

  test.each([
    ['csv', /^rank,column,kind,method,groups/],
    ['markdown', /\n\| column \| gain \|/],
  ])('prints %s', async (form, pattern) => {
    const { code, out } = await kerf(['rank', PENGUINS, '-t', 'species', '--as', form, '--top', '3'])
    expect(code).toBe(0)
    expect(out).toMatch(pattern)
    expect(out).not.toContain('sex')
  })

  test('takes a method with its flags, columns and an event', async () => {
    const flags = ['--method', 'equal-frequency', '--bins', '3', '--columns', 'body_mass_g,island', '--event', 'Gentoo']
    const { out } = await kerf(['rank', PENGUINS, '-t', 'species', ...flags, '--json'])
    const { columns } = JSON.parse(out) as Ranking
    const mass = columns.find(({ name }) => name === 'body_mass_g')
    expect(mass).toMatchObject({ method: 'equal-frequency', groups: 4 })
    expect(mass?.cautions).not.toContain('chosen')
    expect(columns.every(({ iv }) => (iv ?? 0) > 0)).toBe(true)
  })

  test('ranks for a numeric target', async () => {
    const { out } = await kerf(['rank', PENGUINS, '-t', 'body_mass_g', '--json'])
    const { columns, variance } = JSON.parse(out) as Ranking
    expect(variance).toBeGreaterThan(600_000)
    expect(columns[0]).toMatchObject({ name: 'flipper_length_mm', gain: null })
    expect(columns[0].share).toBeGreaterThan(0.7)
  })

  test('needs a target, and a known form', async () => {
    expect(await kerf(['rank', PENGUINS])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--target') as string,
    })
    const { code, err } = await kerf(['rank', PENGUINS, '-t', 'species', '--as', 'xml'])
    expect({ code, err }).toEqual({ code: 2, err: 'kerf: --as takes table, csv, markdown or json, got "xml"\n' })
  })
})

describe('kerf compare', () => {
  test('shows a line per method and the best of every column', async () => {
    const flags = ['--methods', 'mdlp,equal-width,chi-merge', '--per-column']
    const { code, out, err } = await kerf(['compare', PENGUINS, '-t', 'species', ...flags])
    expect(code).toBe(0)
    expect(err).toBe(
      'note: columns without numbers are left out, since they are the same for every method: island, sex\n',
    )
    for (const name of ['mdlp', 'equal-width', 'chi-merge']) expect(out).toMatch(new RegExp(`^${name} +\\d+ `, 'm'))
    expect(out).toMatch(/^beak_depth_mm +\S+ +≈ all others +\d+ /m)
  })

  test('prints everything as JSON, the same for the same seed', async () => {
    const run = async (seed: string): Promise<Comparison> =>
      JSON.parse(
        (await kerf(['compare', PENGUINS, '-t', 'species', '--folds', '3', '--seed', seed, '--json'])).out,
      ) as Comparison
    const scores = ({ methods }: Comparison): unknown =>
      methods.map(({ name, bins, heldOut, columns }) => [name, bins, heldOut, columns.map((one) => one.heldOutFolds)])
    const [first, again, other] = [await run('1'), await run('1'), await run('2')]
    expect(first).toMatchObject({ folds: 3, seed: 1, rows: 344 })
    expect(first.methods.length).toBeGreaterThan(8)
    expect(first.methods[0].columns[0].heldOutFolds).toHaveLength(3)
    expect(scores(first)).toEqual(scores(again))
    expect(scores(first)).not.toEqual(scores(other))
  })

  test.each([
    [['--methods', 'mdpl-x'], 2, /^kerf: unknown method "mdpl-x"/],
    [
      ['--methods', 'variance'],
      1,
      /^kerf: variance needs a numeric target, but species holds classes; methods for it are /,
    ],
    [['--methods', 'mdlp:fast'], 2, /^kerf: mdlp: unknown preset "fast"/],
    [['--folds', '1'], 2, /^kerf: --folds takes a whole number of at least 2, got "1"/],
    [['--columns', 'island'], 1, /^kerf: there is no column of numbers to compare methods on/],
    [['--exclude', 'x'], 1, /^kerf: unknown column "x"/],
    [['--title', 'Mine'], 2, /^kerf: --title needs --report, the page that it stands on\n$/],
  ])('refuses %j', async (flags, code, says) => {
    const ran = await kerf(['compare', PENGUINS, '-t', 'species', ...flags])
    expect(ran).toMatchObject({ code, out: '' })
    expect(ran.err).toMatch(says)
  })

  const many = Array.from({ length: 20_000 }, (_, i) => `${i / 8},k${i % 5000}\n`).join('')
  test.each([
    [
      `x,y\n${many}`,
      'kerf: y has 5000 classes with 4 rows each on average, too few to tell them apart; is it a name or key? Amounts need ' +
        'the target kind numeric\n',
    ],
    [
      'x,y\n1,a\n2,a\n3,a\n4,a\n5,a\n6,a\n7,a\n8,a\n9,a\n10,a\n',
      'kerf: y has only the class "a", so there is nothing to tell apart\n',
    ],
    ['x,y\n', 'kerf: standard input: there are column names and no rows, so there is nothing to bin\n'],
  ])('says in one sentence why there is nothing to compare (%#)', async (input, says) => {
    expect(await kerf(['compare', '-', '-t', 'y'], { input })).toMatchObject({ code: 1, out: '', err: says })
  })

  test('writes a page, and keeps one that is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-compare-'))
    const page = join(folder, 'page.html')
    const args = ['compare', PENGUINS, '-t', 'species', '--methods', 'mdlp,caim', '--report', page]
    const ran = await kerf([...args, '--title', 'Mine'])
    expect(ran.code).toBe(0)
    expect(ran.err).toContain(`report saved as ${page}\n`)
    expect(await readFile(page, 'utf8')).toContain('<h1>Mine</h1>')
    const again = await kerf(args)
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining(page) as string })
    expect((await kerf([...args, '--force'])).code).toBe(0)
    await rm(folder, { recursive: true })
  })
})
