import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { binningFromJson } from '../../src/binning/binning-json.ts'
import { hasCuts, VERSION } from '../../src/binning/binning.ts'
import { flagWords } from '../../src/cli/tell-error.ts'
import { told } from './in-process.ts'
import { folder, kerf, kerfProcess } from './run.ts'

const PENGUINS = fileURLToPath(new URL('../../samples/penguins.csv', import.meta.url))

describe('kerf fit', () => {
  test('shows the bins of a file', async () => {
    const { code, out, err } = await kerf(['fit', PENGUINS, '--target', 'species'])
    expect(err).toBe('')
    expect(code).toBe(0)
    expect(out).toContain('344 rows')
    expect(out).toContain('flipper_length_mm')
    expect(out).toMatch(/cut at 206\.5: gain/)
    expect(out).not.toContain('\u001b')
  })

  test('prints exactly one JSON document with --json, which loads again', async () => {
    const { code, out } = await kerf(['fit', PENGUINS, '--target', 'species', '--json'])
    expect(code).toBe(0)
    const binning = binningFromJson(out)
    expect(binning.target).toMatchObject({ name: 'species', classes: ['Adelie', 'Chinstrap', 'Gentoo'] })
    expect(binning.columns.filter(hasCuts).map((column) => column.method)).toEqual(Array(4).fill('mdlp'))
  })

  test('takes equal-frequency for a rule for the number of bins, and says so', async () => {
    const asked = ['fit', PENGUINS, '--target', 'species', '--columns', 'body_mass_g', '--json']
    const advised = await told([...asked, '--bins', 'advised'])
    const message =
      'cut by equal-frequency, since the default method takes no rule such as --bins advised; choose another with --method'
    expect(advised.err).toBe(`note: ${message}\n`)
    const { columns, notes } = binningFromJson(advised.out)
    expect(notes).toEqual([{ code: 'bin-count', message }])
    const named = await told([...asked, '--bins', 'advised', '--method', 'equal-frequency'])
    expect(named.err).toBe('')
    expect(columns).toEqual(binningFromJson(named.out).columns)
    const [, ...choice] = asked
    const ranked = await told(['rank', ...choice, '--bins', 'sturges'])
    expect(ranked.err).toContain('no rule such as --bins sturges')
    expect((await told([...asked, '--bins', '4'])).err).toBe('')
  })

  test('tells that whole numbers are taken for classes, but not of 0 and 1', async () => {
    const rows = (classes: number): string =>
      `x,y\n${Array.from({ length: 60 }, (_, i) => `${i * i},${i % classes}`).join('\n')}\n`
    const cwd = folder({ 'two.csv': rows(2), 'three.csv': rows(3) })
    const asked = ['-t', 'y', '--json']
    expect((await told(['fit', join(cwd, 'two.csv'), ...asked])).err).toBe('')
    expect((await told(['fit', join(cwd, 'three.csv'), ...asked])).err).toBe(
      "note: the target's whole numbers are taken for classes; if they are amounts, use --target-kind numeric\n",
    )
  })

  test('shows bins in short where they are saved, in full on request, and nothing with --quiet', async () => {
    const cwd = folder()
    const fit = (...flags: string[]): ReturnType<typeof told> =>
      told(['fit', PENGUINS, '-t', 'species', '-c', 'body_mass_g,sex', '-o', join(cwd, 'b.json'), '--force', ...flags])
    const inShort = await fit()
    expect(inShort.out).toBe(
      [
        'penguins.csv: 344 rows, 2 columns, binned to tell the 3 classes of species apart',
        '',
        '  column       bins      explains  cuts',
        '  body_mass_g  4 bins    46 %      4087.5, 4325, 4825',
        '  sex          2 levels  1 %',
        '',
      ].join('\n'),
    )
    expect(inShort.err).toBe(`saved as ${join(cwd, 'b.json')}\n`)
    for (const flag of [['--verbose'], ['--top', '5']]) expect((await fit(...flag)).out).toContain('cut at 4325')
    expect(await fit('--quiet')).toEqual({ out: '', err: '', error: null })
    expect(binningFromJson((await fit('--quiet', '--json')).out).columns.length).toBe(2)
  })

  test('names the method that has an option of a flag, and what is unknown in --spec', async () => {
    const cwd = folder({
      'spec.json': '{ "sex": { "groops": 2 } }',
      'other.json': '{ "sex": { "method": "mdlp", "alpha": 2 } }',
    })
    const fit = async (...flags: string[]): Promise<string> =>
      flagWords((await told(['fit', PENGUINS, '-t', 'species', ...flags])).error?.message ?? '')
    expect(await fit('--trend', 'auto')).toBe('--trend is not an option of mdlp, it belongs to optimal')
    expect(await fit('--spec', join(cwd, 'spec.json'))).toMatch(
      /spec\.json: "sex" has an unknown option "groops", did you mean groups\?/,
    )
    expect(await fit('--spec', join(cwd, 'other.json'))).toMatch(
      /other\.json: "sex" has an unknown option "alpha", expected one of method, stop, betterEncoding, /,
    )
  })

  test('reads standard input', async () => {
    const { code, out } = await kerf(['fit', '-', '-t', 'y', '--json'], { input: 'x;y\n1,5;a\n2,5;a\n7;b\n8;b\n9;b\n' })
    expect(code).toBe(0)
    const [x] = binningFromJson(out).columns
    expect(x.bins.map((bin) => bin.count)).toEqual([2, 3])
  })

  test('takes flags of the method, your own cuts and special codes', async () => {
    const input = `x,z,y\n${Array.from({ length: 60 }, (_, i) => `${i % 9 === 0 ? -9 : i},${i},${i < 30 ? 'a' : 'b'}`).join('\n')}\n`
    const flags = ['--method', 'chi-merge', '--alpha', '0.01', '--cuts', 'z=10,20', '--special', 'x=-9', '--json']
    const { code, out } = await kerf(['fit', '-', '--target', 'y', '--columns', 'x,z', ...flags], { input })
    expect(code).toBe(0)
    const [x, z] = binningFromJson(out).columns.filter(hasCuts)
    expect(x).toMatchObject({ method: 'chi-merge', options: { alpha: 0.01 }, special: [{ code: -9, count: 7 }] })
    expect(z).toMatchObject({ method: 'fixed', cuts: [10, 20] })
  })

  test('bins the columns together with --together, and names those that are dropped', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i % 8},${i},${(i * 7) % 40},${i < 20 ? 'a' : 'b'}`)
    const input = `noise,x,more,y\n${rows.join('\n')}\n`
    const flags = ['fit', '-', '--target', 'y', '--columns', 'noise,x,more', '--method', 'chi2']
    const { code, out, err } = await kerf([...flags, '--together', '--delta', '0.1', '--json'], { input })
    expect([code, err]).toEqual([0, 'note: chi2 dropped 2 of 3 columns: noise, more\n'])
    const columns = binningFromJson(out).columns.filter(hasCuts)
    expect(columns.map(({ cuts, options }) => [cuts, options.delta])).toEqual([
      [[], 0.1],
      [[19.5], 0.1],
      [[], 0.1],
    ])
    const alone = await kerf([...flags, '--json'], { input })
    expect(binningFromJson(alone.out).columns[0].bins.length).toBeGreaterThan(1)
  })

  test('cuts a column without a target into ten bins, and fewer on request', async () => {
    const input = `x\n${Array.from({ length: 100 }, (_, i) => i * i).join('\n')}\n`
    const binsOf = async (...flags: string[]): Promise<number> =>
      binningFromJson((await kerf(['fit', '-', '--json', ...flags], { input })).out).columns[0].bins.length
    expect(await binsOf()).toBe(10)
    expect(await binsOf('--bins', '4')).toBe(4)
  })

  test.each(['equal-width', 'equal-frequency', 'k-means'])(
    'takes a rule for the number of bins of %s',
    async (method) => {
      const input = `x\n${Array.from({ length: 100 }, (_, i) => i * i).join('\n')}\n`
      const fitBy = async (rule: string): Promise<number[]> => {
        const { code, out } = await kerf(['fit', '-', '--json', '-m', method, '--bins', rule], { input })
        const [column] = binningFromJson(out).columns.filter(hasCuts)
        expect(column).toMatchObject({ method, options: { bins: rule } })
        expect(column.notes[0].message).toMatch(new RegExp(`^${rule} makes ${column.bins.length} bins: `))
        return [code ?? -1, column.bins.length]
      }
      expect(await fitBy('auto')).toEqual([0, 8])
      expect(await fitBy('sturges')).toEqual([0, 8])
      expect(await fitBy('scott')).toEqual([0, 5])
      expect(await fitBy('freedman-diaconis')).toEqual([0, 5])
    },
  )

  test('tells which number of bins a rule chose', async () => {
    const input = `x\n${Array.from({ length: 100 }, (_, i) => i * i).join('\n')}\n`
    const { out } = await kerf(['fit', '-', '-b', 'auto'], { input })
    expect(out).toContain('auto makes 8 bins: the larger of sturges (8) and freedman-diaconis (5)')
  })

  test('labels dates as dates', async () => {
    const days = Array.from({ length: 28 }, (_, i) => `2015-02-${String(i + 1).padStart(2, '0')},${i < 14 ? 'a' : 'b'}`)
    const { out } = await kerf(['fit', '-', '-t', 'y', '--readable', '--json'], {
      input: `day,y\n${days.join('\n')}\n`,
    })
    const [day] = binningFromJson(out).columns
    expect(day).toMatchObject({ kind: 'date' })
    expect(day.bins.map((bin) => bin.label)).toEqual(['< 2015-02-15', '≥ 2015-02-15'])
  })
})

describe('kerf show, edit and apply', () => {
  test('work on what fit saved', async () => {
    const cwd = folder()
    const saved = await kerf(['fit', PENGUINS, '--target', 'species', '-o', 'bins.json'], { cwd })
    expect(saved).toMatchObject({ code: 0, err: 'saved as bins.json\n' })

    const shown = await kerf(['show', 'bins.json', '--data', PENGUINS, '--json'], { cwd })
    const [fitted, counted] = [readFileSync(join(cwd, 'bins.json'), 'utf8'), shown.out].map(binningFromJson)
    expect(counted.columns).toEqual(fitted.columns)

    const edited = await kerf(
      ['edit', 'bins.json', '--column', 'body_mass_g', '--add', '5000', '--data', PENGUINS, '-o', 'b2.json'],
      { cwd },
    )
    expect(edited.code).toBe(0)
    const mass = binningFromJson(readFileSync(join(cwd, 'b2.json'), 'utf8')).columns.find(
      (c) => c.name === 'body_mass_g',
    )
    expect(mass).toMatchObject({ countsExact: true })

    const applied = await kerf(['apply', 'bins.json', PENGUINS, '--encode', 'index', '-o', 'rows.csv'], { cwd })
    expect(applied.code).toBe(0)
    const lines = readFileSync(join(cwd, 'rows.csv'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(345)
    expect(readdirSync(cwd).toSorted()).toEqual(['b2.json', 'bins.json', 'rows.csv'])
  })

  test.each(['csv', 'markdown', 'table', 'json'])('show a binning as %s', async (form) => {
    const cwd = folder()
    await kerf(['fit', PENGUINS, '--target', 'species', '-o', 'bins.json'], { cwd })
    const { code, out } = await kerf(['show', 'bins.json', '--as', form, '--columns', 'body_mass_g'], { cwd })
    expect(code).toBe(0)
    expect(out.replaceAll('\\', '')).toContain('body_mass_g')
    expect(out).not.toContain('flipper')
  })
})

describe('other rows', () => {
  test('codes with leading zeros stay the levels they were, also where a file holds nothing else', async () => {
    const rows = (...codes: string[]): string =>
      `code,y\n${codes.map((code, i) => `${code},${i % 2 === 0 ? 'a' : 'b'}`).join('\n')}\n`
    const cwd = folder({ 'a.csv': rows('007', '010', 'A1', '007', '010', 'A1'), 'b.csv': rows('007', '010', '010') })
    await kerf(['fit', 'a.csv', '-t', 'y', '-o', 'bins.json'], { cwd })
    const { out } = await kerf(['show', 'bins.json', '--data', 'b.csv', '--json'], { cwd })
    expect(binningFromJson(out).columns[0].bins.map(({ label, count }) => [label, count])).toEqual([
      ['007', 1],
      ['010', 2],
      ['A1', 0],
    ])
  })

  test('of another kind are refused with file and column', async () => {
    const cwd = folder({ 'n.csv': 'x,y\n1.5,a\n2,b\n5,b\n', 'd.csv': 'x,y\n2020-01-01,a\n2020-02-01,b\n' })
    await kerf(['fit', 'n.csv', '-t', 'y', '-o', 'bins.json'], { cwd })
    expect(await kerf(['show', 'bins.json', '--data', 'd.csv'], { cwd })).toEqual({
      code: 1,
      out: '',
      err: 'kerf: d.csv: column "x" holds dates, but the binning was fitted on numbers\n',
    })
  })

  test('a sample does not change the kind of the target', async () => {
    const input = `x,y\n${Array.from({ length: 62 }, (_, i) => `${(i * 37) % 61}.5,${i % 31}`).join('\n')}\n`
    const { out } = await kerf(['fit', '-', '-t', 'y', '--sample', '15', '--json'], { input })
    expect(binningFromJson(out).target).toEqual({ kind: 'numeric', name: 'y' })
  })
})

describe('help', () => {
  test('names every command', async () => {
    const { code, out } = await kerf(['--help'])
    expect(code).toBe(0)
    for (const name of [
      'fit',
      'explain',
      'rank',
      'compare',
      'apply',
      'show',
      'edit',
      'export',
      'report',
      'summarize',
      'merge',
      'methods',
      'completion',
    ])
      expect(out).toContain(`\n  ${name}`)
  })

  test('of a command has examples', async () => {
    const { code, out } = await kerf(['fit', '--help'])
    expect(code).toBe(0)
    expect(out).toContain('Examples:')
    expect(out).toContain('every option that kerf methods NAME lists')
    expect(out).not.toContain('--better-encoding')
  })

  test('tells the version', async () => {
    expect(await kerf(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' })
  })

  test('lists methods, and the options of one', async () => {
    const [all, one] = [await kerf(['methods']), await kerf(['methods', 'chi-merge', '--json'])]
    for (const name of ['equal-width', 'equal-frequency', 'bin-log', 'k-means', 'fixed', 'mdlp', 'chi-merge'])
      expect(all.out).toContain(name)
    const [listed] = JSON.parse(one.out) as { name: string; options: { name: string }[]; traits: object }[]
    expect(listed.options.map(({ name }) => name)).toContain('expectedFloor')
    expect(listed.traits).toEqual({
      target: 'classes',
      weights: 'count as rows',
      missing: 'own bin; or any bin, or refused',
      streams: 'estimate',
      exactness: 'on exact cells',
    })
  })

  test.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
    const { code, out } = await kerf(['completion', shell])
    expect(code).toBe(0)
    expect(out).toContain('chi-merge')
    expect(out).toContain(shell === 'fish' ? '-l target' : '--target')
  })
})

describe('streams', () => {
  test('a reader that has seen enough ends it quietly', async () => {
    const input = `x\n${'1\n'.repeat(200_000)}`
    const cwd = folder({ 'long.csv': input })
    await kerf(['fit', 'long.csv', '-o', 'bins.json'], { cwd })
    const ran = await kerfProcess(['apply', 'bins.json', 'long.csv'], {
      cwd,
      shell: (command) => `${command} | head -1; exit \${PIPESTATUS[0]}`,
    })
    expect(ran).toEqual({ code: 0, out: 'x\n', err: '' })
  })

  test('colour is on with FORCE_COLOR and off with NO_COLOR', async () => {
    const color = await kerfProcess(['methods'], { env: { FORCE_COLOR: '1', NO_COLOR: '' } })
    expect(color.out).toContain('\u001b[')
    expect((await kerfProcess(['methods'])).out).not.toContain('\u001b')
  })
})
