import { describe, expect, test } from 'vitest'
import { type Dialect, sniffDialect } from '../../../src/sources/csv/dialect.ts'
import type { ReadOptions } from '../../../src/sources/source.ts'

const sniff = (text: string, options: ReadOptions = {}): Dialect => sniffDialect(text, { whole: true, ...options })
const delimiter = (text: string, options?: ReadOptions): string => sniff(text, options).delimiter
const header = (text: string, options?: ReadOptions): boolean => sniff(text, options).header

describe('delimiter', () => {
  test('is the one that gives records of equal length', () => {
    expect(delimiter('a,b\n1,2\n3,4\n')).toBe(',')
    expect(delimiter('a;b\n1;2\n3;4\n')).toBe(';')
    expect(delimiter('a\tb\n1\t2\n3\t4\n')).toBe('\t')
    expect(delimiter('a|b\n1|2\n3|4\n')).toBe('|')
  })

  test('is not mistaken for a decimal comma', () => {
    expect(sniff('a;b\n1,5;2,5\n3,5;4,5\n')).toMatchObject({ delimiter: ';', decimal: ',' })
    expect(sniff('a\tb\n1,5\t2,5\n3,5\t4,5\n')).toMatchObject({ delimiter: '\t', decimal: ',' })
    expect(sniff('1,5;2,5\n3,5;4,5\n')).toMatchObject({ delimiter: ';', decimal: ',', header: false })
  })

  test('is not a mark inside texts', () => {
    expect(delimiter('name;street\nDoe;Main, 1\nRoe;Side, 2\nPoe;Back\n')).toBe(';')
    expect(delimiter('name,note\nDoe,"a;b;c"\nRoe,"d;e;f"\n')).toBe(',')
    expect(delimiter('name\tage\nDoe, John\t5\nRoe, Jane\t6\n')).toBe('\t')
  })

  test('survives some lines of another length', () => {
    expect(delimiter('a;b;c\n1,5;2;3\n1,5;2;3\n1,5;2\n1,5;2;3\n')).toBe(';')
  })

  test('a table of one column is legal', () => {
    expect(sniff('x\n1\n2\n')).toMatchObject({ delimiter: ',', header: true })
    expect(sniff('1\n2\n')).toMatchObject({ delimiter: ',', header: false })
    expect(sniff('x\n1,5\n2,5\n')).toMatchObject({ delimiter: ';', decimal: ',', header: true })
    expect(sniff('word\none\ntwo, three\nfour\nfive\n')).toMatchObject({ delimiter: ';', header: true })
  })

  test('a single name over sentences is one column', () => {
    expect(sniff('text\nHello, world\nGood, bye\n')).toMatchObject({ delimiter: ';', header: true })
  })

  test('may be told by a line for spreadsheets', () => {
    expect(sniff('sep=;\na;b\n1,5;2,5\n')).toMatchObject({ delimiter: ';', skip: 1, header: true, decimal: ',' })
    expect(sniff('\uFEFF\r\nSEP=:\r\na:b\r\n1:2\r\n')).toMatchObject({ delimiter: ':', skip: 2, header: true })
    expect(sniff('sep=x\n1\n2\n')).toMatchObject({ skip: 0, header: true })
    expect(sniff('sep=;;\n1;2;\n')).toMatchObject({ skip: 0 })
  })

  test('others only when asked for', () => {
    expect(delimiter('a:b\n1:2\n')).toBe(',')
    expect(delimiter('a:b\n1:2\n', { delimiter: ':' })).toBe(':')
    expect(delimiter('a b\n1 2\n', { delimiter: ' ' })).toBe(' ')
  })

  test('must be one character that can stand between fields', () => {
    const words =
      'sniffDialect: delimiter must be one ASCII character other than a letter, digit, sign, point, quote or line end'
    for (const wrong of ['', ',,', 'x', '1', '"', '\n', '-', '+', '.', '_', '§']) {
      expect(() => sniff('a,b\n', { delimiter: wrong }), wrong).toThrow(`${words}, got ${JSON.stringify(wrong)}`)
    }
    for (const right of [',', ';', '\t', '|', ' ', ':', '/', '!', '#', '*', '=', '@', '^', '~', '&', '$', '%']) {
      expect(delimiter('a,b\n', { delimiter: right })).toBe(right)
    }
  })
})

describe('quote', () => {
  test('is " even when the sample has none', () => {
    expect(sniff('a,b\n1,2\n').quote).toBe('"')
    expect(sniff('a,b\n"1","2"\n').quote).toBe('"')
    expect(sniff('a,b\n5" pipe,2\n').quote).toBe('"')
  })

  test('holds delimiters, line ends and doubled quotes', () => {
    const text = 'a,b\n"x,\n""y"",",1\n"z",2\n'
    expect(sniff(text)).toEqual({ delimiter: ',', quote: '"', decimal: '.', header: true, skip: 0, newline: '\n' })
  })

  test('is none where text follows every closing quote', () => {
    expect(sniff('name,n\n"Big" Jim,1\n"Tall" Tim,2\nBob,3\nAnn,4\n').quote).toBeNull()
    expect(sniff('name,n\n"Big" Jim,1\n"Bob",2\n"Ann",3\n').quote).toBe('"')
  })
})

