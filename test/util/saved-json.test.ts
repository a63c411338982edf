import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FormatError } from '../../src/errors.ts'
import { Field, jsonWithInfinities, parseJson, toReadableJson } from '../../src/util/saved-json.ts'

fc.configureGlobal({ seed: 8259, numRuns: 300 })

/** The error of a call: its path and its message. */
function complaint(call: () => unknown): { path: string; message: string } {
  try {
    call()
  } catch (error) {
    if (error instanceof FormatError) return { path: error.path, message: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

describe('toReadableJson', () => {
  test('keeps on a line what fits on it', () => {
    expect(toReadableJson({ a: 1, b: [1, 2, 'x, y: z'], c: null })).toBe('{"a": 1, "b": [1, 2, "x, y: z"], "c": null}')
    expect(toReadableJson([])).toBe('[]')
    expect(toReadableJson({})).toBe('{}')
  })

  test('breaks and indents what does not', () => {
    const value = { name: 'x'.repeat(60), list: ['y'.repeat(50), { deep: ['z'.repeat(60), 'w'.repeat(60)] }], n: 1 }
    expect(toReadableJson(value)).toBe(
      [
        '{',
        `  "name": "${'x'.repeat(60)}",`,
        '  "list": [',
        `    "${'y'.repeat(50)}",`,
        '    {',
        '      "deep": [',
        `        "${'z'.repeat(60)}",`,
        `        "${'w'.repeat(60)}"`,
        '      ]',
        '    }',
        '  ],',
        '  "n": 1',
        '}',
      ].join('\n'),
    )
  })

  test('writes infinities as text, NaN as null and −0 as 0, short or long', () => {
    const numbers = [Infinity, -Infinity, NaN, -0]
    expect(toReadableJson(numbers)).toBe('["Infinity", "-Infinity", null, 0]')
    expect(toReadableJson(numbers.concat(Array(40).fill(1000)))).toContain('"Infinity",\n  "-Infinity",\n  null,\n  0,')
    expect([Infinity, NaN, -0, 'a', null, undefined].map((value) => toReadableJson(value))).toEqual([
      '"Infinity"',
      'null',
      '0',
      '"a"',
      'null',
      'null',
    ])
  })

  test('leaves out fields that are undefined, short or long', () => {
    expect(toReadableJson({ a: undefined, b: 1 })).toBe('{"b": 1}')
    expect(toReadableJson({ a: undefined, b: 'x'.repeat(200) })).toBe(`{\n  "b": "${'x'.repeat(200)}"\n}`)
  })

  test('does not mistake marks inside texts for marks between values', () => {
    const value = { 'a":,': '\\",:{}[]\n', b: '\\' }
    expect(JSON.parse(toReadableJson(value))).toEqual(value)
  })

  test('parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = toReadableJson(value)
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
      }),
    )
  })

  test('writes every double so that it parses back to the same one', () => {
    const doubles = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 30 })
    fc.assert(
      fc.property(doubles, (numbers) => {
        expect(JSON.parse(toReadableJson(numbers))).toEqual(numbers.map((x) => x + 0))
      }),
    )
  })

  test('gives numbers back through a field, infinities too', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), (numbers) => {
        const back = parseJson(toReadableJson(numbers)).items()
        expect(back.map((item) => item.number())).toEqual(numbers.map((x) => x + 0))
      }),
    )
  })
})

describe('parseJson', () => {
  test('refuses what is not JSON', () => {
    const { path, message } = complaint(() => parseJson('{"a": 1'))
    expect(path).toBe('')
    expect(message).toMatch(/^not valid JSON: .+/)
  })
})

