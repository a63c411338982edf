import { describe, expect, test } from 'vitest'
import {
  fieldsOf,
  message,
  messageField,
  numberField,
  numberOf,
  readFields,
  textField,
  textOf,
} from '../../../../src/node/servers/spark/protobuf.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

describe('writing', () => {
  test('a whole number is its tag and groups of seven bits, the lowest first', () => {
    expect(hex(numberField(1, 150))).toBe('089601')
    expect(hex(numberField(4, 3))).toBe('2003')
    expect(hex(numberField(17, 0))).toBe('880100')
    expect(hex(numberField(1, 2 ** 53 - 1))).toBe('08ffffffffffffff0f')
  })
  test('a text is its tag, its length in bytes and its bytes; no text is nothing', () => {
    expect(hex(textField(2, 'testing'))).toBe('120774657374696e67')
    expect(hex(textField(1, 'ü'))).toBe('0a02c3bc')
    expect(hex(textField(1, ''))).toBe('0a00')
    expect(hex(textField(1, null))).toBe('')
  })
  test('a message inside another is bytes with a length', () => {
    expect(hex(messageField(3, numberField(1, 150)))).toBe('1a03089601')
    expect(hex(messageField(5))).toBe('2a00')
    expect(hex(message(numberField(1, 1), numberField(2, 2)))).toBe('08011002')
    expect(hex(messageField(1, new Uint8Array(200))).slice(0, 6)).toBe('0ac801')
  })
})

describe('reading', () => {
  test('gives what was written', () => {
    const fields = fieldsOf(bytes('0896 01 1207 74657374696e67 1a03 089601'))
    expect(numberOf(fields.get(1))).toBe(150)
    expect(textOf(fields.get(2))).toBe('testing')
    expect(numberOf(fieldsOf(fields.get(3)!.bytes).get(1))).toBe(150)
  })
  test('a field that is not there is empty, and the last of several counts', () => {
    expect(numberOf(undefined)).toBe(0)
    expect(textOf(undefined)).toBe('')
    expect(numberOf(fieldsOf(bytes('0801 0802')).get(1))).toBe(2)
  })
  test('a negative number has all ten bytes', () => {
    expect(numberOf(fieldsOf(bytes('08 ffffffffffffffffff01')).get(1))).toBe(-1)
  })
  test('numbers of fixed size are passed over', () => {
    const found = [...readFields(bytes('09 0000000000000000 15 00000000 1801'))]
    expect(found.map(({ field }) => field)).toEqual([3])
  })
  test('what is not UTF-8 becomes the sign for it', () => {
    expect(textOf(fieldsOf(bytes('0a 02 c328')).get(1))).toBe('\ufffd(')
  })
})

describe('broken messages are errors', () => {
  test.each([
    ['a length beyond the end', '0a 05 00', 'a field of 5 bytes where 1 are left'],
    ['an absurd length', '0a ffffffffffffffffff01', 'a field of 18446744073709552000 bytes where 0 are left'],
    ['a number without an end', '08 ffff', 'it ends within a number'],
    ['a number of eleven bytes', '08 ffffffffffffffffffff01', 'a number of more than ten bytes'],
    ['an old kind of field', '0b', 'a field of kind 3'],
    ['the field 0', '00 00', 'field 0'],
  ])('%s', (_, text, why) => {
    expect(() => fieldsOf(bytes(text))).toThrow(`the answer is not a message of Spark Connect (${why})`)
  })
})