describe('decimal mark', () => {
  const decimal = (text: string, options?: ReadOptions): string => sniff(text, options).decimal

  test('is the one that makes more columns numbers', () => {
    expect(decimal('a;b\n1.5;2\n')).toBe('.')
    expect(decimal('a;b\n1;2\n')).toBe('.')
    expect(decimal('a;b\n1,5;2\n3;4\n')).toBe(',')
    expect(decimal('a;b\n1,234;0.5\n2,345;0.25\n')).toBe('.')
    expect(decimal('a;b;c\n1,25;2,5;0.5\n2,75;3,5;0.25\n')).toBe(',')
    expect(decimal('a;b\n1,5;x\nNA;y\n')).toBe(',')
  })

  test('between commas is a comma only in quotes, and not for thousands', () => {
    expect(decimal('a,b\n"1,5",x\n"2,5",y\n')).toBe(',')
    expect(decimal('a,b\n"1,234",x\n"2,345",y\n')).toBe('.')
  })

  test('is what it is said to be', () => {
    expect(decimal('a;b\n1,5;2\n', { decimal: '.' })).toBe('.')
    expect(decimal('a;b\n1.5;2\n', { decimal: ',' })).toBe(',')
  })
})

describe('header', () => {
  test('is text over numbers, dates or truth values', () => {
    expect(header('a,b\n1,x\n2,y\n')).toBe(true)
    expect(header('day\n2015-02-04\n')).toBe(true)
    expect(header('member,name\ntrue,Ann\nfalse,Bob\n')).toBe(true)
    expect(header('a,b\n,\n,\n1,2\n')).toBe(true)
  })

  test('may hold years in a row', () => {
    expect(header('country,2000,2001,2002\nNorway,1,2,3\nSweden,4,5,6\n')).toBe(true)
    expect(header('id,x,1999,2000,2001\n1,2,3,4,5\n')).toBe(true)
    expect(header('1999,2000\n1,2\n')).toBe(false)
    expect(header('Norway,5,7,9\nSweden,4,5,6\n')).toBe(false)
  })

  test('is not there when the first line is like the others', () => {
    expect(header('1,x\n2,y\n')).toBe(false)
    expect(header('2015-02-04,x\n2015-02-05,y\n')).toBe(false)
    expect(header('true,x\nfalse,y\n')).toBe(false)
    expect(header('inf\n1\n')).toBe(false)
    expect(header('1,2,n/a\n3,4,5\n6,7,8\n')).toBe(false)
  })

  test('of a table of texts has names that are distinct and do not come again', () => {
    expect(header('name,colour\nann,red\nbob,blue\n')).toBe(true)
    expect(header('ann,red\nbob,blue\nann,blue\n')).toBe(false)
    expect(header('x,x\nann,red\n')).toBe(false)
    expect(header(',colour\nann,red\n')).toBe(false)
    expect(header('5,colour\nann,red\n')).toBe(false)
  })

  test('alone is a header when it holds names', () => {
    expect(header('a,b,c\n')).toBe(true)
    expect(header('1,2,3\n')).toBe(false)
    expect(header('a,a\n')).toBe(false)
  })

  test('sees declared missing values as missing', () => {
    expect(header('x,y\nNA,a\n1,b\n')).toBe(true)
    expect(header('NA,5\n1,6\n', { missingValues: ['NA'] })).toBe(false)
  })

  test('is what it is said to be', () => {
    expect(header('1,2\n3,4\n', { header: true })).toBe(true)
    expect(header('a,b\n3,4\n', { header: false })).toBe(false)
  })
})

describe('lines', () => {
  test('end in any of three ways', () => {
    const newline = (text: string): string => sniff(text).newline
    expect(newline('a,b\n1,2\n')).toBe('\n')
    expect(newline('a,b\r\n1,2\r\n')).toBe('\r\n')
    expect(newline('a,b\r1,2\r')).toBe('\r')
    expect(newline('a,b\r\n1,2\n')).toBe('mixed')
    expect(newline('a,b\r\n"1\n2",2\r\n')).toBe('\r\n')
    expect(newline('a,b')).toBe('\n')
  })

  test('to skip are those asked for and empty ones after them', () => {
    expect(sniff('a,b\n1,2\n').skip).toBe(0)
    expect(sniff('\n  \r\na,b\n1,2\n').skip).toBe(2)
    expect(sniff('\uFEFF\na;b\n1;2\n')).toMatchObject({ skip: 1, delimiter: ';', header: true })
    expect(sniff('My export\nof today\n\na;b\n1;2\n', { skip: 2 })).toMatchObject({
      skip: 3,
      delimiter: ';',
      header: true,
    })
    expect(() => sniff('a\n', { skip: -1 })).toThrow('sniffDialect: skip must be an integer of at least 0, got -1')
  })

  test('that are cut do not count', () => {
    expect(sniffDialect('a;b\n1;2\n3,4,5,6,7')).toMatchObject({ delimiter: ';', decimal: '.' })
    expect(sniffDialect('a;b\n1;2\n3;"4')).toMatchObject({ delimiter: ';', quote: '"' })
  })
})
