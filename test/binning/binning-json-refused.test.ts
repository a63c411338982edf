import { describe, expect, test } from 'vitest'
import { binningFromJson, binningToJson } from '../../src/binning/binning-json.ts'
import { FormatError, isKerfError } from '../../src/errors.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { binningOf } from './made.ts'
import { PEOPLE_TEXT } from './saved.ts'
import { formatError } from '../refusals.ts'

type Tree = Record<string, unknown>

/** A saved text with one field changed; `undefined` takes the field away. */
function changed(path: string, value: unknown, text = PEOPLE_TEXT): string {
  const root = JSON.parse(text) as Tree
  const names = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  const last = names.pop()!
  const parent = names.reduce((node, name) => node[name] as Tree, root)
  parent[last] = value
  return JSON.stringify(root)
}

/** Path of the field changed, what is put there, and the complaint; the complaint names that path unless it says another. */
type Case = readonly [path: string, value: unknown, complaint: string, at?: string]

const CASES: readonly Case[] = [
  ['format', undefined, 'expected "kerf-binning", got nothing'],
  ['format', 'kerf-summary', 'expected "kerf-binning", got "kerf-summary"'],
  ['version', 2, 'expected 1, got 2; this library reads version 1'],
  ['version', null, 'expected 1, got null; this library reads version 1'],
  ['created', undefined, 'expected an object, got nothing'],
  ['created.kerf', 5, 'expected a text, got 5'],
  ['created.method', undefined, 'expected a text, got nothing'],
  ['created.options', [1], 'expected an object, got [1]'],
  ['created.source', 'people.csv', 'expected an object, got "people.csv"'],
  ['created.source.name', 5, 'expected a text, got 5'],
  ['created.source.rows', -1, 'expected a whole number of at least 0, got -1'],
  ['created.source.rows', 1.5, 'expected a whole number of at least 0, got 1.5'],
  ['created.source.rows', '8', 'expected a whole number of at least 0, got "8"'],
  ['target', 'class', 'expected an object, got "class"'],
  ['target.kind', 'count', 'expected one of class, numeric, got "count"'],
  ['target.kind', undefined, 'expected one of class, numeric, got nothing'],
  ['target.name', 5, 'expected a text, got 5'],
  ['target.classes', 'ab', 'expected a list, got "ab"'],
  ['target.classes', ['a', 1], 'expected a text, got 1', 'target.classes[1]'],
  ['target.classes', ['a', 'a'], 'expected classes that all differ, got [a, a]'],
  ['target.classes', ['b', 'a'], 'expected classes in sorted order, got [b, a]'],
  ['target.event', 'c', 'expected null or one of the classes, got "c"'],
  ['columns', undefined, 'expected a list, got nothing'],
  ['columns', {}, 'expected a list, got object'],
  ['columns[0]', null, 'expected an object, got null'],
  ['columns[0].name', undefined, 'expected a text, got nothing'],
  ['columns[0].name', 'colour', 'expected another name, got colour a second time', 'columns[1].name'],
  ['columns[0].kind', 'text', 'expected one of number, date, category, boolean, got "text"'],
  ['columns[0].method', 5, 'expected a text, got 5'],
  ['columns[0].options', 'none', 'expected an object, got "none"'],
  ['columns[0].closed', 'both', 'expected one of left, right, got "both"'],
  ['columns[0].closed', undefined, 'expected one of left, right, got nothing'],
  ['columns[0].cuts', undefined, 'expected a list, got nothing'],
  ['columns[0].cuts', 6.5, 'expected a list, got 6.5'],
  ['columns[0].cuts[0]', '6.5', 'expected a finite number, got "6.5"'],
  ['columns[0].cuts[0]', null, 'expected a finite number, got null'],
  ['columns[0].cuts[0]', 'Infinity', 'expected a finite number, got "Infinity"'],
  ['columns[0].cuts', [4.75, 2.45], 'expected a number above 4.75, got 2.45', 'columns[0].cuts[1]'],
  ['columns[0].cuts', [6.5, 6.5], 'expected a number above 6.5, got 6.5', 'columns[0].cuts[1]'],
  ['columns[0].range', [12, 1], 'expected the smallest and the largest value, got [12, 1]'],
  ['columns[0].range', [1], 'expected the smallest and the largest value, got [1]'],
  ['columns[0].range', ['1', 2], 'expected a finite number, got "1"', 'columns[0].range[0]'],
  ['columns[0].cutsExact', 1, 'expected true or false, got 1'],
  ['columns[0].countsExact', undefined, 'expected true or false, got nothing'],
  ['columns[0].reasons', undefined, 'expected a list, got nothing'],
  ['columns[0].reasons', [], 'expected 1 reasons, one per cut, got []'],
  ['columns[0].reasons[0].measure', undefined, 'expected a text, got nothing'],
  ['columns[0].reasons[0].score', 'high', 'expected a finite number, got "high"'],
  [
    'columns[0].reasons[0].runnerUp',
    { score: 1 },
    'expected a finite number, got nothing',
    'columns[0].reasons[0].runnerUp.cut',
  ],
  ['columns[0].bins', undefined, 'expected a list, got nothing'],
  ['columns[0].bins', [], 'expected 2 bins for 1 cuts, got []'],
  ['columns[0].bins[0]', 5, 'expected an object, got 5'],
  ['columns[0].bins[0].label', undefined, 'expected a text, got nothing'],
  ['columns[0].bins[1].label', '< 6.5', 'expected a label no other bin has, got "< 6.5"'],
  ['columns[0].bins[0].count', undefined, 'expected a finite number, got nothing'],
  ['columns[0].bins[0].count', -1, 'expected a number of at least 0, got -1'],
  ['columns[0].bins[0].count', '3', 'expected a finite number, got "3"'],
  ['columns[0].bins[0].weight', -0.5, 'expected a number of at least 0, got -0.5'],
  ['columns[0].bins[0].classes', undefined, 'expected a list, got nothing'],
  ['columns[0].bins[0].classes', [3], 'expected 2 counts, one per class, got [3]'],
  ['columns[0].bins[0].classes', [3, -1], 'expected a number of at least 0, got -1', 'columns[0].bins[0].classes[1]'],
  ['columns[0].bins[0].lo', 'low', 'expected a finite number, got "low"'],
  ['columns[0].bins[0].hi', true, 'expected a finite number, got true'],
  ['columns[0].bins[0].median', 'Infinity', 'expected a finite number, got "Infinity"'],
  ['columns[0].missing', undefined, 'expected an object, got nothing'],
  ['columns[0].missing.policy', 'drop', 'expected one of own, nearest, bin, error, got "drop"'],
  ['columns[0].missing.bin', 2, 'expected a whole number from 0 to 1, got 2'],
  ['columns[0].missing.bin', null, 'expected a whole number from 0 to 1, got null'],
  ['columns[0].missing.values', ['x'], 'expected a finite number, got "x"', 'columns[0].missing.values[0]'],
  ['columns[0].special', undefined, 'expected a list, got nothing'],
  ['columns[0].special[0].code', undefined, 'expected a finite number, got nothing'],
  ['columns[0].special[0].policy', 'bin', 'expected a whole number from 0 to 1, got null', 'columns[0].special[0].bin'],
  ['columns[0].shape', 5, 'expected an object, got 5'],
  ['columns[0].shape.counts', undefined, 'expected a list, got nothing'],
  ['columns[0].notes', undefined, 'expected a list, got nothing'],
  ['columns[0].notes', [{ code: 'x' }], 'expected a text, got nothing', 'columns[0].notes[0].message'],
  ['columns[1].bins[0].levels', undefined, 'expected a list, got nothing'],
  ['columns[1].bins[0].levels', [5], 'expected a text, got 5', 'columns[1].bins[0].levels[0]'],
  ['columns[1].bins[1].label', 'blue', 'expected a label no other bin has, got "blue"'],
  ['columns[1].missing.classes', [1], 'expected 2 counts, one per class, got [1]'],
]