describe('Field', () => {
  const root = parseJson('{"a": {"b": [1, {"c": "x"}]}, "t": true, "n": null, "inf": "Infinity", "low": "-Infinity"}')

  test('reads what is there', () => {
    expect(root.get('a').get('b').items()[1].get('c').text()).toBe('x')
    expect(root.get('a').get('b').items()[0].finite()).toBe(1)
    expect(root.get('t').truth()).toBe(true)
    expect(root.get('inf').number()).toBe(Infinity)
    expect(root.get('low').number()).toBe(-Infinity)
    expect(root.get('inf').amount()).toBe(Infinity)
    expect(root.get('a').record()).toEqual({ b: [1, { c: 'x' }] })
    expect(root.get('a').get('b').items()[1].get('c').oneOf('x', 'y')).toBe('x')
  })

  test('reads null and nothing as null where that is allowed', () => {
    expect(root.get('n').optional((field) => field.text())).toBeNull()
    expect(root.get('absent').optional((field) => field.text())).toBeNull()
    expect(root.get('t').optional((field) => field.truth())).toBe(true)
  })

  test('names the path of what it refuses', () => {
    const item = root.get('a').get('b').items()[1]
    expect(complaint(() => item.get('c').finite())).toEqual({
      path: 'a.b[1].c',
      message: 'a.b[1].c: expected a finite number, got "x"',
    })
    expect(complaint(() => item.get('d').text())).toEqual({
      path: 'a.b[1].d',
      message: 'a.b[1].d: expected a text, got nothing',
    })
    expect(complaint(() => new Field([5]).items()[0].text()).message).toBe('[0]: expected a text, got 5')
    expect(complaint(() => new Field(5).record())).toEqual({ path: '', message: 'expected an object, got 5' })
  })

  test('refuses every wrong kind', () => {
    const wrong = (value: unknown, read: (field: Field) => unknown): string =>
      complaint(() => read(new Field(value, 'x'))).message
    expect(wrong([], (f) => f.record())).toBe('x: expected an object, got []')
    expect(wrong(null, (f) => f.record())).toBe('x: expected an object, got null')
    expect(wrong(null, (f) => f.get('y'))).toBe('x: expected an object, got null')
    expect(wrong({}, (f) => f.items())).toBe('x: expected a list, got object')
    expect(wrong(1, (f) => f.text())).toBe('x: expected a text, got 1')
    expect(wrong('true', (f) => f.truth())).toBe('x: expected true or false, got "true"')
    expect(wrong('5', (f) => f.finite())).toBe('x: expected a finite number, got "5"')
    expect(wrong('Infinity', (f) => f.finite())).toBe('x: expected a finite number, got "Infinity"')
    expect(wrong('infinity', (f) => f.number())).toBe('x: expected a finite number, got "infinity"')
    expect(wrong(null, (f) => f.number())).toBe('x: expected a finite number, got null')
    expect(wrong(-1, (f) => f.amount())).toBe('x: expected a number of at least 0, got -1')
    expect(wrong('-Infinity', (f) => f.amount())).toBe('x: expected a number of at least 0, got "-Infinity"')
    expect(wrong(1.5, (f) => f.index())).toBe('x: expected a whole number of at least 0, got 1.5')
    expect(wrong(-1, (f) => f.index())).toBe('x: expected a whole number of at least 0, got -1')
    expect(wrong(4, (f) => f.index(3))).toBe('x: expected a whole number from 0 to 3, got 4')
    expect(wrong('1', (f) => f.index(3))).toBe('x: expected a whole number from 0 to 3, got "1"')
    expect(wrong('left', (f) => f.oneOf('own'))).toBe('x: expected "own", got "left"')
    expect(wrong('lef', (f) => f.oneOf('left', 'right'))).toBe(
      'x: expected one of left, right, did you mean left?, got "lef"',
    )
    expect(wrong('middle', (f) => f.oneOf('left', 'right'))).toBe('x: expected one of left, right, got "middle"')
    expect(wrong(1, (f) => f.oneOf('left', 'right'))).toBe('x: expected one of left, right, got 1')
    expect(wrong(undefined, (f) => f.oneOf('left', 'right'))).toBe('x: expected one of left, right, got nothing')
  })

  test('takes the limits of an index', () => {
    expect([new Field(0).index(), new Field(3).index(3)]).toEqual([0, 3])
  })

  test('does not take what every object has for a field', () => {
    expect(new Field({}).get('constructor').optional((field) => field.text())).toBeNull()
    expect(complaint(() => new Field({}, 'x').get('toString').text()).message).toBe(
      'x.toString: expected a text, got nothing',
    )
  })
})

describe('jsonWithInfinities', () => {
  test('spells infinities as texts wherever they are, and all else as JSON does', () => {
    const data = {
      all: [1, -0, 1e-300, Number.NaN],
      some: [1, Infinity, [2, -Infinity], { x: Infinity }],
      one: -Infinity,
      texts: ['Infinity', null, true],
      left: undefined,
      ['__proto__']: 3,
    }
    const asked = (_: string, value: unknown): unknown =>
      value === Infinity || value === -Infinity ? String(value) : value
    expect(jsonWithInfinities(data)).toBe(JSON.stringify(data, asked))
    expect(jsonWithInfinities(data)).toContain('"some":[1,"Infinity",[2,"-Infinity"],{"x":"Infinity"}]')
  })
})
