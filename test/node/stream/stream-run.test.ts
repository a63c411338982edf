import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { metricsText, serveMetrics } from '../../../src/node/stream/stream-metrics.ts'
import { StreamRun } from '../../../src/node/stream/stream-run.ts'
import type { StreamRequest } from '../../../src/node/stream/stream-settings.ts'
import { random } from '../../../src/util/random.ts'
import { folder } from '../../cli/run.ts'
import { makeRun } from './stream-made.ts'

interface Done {
  readonly run: StreamRun
  readonly events: Record<string, unknown>[]
  readonly notes: string[]
}

/** Runs a stream; what is not said is the simplest. */
async function stream(given: Partial<StreamRequest> & { data: string }): Promise<Done> {
  const events: Record<string, unknown>[] = []
  const notes: string[] = []
  const run = makeRun({
    onEvent: (line) => events.push(JSON.parse(line) as Record<string, unknown>),
    onNote: ({ message }) => notes.push(message),
    ...given,
  })
  await run.run()
  return { run, events, notes }
}

async function* pieces(text: string, size = 7): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const half = { method: equalFrequency as unknown as AnyDiscretizer, options: { bins: 2 } }
const EIGHT = 'id,x,who\n' + [1, 2, 3, 4, 5, 6, 7, 8].map((x) => `r${x},${x},"A, ""${x}"""`).join('\n') + '\n'

describe('rows are sent on', () => {
  test('with their numbers, and with the bins there were when they came', async () => {
    const path = folder({ 'in.csv': EIGHT })
    const output = join(path, 'out.csv')
    const { run, events } = await stream({ data: join(path, 'in.csv'), output, ...half })
    expect(readFileSync(output, 'utf8').split('\n')).toEqual([
      'row,id,x,who',
      '1,r1,all values,"A, ""1"""',
      '2,r2,all values,"A, ""2"""',
      '3,r3,all values,"A, ""3"""',
      '4,r4,all values,"A, ""4"""',
      '5,r5,≥ 2.5,"A, ""5"""',
      '6,r6,≥ 2.5,"A, ""6"""',
      '7,r7,≥ 2.5,"A, ""7"""',
      '8,r8,≥ 2.5,"A, ""8"""',
      '',
    ])
    expect(events).toEqual([
      { event: 'cuts', number: 1, row: 4, column: 'x', cuts: [2.5], before: null },
      { event: 'cuts', number: 2, row: 8, column: 'x', cuts: [4.5], before: [2.5] },
    ])
    expect(run.stream!.columns[0].cuts).toEqual([4.5])
    await expect(stream({ data: join(path, 'in.csv'), output, ...half })).rejects.toThrow(
      'out.csv exists already; add --force to replace it',
    )
  })

  test('without traces of lines that could not be read, however they come in pieces', async () => {
    for (const size of [1, 3, 50]) {
      const output = join(folder(), 'out.csv')
      await stream({
        data: '-',
        input: pieces('x,t\n1,a\n2,b,c\n3,"d" e\n4,"f\nf"\n5\n6,g', size),
        output,
        columns: ['x'],
      })
      expect(readFileSync(output, 'utf8')).toBe('row,x,t\n1,all values,a\n2,all values,"f\nf"\n3,all values,g\n')
    }
  })

  test('as JSON lines where they came as such', async () => {
    const path = folder()
    const output = join(path, 'out.jsonl')
    const lines = [1, 2, 3, 4, null, '6', 'odd', 8].map((x, i) => JSON.stringify({ row: `r${i}`, x, y: i % 2 === 0 }))
    const text = [...lines.slice(0, 4), 'no JSON', '[1]', '', ...lines.slice(4)].join('\n')
    const { run } = await stream({
      data: '-',
      input: pieces(text),
      output,
      encode: 'index',
      columns: ['x'],
      target: 'y',
      ...half,
    })
    expect(readFileSync(output, 'utf8').split('\n').slice(3, 8)).toEqual([
      '{"_row":4,"row":"r3","x":0,"y":false}',
      '{"_row":5,"row":"r4","x":2,"y":true}',
      '{"_row":6,"row":"r5","x":1,"y":false}',
      '{"_row":7,"row":"r6","x":2,"y":true}',
      '{"_row":8,"row":"r7","x":1,"y":false}',
    ])
    expect([run.row, run.bad, run.odd]).toEqual([8, 2, 1])
    expect(run.stream!.classes.sorted()).toEqual(['false', 'true'])
  })
})