describe('a wrong field is refused with its path', () => {
  for (const [path, value, complaint, at = path] of CASES) {
    test(`${path} = ${JSON.stringify(value)}: ${complaint}`, () => {
      expect(() => binningFromJson(changed(path, value))).toThrow(formatError('binningFromJson', at, complaint))
    })
  }

  test('as it is in a numeric target', () => {
    const text = binningToJson(
      binningOf(fit([1, 2], { target: [0.5, 2], method: fixed }), { kind: 'numeric', name: null }),
    )
    const refuse = (path: string, value: unknown, complaint: string): void =>
      expect(() => binningFromJson(changed(path, value, text))).toThrow(formatError('binningFromJson', path, complaint))
    refuse('columns[0].bins[0].sum', undefined, 'expected a finite number, got nothing')
    refuse('columns[0].bins[0].sumSquares', -1, 'expected a number of at least 0, got -1')
    refuse('columns[0].missing.sum', null, 'expected a finite number, got null')
  })

  test('in a sentence that starts with it', () => {
    const call = (): unknown => binningFromJson(changed('columns[0].cuts', [4.75, 2.45]))
    expect(call).toThrow('columns[0].cuts[1]: expected a number above 4.75, got 2.45')
  })

  test('and can be told from other errors', () => {
    let caught: unknown
    try {
      binningFromJson('{}')
    } catch (error) {
      caught = error
    }
    expect(isKerfError(caught)).toBe(true)
    expect(caught).toMatchObject({ name: 'FormatError', path: 'format' })
  })
})

