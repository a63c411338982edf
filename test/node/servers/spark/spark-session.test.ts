import { describe, expect, test } from 'vitest'
import { DataError } from '../../../../src/errors.ts'
import { isEncrypted } from '../../../../src/node/servers/spark/connect-client.ts'
import { CERTIFICATE } from './localhost-certificate.ts'
import { addressOf, complete, doubles, type MockHandlers, sqlOf, textIn, version } from './mock-spark.ts'
import { allNumbers, open } from './open-mock.ts'

describe('the session', () => {
  test('is one in which times are in UTC and what does not fit is an error', async () => {
    const { mock } = await open({})
    const pairs = mock.calls.filter(({ method }) => method === 'Config').map(({ fields }) => Buffer.from(fields.get(3)!.bytes).toString('latin1')) // prettier-ignore
    expect(pairs.join('')).toMatch(/spark\.sql\.session\.timeZone.{2,3}UTC.*spark\.sql\.ansi\.enabled.{2,3}true/s)
  })
  test('needs Spark 4', async () => {
    await expect(open({ analyze: () => version('3.5.8') })).rejects.toThrow(
      'sc://mock: needs Spark 4 or later, the server says it is 3.5.8',
    )
    await expect(open({ analyze: () => new Uint8Array(0) })).rejects.toThrow('the server says it is none')
    await expect(open({ analyze: () => ({ code: 12, details: 'unknown service' }) })).rejects.toThrow(
      'sc://mock: what answers there is not a Spark Connect server of Spark 4 or later (unknown service)',
    )
  })
  test('that the address names is used and left open', async () => {
    const id = '00112233-4455-6677-8899-aabbccddeeff'
    const at = await open({}, {}, { settings: { session_id: id }, user: 'ada' })
    await at.connection.close()
    await at.connection.close()
    expect(at.mock.asked()).toEqual([])
    expect(textIn(at.mock.calls[0].fields, 1)).toBe(id)
    expect(Buffer.from(at.mock.calls[0].fields.get(2)!.bytes).toString('latin1')).toBe('\n\u0003ada')
    await expect(open({}, {}, { settings: { session_id: '7' } })).rejects.toThrow(
      'sc://mock: session_id must be a UUID, got 7',
    )
  })
  test('begins in the database of the address', async () => {
    const at = await open({ streams: [(stream) => stream.send(complete('1'))] }, {}, { database: 'my data' })
    expect(sqlOf(at.mock.calls.find(({ method }) => method === 'ExecutePlan')!.fields)).toBe('statement USE `my data`')
  })
})

describe('tokens and TLS', () => {
  const roots = Buffer.from(CERTIFICATE)

  test('a token and other settings are headers', async () => {
    const { mock } = await open({}, {}, { password: 'secret', settings: { 'x-cluster': '7', user_id: 'ada' } })
    const { metadata } = mock.calls[0]
    expect(metadata.get('authorization')).toEqual(['Bearer secret'])
    expect(metadata.get('x-cluster')).toEqual(['7'])
    expect(metadata.get('user_id')).toEqual([])
  })
  test('what cannot be a header is refused, and a token not shown', async () => {
    await expect(open({}, {}, { password: 'secret\n' })).rejects.toThrow(
      /^sc:\/\/mock: the token must be of plain letters, digits and signs$/,
    )
    await expect(open({}, {}, { settings: { 'x y': '7' } })).rejects.toThrow(
      'sc://mock: the setting "x y" must be a header, so its name and value must be of plain letters, digits and signs',
    )
  })
  test('a wrong token is said so, and not shown', async () => {
    const refuse: MockHandlers['analyze'] = (_, metadata) =>
      metadata.get('authorization')[0] === 'Bearer right' ? version('4.1.4') : { code: 16, details: 'Invalid token' }
    await open({ analyze: refuse }, {}, { password: 'right' })
    await expect(open({ analyze: refuse }, {}, { password: 'secret' })).rejects.toThrow(
      new DataError('sc://mock: the server does not accept the token (Invalid token)'),
    )
  })
  test('an encrypted connection is made when asked for', async () => {
    const at = await open(
      { tls: true, streams: [(stream) => stream.send(doubles('1', [1]), complete('2'))] },
      {},
      { settings: { use_ssl: 'true' }, host: 'localhost', password: 'secret' },
      { roots },
    )
    expect(await allNumbers(at)).toEqual([1])
  })
  test('a certificate that nobody vouches for is refused', async () => {
    const more = { settings: { use_ssl: 'true' }, host: 'localhost' }
    await expect(open({ tls: true }, {}, more)).rejects.toThrow(/no Spark Connect server can be reached there \(.*certificate/i) // prettier-ignore
  })
})

test('an address of a machine far away with a token is encrypted', () => {
  expect(isEncrypted(addressOf(1, { host: 'spark.example', password: 'x' }))).toBe(true)
  expect(isEncrypted(addressOf(1, { host: 'spark.example' }))).toBe(false)
  expect(isEncrypted(addressOf(1, { password: 'x' }))).toBe(false)
})