describe('what comes in', () => {
  test('may have a byte order mark, Windows line ends, broken lines and no end', async () => {
    const text = '\uFEFFx;y\r\n1,5;a\r\n2,5;b\r\n3;4;5\r\n\r\nxx;a\r\n;b\r\n"4";"a" b\r\n5;\r\n6,5;b'
    for (const size of [1, 5, 1000]) {
      const { run, notes } = await stream({
        data: '-',
        input: pieces(text, size),
        target: 'y',
        columns: ['x'],
        read: { delimiter: ';', decimal: ',' },
      })
      expect([run.row, run.bad, run.odd]).toEqual([6, 2, 1])
      expect(run.stream!.columns.map(({ name }) => name)).toEqual(['x'])
      expect(run.stream!.columns[0].summary()).toMatchObject({
        rows: 6,
        min: 1.5,
        max: 6.5,
        leftOut: { unlabelled: 1 },
      })
      expect(notes).toEqual([])
    }
  })

  test('may end its lines in carriage returns alone; a broken one takes no others with it', async () => {
    const path = folder({ 'in.csv': 'x,y\r1,no\r2\r3,yes\r"4,no\r5,yes\r' })
    const { run } = await stream({ data: join(path, 'in.csv'), target: 'y' })
    expect([run.row, run.bad]).toEqual([3, 2])
    const long = await stream({
      data: '-',
      input: pieces(`x\r${'1\r2\r'.repeat(300_000)}`, 65_536),
      rebuild: { every: 1e6 },
    })
    expect([long.run.row, long.run.bad]).toEqual([600_000, 0])
  })

  test('may have columns whose names every object knows', async () => {
    const path = folder({ 'in.jsonl': '{"constructor":1,"__proto__":2}\n{}\n{"constructor":3}\n' })
    const output = join(path, 'out.jsonl')
    const { run } = await stream({ data: join(path, 'in.jsonl'), output })
    expect([run.row, run.odd, run.stream!.columns.map(({ name }) => name)]).toEqual([
      3,
      0,
      ['constructor', '__proto__'],
    ])
    expect(readFileSync(output, 'utf8').split('\n')[1]).toBe('{"row":2,"constructor":"missing","__proto__":"missing"}')
  })

  test('decides on the kind of the target, and says so', async () => {
    const numbers = await stream({ data: '-', input: pieces('x,y\n1,0.5\n2,1.5\n3,0.1\n', 99), target: 'y' })
    expect(numbers.notes).toEqual(['the target is taken for a number; --target-kind says otherwise'])
    expect(numbers.run.stream!.facts).toEqual({ kind: 'numeric', name: 'y', event: null })
    const classes = await stream({ data: '-', input: pieces('x,y\n1,0\n2,1\n', 99), target: 'y' })
    expect(classes.notes).toEqual([
      'the target is taken for classes, since its first numbers are few and whole; --target-kind says otherwise',
    ])
  })

  test('is refused where it cannot be used', async () => {
    const run = (text: string, given: Partial<StreamRequest> = {}): Promise<Done> =>
      stream({ data: '-', input: pieces(text), ...given })
    await expect(run('')).rejects.toThrow(
      'standard input is empty, expected a line of column names and lines of values',
    )
    await expect(run('a,b\nx,y\n')).rejects.toThrow(
      'standard input: there is no column of numbers to bin; name some with --columns',
    )
    await expect(run('a,b\n1,2\n', { target: 'c' })).rejects.toThrow('standard input: there is no column "c"')
    await expect(run('{"a":1}\n', { columns: ['b'] })).rejects.toThrow('standard input: there is no column "b"')
    await expect(stream({ data: join(folder(), 'none.csv') })).rejects.toThrow('none.csv does not exist')
  })
})

