import { describe, expect, test } from 'vitest'
import { doubleReader, valueReader } from '../../../../src/node/servers/postgres/postgres-values.ts'
import {
  isLost,
  lostFault,
  mayOpenLater,
  postgresFault,
} from '../../../../src/node/servers/postgres/postgres-faults.ts'
import { ADDRESS, coded } from '../address.ts'

const [BOOL, INT8, INT4, TEXT, FLOAT4, FLOAT8, TIMESTAMP, NUMERIC] = [16, 20, 23, 25, 700, 701, 1114, 1700]
const field = (dataTypeID: number): { name: string; dataTypeID: number } => ({ name: 'x', dataTypeID })

describe('texts of the server', () => {
  test.each([
    [FLOAT8, '5e-324', 5e-324],
    [FLOAT8, '-0', -0],
    [FLOAT8, 'Infinity', Infinity],
    [FLOAT8, 'NaN', Number.NaN],
    [FLOAT4, '0.1', Math.fround(0.1)],
    [INT4, '-7', -7],
    [INT8, '9007199254740993', 9007199254740992],
    [NUMERIC, '0.10', 0.1],
    [BOOL, 't', 1],
    [BOOL, 'f', 0],
  ])('of type %i, %s is the double %d', (type, text, expected) => {
    expect(doubleReader(field(type))!(text)).toBe(expected)
  })

  test('of other types are no doubles', () => {
    expect([TEXT, TIMESTAMP].map((type) => doubleReader(field(type)))).toEqual([null, null])
  })

  test('are values', () => {
    const texts = [[BOOL, 'f'], [INT8, '9007199254740993'], [INT4, '5'], [NUMERIC, '0.10'], [TEXT, '5'], [FLOAT4, '0.1']] as const // prettier-ignore
    expect(texts.map(([type, text]) => valueReader(field(type))(text))).toEqual([
      false,
      9007199254740993n,
      5,
      '0.10',
      '5',
      Math.fround(0.1),
    ])
  })
})

describe('errors', () => {
  const told = (error: unknown): string => postgresFault(error, ADDRESS).message.slice(ADDRESS.shown.length + 2)

  test('have their SQLSTATE, and what to do', () => {
    expect(told(coded('42P01', 'relation "t" does not exist'))).toBe('relation "t" does not exist (SQLSTATE 42P01)')
    expect(told(coded('28P01', 'no'))).toBe(
      'no (SQLSTATE 28P01); the password comes from PGPASSWORD or the password file',
    )
    expect(told(coded('28000', 'no pg_hba.conf entry for host "::1", no encryption'))).toBe(
      'no pg_hba.conf entry for host "::1", no encryption (SQLSTATE 28000); add sslmode=require to the address',
    )
    expect(told(coded('ECONNREFUSED'))).toBe(
      'no server answers at db.example:5432; is it running, and is the port right?',
    )
    expect(told(coded('EPIPE'))).toBe('the server broke the connection')
    expect(told(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'))).toBe(
      'the server asks for a password; set PGPASSWORD or name a password file',
    )
    expect(told('odd')).toBe('odd')
  })

  test('say whether the session is lost, and whether it may be opened later', () => {
    const lost = [coded('57P01', 'bye'), coded('ECONNRESET'), new Error('Connection terminated unexpectedly')]
    expect(lost.map(isLost)).toEqual([true, true, true])
    expect([coded('42P01'), new Error('x'), 'x'].map(isLost)).toEqual([false, false, false])
    expect(lost.map((error) => lostFault(error, ADDRESS).message.slice(28))).toEqual([
      'the connection was lost (bye, SQLSTATE 57P01), and with it the state of the data that was being read; run it again',
      'the connection was lost, and with it the state of the data that was being read; run it again',
      'the connection was lost, and with it the state of the data that was being read; run it again',
    ])
    expect(['57P03', '53300', 'ECONNREFUSED', '28P01'].map((code) => mayOpenLater(coded(code)))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
