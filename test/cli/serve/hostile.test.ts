import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { binningToJson, equalWidth, fitTable } from '../../../src/index.ts'
import { folder } from '../run.ts'
import { ask, metric, post, raw, read, scores, start } from './start-server.ts'

const made = folder()
const BINS = join(made, 'bins.json')

beforeAll(async () => {
  const people = {
    age: [19, 22, 25, 41, 52, 60, 33, 47],
    town: ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'],
    bought: 'n n n y y y n y'.split(' '),
  }
  const fitted = await fitTable(people, { target: 'bought' })
  // Missing towns are refused by policy.
  const [age, town] = fitted.columns
  writeFileSync(BINS, binningToJson({ ...fitted, columns: [age, { ...town, missing: { ...town.missing, policy: 'error' } }] })) // prettier-ignore
})

const GOOD = { row: { age: 20, town: 'a' } }
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** A pattern of a sentence as it stands. */
const whole = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)

/** Bodies of JSON that are refused: the status and the whole sentence. */
const REFUSED: Readonly<Record<string, readonly [body: string, status: number, error: string | RegExp]>> = {
  'an empty body': ['', 400, /^the body is empty, expected \{"row": \{…\}\}, /],
  'half a body': ['{"row": {"age": 2', 400, /^the body is not JSON: /],
  'a text': ['"abc"', 400, /^the body must be .*, found the text "abc"$/],
  'a number': ['1e999', 400, /, found a number too large for a double$/],
  'no form': ['{}', 400, /, found an object without keys$/],
  'another form': ['{"data": []}', 400, /, found an object with the key "data"$/],
  'two forms': ['{"row": {}, "rows": []}', 400, /, found an object with the keys "row", "rows"$/],
  'a row that is a list': ['{"row": []}', 400, '"row" must be an object of values by column, found a list'],
  'rows that are none': ['{"rows": {"0": {}}}', 400, '"rows" must be a list of objects, found an object'],
  'a row among rows': ['{"rows": [{"age":1,"town":"a"}, null]}', 400, 'row 2 must be an object of values by column, found null'],
  'columns of no lists': ['{"columns": {"age": 1, "town": []}}', 400, 'column "age" must be a list of values, found the number 1'],
  'columns that are a list': ['{"columns": []}', 400, '"columns" must be an object of lists by name, found a list'],
  'columns of two lengths': ['{"columns": {"age": [1], "town": []}}', 400, 'column "town" must have 1 values like column "age", found 0'],
  'a missing column': ['{"row": {"town": "a"}}', 422, 'row 1, column "age": found nothing, expected a number, or null where it is missing'],
  'a list of columns without one': ['{"columns": {"town": ["a"]}}', 422, 'column "age": found nothing, expected a number, or null where it is missing'],
  'a wrong type': ['{"rows": [{"age":1,"town":"a"}, {"age":"old","town":"a"}]}', 422, 'row 2, column "age": found the text "old", expected a number, or null where it is missing'],
  'an object for a value': ['{"row": {"age": {"a": 1}, "town": "a"}}', 422, /^row 1, column "age": found an object, expected a number/],
  'a huge number': ['{"row": {"age": 1e400, "town": "a"}}', 422, /^row 1, column "age": found a number too large for a double, expected/],
  'an unknown column': ['{"row": {"age": 1, "town": "a", "towns": 1}}', 422, 'row 1, column "towns": found an unknown name, expected the name of a column of the file, such as "town"'],
  'keys of prototypes': ['{"row": {"age": 1, "town": "a", "__proto__": {"age": 5}, "constructor": 1}}', 422, /^row 1, column "__proto__": found an unknown name, .*; 1 more in problems$/],
  'a value from a prototype': ['{"row": {"town": "a", "__proto__": {"age": 5}}}', 422, /"__proto__"/],
  'what a policy refuses': ['{"rows": [{"age":1,"town":"a"}, {"age":1,"town":null}]}', 422, 'row 2, column "town": found null, expected what the binning allows in this column'],
  'deep lists': [`{"row": {"age": ${deep(50_000)}, "town": "a"}}`, 422, /^row 1, column "age": found a list, expected/],
  'deep lists alone': [deep(100_000), 400, /, found a list$/],
  'a long name': [`{"row": {"age": 1, "town": "a", "${'x'.repeat(100_000)}": 1}}`, 422, /^row 1, column "x{60}…": found an unknown name, expected the name of a column of the file$/],
} // prettier-ignore