describe('labels that come later', () => {
  const rows = ['k1,1,', 'k2,2,', 'k3,3,a', 'k4,4,', 'k1,,b', 'k5,5,', 'k2,,a', 'k5,6,', 'k9,7,b', 'k4,,a']

  test('find their rows by the key, for so many rows', async () => {
    const { run } = await stream({
      data: '-',
      input: pieces(`k,x,y\n${rows.join('\n')}\n`),
      target: 'y',
      key: 'k',
      columns: ['x'],
      wait: 4,
    })
    // k1 just in time, k2 one row too late, k4 too late, k5 replaced by a row of the same key that still waits
    const { rows: all, leftOut, cells } = run.stream!.columns[0].summary()
    expect(run.row).toBe(10)
    expect(leftOut.unlabelled).toBe(3)
    expect(Array.from(cells.lo)).toEqual([1, 3, 7])
    expect(all).toBe(8)
    expect(run.waiting).toBe(1)
  })

  test('are waited for over a restart', async () => {
    const path = folder({ 'a.csv': `k,x,y\n${rows.slice(0, 6).join('\n')}\n` })
    const [data, state, output] = ['a.csv', 'a.state', 'out.csv'].map((name) => join(path, name))
    const request = { data, state, output, target: 'y', key: 'k', columns: ['x'], wait: 100 }
    await stream(request)
    writeFileSync(data, `k,x,y\n${rows.join('\n')}\n`)
    const { run } = await stream(request)
    expect(run.stream!.columns[0].summary().leftOut.unlabelled).toBe(1)
    expect(
      readFileSync(output, 'utf8')
        .split('\n')
        .map((line) => line.split(',')[0]),
    ).toEqual(['row', '1', '2', '3', '4', '6', '8', '9', ''])
  })
})

/** Rows with a label that depends on the first column. */
function makeCsv(rows: number): string {
  const { normal, next } = random(9)
  const lines = Array.from({ length: rows }, () => {
    const x = normal()
    return `${x.toFixed(3)},${Math.floor(next() * 9)},${next() < (x > 0 ? 0.8 : 0.1) ? 'yes' : next() < 0.1 ? '' : 'no'}`
  })
  return `x,z,y\n${lines.join('\n')}\n`
}

