// Texts: CSV, JSON lines and ARFF, well formed and not, handed over in pieces of any size.
import { mutateBytes, NUMBERS, pick, WORDS } from './mutate.mjs'

const ENDS = ['\n', '\n', '\n', '\r\n', '\r', '\n\n', '\u2028', '']
const DELIMITERS = [',', ',', ';', '\t', '|', ' ', ':']
const FIELDS = [
  '1',
  '2',
  '3',
  '-4.5',
  '6e3',
  '1e999',
  '-1e-999',
  '0x10',
  '1_000',
  '1.234,56',
  '1,234.5',
  '.5',
  '5.',
  '+7',
  '--1',
  '1e',
  '٣',
  '9007199254740993',
  '2024-01-31',
  '2024-02-30',
  '2024-01-01T10:00:00Z',
  '31/12/2024',
  'yes',
  'no',
  'NA',
  'NaN',
  'null',
  '?',
  '',
  '"a"',
  '"a""b"',
  '"a',
  'a"b',
  '"a\nb"',
  "'q'",
  '\\',
  '\t',
  ' x ',
  '#',
  '%',
  '@data',
  '{1 2}',
  '[',
  ']',
  '{}',
  'true',
  '1 2',
]

/** @returns {Promise<{ makeCase: Function, tryCase: Function }>} */
export async function prepare({ fitTable, isKerfError, readArff, readCsv, readJsonLines, parseNumber, parseDate }) {
  const READERS = { csv: readCsv, jsonl: readJsonLines, arff: readArff }
  return { makeCase, tryCase }

  function makeCase(random) {
    const kind = pick(random, ['csv', 'csv', 'jsonl', 'arff'])
    const text = { csv: makeCsv, jsonl: makeJsonLines, arff: makeArff }[kind](random)
    const bytes = Buffer.from(text)
    const input = random.integer(2) === 0 ? bytes : mutateBytes(bytes, random)
    const pieces = []
    for (let at = 0; at < input.length;) {
      const end = Math.min(input.length, at + 1 + random.integer(random.integer(2) === 0 ? 4 : 400))
      pieces.push(Uint8Array.prototype.slice.call(input, at, end))
      at = end
    }
    return { kind, input, pieces, options: makeOptions(random), fits: random.integer(10) === 0 }
  }

  async function tryCase({ kind, input, pieces, options, fits }) {
    const inPieces = await attempt(READERS[kind], pieces, options)
    const atOnce = await attempt(READERS[kind], [Uint8Array.from(input)], options)
    if (told(inPieces) !== told(atOnce)) {
      throw new Error(`pieces matter:\n${told(inPieces).slice(0, 300)}\n${told(atOnce).slice(0, 300)}`)
    }
    if (inPieces.error !== undefined) return 'refused'
    const { rows, columns } = inPieces.table
    for (const { name, values } of columns) {
      if (values.length !== rows) throw new Error(`column ${JSON.stringify(name)} has ${values.length} of ${rows} rows`)
    }
    if (fits && rows > 0) {
      const table = Object.fromEntries(columns.map(({ name, values }) => [name, values]))
      try {
        await fitTable(table, columns.length > 1 ? { target: columns[0].name } : {})
      } catch (error) {
        if (!isKerfError(error)) throw error
      }
    }
    return 'read'
  }

  /** What a reader gives or refuses; other errors are failures. */
  async function attempt(read, pieces, options) {
    const open = async function* open() {
      yield* pieces
    }
    try {
      return { error: undefined, table: await read(open, { name: 'f', ...options }) }
    } catch (error) {
      if (!isKerfError(error) && !String(error).includes(': sniffDialect: ')) throw error
      return { error: /** @type {Error} */ (error), table: undefined }
    }
  }

  /** Everything that came out, to be compared. */
  function told({ table, error }) {
    if (error !== undefined) return `error ${error.message}`
    const columns = table.columns.map(({ name, kind, values }) => [name, kind, Array.from(values, plain)])
    return JSON.stringify([table.rows, table.skipped, table.notes, columns])
  }

  function plain(value) {
    return typeof value === 'number' ? (Object.is(value, -0) ? '-0' : String(value)) : value
  }

  function makeOptions(random) {
    const { integer } = random
    if (integer(3) > 0) return {}
    return {
      ...(integer(3) === 0 && { delimiter: pick(random, DELIMITERS) }),
      ...(integer(4) === 0 && { decimal: pick(random, ['.', ',']) }),
      ...(integer(4) === 0 && { header: integer(2) === 0 }),
      ...(integer(4) === 0 && { skip: integer(4) }),
      ...(integer(4) === 0 && { missingValues: [pick(random, FIELDS)] }),
      ...(integer(2) === 0 && { badRows: pick(random, ['error', 'skip']) }),
    }
  }

  function field(random) {
    const { integer } = random
    if (integer(2) === 0) return String(integer(50) / pick(random, [1, 2, 10]))
    if (integer(12) === 0) return pick(random, WORDS)
    if (integer(12) === 0) return String(pick(random, NUMBERS))
    const text = pick(random, FIELDS)
    parseNumber(text, pick(random, ['.', ',']))
    parseDate(text)
    return text
  }

  function makeCsv(random) {
    const { integer } = random
    const delimiter = pick(random, DELIMITERS)
    const width = 1 + integer(integer(20) === 0 ? 60 : 5)
    const end = pick(random, ENDS)
    const names = Array.from({ length: width }, (_, i) => (integer(6) === 0 ? field(random) : `c${i}`))
    const lines = integer(8) === 0 ? [] : [names.join(delimiter)]
    const kinds = Array.from({ length: width }, () => pick(random, [...FIELDS]))
    for (let row = integer(30); row > 0; row--) {
      const odd = integer(25) === 0 ? integer(3) - 1 : 0
      const fields = Array.from({ length: Math.max(0, width + odd) }, (_, c) =>
        integer(4) === 0 ? field(random) : integer(2) === 0 ? String(integer(90)) : kinds[c % width],
      )
      lines.push(fields.join(delimiter))
    }
    const start = pick(random, ['', '', '', '', '\ufeff', '\n', '# made by hand\n'])
    return `${start}${lines.join(integer(12) === 0 ? '\r\n' : end)}${integer(2) === 0 ? end : ''}`
  }

  function makeJsonLines(random) {
    const { integer } = random
    const value = (depth) => {
      switch (integer(9)) {
        case 0:
          return pick(random, WORDS)
        case 1:
          return pick(random, NUMBERS)
        case 2:
          return integer(2) === 0
        case 3:
          return null
        case 4:
          return depth > 3 ? 1 : Array.from({ length: integer(3) }, () => value(depth + 1))
        case 5:
          return depth > 3 ? 1 : { a: value(depth + 1), [pick(random, WORDS)]: 2 }
        case 6:
          return pick(random, FIELDS)
        default:
          return integer(100) / 4
      }
    }
    const names = ['a', 'b', pick(random, WORDS)]
    const rows = Array.from({ length: integer(20) }, () => {
      const row = Object.fromEntries(
        names.filter(() => integer(5) > 0).map((name) => [name, integer(3) === 0 ? value(0) : integer(9)]),
      )
      return JSON.stringify(integer(30) === 0 ? value(0) : row)
    })
    const end = pick(random, ENDS)
    if (integer(4) === 0) return `[${rows.join(pick(random, [',', ',\n', ' , ']))}]${end}`
    if (integer(15) === 0) return '['.repeat(integer(30_000))
    return rows.join(end) + end
  }

  function makeArff(random) {
    const { integer } = random
    const types = [
      'numeric',
      'REAL',
      'integer',
      'string',
      '{a,b,"c d"}',
      "{'x,y',z}",
      'date',
      'date "yyyy-MM-dd"',
      '{',
      'fuzzy',
    ]
    const width = 1 + integer(4)
    const name = () => pick(random, ['a', 'b', "'c d'", '"e"', 'a', '', "'"])
    const head = Array.from(
      { length: width },
      () => `@attribute ${name()} ${types[integer(integer(4) === 0 ? 10 : 4)]}`,
    )
    const rows = Array.from({ length: integer(20) }, () => Array.from({ length: width }, () => field(random)).join(','))
    const end = pick(random, ENDS)
    return ['@relation r', ...head, integer(15) === 0 ? '' : '@data', ...rows].join(integer(6) === 0 ? end : '\n')
  }
}
