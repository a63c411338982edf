import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { edit, fitSummaries, FormatError, VERSION } from '../../src/index.ts'
import { summarizeSource } from '../../src/engines/index.ts'
import { type Project, projectFromJson, projectToJson } from '../../src/projects/index.ts'
import { fromBase64, toBase64 } from '../../src/projects/base64.ts'

/** A parsed file that may be spoiled anywhere. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

/** Work on two columns of so many rows: a cut moved, then another, of which the second was taken back. */
async function made(rows: number): Promise<Project> {
  const values = Float64Array.from({ length: rows }, (_, i) => Math.round(99_700 * Math.sin(i)) / 700)
  const source = {
    rows,
    columns: [
      { name: 'size', kind: 'number' as const, values },
      { name: 'colour', kind: 'category' as const, values: Array.from(values, (_, i) => ['red', 'blue'][i % 2]) },
      { name: 'good', kind: 'category' as const, values: Array.from(values, (v) => (v > 20 ? 'yes' : 'no')) },
    ],
    notes: [],
    skipped: 0,
  }
  const summaries = await summarizeSource(source, { target: 'good' })
  const fitted = await fitSummaries(summaries)
  const [size, colour] = fitted.columns
  const { cuts } = size as { readonly cuts: readonly number[] } & typeof size
  const moved = edit(fitted, { column: 'size', move: cuts[0], to: 31 })
  const again = edit(moved, { column: 'size', move: 31, to: 40 })
  const own = { name: 'size', method: 'mdlp', options: { minGain: Infinity }, fitted: size, column: size }
  const [first, second] = [moved, again].map(({ columns }) => ({ ...own, column: columns[0] }))
  return {
    format: 'kerf-project',
    version: 1,
    created: { kerf: VERSION },
    data: {
      name: 'things.csv',
      rows,
      columns: source.columns.map(({ name, kind }) => ({ name, kind, values: 2 })),
      notes: [],
    },
    binning: { ...fitted, columns: [first.column, colour] },
    columns: [first, { name: 'colour', method: 'mdlp', options: {}, fitted: colour, column: colour }],
    summaries,
    steps: {
      done: [{ words: 'move cut of size to 31', before: [own], after: [first] }],
      undone: [{ words: 'move cut of size to 40', before: [first], after: [second] }],
    },
    view: { panel: 'column', column: 'size', scale: 'log', theme: null },
  }
}

const read = (path: string): string => readFileSync(new URL(`../../docs/formats/${path}`, import.meta.url), 'utf8')
const validate = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
}).compile(JSON.parse(read('project.schema.json')))