describe('requests that cannot be answered get a status and a sentence', () => {
  test('whatever is wrong with their bodies', async () => {
    const server = await start(BINS)
    for (const [name, [body, status, error]] of Object.entries(REFUSED)) {
      const answer = await post(server, body)
      const told = JSON.parse(answer.text) as { error: string }
      expect(answer.status, name).toBe(status)
      expect(told.error, name).toMatch(typeof error === 'string' ? whole(error) : error)
    }
    const many = JSON.stringify({ rows: Array.from({ length: 500 }, () => ({ age: 'x', town: 1 })) })
    const { error, problems } = JSON.parse((await post(server, many)).text) as { error: string; problems: unknown[] }
    expect(error).toMatch(/; and more in problems$/)
    expect(problems).toHaveLength(10)
    expect(problems[1]).toEqual({ row: 2, column: 'age', found: 'the text "x"', expected: 'a number, or null where it is missing' }) // prettier-ignore
    expect(await scores(server, GOOD)).toEqual({ row: { age: expect.any(String), town: 'a' } })
    expect(server.log).toEqual([])
  })

  test('whatever is wrong with their CSV', async () => {
    const server = await start(BINS)
    const told = async (body: string): Promise<unknown> => {
      const { status, text } = await post(server, body, { type: 'text/csv; charset=utf-8' })
      return [status, (JSON.parse(text) as { error: string }).error]
    }
    expect(await told('')).toEqual([
      400,
      'the body is empty, expected CSV with the names of the columns in its first line',
    ])
    expect(await told('age,town\n1\n')).toEqual([400, 'line 2 has 1 fields, expected 2 as in the header'])
    expect(await told('age,age\n1,2\n')).toEqual([400, 'two columns are called "age", expected names that differ'])
    expect(await told('age,town\n"1"x,a\n')).toEqual([400, 'the body is not CSV: text follows a closing quote'])
    expect(await told('age,town\n1,a\nold,b\n')).toEqual([422, 'row 2, column "age": found the text "old", expected a number, or null where it is missing']) // prettier-ignore
    expect(await told('age\n1\n')).toEqual([422, 'column "town": found nothing, expected a text, or null where it is missing']) // prettier-ignore
  })

  test('whatever is wrong around their bodies', async () => {
    const server = await start(BINS, { limits: { body: 2000 } })
    const told = async (asked: Parameters<typeof ask>[1]): Promise<unknown> => {
      const { status, text } = await ask(server, asked)
      return [status, (JSON.parse(text) as { error: string }).error]
    }
    const type = 'Content-Type must be application/json or text/csv, in UTF-8, found'
    expect(await told({ method: 'POST', path: '/score' })).toEqual([415, `${type} none`])
    expect(await told({ method: 'POST', path: '/score', headers: { 'content-type': 'text/plain' } })).toEqual([415, `${type} "text/plain"`]) // prettier-ignore
    expect(await told({ method: 'POST', path: '/score', headers: { 'content-type': 'application/json; charset=utf-16' } })).toEqual([415, `${type} "application/json; charset=utf-16"`]) // prettier-ignore
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect(await told({ method: 'POST', path: '/score', headers: packed })).toEqual([415, 'the body is packed (Content-Encoding: gzip), expected it as it is']) // prettier-ignore
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
      expect(await told({ method, path: '/score' })).toEqual([405, `/score takes POST, found "${method}"`])
    expect(await told({ method: 'POST', path: '/metrics' })).toEqual([405, '/metrics takes GET, found "POST"'])
    for (const path of ['/nothing', '/score/', '//score', '/%2e%2e/etc/passwd', '/../../etc/passwd', '/__proto__', '/constructor', '/score%00', '/SCORE']) // prettier-ignore
      expect(await told({ path })).toEqual([404, expect.stringMatching(/^nothing is at ".*"; GET \/openapi.json lists what is$/)]) // prettier-ignore
    const large = JSON.stringify({ rows: Array.from({ length: 200 }, () => GOOD.row) })
    const tooLarge = '{"error":"the body has more than 2000 bytes; send fewer rows at a time"}\n'
    expect(await post(server, large)).toMatchObject({ status: 413, text: tooLarge })
    // The same without its length said before.
    const chunked = `POST /score HTTP/1.1\r\nHost: ${new URL(server.address).host}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n` // prettier-ignore
    expect(await raw(server, chunked)).toContain(tooLarge)
    expect(await post(server, Uint8Array.of(123, 0xff, 125))).toMatchObject({ status: 400, text: '{"error":"the body is not UTF-8"}\n' }) // prettier-ignore
    expect(await told({ headers: { host: 'evil.example' } })).toEqual([403, 'this is served to this machine only; the Host header must name it']) // prettier-ignore
    expect((await scores<{ row: object }>(server, GOOD)).row).toHaveProperty('town', 'a')
  })

  test('when it is no HTTP, too long, or too slow', async () => {
    const server = await start(BINS, { limits: { time: 300 } })
    const head = `POST /score HTTP/1.1\r\nHost: ${new URL(server.address).host}\r\nContent-Type: application/json\r\n`
    expect(await raw(server, '\u0016\u0003\u0001 not a request\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [^]*this is no request that can be read as HTTP/,
    )
    expect(await raw(server, `${head}X: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*the headers are too large/,
    )
    expect(await raw(server, `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    )
    // A body, and headers, of which no more ever come.
    const slow = /^HTTP\/1\.1 408 [^]*the request took too long to come in/
    const [body, headers] = await Promise.all([
      raw(server, `${head}Content-Length: 100\r\n\r\n{"row":`),
      raw(server, 'POST /score HTTP/1.1\r\nX-Slow: '),
    ])
    expect(body).toMatch(slow)
    expect(headers).toMatch(slow)
    expect((await scores<{ row: object }>(server, GOOD)).row).toHaveProperty('town', 'a')
    expect(await metric(server, 'kerf_serve_broken_connections_total')).toBe(5)
    expect(server.log).toEqual([])
  })
})

test('an answer that grows too large is refused, however small the request', async () => {
  const path = join(made, 'long.json')
  const fitted = await fitTable({ age: [1, 2, 3, 4] }, { all: { method: equalWidth, bins: 2 } })
  const [age] = fitted.columns
  const bins = age.bins.map((bin) => ({ ...bin, name: `${bin.label} ${'long '.repeat(1000)}` }))
  writeFileSync(path, binningToJson({ ...fitted, columns: [{ ...age, bins } as typeof age] }))
  const server = await start(path, { limits: { body: 2000 } })
  expect((await post(server, { columns: { age: [1, 2] } })).status).toBe(200)
  const told = '{"error":"the answer has more than 32000 bytes; send fewer rows at a time"}\n'
  for (const layout of [
    { columns: { age: [1, 2, 3, 4, 1, 2, 3, 4] } },
    { rows: Array.from({ length: 9 }, () => ({ age: 1 })) },
  ])
    expect(await post(server, layout)).toMatchObject({ status: 413, text: told })
  // What was held for them is free again.
  for (let i = 0; i < 20; i++) expect((await post(server, { row: { age: 1 } })).status).toBe(200)
})

test('names by the ten thousand are refused at once', async () => {
  const server = await start(BINS, { limits: { body: 4_000_000 } })
  const names = Array.from({ length: 50_000 }, (_, i) => `n${i}`)
  const row = `{"row":{${names.map((name) => `"${name}":1`).join(',')}}}`
  const columns = `{"columns":{${names.map((name) => `"${name}":[]`).join(',')}}}`
  for (const body of [row, columns]) {
    const { status, text } = await post(server, body)
    expect([status, (JSON.parse(text) as { problems: unknown[] }).problems.length]).toEqual([422, 10])
  }
  const { status, text } = await post(server, `${names.join(',')}\n`, { type: 'text/csv' })
  expect([status, (JSON.parse(text) as { problems: unknown[] }).problems.length]).toEqual([422, 10])
})

test('only so many requests are answered at once, and the others are told', async () => {
  const server = await start(BINS, { limits: { concurrency: 2, time: 2000 } })
  const { host } = new URL(server.address)
  const body = JSON.stringify(GOOD)
  const head = `POST /score HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`
  const slow = [1, 2].map(() => waiting(server.address, head, body))
  await Promise.all(slow.map(({ sent }) => sent))
  await until(() => server.metrics.inFlight === 2)
  const refused = await post(server, GOOD)
  expect(refused).toMatchObject({ status: 503, text: '{"error":"2 requests are being answered already; try again"}\n' })
  expect(refused.headers.get('retry-after')).toBe('1')
  for (const { finish } of slow) expect(await finish()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await scores(server, GOOD)).toHaveProperty('row')
})

test('a token opens what is not the page or its health', async () => {
  const token = 'correct-horse-battery'
  const server = await start(BINS, { token })
  const status = async (path: string, authorization?: string): Promise<number> =>
    (await ask(server, { path, headers: authorization === undefined ? {} : { authorization } })).status
  for (const path of ['/', '/page.js', '/health/live', '/health/ready']) expect(await status(path)).toBe(200)
  for (const path of ['/metrics', '/drift', '/openapi.json']) {
    expect(await status(path)).toBe(401)
    expect(await status(path, `Bearer ${token}x`)).toBe(401)
    expect(await status(path, `Bearer ${token}`)).toBe(200)
  }
  expect(await status('/nothing')).toBe(401)
  expect(await post(server, GOOD)).toMatchObject({ status: 401, text: '{"error":"a token is needed: Authorization: Bearer TOKEN; found no Authorization header"}\n' }) // prettier-ignore
  expect((await post(server, GOOD, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect(await read(server, 'openapi.json')).toContain('a token is needed')
})

test('columns that are not known are left out where that was asked for', async () => {
  const server = await start(BINS, { extra: true })
  const row = { age: 20, town: 'a', id: 7, bought: 'y' }
  expect(await scores(server, { row })).toEqual(await scores(server, GOOD))
  expect(await scores(server, { columns: { id: [1], age: [20], town: ['a'] } })).toHaveProperty('columns.town', ['a'])
})

/** A request that has come in but for its last bytes. */
function waiting(
  address: string,
  head: string,
  body: string,
): { readonly sent: Promise<void>; readonly finish: () => Promise<string> } {
  const { hostname, port } = new URL(address)
  let text = ''
  const socket = connect(Number(port), hostname)
  socket.on('data', (data) => (text += data.toString()))
  const sent = new Promise<void>((resolve) => socket.write(head + body.slice(0, 5), () => resolve()))
  return {
    sent,
    finish: () =>
      new Promise((resolve) => {
        socket.on('close', () => resolve(text))
        socket.write(body.slice(5))
      }),
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
