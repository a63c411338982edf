import { expect, test } from 'vitest'
import { message, messageField, numberField, textField } from '../../../../src/node/servers/spark/protobuf.ts'
import { readColumns } from '../../../../src/node/servers/spark/spark-types.ts'

const column = (name: string, type: Uint8Array): Uint8Array =>
  messageField(1, textField(1, name), messageField(2, type))
const rows = (...columns: Uint8Array[]): Uint8Array => messageField(21, ...columns)
const typeOf = (type: Uint8Array): string => readColumns(rows(column('a', type)))[0].type
const LONG = messageField(7)
const TEXT = messageField(11)

test('types are in the words of Spark', () => {
  const plain = [3, 4, 5, 6, 7, 8, 9, 11, 14, 15, 16].map((field) => typeOf(messageField(field)))
  expect(plain.join(' ')).toBe('boolean tinyint smallint int bigint float double string date timestamp timestamp_ntz')
  expect(typeOf(messageField(10, numberField(1, 2), numberField(2, 10)))).toBe('decimal(10,2)')
  expect(typeOf(messageField(13, numberField(1, 7)))).toBe('varchar(7)')
  expect(typeOf(messageField(20, messageField(1, LONG)))).toBe('array<bigint>')
  expect(typeOf(messageField(22, messageField(1, TEXT), messageField(2, LONG)))).toBe('map<string,bigint>')
  expect(typeOf(rows(column('x', LONG), column('y', TEXT)))).toBe('struct<x:bigint,y:string>')
})

test('types that are new or left out are unknown', () => {
  expect(typeOf(messageField(99))).toBe('unknown')
  expect(typeOf(message())).toBe('unknown')
})

test('types inside types come to an end', () => {
  let type = LONG
  for (let depth = 0; depth < 200; depth++) type = messageField(20, messageField(1, type))
  expect(typeOf(type)).toMatch(/^array<array<.*unknown/)
})

test('an answer without columns is an error', () => {
  expect(() => readColumns(LONG)).toThrow('the answer does not say which columns the query has')
})