describe('text that is no saved binning', () => {
  test.each(['', '{', 'kerf', PEOPLE_TEXT.slice(0, -4), `${PEOPLE_TEXT}x`, '\u0000'])('is refused: %j', (text) => {
    expect(() => binningFromJson(text)).toThrow(/^binningFromJson: not valid JSON: ./)
    expect(() => binningFromJson(text)).toThrow(FormatError)
  })

  test.each([
    ['[]', '[]'],
    ['null', 'null'],
    ['5', '5'],
    ['"kerf-binning"', '"kerf-binning"'],
  ])('is refused: %s', (text, shown) => {
    expect(() => binningFromJson(text)).toThrow(formatError('binningFromJson', '', `expected an object, got ${shown}`))
  })
})

describe('what is at odds with itself is refused', () => {
  const special = { code: -9, count: 1, classes: [0, 1], policy: 'own', bin: null }
  test.each([
    ['a special code that is there twice', 'columns[0].special', [special, special]],
    ['a special code that also stands for a missing value', 'columns[0].missing.values', [-9]],
    ['a level that goes to two bins', 'columns[1].bins[1].levels', ['red', 'blue']],
    ['a smallest value above the largest', 'columns[0].bins[0].lo', 5],
    ['a largest value beyond the cut', 'columns[0].bins[0].hi', 7],
    ['a count without end', 'columns[0].bins[0].count', 'Infinity'],
    ['a weight in one bin and none in the others', 'columns[0].bins[0].weight', 3],
  ])('%s', (_, path, value) => {
    expect(() => binningFromJson(changed(path, value))).toThrow(FormatError)
  })
})

