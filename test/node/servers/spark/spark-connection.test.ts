import { describe, expect, test } from 'vitest'
import { AbortError, DataError } from '../../../../src/errors.ts'
import type { ServerWatch } from '../../../../src/node/servers/server-address.ts'
import { messageField, numberField, textField } from '../../../../src/node/servers/spark/protobuf.ts'
import { openSpark } from '../../../../src/node/servers/spark/spark-connection.ts'
import {
  arrow,
  complete,
  doubles,
  ipc,
  type MockHandlers,
  mockSpark,
  numberIn,
  progress,
  schemaAnswer,
  sqlOf,
  textIn,
  trailer,
  version,
} from './mock-spark.ts'
import { allNumbers, impatience, open, patience } from './open-mock.ts'

describe('a query', () => {
  test('gives the batches in their order and releases what the server keeps', async () => {
    const at = await open({
      streams: [
        (stream) => {
          stream.send(doubles('1', [1, 2]), doubles('2', []), doubles('3', [3]), complete('4'))
          stream.end()
        },
      ],
    })
    expect(await allNumbers(at, 'SELECT x')).toEqual([1, 2, 3])
    await at.connection.close()
    expect(at.mock.asked()).toEqual(['ExecutePlan', 'ReleaseExecute', 'ReleaseSession'])
    const [execute, release] = at.mock.calls.filter(({ method }) => method.endsWith('Execute') || method === 'ExecutePlan') // prettier-ignore
    expect(sqlOf(execute.fields)).toBe('query SELECT x')
    expect(textIn(release.fields, 3)).toBe(textIn(execute.fields, 6))
    expect(release.fields.has(5)).toBe(true)
    // What the server called the session comes back, so that it notices when it was started again.
    expect(textIn(execute.fields, 8)).toBe('first-start')
    expect(at.connection.traffic()).toMatchObject({ queries: 1, rows: 3 })
    expect(at.connection.traffic().bytes).toBeGreaterThan(300)
  })
  test('gives values of any type as columns', async () => {
    const data = ipc({ a: Float64Array.from([1.5, 2]), b: ['x', 'y'] })
    // The library makes dictionaries of texts, which Spark does not send.
    const at = await open({ streams: [(stream) => stream.send(arrow('1', 2, data))] })
    await expect(all(at.connection.columns('q'))).rejects.toThrow(
      'sc://mock: a batch of rows that Spark sent cannot be read (a column with a dictionary)',
    )
    const more = await open({
      streams: [(stream) => stream.send(arrow('1', 2, ipc({ a: Int32Array.from([1, 2]) })), complete('2'))],
    })
    expect(await all(more.connection.columns('q'))).toEqual([[[1, 2]]])
  })
  test('puts chunks of a batch together, across two streams too', async () => {
    const data = ipc({ x: Float64Array.from([1, 2, 3]) })
    const chunk = (id: string, at: number, from: number, to?: number): Uint8Array =>
      arrow(id, 3, data.subarray(from, to), numberField(4, at), numberField(5, 3))
    const at = await open({
      streams: [
        (stream) => {
          stream.send(chunk('1', 0, 0, 40), chunk('2', 1, 40, 50))
          stream.end()
        },
        (stream) => stream.send(chunk('3', 2, 50), complete('4')),
      ],
    })
    expect(await allNumbers(at)).toEqual([1, 2, 3])
  })
  test('tells how far it is, and only what grows', async () => {
    const parts: number[] = []
    const watch = { onProgress: (part: number): void => void parts.push(part) }
    const stages = [progress('1', [[4, 1]]), progress('2', [[4, 2]]), progress('3', [[4, 2], [4, 0]]), progress('4', [[4, 4], [4, 2]])] // prettier-ignore
    const at = await open({ streams: [(stream) => stream.send(...stages, doubles('5', [1]), complete('6'))] }, watch)
    await allNumbers(at)
    expect(parts).toEqual([0.25, 0.5, 0.75, 1])
  })
  test('is released on the way when its result is long', async () => {
    const many = Array.from({ length: 600_000 }, (_, i) => i)
    const at = await open({
      streams: [(stream) => stream.send(doubles('1', many), doubles('2', many), doubles('3', [7]), complete('4'))],
    })
    expect((await allNumbers(at)).length).toBe(1_200_001)
    await at.connection.close()
    const until = at.mock.calls.filter(({ method, fields }) => method === 'ReleaseExecute' && fields.has(6))
    expect(until.map(({ fields }) => Buffer.from(fields.get(6)!.bytes).toString('latin1'))).toEqual(['\n\u00012'])
  })
  test('that nobody listens to any more ends on the server', async () => {
    let cancelled: Promise<void> | undefined
    const at = await open({
      streams: [
        (stream) => {
          ;({ cancelled } = stream)
          stream.send(doubles('1', [1]))
        },
      ],
    })
    for await (const { columns } of at.connection.numbers('q')) {
      expect([...columns[0]]).toEqual([1])
      break
    }
    await cancelled
    await at.connection.close()
    expect(at.mock.asked()).toEqual(['ExecutePlan', 'ReleaseExecute', 'ReleaseSession'])
  })
  test('a statement is run as one, and the columns of a query are asked for without running it', async () => {
    const rows = messageField(21, messageField(1, textField(1, 'age'), messageField(2, messageField(9))))
    const at = await open({
      streams: [(stream) => stream.send(complete('1'))],
      analyze: (fields) => (fields.has(4) ? schemaAnswer(rows) : version('4.0.0')),
    })
    await at.connection.run('CREATE VIEW v AS SELECT 1')
    expect(sqlOf(at.mock.calls.find(({ method }) => method === 'ExecutePlan')!.fields)).toBe(
      'statement CREATE VIEW v AS SELECT 1',
    )
    expect(await at.connection.describe('SELECT * FROM v')).toEqual([{ name: 'age', type: 'double' }])
  })
})

