import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { StreamRequest } from '../../../src/node/stream/stream-settings.ts'
import { random } from '../../../src/util/random.ts'
import { folder } from '../../cli/run.ts'
import { makeRun } from './stream-made.ts'

// Rows of many bytes are read and written by WebAssembly, those of few one by one: all that can be seen must be the same.

afterEach(() => vi.unstubAllGlobals())

interface Seen {
  readonly told: readonly string[]
  /** rows, bad records and values, and events, after each piece */
  readonly steps: readonly string[]
  readonly output: string
  readonly state: string
}

async function stream(text: string, size: number, given: Partial<StreamRequest> = {}): Promise<Seen> {
  const home = folder()
  const [output, state] = [join(home, 'out.csv'), join(home, 'state')]
  const bytes = Buffer.from(text)
  const told: string[] = []
  const steps: string[] = []
  async function* input(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size)
      steps.push([run.row, run.bad, run.odd, told.length].join(' '))
    }
  }
  const run = makeRun({
    data: '-',
    columns: ['a', 'b'],
    target: 'y',
    targetKind: 'class',
    read: { missingValues: ['NA'] },
    alarms: {},
    rebuild: { policy: 'rows', every: 100 },
    checkpoint: 1e6,
    output,
    state,
    input: input(),
    onEvent: (line) => told.push(line),
    ...given,
  })
  await run.run()
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8').replaceAll(home, '') : '')
  return { told, steps, output: read(output), state: read(state) }
}

/** Rows of many kinds; now and then one that WebAssembly leaves to others. */
function table(rows: number, newline: string): string {
  const { next, normal } = random(3)
  const pick = (texts: readonly string[]): string => texts[Math.floor(next() * texts.length)]
  const numbers = ['', ' 4 ', '"1.5"', 'NA', '-inf', 'many', '-0', '9007199254740993', '1e400', '1_000']
  const texts = ['plain', '"quo,ted"', '"say ""no"""', 'żółw', '" "', '"two\nlines"', '']
  const lines = ['a,text,b,y']
  for (let row = 0; row < rows; row++) {
    // The first ones tell how the table is read, however many come at once.
    const a = row > 50 && next() < 0.02 ? pick(numbers) : (normal() + (row > rows / 2 ? 1 : 0)).toFixed(4)
    const text = row > 50 && next() < 0.02 ? pick(texts) : 'plain'
    lines.push(
      `${a},${text},${Math.round(normal() * 9)},${pick(['yes', 'no', 'no', '"no"', next() < 0.01 ? '' : 'yes'])}`,
    )
    if (next() < 0.004)
      lines.push(pick(['', '  ', 'too,few', 'far,too,many,fields,here', 'a"b,"c"d,1,yes', '\0,x,1,no']))
  }
  return `\uFEFF${lines.join(newline)}${newline}`
}

test.each([
  { newline: '\n', ends: 'LF', given: {} },
  { newline: '\r\n', ends: 'CRLF', given: { encode: 'index' as const } },
  { newline: '\n', ends: 'LF, no output', given: { output: undefined } },
])('rows that come at once are read and written as those that come in pieces ($ends)', async ({ newline, given }) => {
  const text = table(1500, newline)
  const { steps: _, ...few } = await stream(text, 500, given)
  for (const size of [5000, 1e9]) expect(await stream(text, size, given)).toMatchObject(few)
})

test('and as without WebAssembly, after each piece', async () => {
  const text = table(1500, '\n')
  const fast = await stream(text, 9000)
  vi.stubGlobal('WebAssembly', undefined)
  expect(await stream(text, 9000)).toEqual(fast)
  expect(await stream(text, 9000, { encode: 'index' })).not.toEqual(fast)
})

test('a row is counted as soon as it is complete, wherever it was split', async () => {
  const head = table(200, '\n')
  const { steps } = await stream(`${head}1.5,plain,2,yes\n0.5,plain,3,no\n`, Buffer.byteLength(head) + 3)
  const rows = steps.map((step) => Number(step.split(' ')[0]))
  expect(rows).toHaveLength(2)
  expect(rows[1] - rows[0]).toBe(2)
})

test('labels and texts longer than usual, and a column of many cuts, are written as they are', async () => {
  const long = 'x'.repeat(3000)
  const lines = ['a,text,y']
  for (let row = 0; row < 600; row++) lines.push(`${row},${long}${row},${row % 7}`)
  const { output } = await stream(`${lines.join('\n')}\n`, 1e9, { columns: ['a'] })
  const sent = output.trimEnd().split('\n')
  expect(sent).toHaveLength(601)
  expect(sent[600]).toMatch(new RegExp(`^600,.*,${long}599,4$`))
})
