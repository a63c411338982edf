import { appendFileSync, copyFileSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs' // prettier-ignore
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { StreamRun } from '../../../src/node/stream/stream-run.ts'
import type { StreamRequest } from '../../../src/node/stream/stream-settings.ts'
import { folder } from '../../cli/run.ts'
import { makeRun } from './stream-made.ts'

/** Runs a stream to its end; with what it told. */
async function stream(given: Partial<StreamRequest> & { data: string }): Promise<{ run: StreamRun; notes: string[] }> {
  const notes: string[] = []
  const run = makeRun({ ...given, onNote: ({ message }) => notes.push(message) })
  await run.run()
  return { run, notes }
}

async function* pipe(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < text.length; at += 7) yield Buffer.from(text.slice(at, at + 7))
}

const rows = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `${1000 + from + i},${(from + i) % 7}\n`).join('')
const table = (to: number): string => `x,y\n${rows(0, to)}`

interface SavedPlace {
  readonly inputs: readonly { readonly name: string; readonly rows: number; readonly offset: number }[]
}
const placeOf = (state: string): SavedPlace => (JSON.parse(readFileSync(state, 'utf8')) as { place: SavedPlace }).place

describe('an input that is not what it was', () => {
  test('is noticed though its lines are as long as before', async () => {
    const path = folder({ 'in.csv': table(2000) })
    const [data, state] = [join(path, 'in.csv'), join(path, 's.json')]
    await stream({ data, state })
    // Another file of the same form, and longer.
    writeFileSync(data, `x,y\n${rows(3000, 5500)}`)
    await expect(stream({ data, state })).rejects.toThrow(
      /in\.csv is not the file that .*s\.json knows by that name: it begins with other bytes; was it replaced\?/,
    )
    // The same beginning, but rows in the middle edited.
    writeFileSync(data, `${table(1990)}${rows(5000, 5500)}`)
    await expect(stream({ data, state })).rejects.toThrow(
      /begins as before, but differs in the bytes before byte 14004, up to which it was counted; was it edited\?/,
    )
    writeFileSync(data, table(2100))
    expect((await stream({ data, state })).run.row).toBe(2100)
  })

  test('is known by its content, wherever it lies', async () => {
    const path = folder({ 'in.csv': table(50) })
    const [data, state, copy] = ['in.csv', 's.json', 'copy.csv'].map((name) => join(path, name))
    await stream({ data, state })
    copyFileSync(data, copy)
    rmSync(data)
    appendFileSync(copy, rows(50, 60))
    const moved = await stream({ data: copy, state })
    expect([moved.run.row, moved.notes]).toEqual([
      60,
      [`${copy} has the content of ${data} up to byte 354, and is taken for it; reading goes on there`],
    ])
    renameSync(copy, data)
    expect((await stream({ data, state })).notes).toEqual([])
    // What came through a pipe may come as a file later.
    const piped = join(path, 'p.json')
    await stream({ data: '-', input: pipe(table(40)), state: piped })
    expect((await stream({ data, state: piped })).run.row).toBe(60)
  })

  test('is not asked for by a state of before, which says so and knows it from then on', async () => {
    const path = folder({ 'in.csv': table(50) })
    const [data, state] = [join(path, 'in.csv'), join(path, 's.json')]
    await stream({ data, state })
    writeFileSync(state, readFileSync(state, 'utf8').replace(/,"inputs":\[[^\]]*\]/, ''))
    appendFileSync(data, rows(50, 60))
    const { run, notes } = await stream({ data, state })
    expect([run.row, notes]).toEqual([
      60,
      [
        `${state} was saved by an earlier version, which did not keep what ${data} was; it is taken to be the same file`,
      ],
    ])
    expect(placeOf(state).inputs).toMatchObject([{ name: data, rows: 60, offset: 424 }])
  })
})