describe('a stream of answers that ends early', () => {
  test('is gone on with after the last answer, when the server hands over', async () => {
    const at = await open({
      streams: [
        (stream) => {
          stream.send(doubles('1', [1]), doubles('2', [2]))
          stream.end()
        },
        (stream) => stream.end(),
        (stream) => {
          stream.send(doubles('3', [3]), complete('4'))
          stream.end()
        },
      ],
    })
    expect(await allNumbers(at)).toEqual([1, 2, 3])
    const again = at.mock.calls.filter(({ method }) => method === 'ReattachExecute')
    expect(again.map(({ fields }) => textIn(fields, 5))).toEqual(['2', '2'])
    expect(textIn(again[0].fields, 6)).toBe('first-start')
  })
  test.each([
    ['the server is not available for a while', 14, 'try later'],
    ['another call has taken over', 13, '[INVALID_CURSOR.DISCONNECTED] The cursor is invalid. SQLSTATE: HY109'],
    ['the stream was reset', 13, 'Received RST_STREAM with code 2 (Internal server error)'],
  ])('is gone on with when %s', async (_, code, details) => {
    const at = await open({
      streams: [
        (stream) => {
          stream.send(doubles('1', [1]))
          stream.fail(code, details)
        },
        (stream) => stream.fail(code, details),
        (stream) => stream.send(doubles('2', [2]), complete('3')),
      ],
    })
    expect(await allNumbers(at)).toEqual([1, 2])
    expect(at.mock.asked().slice(0, 3)).toEqual(['ExecutePlan', 'ReattachExecute', 'ReattachExecute'])
  })
  test('is gone on with when the connection is cut in the middle', async () => {
    const at = await open({
      streams: [
        (stream) => {
          stream.send(doubles('1', [1]))
          stream.drop()
        },
        (stream) => stream.send(doubles('2', [2]), complete('3')),
      ],
    }) // prettier-ignore
    expect(await allNumbers(at)).toEqual([1, 2])
    expect(at.mock.calls.find(({ method }) => method === 'ReattachExecute')!.fields.get(5)).toBeDefined()
  })
  test('begins again when the server never got the query', async () => {
    const at = await open({
      streams: [
        (stream) => stream.fail(14, 'gone'),
        (stream) => stream.fail(13, '[INVALID_HANDLE.OPERATION_NOT_FOUND] Operation not found. SQLSTATE: HY000'),
        (stream) => stream.send(doubles('1', [1]), complete('2')),
      ],
    })
    expect(await allNumbers(at)).toEqual([1])
    expect(at.mock.asked().slice(0, 3)).toEqual(['ExecutePlan', 'ReattachExecute', 'ExecutePlan'])
    const [first, , second] = at.mock.calls.filter(({ method }) => /Reattach|ExecutePlan/.test(method))
    expect(textIn(second.fields, 6)).toBe(textIn(first.fields, 6))
  })
  test('is an error when the server has lost the query and a part has come', async () => {
    const at = await open({
      streams: [
        (stream) => {
          stream.send(doubles('1', [1]))
          stream.fail(14, 'gone')
        },
        (stream) => stream.fail(13, '[INVALID_HANDLE.SESSION_NOT_FOUND] Session not found. SQLSTATE: HY000'),
      ],
    })
    await expect(allNumbers(at)).rejects.toThrow(
      'sc://mock: the server has lost the query after a part of its result came; it was probably started again, so run the command again',
    )
  })
  test('is given up after some attempts', async () => {
    const told: string[] = []
    const onRetry: ServerWatch['onRetry'] = ({ shown, number, most, wait }) =>
      told.push(`${shown}: ${number} of ${most} in ${wait} ms`)
    const streams: MockHandlers['streams'] = Array.from({ length: 4 }, () => (stream) => stream.fail(14, 'gone'))
    const at = await open({ streams }, { onRetry })
    await expect(allNumbers(at)).rejects.toThrow(
      /^sc:\/\/mock: the connection to Spark was lost and could not be made again within \d+ s \(gone\)$/,
    )
    expect(at.mock.asked().length).toBe(4)
    expect(told).toEqual(['sc://mock: 1 of 3 in 1 ms', 'sc://mock: 2 of 3 in 2 ms', 'sc://mock: 3 of 3 in 4 ms'])
  })
  test('is given up when it ends at once each time', async () => {
    const at = await open({ streams: Array.from({ length: 4 }, () => (stream) => stream.end()) })
    await expect(allNumbers(at)).rejects.toThrow('(the stream of answers ends at once each time)')
  })
})

