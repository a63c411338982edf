import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { summariesToBytes, summaryToBytes } from '../../src/summaries/saved/summary-bytes.ts'
import { summariesToJson } from '../../src/summaries/saved/summary-json.ts'
import { tableOfOne } from '../../src/summaries/summary-table.ts'
import { type SummarizeOptions, summarize } from '../../src/summaries/summarize.ts'
import { folder, kerf } from './run.ts'

const values = Array.from({ length: 40 }, (_, i) => i * 1.5)
const target = values.map((x) => (x < 30 ? 'a' : 'b'))
const made = (options: SummarizeOptions): ReturnType<typeof tableOfOne> =>
  tableOfOne(summarize(values, { target, targetName: 'y', ...options }))
const good = made({})
const bytes = summariesToBytes(good)
const levels = summarizeCategories(target, markRows(40, { target, targetName: 'y' }))

const FILES: Record<string, string | Uint8Array> = {
  'good.kerf': bytes,
  'good.json': summariesToJson(good),
  'cut.kerf': bytes.subarray(0, 90),
  'bad.kerf': bytes.map((byte, i) => (i === 60 ? byte ^ 4 : byte)),
  'bad.json': summariesToJson(good).replace('"lo": [0, 1.5', '"lo": [0, -1.5'),
  'newer.json': summariesToJson(good).replace('"version": 1', '"version": 2'),
  'other-target.kerf': summariesToBytes(made({ targetName: 'z' })),
  'codes.kerf': summariesToBytes(made({ special: [-9] })),
  'weighted.kerf': summariesToBytes(made({ weights: values.map(() => 0.5) })),
  'more.kerf': summariesToBytes({
    ...good,
    columns: [...good.columns, { name: 'b', kind: 'category', summary: levels }],
  }),
  'texts.kerf': summariesToBytes({ ...good, columns: [{ name: 'value', kind: 'category', summary: levels }] }),
  'plain.kerf': summaryToBytes(summarize(values)),
  'packed.kerf.gz': gzipSync(bytes),
  'rows.csv': `x,y\n${values.map((x, i) => `${x},${target[i]}`).join('\n')}\n`,
  'other.csv': 'x,y\n1,a\n',
}
const cwd = folder(FILES)

