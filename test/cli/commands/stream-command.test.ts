import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StreamWatch } from '../../../src/cli/commands/parts/watch-stream.ts'
import { StreamRun } from '../../../src/node/stream/stream-run.ts'
import { Stream } from '../../../src/streams/stream.ts'
import { streamToJson } from '../../../src/streams/stream-json.ts'
import { printed } from '../in-process.ts'
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
      { out: () => undefined, err: () => undefined, color: false, width: 80, progress: false },
      run,
    )
    run.alarms.add({ kind: 'drift', column: 'x', row: 7, message: 'x: cuts move' })
    expect(watch.picture()).toContain(
      '0 rows · 0 a second · 1 alarms\n\nwaiting for the first rows\n\nalarms\n  x: cuts move',
    )
    watch.close()
  })

  test.each([
    [['--method', 'mdpl'], 'unknown method "mdpl"'],
    [['--method', 'chi2'], 'chi2 looks at the rows of several columns, which a stream does not keep'],
    [['--rebuild', 'never'], '--rebuild takes auto, moved, rows, split or shares, got "never"'],
    [['--every', '0'], '--every takes a whole number of at least 1, got "0"'],
    [['--tolerance', 'x'], '--tolerance takes a number of at least 0, got "x"'],
    [['--resume'], '--resume needs --state'],
    [['--resume', '--state', 's', 'f.csv'], '--resume is for standard input; a file goes on by itself'],
    [['--follow'], '--follow needs a file; standard input is followed anyway'],
    [['--watch', '-o', '-'], '--watch draws on standard output, where -o - sends rows'],
    [['--layer', 'cells', '--range', '0,1'], '--range is for --layer pid'],
    [['--range', '1,0'], '--range takes two numbers in increasing order, got "1,0"'],
    [['--encode', 'woe'], '--encode takes label or index, got "woe"'],
    [['--min-gain', '1', '--method', 'equal-width'], '--min-gain is not an option of equal-width, it belongs to d2'],
  ])('refuses %j', async (args, message) => {
    await expect(kerf(...args)).rejects.toThrow(message)
  })
})