describe('errors of Spark', () => {
  const text = '[TABLE_OR_VIEW_NOT_FOUND] The table or view `t` cannot be found. Verify the name. SQLSTATE: 42P01; line 1 pos 14;\n\'Project [*]\n+- \'UnresolvedRelation [t]\n' // prettier-ignore

  test('are one sentence with the SQL state, and facts for programs', async () => {
    const facts = trailer({ errorClass: 'TABLE_OR_VIEW_NOT_FOUND', sqlState: '42P01', errorId: 'e-1' })
    const at = await open({ streams: [(stream) => stream.fail(13, text, facts)] })
    const error = await allNumbers(at).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DataError)
    expect(error).toMatchObject({
      message:
        'sc://mock: Spark says: [TABLE_OR_VIEW_NOT_FOUND] The table or view `t` cannot be found. Verify the name; line 1 pos 14 (SQL state 42P01)',
      cause: { errorClass: 'TABLE_OR_VIEW_NOT_FOUND', sqlState: '42P01' },
    })
    expect(at.mock.asked()).not.toContain('FetchErrorDetails')
  })
  test('are read from the message where the details are missing or broken', async () => {
    for (const facts of [undefined, Uint8Array.of(0x0a, 0xff)]) {
      const at = await open({ streams: [(stream) => stream.fail(13, text, facts)] })
      await expect(allNumbers(at)).rejects.toThrow(/\(SQL state 42P01\)$/)
    }
  })
  test('have no stack', async () => {
    const stack = '[DIVIDE_BY_ZERO] Division by zero. SQLSTATE: 22012\n\tat org.apache.spark.A.b(A.scala:1)\n\tat c'
    const at = await open({ streams: [(stream) => stream.fail(13, stack)] })
    await expect(allNumbers(at)).rejects.toThrow(
      new DataError('sc://mock: Spark says: [DIVIDE_BY_ZERO] Division by zero (SQL state 22012)'),
    )
  })
  test('are asked for again when their message was cut', async () => {
    const facts = trailer({ errorClass: 'X', sqlState: '42000', errorId: 'e-1' })
    const whole = messageField(2, textField(2, '[X] the whole of it'), messageField(5, textField(1, 'X'), textField(4, '42001'))) // prettier-ignore
    const at = await open({
      streams: [(stream) => stream.fail(13, '[X] the who...', facts)],
      details: (fields) => (textIn(fields, 3) === 'e-1' ? whole : new Uint8Array(0)),
    })
    await expect(allNumbers(at)).rejects.toThrow(
      new DataError('sc://mock: Spark says: [X] the whole of it (SQL state 42001)'),
    )
  })
  test('are told as far as they are known when the rest cannot be had', async () => {
    const facts = trailer({ errorClass: 'X', sqlState: '42000', errorId: 'e-1' })
    const at = await open({
      streams: [(stream) => stream.fail(13, '[X] the who...', facts)],
      details: () => ({ code: 13, details: 'no' }),
    })
    await expect(allNumbers(at)).rejects.toThrow('sc://mock: Spark says: [X] the who (SQL state 42000)')
  })
  test('of describe are told alike', async () => {
    const at = await open({
      analyze: (fields) => (fields.has(4) ? { code: 13, details: text } : version('4.1.4')),
    })
    await expect(at.connection.describe('SELECT * FROM t')).rejects.toThrow('(SQL state 42P01)')
  })
})