describe('a state of several inputs', () => {
  test('keeps a place for each, and refuses a file that it does not know', async () => {
    const path = folder({ 'a.csv': table(30), 'b.csv': `x,y\n${rows(500, 600)}` })
    const [a, b, state] = ['a.csv', 'b.csv', 's.json'].map((name) => join(path, name))
    await stream({ data: a, state })
    await expect(stream({ data: b, state })).rejects.toThrow(
      `${b} is not among the inputs that ${state} knows, which are ${a}; name one of them, or use another state file. To count the rows of ${b} after theirs, send it through a pipe`,
    )
    await stream({ data: '-', input: pipe(readFileSync(b, 'utf8')), state })
    appendFileSync(a, rows(30, 35))
    expect((await stream({ data: a, state })).run.row).toBe(135)
    appendFileSync(b, rows(600, 610))
    expect((await stream({ data: b, state })).run.row).toBe(145)
    expect(placeOf(state).inputs.map((one) => [one.name, one.rows])).toEqual([[a, 35], [b, 110]]) // prettier-ignore
  })

  test('skips the rows of the very pipe that starts again', async () => {
    const state = join(folder(), 's.json')
    const send = (text: string, resume: boolean): ReturnType<typeof stream> =>
      stream({ data: '-', input: pipe(text), state, resume })
    const other = `x,y\n${rows(500, 540)}broken\n`
    await send(table(30), false)
    await send(other, false)
    const again = await send(`${other}${rows(540, 550)}`, true)
    expect([again.run.row, again.run.bad]).toEqual([80, 1])
    expect((await send(table(33), true)).run.row).toBe(83)
    await expect(send(`x,y\n${rows(700, 710)}`, true)).rejects.toThrow(
      /standard input does not begin as any of the 2 inputs that .* knows, so it is not known which rows to skip/,
    )
    expect(placeOf(state).inputs.map((one) => one.rows)).toEqual([50, 33])
  })

  test('is refused where a place in it is nonsense', async () => {
    const path = folder({ 'in.csv': table(5) })
    const [data, state] = [join(path, 'in.csv'), join(path, 's.json')]
    await stream({ data, state })
    const text = readFileSync(state, 'utf8')
    for (const [part, wrong, message] of [
      [
        '"head":{"bytes":39',
        '"head":{"bytes":1e9',
        'place.inputs[0].head.bytes: expected a whole number from 0 to 4096',
      ],
      [
        '"before":{"bytes":39,"hash":"',
        '"before":{"bytes":39,"hash":"x',
        'place.inputs[0].before.hash: expected 64 hex',
      ],
      ['"rows":5,"bad":0', '"rows":-5,"bad":0', 'place.inputs[0].rows: expected a whole number of at least 0'],
    ]) {
      expect(text).toContain(part)
      writeFileSync(state, text.replace(part, wrong))
      await expect(stream({ data, state })).rejects.toThrow(message)
    }
  })
})

describe('a saved state', () => {
  test('takes no file away that somebody else made', async () => {
    const path = folder({ 'in.csv': table(5), 's.json.tmp': 'precious', 'real.json': '' })
    const [data, state] = [join(path, 'in.csv'), join(path, 's.json')]
    rmSync(join(path, 'real.json'))
    symlinkSync('real.json', state)
    await stream({ data, state })
    expect(readFileSync(`${state}.tmp`, 'utf8')).toBe('precious')
    expect(readdirSync(path).toSorted()).toEqual(['in.csv', 'real.json', 's.json', 's.json.tmp'])
    expect(JSON.parse(readFileSync(join(path, 'real.json'), 'utf8'))).toMatchObject({ rows: 5 })
  })

  test('is saved in time though somebody sets the clock back', async () => {
    const state = join(folder(), 's.json')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
    try {
      let seen = 0
      async function* slow(): AsyncGenerator<Uint8Array, void, undefined> {
        yield Buffer.from('x\n1\n2\n')
        yield Buffer.from('3\n4\n')
        await new Promise((resolve) => setTimeout(resolve, 60))
        yield Buffer.from('5\n')
        seen = (JSON.parse(readFileSync(state, 'utf8')) as { rows: number }).rows
      }
      await stream({ data: '-', input: slow(), state, checkpoint: 0.05 })
      expect(seen).toBe(5)
    } finally {
      clock.mockRestore()
    }
  })
})

describe('a file of events', () => {
  test('has each of them once, in spite of crashes, and nothing in it is lost', async () => {
    const path = folder({ 'in.csv': table(40), 'whole.jsonl': 'mine\n', 'broken.jsonl': 'mine\n' })
    const [data, state, whole, broken] = ['in.csv', 's.json', 'whole.jsonl', 'broken.jsonl'].map((name) => join(path, name)) // prettier-ignore
    await stream({ data, state: join(path, 'w.json'), events: whole })
    await stream({ data, state, events: broken })
    const done = readFileSync(broken, 'utf8')
    expect(done.split('\n').length).toBeGreaterThan(5)
    appendFileSync(data, rows(40, 80))
    await stream({ data, state: join(path, 'w.json'), events: whole })
    const before = readFileSync(state)
    await stream({ data, state, events: broken })
    const all = readFileSync(broken, 'utf8')
    expect(all).toBe(readFileSync(whole, 'utf8'))
    // As if it had been killed before the state was saved, the last event half written.
    writeFileSync(state, before)
    writeFileSync(broken, all.slice(0, -9))
    await stream({ data, state, events: broken })
    expect(readFileSync(broken, 'utf8')).toBe(all)
    // Others may write to it as well, or move it away.
    writeFileSync(state, before)
    writeFileSync(broken, `${all}theirs\n`)
    await stream({ data, state, events: broken })
    expect(readFileSync(broken, 'utf8')).toBe(`${all}theirs\n`)
    writeFileSync(state, before)
    rmSync(broken)
    await stream({ data, state, events: broken })
    expect(readFileSync(broken, 'utf8')).toBe(all.slice(done.length))
  })
})
