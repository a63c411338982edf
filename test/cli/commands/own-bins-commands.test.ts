import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { binningFromJson } from '../../../src/binning/binning-json.ts'
import type { CategoryColumn, NumberColumn } from '../../../src/binning/binning.ts'
import { printed, told } from '../in-process.ts'
import { folder } from '../run.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))
const TOWNS = [
  'Åre',
  'Bergen, Norway',
  'Chamonix',
  'Davos',
  'Engelberg',
  'Finse',
  'Geilo',
  'Hemsedal',
  'Isola',
  'Jasná',
]
const made = folder()
const at = (name: string): string => join(made, name)
const read = (name: string): ReturnType<typeof binningFromJson> => binningFromJson(readFileSync(at(name), 'utf8'))
const first = (name: string): CategoryColumn => read(name).columns[0] as CategoryColumn

beforeAll(async () => {
  const rows = Array.from({ length: 200 }, (_, i) => {
    const town = TOWNS[i % TOWNS.length]
    return `"${town}",${(i * 7) % 50},${TOWNS.indexOf(town) < 5 === i % 20 < 17 ? 'yes' : 'no'}`
  })
  writeFileSync(at('towns.csv'), `town,x,y\n${rows.join('\n')}\n`)
  await printed('fit', at('towns.csv'), '-t', 'y', '-m', 'optimal', '-o', at('towns.json'))
})

const edit = (...args: string[]): ReturnType<typeof printed> =>
  printed('edit', at('towns.json'), '--column', 'town', ...args, '--force')

describe('kerf edit of levels', () => {
  test('moves them by the number or the name of a group, or to a new one', async () => {
    const groups = first('towns.json').bins.length
    await edit('--move', String.raw`Bergen\, Norway,Davos`, '--to', 'new', '-o', at('moved.json'))
    expect(first('moved.json').bins.at(-1)?.levels).toEqual(['Bergen, Norway', 'Davos'])
    expect(first('moved.json').bins).toHaveLength(groups + 1)
    const name = Array.from({ length: groups + 1 }, (_, i) => `g${i}`).join(',')
    await printed('edit', at('moved.json'), '--column', 'town', '--name', name, '-o', at('named.json'))
    await printed('edit', at('named.json'), '--column', 'town', '--move', 'Davos', '--to', 'g0', '-o', at('back.json'))
    expect(first('back.json').bins[0]).toMatchObject({ name: 'g0', levels: expect.arrayContaining(['Davos']) as never })
  })

  test('takes names with commas, and says how to write them', async () => {
    await printed(
      'fit',
      at('towns.csv'),
      '-t',
      'y',
      '--columns',
      'x',
      '-m',
      'equal-width',
      '--bins',
      '2',
      '-o',
      at('x.json'),
    )
    const named = ['edit', at('x.json'), '--column', 'x', '-o', at('commas.json'), '--name']
    await printed(...named, String.raw`low\, or new,high`)
    expect(first('commas.json').bins.map(({ name }) => name)).toEqual(['low, or new', 'high'])
    expect((await told([...named, 'low, or new,high'])).error?.message).toBe(
      String.raw`--name takes 2 names for the bins of x, got 3: "low", " or new", "high"; a comma inside of a name is written \,`,
    )
  })

  test('shows every level on request, with the name of its group', async () => {
    const most = first('towns.json').bins.findIndex(({ levels }) => levels.length > 3)
    const names = first('towns.json')
      .bins.map((_, i) => (i === most ? 'valley' : ''))
      .join(',')
    await edit('--name', names, '-o', at('valley.json'))
    const { levels } = first('valley.json').bins[most]
    const { out } = await printed('show', at('valley.json'), '--verbose')
    for (const level of levels) expect(out).toContain(level)
    const csv = (await printed('show', at('valley.json'), '--as', 'csv', '-c', 'town')).out
    const line = csv.split('\n').find((one) => one.endsWith(',valley'))!
    for (const level of levels) expect(line).toContain(level)
    const html = at('valley.html')
    await printed('report', at('valley.json'), '-o', html)
    for (const level of levels) expect(readFileSync(html, 'utf8')).toContain(level)
    // What rows are called can be looked up in the table.
    const applied = (
      await printed('apply', at('valley.json'), at('towns.csv'), '-o', at('a.csv'), '--force', '--quiet')
    ).err
    expect(applied).toBe('')
    expect(readFileSync(at('a.csv'), 'utf8')).toContain('\nvalley,')
    expect(csv.split('\n')[0]).toMatch(/,label$/)
  })

  test('sends levels that were not seen where it is told, in what is written and in SQL', async () => {
    await edit('--unseen', '0', '-o', at('unseen.json'))
    writeFileSync(at('new.csv'), 'town,x,y\nOslo,1,yes\n,1,no\n')
    const apply = async (name: string): Promise<string[]> => {
      await printed('apply', at(name), at('new.csv'), '--encode', 'index', '-o', at('new-bins.csv'), '--force')
      return readFileSync(at('new-bins.csv'), 'utf8')
        .split('\n')
        .slice(1, 3)
        .map((line) => line.split(',')[0])
    }
    const missing = String(first('towns.json').bins.length)
    expect(await apply('unseen.json')).toEqual(['0', missing])
    expect(await apply('towns.json')).toEqual([missing, missing])
    const sql = (await printed('export', at('unseen.json'), '--to', 'sql', '--as', 'index', '-c', 'town')).out
    expect(sql).toMatch(/IS NULL OR .* = '' THEN \d+\n[^]*ELSE 0\n/)
    await edit('--unseen', 'error', '-o', at('strict.json'))
    const { error } = await told(['apply', at('strict.json'), at('new.csv'), '-o', at('strict.csv')])
    expect(error?.message).toContain('line 2: column "town" holds "Oslo", which the binning refuses')
  })

  test.each([
    [['--move', 'Nowhere', '--to', 'new'], 'unknown level "Nowhere"'],
    [['--move', 'Davos', '--to', '99'], '--to takes a group from 0 to'],
    [['--move', 'Davos'], '--move and --to go together'],
    [['--move', 'Davos', '--to', '0', '--split', '0'], 'give one at a time'],
    [['--merge', '0'], 'groups must be two or more numbers'],
    [['--unseen', 'nowhere'], '--unseen takes a group from 0 to'],
    [['--round', '1'], '--round is for cuts'],
  ])('refuses %j', async (args, message) => {
    const { error } = await told(['edit', at('towns.json'), '--column', 'town', ...args])
    expect(error?.message).toContain(message)
  })
})