describe('hostile text', () => {
  test('with the names of what every object inherits changes nothing', () => {
    const poison = '"__proto__": {"polluted": 1, "count": 99}, "constructor": {"prototype": {"polluted": 1}},'
    const text = PEOPLE_TEXT.replaceAll('{"label"', `{${poison} "label"`)
      .replace('"version"', `${poison} "version"`)
      .replace('"options": {}', `"options": {${poison.slice(0, -1)}}`)
    const binning = binningFromJson(text)
    expect(({} as Tree).polluted).toBeUndefined()
    expect((binning as unknown as Tree).polluted).toBeUndefined()
    expect(binning.columns).toEqual(binningFromJson(PEOPLE_TEXT).columns)
    expect({ ...binning.created.options }.polluted).toBeUndefined()
  })

  test('cannot bring fields in through the prototype', () => {
    expect(() => binningFromJson(`{"__proto__": ${PEOPLE_TEXT}}`)).toThrow(
      formatError('binningFromJson', 'format', 'expected "kerf-binning", got nothing'),
    )
  })

  test('of great depth is refused or read, and nothing else', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
    expect(() => binningFromJson('['.repeat(100_000))).toThrow(FormatError)
    expect(() => binningFromJson(deep(5_000))).toThrow(FormatError)
    const inside = PEOPLE_TEXT.replace('"version": 1,', `"version": 1, "later": ${deep(5_000)},`)
    expect(binningFromJson(inside)).toEqual(binningFromJson(PEOPLE_TEXT))
  })

  test('of great depth in the options can be saved again', () => {
    const options = `{"a": ${'['.repeat(500)}${']'.repeat(500)}}`
    const text = PEOPLE_TEXT.replace('"options": {}', `"options": ${options}`)
    expect(binningFromJson(binningToJson(binningFromJson(text)))).toEqual(binningFromJson(text))
  })

  test('with numbers beyond doubles is refused', () => {
    expect(() => binningFromJson(PEOPLE_TEXT.replace('[6.5]', '[1e400]'))).toThrow(
      formatError('binningFromJson', 'columns[0].cuts[0]', 'expected a finite number, got Infinity'),
    )
    expect(() => binningFromJson(PEOPLE_TEXT.replace('"rows": 8', '"rows": 1e30'))).toThrow(
      formatError('binningFromJson', 'created.source.rows', 'expected a whole number of at least 0, got 1e+30'),
    )
  })

  test('with a very long name is refused with a short message', () => {
    const call = (): unknown => binningFromJson(changed('columns[0].kind', 'x'.repeat(1e6)))
    expect(call).toThrow(
      formatError(
        'binningFromJson',
        'columns[0].kind',
        `expected one of number, date, category, boolean, got "${'x'.repeat(56)}…`,
      ),
    )
  })

  test('that cannot be turned into text is refused like any other', () => {
    const odd = { toString: 1, valueOf: 1 }
    expect(() => binningFromJson(changed('version', odd))).toThrow(
      formatError('binningFromJson', 'version', 'expected 1, got object; this library reads version 1'),
    )
    expect(() => binningFromJson(changed('target.classes', ['a', 'b', odd]))).toThrow(FormatError)
    expect(() => binningFromJson(changed('columns[0].bins', [odd]))).toThrow(FormatError)
    expect(() => binningFromJson(changed('created', [odd]))).toThrow(FormatError)
  })

  test('with two columns, classes or labels of one name is refused', () => {
    const column = (JSON.parse(PEOPLE_TEXT) as { columns: unknown[] }).columns[0]
    expect(() => binningFromJson(changed('columns', [column, column]))).toThrow(
      formatError('binningFromJson', 'columns[1].name', 'expected another name, got age a second time'),
    )
  })
})

describe('complaints say what was found', () => {
  test('of a version that is missing, or is a text', () => {
    const complaint = (got: string): Error =>
      formatError('binningFromJson', 'version', `expected 1, got ${got}; this library reads version 1`)
    expect(() => binningFromJson(changed('version', undefined))).toThrow(complaint('nothing'))
    expect(() => binningFromJson(changed('version', '1'))).toThrow(complaint('"1"'))
  })

  test('of a list with too many or too few things in it', () => {
    const message = (path: string, value: unknown): string => {
      try {
        binningFromJson(changed(path, value))
      } catch (error) {
        return (error as Error).message
      }
      return 'nothing was refused'
    }
    const bin = { label: 'x', count: 0, classes: [0, 0], lo: null, hi: null, median: null }
    expect(message('columns[0].bins', [bin])).toMatch(
      /^binningFromJson: columns\[0\]\.bins: expected 2 bins for 1 cuts, got /,
    )
    expect(message('columns[0].bins', [bin])).not.toContain('[object Object]')
    expect(message('columns[0].cuts', [])).not.toContain('[object Object]')
  })
})
