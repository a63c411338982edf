import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withSection } from '../../../src/node/csv/section-bytes.ts'
import { readCsvInSections, type ReadSections } from '../../../src/node/csv/file-sections.ts'
import { openBytes } from '../../../src/node/files/file-bytes.ts'
import { readCsv } from '../../../src/sources/csv/read-csv.ts'
import { readSection } from '../../../src/sources/csv/csv-pass.ts'
import type { ReadOptions, SourceTable } from '../../../src/sources/source.ts'
import { kerf } from '../../cli/run.ts'
import { Folder, outcome } from '../made.ts'
import { cases } from '../../cases.ts'

const folder = new Folder()
const path = folder.at('data.csv')

/** Reads sections one after the other in this thread. */
const here: ReadSections = async (file, task, sections, onSection) => {
  try {
    const read = sections.map((section) => {
      onSection(section.bytes)
      return withSection(file, section, (fill) => readSection(task, fill, section.bytes))
    })
    return { sections: read }
  } catch {
    return null
  }
}

const whole = (options: ReadOptions = {}): Promise<unknown> =>
  outcome(readCsv(openBytes(path, 'data.csv'), { name: 'data.csv', ...options }))
const inSections = (bytes: number, options: ReadOptions = {}): Promise<unknown> =>
  outcome(readCsvInSections(path, { name: 'data.csv', size: statSync(path).size, ...options }, bytes, here))

/** Lines so long that what follows is no part of the sample that decides how a file is read. */
const FILLER = 'f'.repeat(24_000)

/** By kind, values that a column starts with. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  number: ['1', '-2.5', '1e3'],
  date: ['2015-02-04', '2016-03-05'],
  boolean: ['true', 'no'],
  category: ['red', 'green', 'x y'],
  empty: ['', '', ''],
}

const field = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('1', '-0', '2.5', '1e-3', ' 7', '+5', '1e400', '') },
  { weight: 3, arbitrary: fc.constantFrom('2015-02-04', '2016-03-05 01:02', 'true', 'false', 'yes') },
  { weight: 2, arbitrary: fc.constantFrom('red', 'ümlaut', ' pad ', 'NA', '-999', 'nan', ' ', 'f" g') },
)

interface Line {
  readonly fields: readonly string[]
  readonly quoted: readonly boolean[]
  /** put inside a quoted field, and between this line and the next */
  readonly inside: string
  readonly after: string
}

const tables = fc.record({
  kinds: fc.array(fc.constantFrom(...Object.keys(STARTS)), { minLength: 1, maxLength: 4 }),
  lines: fc.array(
    fc.record<Line>({
      fields: fc.array(field, { minLength: 5, maxLength: 5 }),
      quoted: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      inside: fc.constantFrom('', '', '', '', '""', '\n', ','),
      after: fc.constantFrom(...Array.from({ length: 12 }, () => ''), '\n', '  \n', '\n\n', 'surplus', 'short'),
    }),
    { maxLength: 30 },
  ),
  /** how much of the table is the same kind of value in every line */
  plain: fc.constantFrom(0, 0.7, 1),
  filled: fc.constantFrom(false, false, true),
  quotes: fc.constantFrom(false, false, true),
  header: fc.boolean(),
  mark: fc.boolean(),
  skip: fc.constantFrom(0, 0, 2),
  newline: fc.constantFrom('\n', '\n', '\r\n', '\r'),
  ending: fc.constantFrom('', '\n', '\n', '\n\n \n'),
  german: fc.boolean(),
  missing: fc.constantFrom(undefined, ['NA', '-999']),
  badRows: fc.constantFrom('error' as const, 'skip' as const),
})
type Shape = typeof tables extends fc.Arbitrary<infer T> ? T : never

