import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { binningToJson, fitTable, random } from '../../../src/index.ts'
import { cases } from '../../cases.ts'
import { folder } from '../run.ts'
import { scores, start } from './start-server.ts'

const BINS = join(folder(), 'bins.json')
const COUNT = cases(300, 6000)
const AT_ONCE = 30

beforeAll(async () => {
  const people = { age: [19, 22, 25, 41, 52, 60, 33, 47], town: 'abababab'.split(''), bought: 'nnnyyyny'.split('') }
  writeFileSync(BINS, binningToJson(await fitTable(people, { target: 'bought' })))
})

const BODIES = [
  '{"row":{"age":20,"town":"a"}}',
  '{"rows":[{"age":20,"town":"a"},{"age":null,"town":"b"}]}',
  '{"columns":{"age":[20,"Infinity"],"town":["a",null]}}',
  'age,town\n20,a\n,b\n',
]
const PIECES = [
  '\r\n',
  '\0',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '-',
  '%',
  '\\u0000',
  '\uFFFF',
  'é',
  '1e999',
  '-0',
  '[[[[',
  '\t',
  'NaN',
  'Infinity',
  'null',
  '"__proto__":{"age":1}',
  '"constructor":1',
  '9'.repeat(400),
  'x'.repeat(20_000),
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Expect: 100-continue\r\n',
  'Host: elsewhere\r\n',
  'Content-Type: text/plain\r\n',
  'Content-Encoding: gzip\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'HTTP/9.9',
]

/** A request with some of its characters left out, doubled or replaced; some come twice on one connection. */
function broken({ next }: { next: () => number }): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]
  const body = pick(BODIES)
  const type = body.startsWith('{') ? 'application/json' : 'text/csv'
  let text = `POST /score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  for (let changes = 1 + Math.floor(4 * next()); changes > 0; changes--) {
    const [from, length] = [Math.floor(next() * text.length), Math.floor(next() * 8)]
    const put = pick([pick(PIECES), '', text.slice(from, from + 20), String.fromCharCode(Math.floor(256 * next()))])
    text = text.slice(0, from) + put + text.slice(from + (next() < 0.5 ? 0 : length))
  }
  return next() < 0.2 ? text + text : text
}

/** Sends a request and no more; gives all that comes back, nothing where the connection is cut off. */
function answerTo(request: string, address: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.end(request, 'latin1'))
    socket.on('data', (data) => (text += data.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })
}

test('requests that are broken anywhere get an answer of the kind 200, 4xx or 503, and the server goes on', async () => {
  const server = await start(BINS, { limits: { time: 300, body: 10_000 } })
  const source = random(Number(process.env['KERF_TEST_SEED'] ?? 1))
  for (let done = 0; done < COUNT; done += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, () => broken(source))
    const answers = await Promise.all(requests.map((request) => answerTo(request, server.address)))
    answers.forEach((answer, i) => {
      const statuses = Array.from(answer.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => Number(status))
      const odd = statuses.filter((status) => !(status <= 200 || (status >= 400 && status < 500) || status === 503))
      expect(odd, JSON.stringify(requests[i].slice(0, 400))).toEqual([])
      // Every refusal is told in words.
      const words = answer.match(/"error":"[^"]/g)?.length ?? 0
      expect(words, answer.slice(0, 300)).toBe(statuses.filter((status) => status >= 400).length)
    })
  }
  expect(server.log).toEqual([])
  expect(await scores(server, { row: { age: 20, town: 'a' } })).toHaveProperty('row.town', 'a')
})
