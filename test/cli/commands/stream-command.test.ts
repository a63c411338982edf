import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StreamWatch } from '../../../src/cli/commands/helpers/watch-stream.ts'
import { ioOf } from '../../../src/cli/io.ts'
import { programFor } from '../../../src/cli/program.ts'
import { flagWords } from '../../../src/cli/tell-error.ts'
import { StreamRun } from '../../../src/node/stream/stream-run.ts'
import { Stream } from '../../../src/streams/stream.ts'
import { streamToJson } from '../../../src/streams/stream-json.ts'
import { printed, told } from '../in-process.ts'
import { folder } from '../run.ts'

/** Runs a command in this process. */
const kerf = (...args: string[]): ReturnType<typeof printed> => printed('stream', ...args)

const ROWS = `x,y\n${Array.from({ length: 400 }, (_, i) => `${i % 40},${i % 40 < 15 ? 'low' : i % 50 === 0 ? '' : 'high'}`).join('\n')}\n`

describe('kerf stream', () => {
  test('prints changed cuts, saves bins, and tells what it read', async () => {
    const path = folder({ 'in.csv': ROWS })
    const [data, bins, events, output] = ['in.csv', 'bins.json', 'events.jsonl', 'out.csv'].map((name) =>
      join(path, name),
    )
    const { out, err } = await kerf(
      data,
      '--target',
      'y',
      '--every',
      '100',
      '--binning',
      bins,
      '-o',
      output,
      '--encode',
      'index',
    )
    expect(JSON.parse(out)).toEqual({ event: 'cuts', number: 1, row: 100, column: 'x', cuts: [14.5], before: null })
    expect(err).toBe('400 rows, 4 without a label\n')
    expect(JSON.parse(readFileSync(bins, 'utf8'))).toMatchObject({
      format: 'kerf-binning',
      columns: [{ name: 'x', cuts: [14.5] }],
    })
    expect(readFileSync(output, 'utf8').split('\n')[120]).toBe('120,1,high')
    await kerf(data, '--target', 'y', '--every', '100', '--events', events, '--layer', 'cells', '--window', '200')
    expect(readFileSync(events, 'utf8')).toBe(out)
  })

  test('says in the end that no row was of the event', async () => {
    const path = folder({ 'in.csv': `${ROWS}"1,2,3"x\n` })
    const asked = [join(path, 'in.csv'), '--target', 'y', '--event']
    expect((await kerf(...asked, 'hihg')).err).toBe(
      'note: no row was of the class "hihg" that --event names; classes seen: "low", "high"\n' +
        '400 rows, 4 without a label, 1 line could not be read and was left out\n',
    )
    expect((await kerf(...asked, 'high')).err).not.toContain('--event')
  })

  test('refuses what would be lost in the end before the first row', async () => {
    const path = folder({ 'in.csv': ROWS, 'bins.json': 'mine' })
    const data = join(path, 'in.csv')
    await expect(kerf(data, '--binning', join(path, 'bins.json'))).rejects.toThrow(/bins\.json exists already/)
    await expect(kerf(data, '--metrics', '99999')).rejects.toThrow('--metrics takes a port up to 65535, got 99999')
    await expect(kerf(data, '--events', join(path, 'no', 'e.jsonl'))).rejects.toThrow(
      /e\.jsonl cannot be written: its folder does not exist/,
    )
    await expect(kerf(data, '--alarms', '')).rejects.toThrow(
      '--alarms takes population, concept, boundary, all or none',
    )
    await expect(kerf(path)).rejects.toThrow(/is a folder, expected a file/)
  })

  test('is not changed by being looked at', async () => {
    const few = `x,y\n${'1,a\n2,b\n'.repeat(10)}`
    const run = new Stream({ columns: ['x'], target: { kind: 'class' } })
    run.pushMany([Float64Array.of(1, 2, 1, 2)], ['a', 'b', 'a', 'b'])
    const before = streamToJson(run)
    expect(run.binning().columns[0]).toMatchObject({ bins: [{ count: 2 }, { count: 2 }] })
    expect(streamToJson(run)).toBe(before)
    const path = folder({ 'in.csv': few })
    const { out } = await kerf(join(path, 'in.csv'), '--target', 'y', '--binning', join(path, 'bins.json'))
    expect(out).toBe('')
  })

  test('draws what it knows', async () => {
    const path = folder({ 'in.csv': ROWS })
    const { out } = await kerf(join(path, 'in.csv'), '--target', 'y', '--every', '100', '--watch')
    expect(out).toContain('400 rows')
    expect(out).toContain('14.5')
    const run = new StreamRun({} as never)
    const watch = new StreamWatch(
      ioOf({ writeOut: () => undefined, writeErr: () => undefined, color: false, width: 80, progress: false }),
      run,
    )
    run.alarms.add({ kind: 'drift', column: 'x', row: 7, message: 'x: cuts move' })
    expect(watch.picture()).toContain(
      '0 rows · 0 a second · 1 alarm\n\nwaiting for the first rows\n\nalarms\n  x: cuts move',
    )
    watch.close()
  })

  test.each([
    [['-b', '3', '--target', 'y'], { method: 'mdlp', options: { maxBins: 3 } }],
    [['--bins', '3'], { method: 'equal-frequency', options: { bins: 3 } }],
    [['--bins', 'sturges'], { method: 'equal-frequency', options: { bins: 'sturges' } }],
    [['--bins', '2', '--method', 'chi-merge', '--target', 'y'], { method: 'chi-merge', options: { maxBins: 2 } }],
    [['--bins', '2', '--max-bins', '7', '--target', 'y'], { method: 'mdlp', options: { maxBins: 2 } }],
    [['--bins', '4', '--target', 'x2', '--target-kind', 'numeric'], { method: 'variance', options: { maxBins: 4 } }],
    [['--preset', 'weka', '--target', 'y'], { method: 'mdlp', closed: 'right', options: { preset: 'weka' } }],
    [['--closed', 'right', '--readable'], { closed: 'right', options: { readable: true } }],
    [['--method', 'fixed', '--cuts', '10,20'], { method: 'fixed', cuts: [10, 20] }],
    [['--alpha', '0.01', '--method', 'chi-merge', '-t', 'y'], { method: 'chi-merge', options: { alpha: 0.01 } }],
  ])('cuts as kerf fit does with %j', async (flags, column) => {
    const path = folder({ 'in.csv': ROWS.replaceAll(/^(\w+),/gm, '$1,$12,') })
    const bins = join(path, 'bins.json')
    const asked = [join(path, 'in.csv'), '-c', 'x', '--every', '100', ...flags]
    await kerf(...asked, '--binning', bins)
    const { columns } = JSON.parse(readFileSync(bins, 'utf8')) as { columns: object[] }
    expect(columns).toMatchObject([column])
  })

  test('takes equal-frequency for a rule for the number of bins, and says so', async () => {
    const data = join(folder({ 'in.csv': ROWS }), 'in.csv')
    const note =
      'note: cut by equal-frequency, since the default method takes no rule such as --bins auto; choose another with --method\n'
    const ruled = await kerf(data, '--target', 'y', '--bins', 'auto', '--every', '400')
    expect(ruled.err).toBe(`${note}400 rows, 4 without a label\n`)
    const named = await kerf(data, '--target', 'y', '--bins', 'auto', '--every', '400', '-m', 'equal-frequency')
    expect(named).toEqual({ out: ruled.out, err: '400 rows, 4 without a label\n' })
  })

  test('goes on from a state with the number of bins as it was asked for', async () => {
    const path = folder({ 'in.csv': ROWS })
    const asked = [join(path, 'in.csv'), '--target', 'y', '--state', join(path, 's.json')]
    await kerf(...asked, '--bins', '3', '--closed', 'right')
    const { settings } = JSON.parse(readFileSync(join(path, 's.json'), 'utf8')) as { settings: { options: object } }
    expect(JSON.stringify(settings.options)).toBe('{"bins":3,"closed":"right"}')
    expect((await kerf(...asked, '-b', '3', '--closed', 'right')).err).toBe('400 rows, 4 without a label\n')
    await expect(kerf(...asked, '-b', '4', '--closed', 'right')).rejects.toThrow(
      's.json was made with options {"bins":3,"closed":"right"}, now it is {"bins":4,"closed":"right"}; use the same flags, or another state file',
    )
  })

  test('has the flags of a fit that make sense for rows that never end, in the same words', async () => {
    const { commands } = await programFor(
      [],
      ioOf({ writeOut: () => {}, writeErr: () => {}, color: false, width: 100, progress: false }),
    )
    const flagsOf = (name: string): Map<string, string> =>
      new Map(commands.find((one) => one.name() === name)!.options.map((one) => [one.flags, one.description]))
    const [fit, stream] = [flagsOf('fit'), flagsOf('stream')]
    const missing = [...fit.keys()].filter((flag) => !stream.has(flag))
    expect(missing.map((flag) => flag.replace(/ .*/, '')).join(' ')).toBe(
      '--weight --sample --seed --together --cuts --spec --missing --special --round ' +
        '--reference --report --curves --json --top --verbose --trace --where --category --number --threads --memory --bad-rows ' +
        '--scans --dry-run',
    )
    const other = [...stream].filter(([flag, about]) => fit.has(flag) && fit.get(flag) !== about)
    expect(other.map(([flag]) => flag)).toEqual(['-o, --output <file>', '--quiet'])
  })

  const BINS = '--bins takes a whole number of at least 1, or one of auto, sturges, scott, freedman-diaconis, advised'
  test.each([
    [['--method', 'mdlpp'], 'unknown method "mdlpp", did you mean mdlp?'],
    [['--method', 'chi2'], 'chi2 looks at the rows of several columns, which a stream does not keep'],
    [['--bins', '0'], `${BINS}, got "0"`],
    [['-b', 'ten'], `${BINS}, got "ten"`],
    [
      ['--target', 'y', '--bins', 'scott', '--method', 'chi-merge', 'DATA'],
      'chi-merge: takes no rule for the number of bins, got scott; equal-frequency and equal-width take one',
    ],
    [['--method', 'binary', '--bins', '2', '-t', 'y', 'DATA'], 'binary: takes no number of bins, got 2'],
    [['--target', 'y', '--trend', 'auto', 'DATA'], '--trend is not an option of mdlp, it belongs to optimal'],
    [['--min-gain', '1', '--method', 'equal-width'], '--min-gain is not an option of equal-width, it belongs to d2'],
    [['--alpha', '2', '--method', 'chi-merge'], '--alpha must be a number above 0 and below 1, got "2"'],
    [['--preset', 'wekka', '-t', 'y', 'DATA'], 'mdlp: unknown preset "wekka", did you mean weka?'],
    [['--closed', 'up'], '--closed takes left or right, got "up"'],
    [['--cuts', '3'], '--cuts needs --method fixed'],
    [['--cuts', 'x=3', '--method', 'fixed'], '--cuts takes one list for all columns of a stream, such as 18,30'],
    [['--target-kind', 'text'], '--target-kind takes auto, class or numeric, got "text"'],
    [['--target', 'z', 'DATA'], 'DATA: there is no column "z", did you mean x or y?'],
    [['--delimiter', ';;'], '--delimiter takes one character, got ";;"'],
    [['--decimal', '·'], '--decimal takes a point or a comma, got "·"'],
    [['--skip', '-1'], '--skip takes a whole number of at least 0, got "-1"'],
    [['--format', 'xml'], '--format takes auto, csv or json, got "xml"'],
    [['--rebuild', 'never'], '--rebuild takes auto, moved, rows, split or shares, got "never"'],
    [['--every', '0'], '--every takes a whole number of at least 1, got "0"'],
    [['--tolerance', 'x'], '--tolerance takes a number of at least 0, got "x"'],
    [['--alarms', 'all,concept'], '--alarms takes population, concept or boundary, got "all"'],
    [['--false-alarms', '0.5'], '--false-alarms takes a number of at least 1, got 0.5'],
    [['--resume'], '--resume needs --state'],
    [['--resume', '--state', 's', 'f.csv'], '--resume is for standard input; a file goes on by itself'],
    [['--follow'], '--follow needs a file; standard input is followed anyway'],
    [['--watch', '-o', '-'], '--watch draws on standard output, where -o - sends rows'],
    [['--layer', 'cells', '--range', '0,1'], '--range is for --layer pid'],
    [['--range', '1,0'], '--range takes two numbers in increasing order, got "1,0"'],
    [['--range', '1,2,3'], '--range takes two numbers in increasing order, got "1,2,3"'],
    [['--encode', 'woe'], '--encode takes label or index, got "woe"'],
  ])('refuses %j', async (args, message) => {
    const data = join(folder({ 'in.csv': ROWS }), 'in.csv')
    const given = args.map((word) => (word === 'DATA' ? data : word))
    const { error } = await told(['stream', ...given])
    expect(flagWords(error!.message)).toBe(message.replace('DATA', data))
  })
})

