import { describe, expect, test } from 'vitest'
import { readArff } from '../../../src/sources/arff/read-arff.ts'
import type { FileOptions, SourceTable } from '../../../src/sources/source.ts'
import { columnsOf, fileOf, kindsOf, messagesOf, refusal } from '../made.ts'

const read = (content: string, options: Partial<FileOptions> = {}, chunk?: number): Promise<SourceTable> =>
  readArff(fileOf(content, chunk), { name: 'data.arff', ...options })

const WEATHER = `% A comment
@relation 'the weather'

@ATTRIBUTE outlook {sunny, 'partly cloudy', "rainy"}
@attribute 'air temperature' REAL   % degrees
@attribute humidity integer
@attribute windy { TRUE,FALSE }
@attribute note string
@attribute seen date "yyyy-MM-dd HH:mm"

@data
% another
sunny, 85.5, 85, FALSE, 'it\\'s hot', "2015-02-04 12:30"
'partly cloudy',?,70,TRUE,?,?   % the rest is missing

rainy	,-1e1,?,?,"a ""b", '2015-02-05 00:00'
`.replace('"a ""b"', '"a \\"b"')

describe('readArff', () => {
  test('reads what is declared', async () => {
    const table = await read(WEATHER)
    expect(table.notes).toEqual([])
    expect(kindsOf(table)).toEqual({
      outlook: 'category',
      'air temperature': 'number',
      humidity: 'number',
      windy: 'category',
      note: 'category',
      seen: 'date',
    })
    expect(columnsOf(table)).toEqual({
      outlook: ['sunny', 'partly cloudy', 'rainy'],
      'air temperature': [85.5, null, -10],
      humidity: [85, 70, null],
      windy: ['FALSE', 'TRUE', null],
      note: ["it's hot", null, 'a "b'],
      seen: [Date.UTC(2015, 1, 4, 12, 30), null, Date.UTC(2015, 1, 5)],
    })
  })

  test('does not depend on where the chunks end, nor on how lines end', async () => {
    const whole = await read(WEATHER)
    for (const chunk of [1, 7, 64]) expect(await read(WEATHER, {}, chunk)).toEqual(whole)
    expect(await read(WEATHER.replaceAll('\n', '\r\n'))).toEqual(whole)
    expect(await read(`\uFEFF${WEATHER}`)).toEqual(whole)
  })

  test('tells a quoted question mark from a missing value', async () => {
    expect(
      columnsOf(
        await read('@attribute a string\n@attribute b {"?",x}\n@data\n"?",?\n?,"?"\nNA,x\n', { missingValues: ['NA'] }),
      ),
    ).toEqual({
      a: ['?', null, null],
      b: [null, '?', 'x'],
    })
  })

  test('reads only the columns asked for', async () => {
    expect(columnsOf(await read(WEATHER, { columns: ['humidity'] }))).toEqual({ humidity: [85, 70, null] })
    expect(await refusal(read(WEATHER, { columns: ['humidty'] }))).toBe(
      'data.arff: there is no column "humidty", did you mean humidity?',
    )
  })

  test('tells of names that occur twice, of no rows and of empty columns', async () => {
    expect(messagesOf(await read('@attribute a real\n@attribute a real\n@data\n1,?\n'))).toEqual([
      'columns 1 and 2 are both called "a"; the second is read as "a (2)"',
      'no value in column "a (2)"',
    ])
    expect(messagesOf(await read('@attribute a real\n@data\n'))).toEqual(['there are column names but no rows'])
  })
})

describe('what is refused', () => {
  const refused = (text: string, options?: Partial<FileOptions>): Promise<string> => refusal(read(text, options))

  test('in the header', async () => {
    expect(await refused('')).toBe('data.arff: found no @data line, expected an ARFF file')
    expect(await refused('a,b\n1,2\n')).toBe('data.arff, line 1: found "a,b", expected @relation, @attribute or @data')
    expect(await refused('@data\n1\n')).toBe('data.arff, line 1: found @data before any @attribute')
    expect(await refused('@attribute\n@data\n')).toBe(
      'data.arff, line 1: found no attribute name, expected @attribute, a name and a type',
    )
    expect(await refused('@attribute x\n@data\n')).toBe(
      'data.arff, line 1: found no type for attribute "x", expected numeric, real, integer, string, date or {a, b}',
    )
    expect(await refused('@attribute x relational\n@data\n')).toBe(
      'data.arff, line 1: found the type relational for attribute "x", expected numeric, real, integer, string, date or {a, b}',
    )
    expect(await refused('@attribute x {a, b\n@data\n')).toBe(
      `data.arff, line 1: the values of attribute "x" do not end, expected them as {a, b, 'c d'} on one line`,
    )
    expect(await refused('@attribute x date "dd.MM.yyyy"\n@data\n')).toBe(
      `data.arff, line 1: found the date format "dd.MM.yyyy" for attribute "x", expected an ISO form such as yyyy-MM-dd'T'HH:mm:ss; rewrite the dates, or declare the attribute as string`,
    )
  })

  const two = '@attribute x real\n@attribute y {red, blue}\n@data\n'

  test('among values', async () => {
    expect(await refused(`${two}abc,red\n`)).toBe(
      'data.arff, line 4, column "x": found "abc", expected a number or ?; if that stands for a missing value, add --missing-values "abc"',
    )
    expect(await refused(`${two}1,rod\n`)).toBe(
      'data.arff, line 4, column "y": found "rod", which is not declared, did you mean red?',
    )
    expect(await refused('@attribute x date\n@data\n2015-02-30\n')).toBe(
      'data.arff, line 3, column "x": found "2015-02-30", expected a date such as 2015-02-04T17:51:00 or ?; if that stands for a missing value, add --missing-values "2015-02-30"',
    )
  })

  test('among lines', async () => {
    const skip = 'correct that, or add --bad-rows skip to leave such lines out'
    expect(await refused(`${two}1,red\n2\n3,red,4\n`)).toBe(
      `data.arff, line 5: found 1 field, expected 2, one for each attribute (and 1 more such line); ${skip}`,
    )
    expect(await refused(`${two}{0 1, 1 red}\n`)).toBe(
      "data.arff, line 4: found a sparse row in braces, expected values separated by commas; write dense rows, for example with Weka's SparseToNonSparse filter",
    )
    expect(await refused(`${two}1,red,{0.5}\n`)).toBe(
      'data.arff, line 4: found a weight in braces, expected values only; make the weight an attribute',
    )
    expect(await refused(`${two}1,'red\n`)).toBe(
      "data.arff, line 4: a quote is not closed, or text follows it; write quotes inside a text as \\'",
    )
    expect(await refused(`${two}1,'red'x\n`)).toBe(
      "data.arff, line 4: a quote is not closed, or text follows it; write quotes inside a text as \\'",
    )
    const table = await read(`${two}1,red\n2\n3,blue\n`, { badRows: 'skip' })
    expect(columnsOf(table)).toEqual({ x: [1, 3], y: ['red', 'blue'] })
    expect(table.skipped).toBe(1)
    expect(messagesOf(table)).toEqual(['1 line left out for not having 2 fields, the first at line 5'])
  })
})