describe('a signal', () => {
  test('ends the query on the server, by its name', async () => {
    const stop = new AbortController()
    const at = await open(
      {
        streams: [
          (stream) => {
            stream.send(doubles('1', [1]))
            setTimeout(() => stop.abort('enough'), 5)
          },
        ],
      },
      { signal: stop.signal },
    )
    const error = await allNumbers(at).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ message: 'sc://mock: stopped by its signal (enough)', cause: 'enough' })
    const [execute, interrupt] = ['ExecutePlan', 'Interrupt'].map(
      (wanted) => at.mock.calls.find(({ method }) => method === wanted)!.fields,
    )
    expect([numberIn(interrupt, 4), textIn(interrupt, 6)]).toEqual([3, textIn(execute, 6)])
  })
  test('that has aborted already sends nothing', async () => {
    const stop = new AbortController()
    const at = await open({}, { signal: stop.signal })
    stop.abort()
    await expect(allNumbers(at)).rejects.toThrow(AbortError)
    await expect(at.connection.describe('q')).rejects.toThrow(AbortError)
    expect(at.mock.asked()).toEqual([])
  })
  test('ends the wait for a lost connection', async () => {
    const stop = new AbortController()
    const slow = { ...patience, waits: [60_000] }
    const at = await open(
      { streams: [(stream) => (stream.fail(14, 'gone'), setTimeout(() => stop.abort(), 5))] },
      { signal: stop.signal },
      {},
      { patience: slow },
    )
    await expect(allNumbers(at)).rejects.toThrow(AbortError)
  })
})

describe('a server that is not there', () => {
  test('is said so at once', async () => {
    const mock = await mockSpark()
    await mock.stop()
    await expect(openSpark(mock.address, {}, { patience })).rejects.toThrow(
      /^sc:\/\/mock: no Spark Connect server can be reached there \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)$/,
    )
  })
  test('is given up when it accepts the query and says nothing any more', async () => {
    let alive = true
    const handlers: MockHandlers = {
      streams: Array.from({ length: 4 }, () => () => {}),
      analyze: () => (alive ? version('4.1.4') : null),
    }
    const at = await open(handlers, {}, {}, { patience: impatience })
    alive = false
    await expect(allNumbers(at)).rejects.toThrow(
      /^sc:\/\/mock: the connection to Spark was lost and could not be made again within \d+ s \(it says nothing any more\)$/,
    )
    await expect(at.connection.describe('q')).rejects.toThrow('(it says nothing any more)')
  })
  test('is waited for while it answers that it is there', async () => {
    let asked = 0
    const handlers: MockHandlers = {
      // The first question is that of the start; the answer comes once it was asked twice whether the server is there.
      analyze: () => (asked++, version('4.1.4')),
      streams: [
        (stream) => {
          const timer = setInterval(() => {
            if (asked < 3) return
            clearInterval(timer)
            stream.send(doubles('1', [1]), complete('2'))
          }, 10)
        },
      ],
    }
    const at = await open(handlers, {}, {}, { patience: { ...patience, silence: 50 } })
    expect(await allNumbers(at)).toEqual([1])
    expect(at.mock.asked()[0]).toBe('ExecutePlan')
  })
  test('is given up when it does not answer at all', async () => {
    const hasty = { patience: { ...patience, opening: 100 } }
    await expect(open({ analyze: () => null }, {}, {}, hasty)).rejects.toThrow(
      /^sc:\/\/mock: the server does not answer \(/,
    )
  })
})

describe('broken answers are errors', () => {
  test.each([
    ['no message', Uint8Array.of(0x0a, 0xff, 0xff, 0x7f), 'the answer is not a message of Spark Connect'],
    ['no Arrow', arrow('1', 1, Buffer.from('not Arrow at all')), 'a batch of rows that Spark sent cannot be read'],
    ['rows that are missing', arrow('1', 9, ipc({ x: Float64Array.of(1) })), '9 rows should come, got 1'],
  ])('%s', async (_, answer, why) => {
    const at = await open({ streams: [(stream) => stream.send(answer)] })
    const error = await allNumbers(at).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DataError)
    expect((error as Error).message).toMatch(/^sc:\/\/mock: /)
    expect((error as Error).message).toContain(why)
    await at.connection.close()
    expect(at.mock.asked()).toContain('ReleaseExecute')
  })
})

async function all<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const part of parts) list.push(part)
  return list
}