/** The table as a file. */
function write({ kinds, lines, plain, quotes, header, skip, newline, ending, german, ...rest }: Shape): string {
  const delimiter = german ? ';' : ','
  const decimal = (text: string): string => (german ? text.replace('.', ',') : text)
  const first = Array.from({ length: rest.filled ? 12 : 3 }, (_, i) =>
    [...kinds.map((kind) => decimal(STARTS[kind][i % STARTS[kind].length])), ...(rest.filled ? [FILLER] : [])].join(
      delimiter,
    ),
  )
  const later = lines.flatMap(({ fields, quoted, inside, after }, i) => {
    const width = kinds.length + (rest.filled ? 1 : 0) + (after === 'surplus' ? 1 : after === 'short' ? -1 : 0)
    const texts = fields.slice(0, width).map((text, j) => {
      const kept = i < lines.length * plain && j < kinds.length ? STARTS[kinds[j]][i % STARTS[kinds[j]].length] : text
      return quotes && quoted[j] ? `"${(kept + inside).replaceAll('"', '""')}"` : decimal(kept)
    })
    return [texts.join(delimiter), ...(after.trim() === '' && after !== '' ? after.split('\n').slice(1) : [])]
  })
  const names = kinds.map((_, j) => (quotes ? `"name ${j}"` : `name ${j}`))
  const top = header ? [[...names, ...(rest.filled ? ['filler'] : [])].join(delimiter)] : []
  const all = [...Array.from({ length: skip }, () => 'about "this'), ...top, ...first, ...later]
  return (rest.mark ? '\uFEFF' : '') + all.join(newline) + ending.replaceAll('\n', newline)
}

describe('a text table read in sections is the same as read whole', () => {
  test('random tables', { timeout: 30_000 }, async () => {
    const seen = { read: 0, changed: 0, skipped: 0, refused: 0 }
    const check = async (shape: Shape, bytes: number): Promise<void> => {
      writeFileSync(path, write(shape))
      const { german, header, skip, missing: missingValues, badRows } = shape
      const options = {
        delimiter: german ? ';' : ',',
        decimal: german ? ',' : '.',
        header,
        skip,
        missingValues,
        badRows,
      } as const
      const read = await inSections(bytes, options)
      if (read === null) return
      const expected = await whole(options)
      expect(read).toEqual(expected)
      seen.read++
      if (typeof expected === 'string') seen.refused++
      else if ((expected as SourceTable).skipped > 0) seen.skipped++
      else if (shape.filled && (expected as SourceTable).notes.some(({ code }) => code === 'text')) seen.changed++
    }
    await fc.assert(fc.asyncProperty(tables, fc.integer({ min: 1, max: 60 }), check), { numRuns: cases(60, 150) })
    // Otherwise this would test nothing.
    expect(Object.values(seen).every((count, i) => count >= [cases(48, 120), ...Array(3).fill(cases(4, 10))][i])).toBe(
      true,
    )
  })

  const rows = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, i) => `${from + i},true,2015-02-04,${i % 3},${FILLER}\n`).join('')

  test.each<[string, string, ReadOptions?]>([
    ['kinds that change later', 'abc,1,x,,\n,maybe,2015-13-01,4,\n'],
    ['a column whose first value comes later', '1,no,,,red\n2,no,,,\n'],
    ['a line of too few fields', '1,no,\n3,no,,5,x\n4,yes\n'],
    ['lines to leave out', '1,no,\n3,no,,5,x\n4,yes\n', { badRows: 'skip' }],
    ['a text that is no truth value, also in a line left out', '1,odd\n2,odd,,3,x\n', { badRows: 'skip' }],
    ['blank lines', '\n\n1,no,,,\n  \n2,no,,3,x\n\n\n'],
    ['a quote with a line end in it', `1,no,,,"a ""b""\nc"\nnone,no,,,d\n`],
  ])('%s', async (_, later, options) => {
    writeFileSync(path, `a,b,c,d,e\n${rows(0, 12)}${later}${rows(12, 14)}`)
    expect(await inSections(16, options)).toEqual(await whole(options))
  })

  test('blank lines of a single column', async () => {
    writeFileSync(path, 'a\n1\n\n\n2\n\n3\n\n\n')
    for (const bytes of [1, 2, 3, 4, 5]) {
      const read = (await inSections(bytes)) as SourceTable
      expect(read).toEqual(await whole())
      expect(read.rows).toBe(6)
    }
  })

  test('many more rows than were expected', async () => {
    const short = Array.from({ length: 4000 }, (_, i) => `${i},${i % 2 === 0},,${i % 10},t${i % 7}\n`).join('')
    writeFileSync(path, `a,b,c,d,e\n${rows(0, 12)}${short}`)
    expect(await inSections(20_000)).toEqual(await whole())
  })

  test('a text of a line left out is no truth value in the next line either', async () => {
    writeFileSync(path, `a,b,c,d,e\n${rows(0, 12)}1,odd\n2,odd,,3,x\n`)
    const { columns } = (await inSections(1e6, { badRows: 'skip' })) as SourceTable
    expect([columns[1].kind, columns[1].values.at(-1)]).toEqual(['category', 'odd'])
  })

  test('a section that starts inside quotes is noticed', async () => {
    writeFileSync(path, 'a,b\n1,"x\n2,y\n3,z"\n4,w\n')
    expect(await inSections(1)).toBe(null)
    expect(await inSections(100)).toEqual(await whole())
  })

  test('what cannot be read in sections', async () => {
    for (const content of [
      '"a\nb",c\n1,2\n3,4\n',
      'a,b\n1,2\n3,\0\n',
      'a,b\n',
      new Uint8Array([97, 10, 49, 10, 0xff, 10]),
    ]) {
      writeFileSync(path, content)
      const read = await inSections(1)
      // The sample may be enough to say what is wrong.
      expect(read === null || read === (await whole())).toBe(true)
    }
  })

  test('progress rises to one', async () => {
    writeFileSync(path, `a,b\n${'1,2\n'.repeat(1000)}`)
    const parts: number[] = []
    await inSections(100, { onProgress: (part) => parts.push(part) })
    expect(parts.length).toBeGreaterThan(10)
    expect(parts.every((part, i) => part > (parts[i - 1] ?? 0))).toBe(true)
    expect(parts.at(-1)).toBe(1)
  })
})