describe('a saved project', async () => {
  const [small, large] = [await made(60), await made(9000)]

  test.each([
    ['few rows', small, 'object'],
    ['many rows', large, 'string'],
  ])('of %s is read again as it was', (_, project, kind) => {
    const text = projectToJson(project)
    expect(typeof (JSON.parse(text) as { summaries: unknown }).summaries).toBe(kind)
    const again = projectFromJson(text)
    expect(again).toEqual({ ...project, columns: again.columns, steps: again.steps })
    expect(projectToJson(again)).toBe(text)
  })

  test('is taken by its schema', () => {
    for (const project of [small, large, { ...small, summaries: null }]) {
      expect([validate(JSON.parse(projectToJson(project))), validate.errors]).toEqual([true, null])
    }
  })

  test('writes each version once and gives what was the same as the same', () => {
    const text = projectToJson(small)
    // As it is now is in the binning; as it was fitted and as it was before undo are besides.
    expect((JSON.parse(text) as { versions: unknown[] }).versions).toHaveLength(2)
    const { binning, columns, steps } = projectFromJson(text)
    expect(columns.map(({ column }) => column)).toEqual(binning.columns)
    expect(columns[0].column).toBe(binning.columns[0])
    expect(columns[0].fitted).not.toBe(columns[0].column)
    expect(columns[1].fitted).toBe(columns[1].column)
    expect(steps.done[0].before[0].column).toBe(columns[0].fitted)
    expect(steps.done[0].after[0].column).toBe(columns[0].column)
    expect(steps.undone[0].before[0].column).toBe(columns[0].column)
  })

  test('holds columns of its binning only', () => {
    expect(() => projectToJson({ ...small, columns: small.columns.toReversed() })).toThrow(
      'projectToJson: columns must be those of the binning, in its order',
    )
  })

  test.each<[string, (file: Loose) => unknown, string]>([
    ['another format', (f) => (f.format = 'kerf-tree'), 'format: expected "kerf-project", got "kerf-tree"'],
    ['another version', (f) => (f.version = 2), 'version: expected 1, got 2; this library reads version 1'],
    ['no name', (f) => delete f.data.name, 'data.name: expected a text, got nothing'],
    ['half a row', (f) => (f.data.rows = 1.5), 'data.rows: expected a whole number of at least 0, got 1.5'],
    [
      'a wrong cut',
      (f) => (f.binning.columns[0].cuts[0] = 'x'),
      'binning.columns[0].cuts[0]: expected a finite number',
    ],
    ['a wrong version', (f) => (f.versions[0].cuts = 3), 'versions[0].cuts: expected a list, got 3'],
    ['a column too few', (f) => f.columns.pop(), 'columns: expected 2 columns, as the binning has'],
    ['another order', (f) => (f.columns = f.columns.toReversed()), 'columns[0].column: expected 0, got 1'],
    [
      'an unknown version',
      (f) => (f.columns[0].fitted = 9),
      'columns[0].fitted: expected a whole number from 0 to 3, got 9',
    ],
    [
      'a version of another',
      (f) => (f.columns[0].fitted = 1),
      'columns[0].fitted: expected a version of "size", got 1',
    ],
    ['a step without words', (f) => delete f.steps.done[0].words, 'steps.done[0].words: expected a text, got nothing'],
    [
      'a step between columns',
      (f) => (f.steps.undone[0].after = []),
      'steps.undone[0].after: expected the same columns as before',
    ],
    ['a view that is deep', (f) => (f.view.scale = {}), 'view.scale: expected a text, a number, true, false or null'],
    ['other summaries', (f) => (f.summaries.target = null), 'summaries.'],
    ['a broken summary', (f) => (f.summaries.columns[0].cells.rows[0] = -1), 'summaries.columns[0]'],
    ['no base64', (f) => (f.summaries = 'ä'), 'summaries: expected bytes in base64, got "ä"'],
    ['other bytes', (f) => (f.summaries = 'AAAA'), 'summaries byte 0: expected a summary'],
    [
      'summaries of others',
      (f) => f.summaries.columns.pop(),
      'summaries: expected summaries of every column of the binning, so of "colour" too',
    ],
  ])('with %s is refused with the path', (_, spoil, message) => {
    const file: Loose = JSON.parse(projectToJson(small))
    spoil(file)
    const text = JSON.stringify(file)
    expect(() => projectFromJson(text)).toThrow(FormatError)
    expect(() => projectFromJson(text)).toThrow(`projectFromJson: ${message}`)
  })

  test('that is no JSON is refused', () => {
    expect(() => projectFromJson(projectToJson(small).slice(0, 500))).toThrow('projectFromJson: not valid JSON')
  })
})

test('bytes in base64 are those of others, and come back', () => {
  for (const length of [0, 1, 2, 3, 4, 5, 255, 256, 24_576, 24_577, 60_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 131 + (i >> 8)) & 255)
    const text = toBase64(bytes)
    expect(text).toBe(Buffer.from(bytes).toString('base64'))
    expect(Buffer.from(fromBase64(text) ?? '').equals(bytes)).toBe(true)
  }
  for (const text of ['A', 'AB', 'ABC', 'A=BC', '====', 'AB=C', 'AB C', 'ABC-']) expect(fromBase64(text)).toBeNull()
})
