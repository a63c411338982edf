import { describe, expect, test } from 'vitest'
import { lengths, species } from '../../../scripts/docs/iris.mjs'
import { fitSource } from '../../../src/pipeline.ts'
import { answerMessages } from '../../../src/node/python/answer-messages.ts'
import type { BytePipe } from '../../../src/node/python/byte-pipe.ts'
import { LONGEST_HEADER, MARK } from '../../../src/node/python/message-frame.ts'
import { oneHot, makeEncoder } from '../../../src/encoders/index.ts'

/** A message as Python sends it: the header, then the values of its columns. */
function message(header: object, ...values: (Float64Array | Int32Array)[]): Uint8Array[] {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const length = new Uint8Array(new Uint32Array([text.length]).buffer)
  return [MARK, length, text, ...values.map((one) => new Uint8Array(one.buffer, one.byteOffset, one.byteLength))]
}

/** What is answered to these bytes, as the headers of the answers. */
async function answersTo(sent: readonly Uint8Array[]): Promise<Record<string, unknown>[]> {
  const bytes = Buffer.concat(sent)
  const got: Uint8Array[] = []
  let at = 0
  const pipe: BytePipe = {
    take(into) {
      const part = bytes.subarray(at, at + into.length)
      into.set(part)
      at += part.length
      return part.length
    },
    send: (answer) => got.push(answer),
  }
  await answerMessages(pipe)
  return got.map((answer) => JSON.parse(new TextDecoder().decode(answer.subarray(MARK.length + 4))))
}

const names = Object.keys(lengths)
const numbers = Object.values(lengths).map((values) => Float64Array.from(values))
const labels = [...new Set(species)]
const codes = Int32Array.from(species, (label) => labels.indexOf(label))

const IRIS = {
  ask: 'fit',
  rows: 150,
  target: 'species',
  columns: [{ name: 'species', kind: 'category', levels: labels }, ...names.map((name) => ({ name, kind: 'number' }))],
}
const iris = (more: object = {}): Uint8Array[] => message({ ...IRIS, ...more }, codes, ...numbers)

describe('a fit over the pipe', () => {
  test('is the fit of the same rows', async () => {
    const columns = names.map((name, i) => ({ name, kind: 'number' as const, values: numbers[i] }))
    const target = { name: 'species', kind: 'category' as const, values: species }
    const read = { rows: 150, columns: [...columns, target], notes: [], skipped: 0 }
    const binning = await fitSource(read, { target: 'species', columns: names })
    const encoder = makeEncoder(binning, { encoding: oneHot, dropFirst: true })
    const encoding = { name: 'one-hot', options: { dropFirst: true } }
    const answers = await answersTo([...iris(), ...iris({ encoding })])
    expect(answers).toEqual([
      JSON.parse(JSON.stringify({ binning, encoder: null })),
      JSON.parse(JSON.stringify({ binning, encoder })),
    ])
  })

  test('writes infinities as texts', async () => {
    const header = { ask: 'fit', rows: 3, columns: [{ name: 'x', kind: 'number' }], method: 'equal-width', bins: 2 }
    const [{ binning }] = await answersTo(message(header, Float64Array.of(1, 2, Infinity)))
    expect(binning).toMatchObject({ columns: [{ bins: [{ lo: 1 }, { lo: 2, hi: 'Infinity' }] }] })
  })

  test('weights come after the target', async () => {
    const columns = [
      { name: 'y', kind: 'number' },
      { name: 'w', kind: 'number' },
      { name: 'x', kind: 'number' },
    ]
    const header = { ask: 'fit', rows: 4, target: 'y', weight: 'w', columns }
    const sent = message(header, Float64Array.of(0, 0, 1, 1), Float64Array.of(9, 9, 9, 9), Float64Array.of(1, 2, 3, 4))
    const [{ binning }] = await answersTo(sent)
    expect(binning).toMatchObject({ created: { weights: 'w' }, columns: [{ name: 'x', cuts: [2.5] }] })
  })
})

describe('what is wrong with a request', () => {
  test.each([
    [{ method: 'mdpl' }, 'method: unknown method "mdpl", expected one of equal-width'],
    [{ options: { alpha: 1 } }, 'fit: mdlp: unknown option alpha'],
    [{ event: 'violet' }, 'fit: unknown event class "violet"'],
    [{ perColumn: { other: {} } }, 'unknown column "other"'],
    [{ encoding: { name: 'one-hut' } }, 'findEncoding: unknown encoding "one-hut"'],
    [{ special: ['a'] }, 'special[0]: expected a finite number, got "a"'],
    [{ targetKind: 'colour' }, 'targetKind: expected one of auto, class, numeric'],
  ])('is the answer to it, and the next message is read: %j', async (more, words) => {
    const [first, second] = await answersTo([...iris(more), ...message({ ask: 'hello' })])
    expect(first).toMatchObject({ error: { message: expect.stringContaining(words) } })
    expect(second).toEqual({ kerf: '0.1.0' })
  })

  test('a level that is not there', async () => {
    const [answer] = await answersTo(
      message(
        IRIS,
        codes.map((code) => code + 1),
        ...numbers,
      ),
    )
    expect(answer).toMatchObject({ error: { message: 'column "species" has 3 levels, got the number 3' } })
  })
})

describe('bytes that are no message', () => {
  test.each([
    [[Buffer.from('GET / HTTP/1.1')], 'a message must begin with KRF1 and the length of its header'],
    [[Buffer.from('KRF')], 'a message must begin with KRF1 and the length of its header'],
    [
      [MARK, new Uint8Array(new Uint32Array([LONGEST_HEADER + 1]).buffer)],
      `a header must have at most ${LONGEST_HEADER} bytes, got ${LONGEST_HEADER + 1}`,
    ],
    [iris().slice(0, 2), 'a message ends within its header'],
    [iris().slice(0, 5), 'a message ends within the values of its columns'],
    [message({ ask: 'dance' }), 'ask: expected one of hello, fit, got "dance"'],
    [message({ ask: 'fit', rows: 2 ** 31, columns: [] }), 'rows: expected a whole number from 0 to 2147483647'],
    [message({ ask: 'fit', rows: 1, columns: [{ name: 'x', kind: 'matrix' }] }), 'columns[0].kind: expected one of'],
  ])('end it with words', async (sent, words) => {
    await expect(answersTo(sent)).rejects.toThrow(words)
  })

  test('nothing at all is no error', async () => {
    expect(await answersTo([])).toEqual([])
  })
})