describe('kerf apply', () => {
  test('--keep leaves the values, and names bins as SQL does', async () => {
    await printed('apply', at('towns.json'), at('towns.csv'), '--keep', '-o', at('kept.csv'))
    expect(readFileSync(at('kept.csv'), 'utf8').split('\n')[0]).toBe('town,town_bin,x,x_bin,y')
    await printed('apply', at('towns.json'), at('towns.csv'), '--suffix', '_group', '-o', at('kept-2.csv'))
    expect(readFileSync(at('kept-2.csv'), 'utf8').split('\n')[0]).toBe('town,town_group,x,x_group,y')
  })

  test('names encoded columns without blanks, and no two alike', async () => {
    writeFileSync(at('blanks.csv'), 'the town,y\nNew York,a\nNew_York,b\nRome,a\n')
    await printed('fit', at('blanks.csv'), '-o', at('blanks.json'))
    const header = async (encode: string): Promise<string> => {
      await printed('apply', at('blanks.json'), at('blanks.csv'), '--encode', encode, '-o', at('blank.csv'), '--force')
      return readFileSync(at('blank.csv'), 'utf8').split('\n')[0]
    }
    expect(await header('one-hot')).toContain('the town=New_York,the town=New_York_2,the town=Rome,the town_missing')
    expect(await header('ordinal')).toMatch(/^the town_bin,/)
  })
})