describe('kerf stream --repair', () => {
  /** Yes above the boundary of x. */
  const lines = (rows: number, boundary: (row: number) => number): string =>
    `x,y\n${Array.from({ length: rows }, (_, i) => `${(i * 37) % 100},${(i * 37) % 100 > boundary(i) ? 'yes' : 'no'}`).join('\n')}\n`

  const made = async (): Promise<(name: string) => string> => {
    const path = folder({ 'old.csv': lines(300, () => 30), 'in.csv': lines(900, (i) => (i < 400 ? 30 : 60)) })
    const at = (name: string): string => join(path, name)
    await printed('tree', at('old.csv'), '-t', 'y', '-o', at('tree.json'))
    await printed('export', at('tree.json'), '--to', 'rules-json', '-o', at('rules.json'))
    return at
  }

  test('saves the tree or the rules with cuts that follow the boundary', async () => {
    const at = await made()
    const { out, err } = await kerf(at('in.csv'), '--repair', at('tree.json'), '--alarms', 'none')
    expect(err).toBe(`900 rows, 1 repair saved as ${at('tree.repaired.json')}\n`)
    const events = out.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>) // prettier-ignore
    expect(events.find(({ event }) => event === 'repair')).toMatchObject({ kept: 'patched', refused: null })
    const cut = (JSON.parse(readFileSync(at('tree.repaired.json'), 'utf8')) as { root: { test: { cut: number } } }).root
    expect(Math.abs(cut.test.cut - 60)).toBeLessThan(2)
    await kerf(at('in.csv'), '--repair', at('rules.json'), '--repair-output', at('new.json'))
    expect(JSON.parse(readFileSync(at('new.json'), 'utf8'))).toMatchObject({ format: 'kerf-rules', target: 'y' })
    const still = await kerf(at('old.csv'), '--repair', at('tree.json'), '--repair-output', at('none.json'))
    expect(still.err).toContain('300 rows, nothing was repaired')
  })

  test('refuses what it cannot repair, and files that would be written over', async () => {
    const at = await made()
    const message = async (...args: string[]): Promise<string> =>
      (await told(['stream', at('in.csv'), ...args])).error?.message ?? 'no error'
    const tree = ['--repair', at('tree.json')]
    expect(await message('--repair', at('old.csv'))).toContain(
      'old.csv is not a usable tree or set of rules: not valid JSON',
    )
    expect(await message('--repair', at('no.json'))).toContain('no.json')
    expect(await message(...tree, '--repair-output', at('tree.json'))).toContain('is the file of --repair as well; name another one') // prettier-ignore
    expect(await message(...tree, '--repair-output', at('in.csv'))).toContain('is the file of the data as well')
    expect(await message(...tree, '--repair-output', at('s'), '--state', at('s'))).toContain('is the file of --state as well') // prettier-ignore
    expect(await message(...tree, '--repair-output', at('s.lock'), '--state', at('s'))).toContain('is the file of the lock of --state as well') // prettier-ignore
    expect(await message(...tree, '-o', at('tree.json'), '--force')).toContain('is the file of --repair as well')
    expect(await message(...tree, '--target-kind', 'numeric')).toBe('--repair needs classes, and --target-kind says numeric') // prettier-ignore
    expect(await message('--repair-output', at('a.json'))).toBe('--repair-output needs --repair')
    expect(await message(...tree, '--repair-rows', '20')).toContain('--repair-rows')
    expect(await message(...tree, '-t', 'x')).toContain('no column of numbers to bin')
  })
})