describe('a state', () => {
  test('brings a file that is read in spite of crashes to where it would have been', async () => {
    const text = makeCsv(30_000)
    const path = folder({ 'in.csv': text })
    const data = join(path, 'in.csv')
    const request = {
      data,
      target: 'y',
      rebuild: { policy: 'rows', every: 1000 } as const,
      ...half,
      layer: { startCells: 50, window: 3000 },
    }
    const whole = { state: join(path, 'whole.state'), output: join(path, 'whole.csv') }
    const { events } = await stream({ ...request, ...whole })
    expect(events.length).toBeGreaterThan(15)
    const broken = { state: join(path, 'broken.state'), output: join(path, 'broken.csv') }
    const seen = new Map<unknown, string>()
    // After the first piece of the file was saved, then right after a start, twice, and once more.
    const lefts = [20, 0, 0, 1]
    let crashes = 0
    for (let done = false; !done;) {
      let left = lefts[crashes] ?? Infinity
      try {
        await stream({
          ...request,
          ...broken,
          onEvent: (line) => {
            if (left-- === 0) throw new Error('crash')
            seen.set((JSON.parse(line) as { number: number }).number, line)
          },
        })
        done = true
      } catch (error) {
        if ((error as Error).message !== 'crash') throw error
        crashes++
      }
    }
    expect(crashes).toBe(lefts.length)
    expect(readFileSync(broken.state, 'utf8').replace(broken.output, whole.output)).toBe(
      readFileSync(whole.state, 'utf8'),
    )
    expect(readFileSync(broken.output, 'utf8')).toBe(readFileSync(whole.output, 'utf8'))
    expect([...seen.values()].map((line) => JSON.parse(line))).toEqual(events)
  })

  test('skips what a pipe repeats with --resume, and goes on without', async () => {
    const lines = makeCsv(400).trimEnd().split('\n')
    const state = join(folder(), 'pipe.state')
    const text = (from: number, to: number): string => `${[lines[0], ...lines.slice(from + 1, to + 1)].join('\n')}\n`
    const through = await stream({ data: '-', input: pieces(text(0, 400), 999), target: 'y' })
    await stream({ data: '-', input: pieces(text(0, 100), 999), target: 'y', state })
    await stream({ data: '-', input: pieces(text(0, 250), 999), target: 'y', state, resume: true })
    const { run } = await stream({ data: '-', input: pieces(text(250, 400), 999), target: 'y', state })
    expect(run.row).toBe(400)
    expect(run.stream!.binning()).toEqual(through.run.stream!.binning())
  })

  test('is refused with other settings, or when it is damaged, or when the file shrank', async () => {
    const path = folder({ 'in.csv': EIGHT })
    const [data, state] = [join(path, 'in.csv'), join(path, 'x.state')]
    await stream({ data, state, ...half })
    await expect(stream({ data, state, ...half, options: { bins: 3 } })).rejects.toThrow(
      'x.state was made with options {"bins":2}, now it is {"bins":3}; use the same flags, or another state file',
    )
    writeFileSync(data, 'id,x,who\n')
    await expect(stream({ data, state, ...half })).rejects.toThrow(
      'in.csv is shorter (9 bytes) than what was read of it',
    )
    writeFileSync(data, EIGHT)
    const text = readFileSync(state, 'utf8')
    const damages = [
      [text.slice(0, 99), 'x.state: not valid JSON'],
      [
        text.replace('"delimiter":","', '"delimiter":",,"'),
        'x.state: plan.dialect.delimiter: expected one character, got ",,"',
      ],
      [text.replace('"binned":["x"]', '"binned":["id"]'), 'x.state: plan.binned: expected the columns of the stream'],
      [text.replace('"alarms":{"counts":[]', '"alarms":{"counts":5'), 'x.state: alarms.counts: expected a list, got 5'],
      [text.replace('"offset":', '"offset":-'), 'x.state: place.offset: expected a whole number of at least 0'],
    ] as const
    for (const [damaged, message] of damages) {
      writeFileSync(state, damaged)
      await expect(stream({ data, state, ...half })).rejects.toThrow(message)
    }
  })

  test('is saved while a file is followed, which ends when it is told to', async () => {
    const path = folder({ 'in.csv': EIGHT })
    const [data, state] = [join(path, 'in.csv'), join(path, 'x.state')]
    const request: StreamRequest = {
      data,
      state,
      form: 'auto',
      read: {},
      follow: true,
      resume: false,
      checkpoint: 0,
      encode: 'label',
      force: false,
      targetKind: 'auto',
      wait: 0,
      layer: {},
      rebuild: {},
      onEvent: () => undefined,
      onNote: () => undefined,
      ...half,
    }
    const run = new StreamRun(request)
    const over = run.run()
    const until = async (row: number): Promise<void> => {
      while (run.row < row) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await until(8)
    writeFileSync(data, `${EIGHT}r9,9,z\nr10,1`)
    await until(9)
    run.stop.stopped = true
    await over
    expect(run.row).toBe(9)
    const { place } = JSON.parse(readFileSync(state, 'utf8')) as { place: { offset: number } }
    expect(place.offset).toBe(EIGHT.length + 7)
  })
})

describe('alarms', () => {
  const alarms = { kinds: ['population', 'concept', 'boundary'], runLength: 10_000 } as const
  const { next, normal } = random(5)
  const lines = Array.from({ length: 6000 }, (_, row) => {
    const x = normal() + (row < 4000 ? 0 : 1.5)
    return `${x.toFixed(3)},${next() < (x > 0 ? 0.8 : 0.2) ? 'a' : 'b'}`
  })
  const settings = { target: 'y', alarms, layer: { startCells: 30 }, rebuild: { policy: 'moved', every: 500 } } as const

  test('are told, counted and saved; a stream that goes on raises the same', async () => {
    const path = folder({ 'in.csv': `x,y\n${lines.join('\n')}\n` })
    const [data, state] = [join(path, 'in.csv'), join(path, 'one.state')]
    const whole = await stream({ ...settings, data, state })
    const raised = whole.events.filter(({ event }) => event === 'alarm')
    expect(raised[0]).toMatchObject({ kind: 'population', column: 'x', message: /^x: rows changed since row 4/ })
    expect(raised[0].row).toBeGreaterThan(4000)
    expect(raised[0].row).toBeLessThan(4100)
    expect(whole.run.alarms.last).toHaveLength(raised.length)
    expect(metricsText(whole.run)).toContain('kerf_stream_alarms_total{column="x",kind="population"} 1\n')

    // The same in two parts, the second of which starts when the change is half sure; the state is packed.
    const packed = join(path, 'two.state.gz')
    const first = `x,y\n${lines.slice(0, 4006).join('\n')}\n`
    writeFileSync(data, first)
    const one = await stream({ ...settings, data, state: packed })
    writeFileSync(data, `${first}${lines.slice(4006).join('\n')}\n`)
    const two = await stream({ ...settings, data, state: packed })
    expect([...one.events, ...two.events]).toEqual(whole.events)
    expect(two.run.alarms.counts()).toEqual(whole.run.alarms.counts())
    expect(gunzipSync(readFileSync(packed)).toString()).toBe(readFileSync(state, 'utf8'))
    await expect(stream({ ...settings, alarms: undefined, data, state })).rejects.toThrow('made with alarms {')
    writeFileSync(packed, 'no gzip')
    await expect(stream({ ...settings, data, state: packed })).rejects.toThrow(
      'two.state.gz is not a gzip file, or a damaged one (incorrect header check); put back',
    )
  })

  test('and everything else in a state is as the schema says', async () => {
    const path = folder({ 'in.csv': `x,y\n${lines.join('\n')}\n`, 'k.csv': `${EIGHT}r9,,\n` })
    const schema = readFileSync(new URL('../../../docs/formats/stream.schema.json', import.meta.url), 'utf8')
    const options = { strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false }
    const validate = new Ajv2020(options).compile(JSON.parse(schema))
    const state = join(path, 'x.state')
    const check = async (given: Partial<StreamRequest> & { data: string }): Promise<void> => {
      rmSync(state, { force: true })
      await stream({ state, ...given })
      expect([validate(JSON.parse(readFileSync(state, 'utf8'))), validate.errors]).toEqual([true, null])
    }
    const data = join(path, 'in.csv')
    await check({ ...half, data: join(path, 'k.csv'), key: 'id', target: 'who' })
    await check({ ...settings, data, layer: { kind: 'cells', window: 1000 } })
    await check({ ...settings, data, layer: { startCells: 20, window: 1000 } })
    await check({ ...settings, data })
    const text = readFileSync(state, 'utf8')
    for (const [part, wrong] of [
      ['"kerf-stream"', '"kerf-tree"'],
      ['"policy":"moved"', '"policy":"auto"'],
      ['"offset":', '"offset":-'],
      ['"same":["', '"same":["x","'],
      ['"population":{', '"population":0,"p":{'],
      ['"breaks":', '"break":'],
    ]) {
      expect(text).toContain(part)
      expect([part, validate(JSON.parse(text.replace(part, wrong)))]).toEqual([part, false])
    }
  })
})

describe('numbers for Prometheus', () => {
  test('are told on a port of this machine', async () => {
    const { run } = await stream({ data: '-', input: pieces(EIGHT), ...half })
    const server = await serveMetrics(run, 0)
    const { port, address } = server.address() as { port: number; address: string }
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(address).toBe('127.0.0.1')
    expect(await answer.text()).toBe(metricsText(run))
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    server.close()
    expect(metricsText(run)).toContain('kerf_stream_rows_total 8\n')
    expect(metricsText(run)).toContain('kerf_stream_cut{column="x",cut="1"} 4.5\n')
  })
})