describe('threads', () => {
  /** Lines with a text so long that few of them are a large file. */
  const lines = (count: number, long: number): string => {
    const text = 't'.repeat(long)
    const line = (i: number): string => `${i / 8},${i % 7},2015-02-0${(i % 9) + 1},${i % 2 === 0},${text}${i % 5}\n`
    return `x,n,day,y,text\n${Array.from({ length: count }, (_, i) => line(i)).join('')}`
  }

  test('read a file in sections', () => {
    const content = lines(17_000, 100)
    const file = folder.file('threads.csv', content)
    const at = (name: string): string => JSON.stringify(new URL(`../../../build/${name}`, import.meta.url).href)
    const code = `import { readOnThreads } from ${at('node/csv/csv-threads.js')}
      import { readFileSync } from 'node:fs'
      import { isDeepStrictEqual } from 'node:util'
      import { readCsv } from ${at('sources/csv/read-csv.js')}
      const [path] = process.argv.slice(1)
      const whole = async function* () { yield readFileSync(path) }
      const expected = await readCsv(whole, { name: 'x' })
      const parts = []
      const onProgress = (part) => parts.push(part)
      const read = await readOnThreads(path, { name: 'x', size: ${content.length}, threads: 3, onProgress })
      const early = { name: 'x', size: ${content.length}, threads: 2, onProgress: () => { throw new Error('stop') } }
      const stopped = await readOnThreads(path, early).catch((error) => error.message)
      console.log(JSON.stringify([isDeepStrictEqual(read, expected), parts.at(-1), stopped, read.rows]))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code, file], {
      encoding: 'utf8',
    })
    expect([stderr, JSON.parse(stdout)]).toEqual(['', [true, 1, 'stop', 17_000]])
  })

  test('kerf fit saves the same bytes', async () => {
    // As large as a file must be for threads to read it.
    folder.file('large.csv', lines(4200, 24_000))
    const saved: string[] = []
    for (const threads of ['1', '2']) {
      const { code, err } = await kerf(['fit', 'large.csv', '-t', 'y', '--threads', threads, '-o', `${threads}.json`], {
        cwd: folder.path,
      })
      expect([code, err]).toEqual([0, `saved as ${threads}.json\n`])
      saved.push(readFileSync(folder.at(`${threads}.json`), 'utf8'))
    }
    expect(saved[1]).toBe(saved[0])
    expect(JSON.parse(saved[0]).columns).toHaveLength(4)
  })
})