describe('kerf fit', () => {
  test('--round says how many rows move, and counts them', async () => {
    const asked = ['fit', PENGUINS, '-t', 'sex', '-c', 'beak_depth_mm', '--json']
    const [plain, rounded] = [await printed(...asked), await printed(...asked, '--round', '0')]
    const [before, after] = [plain, rounded].map(({ out }) => binningFromJson(out).columns[0] as NumberColumn)
    expect(after.cuts).toEqual(before.cuts.map((cut) => Math.round(cut)))
    expect(after.reasons).toEqual(before.reasons)
    const lines = readFileSync(PENGUINS, 'utf8').trimEnd().split('\n').slice(1)
    const values = lines.map((line) => line.split(',')).filter((line) => line[6] !== '' && line[6] !== 'NA').map((line) => Number(line[3])) // prettier-ignore
    const slot = (cuts: readonly number[], value: number): number => cuts.filter((cut) => cut <= value).length
    const moved = values.filter((value) => slot(before.cuts, value) !== slot(after.cuts, value)).length
    expect(moved).toBeGreaterThan(0)
    expect(rounded.err).toContain(
      `"beak_depth_mm": ${before.cuts.length} cuts rounded, ${moved} rows move to another bin`,
    )
    for (const [i, bin] of after.bins.entries())
      expect(bin.count).toBe(values.filter((value) => slot(after.cuts, value) === i).length)
  })

  test('--quiet of any command tells nothing beside the results', async () => {
    const loud = await printed('train', PENGUINS, '-t', 'sex', '--method', 'mdlp', '-o', at('m.json'))
    expect(loud.err).not.toBe('')
    const quiet = await printed(
      'train',
      PENGUINS,
      '-t',
      'sex',
      '--method',
      'mdlp',
      '-o',
      at('m.json'),
      '--force',
      '--quiet',
    )
    expect(quiet).toEqual({ out: loud.out, err: '' })
  })

  test('--quiet of edit prints the table only where it is not saved', async () => {
    await printed('fit', PENGUINS, '-t', 'species', '-o', at('q.json'), '--quiet')
    const line = ['edit', at('q.json'), '--column', 'island', '--merge', '0,1', '--quiet']
    expect((await printed(...line)).out).toContain('island')
    expect(await printed(...line, '-o', at('q2.json'))).toEqual({ out: '', err: '' })
  })

  test('names the method that has a preset, and levels that no row has', async () => {
    const kerf = async (...args: string[]): Promise<string> => printed('fit', PENGUINS, '-t', 'sex', ...args).then(({ err }) => err, String) // prettier-ignore
    const owner = 'it belongs to optimal; add --method optimal'
    expect(await kerf('--preset', 'credit')).toContain(`--preset credit is none of the usual methods, ${owner}`)
    expect(await kerf('--method', 'caim', '--preset', 'credit')).toContain(`--preset credit is none of caim, ${owner}`)
    writeFileSync(at('typo.json'), JSON.stringify({ island: { groups: { some: ['Dream', 'Bisco'] } } }))
    await printed('fit', PENGUINS, '-t', 'sex', '-c', 'island', '--spec', at('typo.json'), '-o', at('typo-bins.json'))
    const { out } = await printed('show', at('typo-bins.json'))
    expect(out).toContain('note: no row has the level Bisco, which the groups given name')
    const short = await printed('fit', PENGUINS, '-t', 'sex', '-c', 'island', '--spec', at('typo.json'), '-o', at('typo-bins.json'), '--force') // prettier-ignore
    expect(short.out).toMatch(/island +3 groups/)
  })

  test('takes groups of levels from --spec, by name', async () => {
    const groups = { north: ['Åre', 'Geilo'], alps: ['Davos', 'Chamonix', 'Zermatt'] }
    writeFileSync(at('spec.json'), JSON.stringify({ town: { groups, unseen: 'alps' } }))
    await printed('fit', at('towns.csv'), '-t', 'y', '--spec', at('spec.json'), '-o', at('given.json'))
    const { bins, unseen } = first('given.json')
    expect(bins.slice(0, 2).map(({ name, levels, count }) => ({ name, levels, count }))).toEqual([
      { name: 'north', levels: ['Åre', 'Geilo'], count: 40 },
      { name: 'alps', levels: ['Davos', 'Chamonix', 'Zermatt'], count: 40 },
    ])
    expect(bins).toHaveLength(8)
    expect(unseen).toEqual({ policy: 'bin', bin: 1 })
  })

  test('the preset credit gives rates that only rise or only fall', async () => {
    const { out } = await printed('fit', PENGUINS, '-t', 'sex', '-m', 'optimal', '--preset', 'credit', '--json')
    for (const column of binningFromJson(out).columns) {
      const rates = column.bins.map(({ classes }) => classes![1] / (classes![0] + classes![1]))
      const steps = rates.slice(1).map((rate, i) => Math.sign(rate - rates[i]))
      expect(new Set(steps).size).toBeLessThanOrEqual(1)
      expect(column.bins.length).toBeLessThanOrEqual(6)
      for (const { classes } of column.bins) expect(Math.min(...classes!)).toBeGreaterThan(0)
    }
  })
})

describe('kerf diff and kerf verify', () => {
  test('as JSON, and as an exit code for programs', async () => {
    await edit('--merge', '0,1', '-o', at('merged.json'))
    const { out } = await printed('diff', at('towns.json'), at('merged.json'), '--data', at('towns.csv'), '--json')
    const diff = JSON.parse(out) as { same: boolean; columns: { name: string; rows: number }[] }
    expect(diff.same).toBe(false)
    const smaller = Math.min(
      ...first('towns.json')
        .bins.slice(0, 2)
        .map(({ count }) => count),
    )
    expect(diff.columns.find(({ name }) => name === 'town')?.rows).toBe(smaller)
    const failed = await told(['diff', at('towns.json'), at('merged.json'), '--fail-on', 'change'])
    expect(failed.error?.message).toBe('--fail-on change found changes')
    expect((await told(['diff', at('towns.json'), at('towns.json'), '--fail-on', 'change'])).error).toBeNull()
  })

  test('a fit of some rows is derived again from the same rows', async () => {
    await printed('fit', at('towns.csv'), '-t', 'y', '--sample', '120', '--seed', '4', '-o', at('some.json'))
    const { out } = await printed('verify', at('some.json'), at('towns.csv'), '--json')
    expect(JSON.parse(out)).toMatchObject({ holds: true, differences: [] })
    const other = await told(['verify', at('some.json'), at('towns.csv'), '--sample', '119'])
    expect(other.error?.message).toContain('is not what its method makes of towns.csv')
    expect(other.out).toContain('rows: saved 120')
  })
})
