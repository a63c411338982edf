import { appendFileSync, closeSync, copyFileSync, openSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, unlinkSync, writeFileSync, writeSync } from 'node:fs' // prettier-ignore
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StreamRun } from '../../../src/node/stream/stream-run.ts'
import type { StreamRequest } from '../../../src/node/stream/stream-settings.ts'
import { folder } from '../../cli/run.ts'
import { makeRun } from './stream-made.ts'

const rows = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `${1000 + from + i},${(from + i) % 7}\n`).join('')
const table = (from: number, to: number): string => `x,y\n${rows(from, to)}`

interface Followed {
  readonly run: StreamRun
  readonly notes: string[]
  /** waits until so many rows are counted */
  readonly until: (row: number) => Promise<void>
  /** ends it as a signal would */
  readonly stop: () => Promise<void>
}

function follow(given: Partial<StreamRequest> & { data: string }): Followed {
  const notes: string[] = []
  const run = makeRun({ follow: true, onNote: ({ message }) => notes.push(message), ...given })
  const over = run.run()
  const failed: unknown[] = []
  over.catch((error: unknown) => failed.push(error))
  return {
    run,
    notes,
    until: async (row) => {
      while (run.row < row && failed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      if (failed.length > 0) throw failed[0]
    },
    stop: async () => {
      run.stop.stopped = true
      await over
    },
  }
}

function place(): Record<'data' | 'old' | 'state' | 'output', string> {
  const path = folder({ 'in.csv': table(0, 20) })
  const at = (name: string): string => join(path, name)
  return { data: at('in.csv'), old: at('in.csv.1'), state: at('s.json'), output: at('out.csv') }
}

/** Numbers and values of the rows that were sent on. */
const sent = (output: string): string[] =>
  readFileSync(output, 'utf8').trimEnd().split('\n').slice(1).map((line) => line.split(',')[0]) // prettier-ignore
const numbers = (to: number): string[] => Array.from({ length: to }, (_, i) => String(i + 1))

describe('a file that is followed', () => {
  test('is read to its end when another one takes its name, which is read next', async () => {
    const { data, old, state, output } = place()
    const { until, stop, notes } = follow({ data, state, output, columns: ['y'] })
    await until(20)
    const writer = openSync(data, 'a')
    renameSync(data, old)
    writeFileSync(data, table(25, 30))
    // Whoever writes notices later, and leaves the last line without an end.
    writeSync(writer, `${rows(20, 24)}1024,3`)
    closeSync(writer)
    await until(30)
    await stop()
    expect(sent(output)).toEqual(numbers(30))
    expect(
      readFileSync(output, 'utf8')
        .match(/^\d+,(\d+)/gm)
        ?.map((row) => row.split(',')[1]),
    ).toEqual(Array.from({ length: 30 }, (_, i) => String(1000 + i)))
    expect(notes).toEqual([
      `${data} was rotated; all 178 bytes of the old file are read, and the new one is read from its beginning`,
    ])
  })

  test('is read from its beginning when it is emptied, after the rest that a copy of it has', async () => {
    const { data, old, state, output } = place()
    const { until, stop, notes } = follow({ data, state, output, columns: ['y'] })
    await until(20)
    // All at once, so that nobody has seen rows 20 to 24; and at last there are more bytes than before.
    appendFileSync(data, rows(20, 25))
    copyFileSync(data, old)
    truncateSync(data, 0)
    appendFileSync(data, table(25, 90))
    await until(90)
    await stop()
    expect(sent(output)).toEqual(numbers(90))
    expect(notes).toEqual([
      `${data} was emptied after it was copied to ${old}; the rest is read there, then ${data} from its beginning`,
    ])
  })

  test('tells what may be lost where there is no copy', async () => {
    const { data, state } = place()
    const { until, stop, notes } = follow({ data, state })
    await until(20)
    writeFileSync(data, table(50, 52))
    await until(22)
    await stop()
    expect(notes[0]).toBe(
      `${data} was emptied after byte 144 was read, and no file beside it is a copy of it; rows that came after byte 144 before that are not counted. It is read from its beginning`,
    )
  })

  test('goes on where a link leads elsewhere, or a copy has taken its place', async () => {
    const path = folder({ 'one.csv': table(0, 5), 'two.csv': table(5, 9) })
    const [one, two, link] = ['one.csv', 'two.csv', 'now.csv'].map((name) => join(path, name))
    symlinkSync(one, link)
    const { until, stop, notes } = follow({ data: link })
    await until(5)
    unlinkSync(link)
    symlinkSync(two, link)
    await until(9)
    copyFileSync(two, `${two}.new`)
    appendFileSync(`${two}.new`, rows(9, 12))
    renameSync(`${two}.new`, two)
    await until(12)
    await stop()
    expect(notes).toEqual([
      `${link} was rotated; all 39 bytes of the old file are read, and the new one is read from its beginning`,
      `${link} was replaced by a file with the same content up to byte 32; reading goes on there`,
    ])
  })

  test('must not be edited, nor get other columns', async () => {
    const { data } = place()
    writeFileSync(data, table(0, 1200))
    const edited = follow({ data })
    await edited.until(1200)
    writeFileSync(data, `${table(0, 1190)}${rows(5000, 5100)}`)
    await expect(edited.until(9999)).rejects.toThrow(/begins as before, but differs in the bytes before byte 8404/)
    for (const other of ['y,x\n1,2\n', 'x,y,z\n1,2,3\n']) {
      writeFileSync(data, table(0, 20))
      const { until } = follow({ data })
      await until(20)
      renameSync(data, `${data}.1`)
      writeFileSync(data, other)
      await expect(until(99)).rejects.toThrow(
        'has another first line since it was rotated: expected the columns "x", "y"',
      )
    }
    // Rows without names are rows, also after a mark of the byte order.
    writeFileSync(data, table(0, 20))
    const { until, stop, run } = follow({ data })
    await until(20)
    renameSync(data, `${data}.1`)
    writeFileSync(data, `\uFEFF${rows(20, 30)}`)
    await until(30)
    await stop()
    expect([run.row, run.bad, run.odd]).toEqual([30, 0, 0])
  })
})

describe('a file that was rotated while nobody read it', () => {
  test('is found under its other name, or as a copy', async () => {
    for (const how of ['renamed', 'copied'] as const) {
      const { data, old, state, output } = place()
      const first = follow({ data, state, output, columns: ['y'] })
      await first.until(20)
      await first.stop()
      appendFileSync(data, rows(20, 25))
      if (how === 'renamed') renameSync(data, old)
      else copyFileSync(data, old)
      writeFileSync(data, table(25, 90))
      const then = follow({ data, state, output, columns: ['y'] })
      await then.until(90)
      await then.stop()
      expect(sent(output)).toEqual(numbers(90))
      expect(then.notes).toEqual([
        `${data} was rotated; what was read up to byte 144 is ${old} now, which is read to its end first`,
      ])
      // And the state knows the new one.
      appendFileSync(data, rows(90, 95))
      const last = follow({ data, state, output, columns: ['y'] })
      await last.until(95)
      await last.stop()
      expect([sent(output).length, last.notes]).toEqual([95, []])
    }
  })

  test('is the newest one, though an older one had the number that the new file has now', async () => {
    const { data, old, state } = place()
    const first = follow({ data, state })
    await first.until(20)
    renameSync(data, old)
    writeFileSync(data, table(20, 30))
    await first.until(30)
    await first.stop()
    appendFileSync(data, rows(30, 35))
    renameSync(data, `${data}.2`)
    // What was read first comes back under the name, emptied: the same number, other content.
    renameSync(old, data)
    writeFileSync(data, table(35, 40))
    const then = follow({ data, state })
    await then.until(40)
    await then.stop()
    expect(then.notes).toEqual([
      `${data} was rotated; what was read up to byte 74 is ${data}.2 now, which is read to its end first`,
    ])
  })

  test('is told of where it cannot be found, and refused without --follow', async () => {
    const { data, old, state } = place()
    const first = follow({ data, state })
    await first.until(20)
    await first.stop()
    rmSync(data)
    writeFileSync(data, table(25, 90))
    await expect(makeRun({ data, state }).run()).rejects.toThrow('Where files are rotated, --follow reads the rest')
    const then = follow({ data, state })
    await then.until(85)
    await then.stop()
    expect(then.notes).toEqual([
      `${data} is another file than the one that was read up to byte 144, and no file beside it has the rest of that one; rows after byte 144 of it are not counted. The new file is read from its beginning`,
    ])
    // Twice rotated: the one between was never seen.
    renameSync(data, `${old}.2`)
    writeFileSync(old, table(90, 95))
    writeFileSync(data, table(95, 99))
    const last = follow({ data, state })
    await last.until(89)
    await last.stop()
    expect(last.notes[1]).toBe(
      `in.csv.1 beside ${data} changed after what was read last; if it was rotated meanwhile, the rows in it are not counted`,
    )
  })
})
