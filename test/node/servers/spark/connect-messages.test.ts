import { describe, expect, test } from 'vitest'
import {
  configRequest,
  errorDetailsRequest,
  executeRequest,
  interruptRequest,
  readAnswer,
  reattachRequest,
  releaseRequest,
  releaseSessionRequest,
  schemaRequest,
  versionRequest,
} from '../../../../src/node/servers/spark/connect-messages.ts'
import { complete, doubles, progress } from './mock-spark.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

// Session "s" of the user "u"; the server calls it "o". Worked out by hand from the numbers of the fields.
const session = { id: 's', user: 'u', observed: 'o' }
const WHO = '0a0173 12030a0175'
const KERF = '046b657266'
const plain = (text: string): string => text.replaceAll(' ', '')

describe('requests', () => {
  test('to run a query, so that its answers can be asked for again', () => {
    expect(hex(executeRequest(session, { sql: 'q', kind: 'query' }, 'op'))).toBe(
      plain(`${WHO} 22${KERF} 42016f 1a07 0a05 5203 0a0171 2a04 0a02 0801 32026f70`),
    )
  })
  test('to run a statement, for servers of both ages', () => {
    expect(hex(executeRequest({ ...session, observed: null }, { sql: 'q', kind: 'statement' }, 'op'))).toBe(
      plain(`${WHO} 22${KERF} 1a0e 120c 2a0a 0a0171 3205 5203 0a0171 2a04 0a02 0801 32026f70`),
    )
  })
  test('to go on after an answer, or from the start', () => {
    expect(hex(reattachRequest(session, 'op', 'r1'))).toBe(plain(`${WHO} 22${KERF} 32016f 1a026f70 2a027231`))
    expect(hex(reattachRequest(session, 'op', null))).toBe(plain(`${WHO} 22${KERF} 32016f 1a026f70`))
  })
  test('to release all of it, or a part', () => {
    expect(hex(releaseRequest(session, 'op', null))).toBe(plain(`${WHO} 22${KERF} 3a016f 1a026f70 2a00`))
    expect(hex(releaseRequest(session, 'op', 'r1'))).toBe(plain(`${WHO} 22${KERF} 3a016f 1a026f70 3204 0a027231`))
  })
  test('to interrupt by name, and to end the session', () => {
    expect(hex(interruptRequest(session, 'op'))).toBe(plain(`${WHO} 1a${KERF} 3a016f 2003 32026f70`))
    expect(hex(releaseSessionRequest(session))).toBe(plain(`${WHO} 1a${KERF}`))
  })
  test('about columns, the version, settings and errors', () => {
    expect(hex(schemaRequest(session, 'q'))).toBe(plain(`${WHO} 1a${KERF} 8a01016f 2209 0a07 0a05 5203 0a0171`))
    expect(hex(versionRequest(session))).toBe(plain(`${WHO} 1a${KERF} 8a01016f 5200`))
    expect(hex(configRequest(session, { k: 'v' }, true))).toBe(
      plain(`${WHO} 22${KERF} 42016f 1a0c 0a0a 0a06 0a016b 120176 1001`),
    )
    expect(hex(errorDetailsRequest(session, 'e'))).toBe(plain(`${WHO} 22${KERF} 2a016f 1a0165`))
  })
})

describe('answers', () => {
  test('with rows', () => {
    const { id, batch, complete: done } = readAnswer(doubles('r1', [1, 2]))
    expect([id, batch?.rows, batch?.chunk, batch?.chunks, done]).toEqual(['r1', 2, 0, 1, false])
  })
  test('that are the last', () => {
    expect(readAnswer(complete('r2'))).toEqual({ id: 'r2', observed: '', complete: true, progress: null, batch: null })
  })
  test('about progress: the tasks that are done among all', () => {
    const stages = [[8, 8], [24, 0]] as const // prettier-ignore
    expect(readAnswer(progress('p', stages)).progress).toBe(0.25)
    expect(readAnswer(progress('p', [])).progress).toBe(0)
    expect(readAnswer(progress('p', [[1, 9]])).progress).toBe(1)
  })
})