test.each<[string, readonly string[], number, string]>([
  ['rows', ['merge', 'good.kerf', 'rows.csv'], 1, 'rows.csv is not a summary; make one of rows with kerf summarize'],
  [
    'a lost end',
    ['merge', 'cut.kerf', 'good.kerf'],
    1,
    `cut.kerf is not a usable summary: byte 16: expected ${bytes.length} bytes, got 90; its end is missing`,
  ],
  [
    'a damaged file',
    ['fit', 'bad.kerf'],
    1,
    'bad.kerf is not a usable summary: byte 12: the checksum is wrong, so the bytes are damaged',
  ],
  [
    'cells out of order',
    ['fit', 'bad.json'],
    1,
    'bad.json is not a usable summary: columns[0].cells.lo[1]: expected a number above 0, got -1.5',
  ],
  [
    'a later version',
    ['merge', 'newer.json'],
    1,
    'newer.json is not a usable summary: version: expected 1, got 2; this library reads version 1',
  ],
  [
    'another target',
    ['merge', 'good.kerf', 'other-target.kerf'],
    1,
    'good.kerf and other-target.kerf, column "value": both summaries must have the same target, got class y and class z',
  ],
  ['no target beside one', ['merge', 'good.kerf', 'plain.kerf'], 1, 'got class y and none'],
  [
    'other codes',
    ['merge', 'good.json', 'codes.kerf'],
    1,
    'good.json and codes.kerf, column "value": special codes must be the same, got [] and [-9]',
  ],
  ['weights beside none', ['merge', 'good.kerf', 'weighted.kerf'], 1, 'both summaries must be weighted, or neither'],
  [
    'a column that one lacks',
    ['merge', 'more.kerf', 'good.kerf'],
    1,
    'good.kerf has no column "b", but more.kerf does; summarize the same columns, see --columns',
  ],
  [
    'another kind',
    ['merge', 'good.kerf', 'texts.kerf'],
    1,
    'good.kerf and texts.kerf, column "value": numbers in one, texts in the other',
  ],
  [
    'a file that is not there',
    ['merge', 'good.kerf', 'god.kerf'],
    1,
    'god.kerf does not exist, did you mean good.kerf or bad.kerf?',
  ],
  [
    'an output that exists',
    ['merge', 'good.kerf', '-o', 'good.json'],
    1,
    'good.json exists already; add --force to replace it',
  ],
  ['nothing to merge', ['merge'], 2, "missing required argument 'summaries'"],
  [
    'another target than was summarized',
    ['fit', 'good.kerf', '-t', 'z'],
    1,
    'the target of a summary is fixed: it has y, got z; summarize the rows again',
  ],
  [
    'a target where there is none',
    ['fit', 'plain.kerf', '-t', 'y'],
    1,
    'the target of a summary is fixed: it has none, got y',
  ],
  ['a weight', ['fit', 'good.kerf', '--weight', 'w'], 1, 'the weight of a summary is fixed: it has none, got w'],
  [
    'a sample of no rows',
    ['fit', 'good.kerf', '--sample', '9'],
    2,
    '--sample needs rows, but good.kerf is a summary; give it to kerf summarize',
  ],
  [
    'a condition on no rows',
    ['fit', 'good.json', '--where', 'x > 1'],
    2,
    '--where needs rows, but good.json is a summary; give it to kerf summarize',
  ],
  ['texts for missing values', ['fit', 'good.kerf', '--missing-values', 'NA'], 2, '--missing-values needs rows'],
  ['no header', ['fit', 'good.kerf', '--no-header'], 2, '--no-header needs rows'],
  [
    'codes that were not declared',
    ['fit', 'good.kerf', '--special', '-9'],
    1,
    'column value: its special codes are fixed in the summary as [], got [-9]',
  ],
  ['an unknown column', ['fit', 'good.kerf', '-c', 'valu'], 1, 'unknown column "valu", did you mean value?'],
  ['a method that needs classes', ['fit', 'plain.kerf', '-m', 'mdlp'], 1, 'mdlp: needs a class target, got no target'],
  [
    'rows and summaries at once',
    ['fit', 'o*.*'],
    1,
    'other-target.kerf is a summary and other.csv holds rows; summarize all of them',
  ],
  [
    'a summary where rows are needed',
    ['summarize', 'good.kerf'],
    1,
    'good.kerf is a summary, expected rows; kerf fit and kerf merge read it',
  ],
  [
    'a packed summary',
    ['fit', 'packed.kerf.gz'],
    1,
    'packed.kerf.gz is a summary, expected rows; unpack it, then kerf fit and kerf merge read it',
  ],
  [
    'cells and shift',
    ['summarize', 'rows.csv', '--cells', '9', '--shift', '4'],
    2,
    '--cells and --shift cannot be used together',
  ],
  [
    'too few cells',
    ['summarize', 'rows.csv', '-c', 'x', '--cells', '2'],
    1,
    'column x: 2 cells are too few for the sizes of the values',
  ],
  [
    'a shift too far',
    ['summarize', 'rows.csv', '--shift', '53'],
    2,
    '--shift takes a whole number from 0 to 52, got "53"',
  ],
  ['an unknown event', ['summarize', 'rows.csv', '-t', 'y', '--event', 'c'], 1, 'unknown event class "c"'],
])('%s', async (_, args, code, message) => {
  const ran = await kerf(args, { cwd })
  expect(ran.err).toContain(message)
  expect({ code: ran.code, out: ran.out }).toEqual({ code, out: '' })
  expect(ran.err).not.toMatch(/\n\s+at /)
})

test('the same file twice is allowed, and counts twice', async () => {
  const { code, out } = await kerf(['merge', 'good.kerf', 'good.json'], { cwd })
  expect(code).toBe(0)
  expect(out).toContain('80 rows')
})
