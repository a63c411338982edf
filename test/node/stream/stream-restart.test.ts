import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder } from '../../cli/run.ts'
import { makeRun as makePlainRun } from './stream-made.ts'

/** Bins are made every hundred rows. */
const makeRun = (given: Parameters<typeof makePlainRun>[0]): ReturnType<typeof makePlainRun> =>
  makePlainRun({ rebuild: { policy: 'rows', every: 100 }, ...given })

describe('a stream that goes on', () => {
  test('never writes over a file that its state does not know', async () => {
    const path = folder({ 'in.csv': 'x\n1\n2\n', 'theirs.csv': 'precious\n'.repeat(100) })
    const [data, state, ours, theirs] = ['in.csv', 's.json', 'ours.csv', 'theirs.csv'].map((name) => join(path, name))
    await makeRun({ data, state }).run()
    await expect(makeRun({ data, state, output: theirs }).run()).rejects.toThrow(/theirs\.csv exists already/)
    await makeRun({ data, state, output: ours }).run()
    appendFileSync(data, '3\n')
    await expect(makeRun({ data, state, output: theirs }).run()).rejects.toThrow(/theirs\.csv exists already/)
    expect(readFileSync(theirs, 'utf8')).toBe('precious\n'.repeat(100))
    await makeRun({ data, state, output: ours }).run()
    expect(readFileSync(ours, 'utf8')).toBe('row,x\n3,all values\n')
    await expect(makeRun({ data, output: data, force: true }).run()).rejects.toThrow(
      /in\.csv is the file that is read; name another one to write to/,
    )
    expect(readFileSync(data, 'utf8')).toBe('x\n1\n2\n3\n')
  })

  test('refuses an output that has lost rows', async () => {
    const path = folder({ 'in.csv': 'x\n1\n2\n' })
    const [data, state, output] = ['in.csv', 's.json', 'out.csv'].map((name) => join(path, name))
    await makeRun({ data, state, output }).run()
    appendFileSync(data, '3\n')
    writeFileSync(output, 'row,x\n1,all values\n')
    await expect(makeRun({ data, state, output }).run()).rejects.toThrow(
      /out\.csv is shorter \(19 bytes\) than what was written to it \(32\)/,
    )
    rmSync(output)
    await makeRun({ data, state, output }).run()
    expect(readFileSync(output, 'utf8')).toBe('row,x\n3,all values\n')
  })

  test('does not start inside a line', async () => {
    const path = folder({ 'in.csv': 'x,y\n1,a\n2,b' })
    const [data, state] = ['in.csv', 's.json'].map((name) => join(path, name))
    await makeRun({ data, state }).run()
    appendFileSync(data, 'c\n3,a\n')
    await expect(makeRun({ data, state }).run()).rejects.toThrow(
      /in\.csv does not go on where reading it ended: byte 11 lies inside a line/,
    )
    writeFileSync(data, 'x,y\n1,a\n2,b\n3,a\n')
    const run = makeRun({ data, state })
    await run.run()
    expect([run.row, run.bad]).toEqual([3, 0])
  })

  test('does not count broken lines twice that a pipe repeats', async () => {
    const state = join(folder({}), 's.json')
    const text = 'x,y\n1,a\nbroken\n?,b\n2,a\n'
    async function* pipe(whole: string): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from(whole)
    }
    const settings = { data: '-', state, columns: ['x'] }
    await makeRun({ ...settings, input: pipe(text) }).run()
    const again = makeRun({ ...settings, input: pipe(`${text}worse\n3,b\n`), resume: true })
    await again.run()
    expect([again.row, again.bad, again.odd]).toEqual([4, 2, 1])
  })

  test('knows the rows that came before a pause', async () => {
    const state = join(folder({}), 's.json')
    const rowsSaved = (): number =>
      existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as { rows: number }).rows : 0
    let found = 0
    async function* pipe(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from('x\n1\n2\n')
      for (let i = 0; i < 50 && found === 0; i++) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        found = rowsSaved()
      }
    }
    await makeRun({ data: '-', input: pipe(), state, checkpoint: 0.1 }).run()
    expect(found).toBe(2)
  })

  test('knows nothing of rows that an error ended, however long the input takes to close', async () => {
    const state = join(folder({}), 's.json')
    async function* pipe(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        yield Buffer.from(`x\n${'1\n2\n'.repeat(30)}`)
        yield Buffer.from('3\n4\n'.repeat(30))
      } finally {
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
    const onEvent = (): void => {
      throw new Error('the events cannot be written')
    }
    await expect(makeRun({ data: '-', input: pipe(), state, onEvent }).run()).rejects.toThrow(/cannot be written/)
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ rows: 60, place: { row: 60 } })
  })
})
