import { describe, expect, test } from 'vitest'
import { DataError } from '../../../src/errors.ts'
import { retriesOf, withBackOff } from '../../../src/node/servers/back-off.ts'
import { mayRecover, networkFault, serverFault } from '../../../src/node/servers/server-fault.ts'
import { ADDRESS, coded } from './address.ts'

describe('what a server says', () => {
  test('is one line after the address, without the password', () => {
    const error = serverFault(ADDRESS, '  no se-cret\n  for  se-cret ')
    expect(error).toBeInstanceOf(DataError)
    expect(error.message).toBe('postgres://db.example/shop: no *** for ***')
    expect(serverFault({ ...ADDRESS, password: '' }, 'as it is').message).toBe('postgres://db.example/shop: as it is')
    expect(serverFault({ ...ADDRESS, password: null }, 'x'.repeat(1000)).message).toHaveLength(28 + 601)
  })

  test.each([
    ['ECONNREFUSED', 'no server answers at db.example:5432; is it running, and is the port right?'],
    ['ENOTFOUND', 'the host db.example is not known; is its name right?'],
    ['ETIMEDOUT', 'db.example:5432 cannot be reached'],
    ['ECONNRESET', 'the server broke the connection'],
    ['EACCES', null],
  ])('the network: %s', (code, told) => {
    expect(networkFault(coded(code), ADDRESS)).toBe(told)
  })

  test('the network may get better, a refusal by the server does not', () => {
    expect(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', '28P01'].map((code) => mayRecover(coded(code)))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(mayRecover('ECONNREFUSED')).toBe(false)
  })
})

describe('trying again', () => {
  test('gives what the next try gives', async () => {
    let tries = 0
    const work = async (): Promise<number> => {
      tries += 1
      if (tries < 2) throw coded('ECONNRESET')
      return tries
    }
    const told: unknown[] = []
    const watch = retriesOf(ADDRESS, { onRetry: (retry) => told.push(retry) })
    expect(await withBackOff(work, mayRecover, watch)).toBe(2)
    expect(told).toEqual([{ shown: ADDRESS.shown, number: 1, most: 4, wait: 200 }])
  })

  test('ends at once where it cannot help or is not wanted', async () => {
    let tries = 0
    const work = (): Promise<number> => {
      tries += 1
      return Promise.reject(coded(tries === 1 ? '28P01' : 'ECONNRESET', `try ${tries}`))
    }
    await expect(withBackOff(work, mayRecover)).rejects.toThrow('try 1')
    await expect(withBackOff(work, mayRecover, { signal: AbortSignal.abort() })).rejects.toThrow('try 2')
  })
})
