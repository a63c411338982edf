import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { encodeDense, makeEncoder, oneHot } from '../src/encoders/index.ts'
import { fitSaved, fitSource, summarizeSource } from '../src/engines/index.ts'
import { binsCurve, cutStability, explainGoal, traceFit } from '../src/explain/index.ts'
import { exportBinning, toSql, treeToSql } from '../src/exports/index.ts'
import { auc, predict, trainTable } from '../src/models/index.ts'
import {
  type AbortError,
  applyRows,
  assign,
  binningFromJson,
  binningToJson,
  column,
  compareDrift,
  compareMethods,
  cutAndAssign,
  discretize,
  edit,
  equalWidth,
  type ErrorCode,
  errorFromJson,
  errorToJson,
  findMethod,
  fit,
  fitSummaries,
  fitTable,
  fromRows,
  isKerfError,
  KerfError,
  labelOf,
  makeEditor,
  mdlp,
  merge,
  readData,
  recount,
  splitRows,
  summarize,
  threadPool,
} from '../src/node.ts'
import { binningReport, explanationReport } from '../src/reports/index.ts'
import { readCsv, sniffDialect } from '../src/sources/index.ts'
import { Stream, streamFromJson } from '../src/streams/index.ts'
import { coarsen, summarizeLevels, summaryFromBytes } from '../src/summaries/index.ts'
import { growTree, predictTree, treeFromJson, treeToJson } from '../src/trees/index.ts'

/** Anything at all, as those pass it who do not check types. */
const odd = (value: unknown): never => value as never

const folder = mkdtempSync(join(tmpdir(), 'kerf-wrong-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const age = Array.from({ length: 40 }, (_, i) => Math.floor(i / 2))
const bought = age.map((value) => (value < 10 ? 'no' : 'yes'))
const table = { age, bought }
const options = { target: bought }
const fitted = fit(age, { ...options, name: 'age' })
const binning = await fitTable(table, { target: 'bought' })
const summary = summarize(age, options)
const tree = growTree(table, { target: 'bought' })
const encoder = makeEncoder(binning, { encoding: oneHot })
const source = {
  rows: 40,
  columns: [
    { name: 'age', kind: 'number' as const, values: Float64Array.from(age) },
    { name: 'bought', kind: 'category' as const, values: bought },
  ],
  notes: [],
  skipped: 0,
}
const csv = async function* (): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('age,bought\n1,no\n2,yes\n')
}
const stopped = { signal: AbortSignal.abort() }

/** What is called, how, with which code it is refused, and what the message says. */
const WRONG: readonly (readonly [string, () => unknown, ErrorCode, string])[] = [
  // Wrong containers and arguments
  ['fit', () => fit(odd(5)), 'wrong-type', 'values must be a list, got 5'],
  ['fit', () => fit(odd(new Map())), 'wrong-type', 'values must be a list'],
  ['fitTable', () => fitTable(odd(null)), 'wrong-type', 'table must be an object of columns by name, got null'],
  ['fitTable', () => fitTable({ age: odd('1,2') }), 'wrong-type', 'column "age" must be a list'],
  ['summarize', () => summarize(odd({ a: 1 })), 'wrong-type', 'values must be a list'],
  ['assign', () => assign(odd(null), 3), 'wrong-type', 'column must be a fitted column, got null'],
  ['discretize', () => discretize(summary, odd({ method: 'mdlp' })), 'wrong-type', 'findMethod finds one by name'],
  ['fromRows', () => fromRows(odd(7)), 'wrong-type', 'rows must be a list of objects, got 7'],
  ['labelOf', () => labelOf(odd({}), 3), 'wrong-type', 'column must be a fitted column'],
  ['makeEditor', () => makeEditor(odd(5), summary), 'wrong-type', 'column must be a fitted column, got 5'],
  ['binningToJson', () => binningToJson(odd({})), 'wrong-type', 'binning must be a binning as fitTable makes it'],
  // Nothing at all, or something else, where a binning, a tree or a summary is needed
  ['binningToJson', () => binningToJson(odd(null)), 'wrong-type', 'binning must be a binning as fitTable makes it'],
  [
    'recount',
    () => recount(odd(null), table),
    'wrong-type',
    'binning must be a binning as fitTable makes it, got null',
  ],
  ['edit', () => edit(odd(5), { column: 'age', move: 3, to: 1 }), 'wrong-type', 'binning must be a binning'],
  ['compareDrift', () => compareDrift(odd(undefined), table), 'wrong-type', 'binning must be a binning'],
  ['binningReport', () => binningReport(odd(null)), 'wrong-type', 'binning must be a binning'],
  ['toSql', () => toSql(odd(null)), 'wrong-type', 'binning must be a binning as fitTable makes it, got null'],
  ['exportBinning', () => exportBinning(odd({}), 'python'), 'wrong-type', 'binning must be a binning'],
  ['merge', () => merge(summary, odd(null)), 'wrong-type', 'summary must be a summary as summarize makes it, got null'],
  ['merge', () => merge(odd(undefined), summary), 'wrong-type', 'summary must be a summary'],
  ['coarsen', () => coarsen(odd(null), { shift: 40 }), 'wrong-type', 'summary must be a summary'],
  ['binsCurve', () => binsCurve(odd(null)), 'wrong-type', 'summary must be a summary'],
  ['cutStability', () => cutStability(odd({}), { method: mdlp }), 'wrong-type', 'summary must be a summary'],
  ['traceFit', () => traceFit(odd(null), { method: mdlp }, () => {}), 'wrong-type', 'summary must be a summary'],
  ['explanationReport', () => explanationReport(odd(null)), 'wrong-type', 'explanation must be an explanation'],
  ['predictTree', () => predictTree(odd(null), table), 'wrong-type', 'tree must be a tree as growTree makes it'],
  ['treeToJson', () => treeToJson(odd(7)), 'wrong-type', 'tree must be a tree as growTree makes it, got 7'],
  ['treeToSql', () => treeToSql(odd(binning)), 'wrong-type', 'tree must be a tree as growTree makes it, got object'],
  ['encodeDense', () => encodeDense(odd(null), table), 'wrong-type', 'encoder must be an encoder as makeEncoder'],
  ['predict', () => predict(odd(null), table), 'wrong-type', 'model must be a model as trainTable makes it'],
  // Options that are none
  ['fit', () => fit(age, odd(null)), 'wrong-type', 'options must be an object, got null'],
  ['fitTable', () => fitTable(table, odd(null)), 'wrong-type', 'options must be an object, got null'],
  ['readCsv', () => readCsv(csv, odd(null)), 'wrong-type', 'options must be an object, got null'],
  ['toSql', () => toSql(binning, odd(null)), 'wrong-type', 'options must be an object, got null'],
  ['growTree', () => growTree(table, odd(null)), 'wrong-type', 'options must be an object, got null'],
  // Options that are unknown
  ['fit', () => fit(age, odd({ ...options, maxBinz: 3 })), 'unknown-option', 'did you mean maxBins?'],
  ['fitTable', () => fitTable(table, odd({ targt: 'bought' })), 'unknown-option', 'did you mean target?'],
  ['readCsv', () => readCsv(csv, odd({ name: 'a', delimeter: ';' })), 'unknown-option', 'did you mean delimiter?'],
  ['sniffDialect', () => sniffDialect('a', odd({ skp: 1 })), 'unknown-option', 'did you mean skip?'],
  ['readData', () => readData('a.csv', odd({ thread: 2 })), 'unknown-option', 'did you mean threads?'],
  ['threadPool', () => threadPool(odd({ thread: 2 })), 'unknown-option', 'did you mean threads?'],
  ['fitSource', () => fitSource(source, odd({ targett: 'bought' })), 'unknown-option', 'did you mean target?'],
  ['predictTree', () => predictTree(tree, table, odd({ smooth: 1 })), 'unknown-option', 'smoothing'],
  ['binningReport', () => binningReport(binning, odd({ colour: true })), 'unknown-option', 'did you mean color?'],
  [
    'applyRows',
    () => applyRows(binning, 'a.csv', odd({ as: 'label', outptu: 'b' })),
    'unknown-option',
    'did you mean output?',
  ],
  // Values that break a rule
  ['fit', () => fit(age, { method: equalWidth, bins: 0 }), 'out-of-range', 'bins must be an integer from 1'],
  ['fit', () => fit(age, { method: equalWidth, bins: odd('3') }), 'wrong-type', 'bins must be an integer from 1'],
  ['fit', () => fit(age, { method: equalWidth, bins: odd([]) }), 'wrong-type', 'bins must be an integer from 1'],
  ['fit', () => fit(age, { ...options, closed: odd('both') }), 'out-of-range', 'closed must be one of left, right'],
  ['fit', () => fit(age, { ...options, special: [NaN] }), 'out-of-range', 'special must hold finite numbers, got NaN'],
  ['splitRows', () => splitRows(table, { parts: [0, 1] }), 'out-of-range', 'parts must be numbers above 0'],
  ['edit', () => edit(binning, { column: 'age', move: 3, to: 1e9 }), 'out-of-range', 'age has no cut 3, its cuts are'],
  ['edit', () => edit(binning, odd({ column: 'age', shove: 3 })), 'wrong-type', 'change must be one of'],
  // Names that are unknown
  ['findMethod', () => findMethod('mdpl'), 'unknown-name', 'unknown method "mdpl", expected one of'],
  [
    'fit',
    () => fit(age, { ...options, preset: 'wekka' }),
    'unknown-name',
    'unknown preset "wekka", did you mean weka?',
  ],
  ['fitTable', () => fitTable(table, { target: 'bougth' as never }), 'unknown-name', 'did you mean bought?'],
  [
    'fitTable',
    () => fitTable(table, { columns: ['agee' as never] }),
    'unknown-name',
    'unknown column "agee", did you mean age?',
  ],
  [
    'fit',
    () => fit(age, { ...options, event: 'yess' }),
    'unknown-name',
    'unknown event class "yess", did you mean yes?',
  ],
  ['fit', () => fit(age, { ...options, classes: ['no'] }), 'unknown-name', 'label "yes" at row 20 is not in classes'],
  ['column', () => column(binning, 'agee'), 'unknown-name', 'unknown column "agee", did you mean age?'],
  ['explainGoal', () => explainGoal(table, { target: 'bought', goal: 'yess' }), 'unknown-name', 'did you mean yes?'],
  ['exportBinning', () => exportBinning(binning, 'pyton'), 'unknown-name', 'did you mean python?'],
  ['toSql', () => toSql(binning, { dialect: odd('postgress') }), 'unknown-name', 'did you mean postgres'],
  ['compareMethods', () => compareMethods(table, { target: 'bougth' }), 'unknown-name', 'did you mean bought?'],
  ['growTree', () => growTree(table, { target: 'bougth' }), 'unknown-name', 'did you mean bought?'],
  ['fitSource', () => fitSource(source, { target: 'bougth' }), 'unknown-name', 'did you mean bought?'],
  // Lengths that differ
  ['fit', () => fit(age, { target: ['no'] }), 'length-mismatch', 'target must have one label per row (40), got 1'],
  ['summarizeLevels', () => summarizeLevels(bought, { target: [1] }), 'length-mismatch', 'per row (40), got 1'],
  [
    'fitTable',
    () => fitTable({ age, bought: ['no'] }),
    'length-mismatch',
    'column "bought" must have 40 rows like "age"',
  ],
  ['auc', () => auc({ labels: [0, 1], scores: [1] }), 'length-mismatch', 'scores must be one per label (2), got 1'],
  // Data that cannot be used
  ['fit', () => fit(odd([1, 'two']), { method: equalWidth }), 'bad-data', 'must hold numbers, got "two" at row 1'],
  [
    'fit',
    () => fit([1, 2], { method: equalWidth, weights: [1, -1] }),
    'bad-data',
    'weights of at least 0, got -1 at row 1',
  ],
  ['fit', () => fit(age, { method: mdlp }), 'bad-data', 'mdlp: needs a class target, got no target'],
  ['assign', () => assign(fitted, odd('old')), 'bad-data', 'must hold numbers, got "old" at row 0'],
  ['predictTree', () => predictTree(tree, { height: [1] }), 'unknown-name', 'unknown column "age"'],
  ['predict', async () => predict(await trainTable(table, encoder, { target: 'bought' }), {}), 'unknown-name', '"age"'],
  ['encodeDense', () => encodeDense(encoder, { height: [1] }), 'unknown-name', 'unknown column "age"'],
  ['recount', () => recount(binning, { height: [1] }), 'unknown-name', 'unknown column "age"'],
  ['compareDrift', () => compareDrift(binning, { height: [1] }), 'unknown-name', 'unknown column "age"'],
  ['cutAndAssign', () => cutAndAssign({ age: odd([{}]) }, { columns: ['age'] }), 'bad-data', 'must hold numbers'],
  [
    'fitSaved',
    async () => fitSaved(await summarizeSource(source, { target: 'bought' }), { weight: 'age' }),
    'bad-data',
    'summarize the rows again',
  ],
  // Summaries that do not fit together
  ['merge', () => merge(summary, odd(summarize(age))), 'not-alike', 'both summaries must have the same target'],
  ['merge', () => merge(summary, odd(summarizeLevels(bought))), 'not-alike', 'both summaries must be of one kind'],
  // Saved files that are broken
  ['binningFromJson', () => binningFromJson('{"format":'), 'bad-format', 'not valid JSON'],
  ['binningFromJson', () => binningFromJson('{}'), 'bad-format', 'format: expected "kerf-binning", got nothing'],
  ['treeFromJson', () => treeFromJson(binningToJson(binning)), 'bad-format', 'format: expected "kerf-tree"'],
  ['streamFromJson', () => streamFromJson('[]'), 'bad-format', 'expected an object'],
  ['summaryFromBytes', () => summaryFromBytes(new Uint8Array(3)), 'bad-format', 'expected a summary'],
  // Streams
  ['Stream', () => new Stream(odd(null)), 'wrong-type', 'options must be an object, got null'],
  ['Stream', () => new Stream({ columns: [] }), 'out-of-range', 'columns must be names that all differ, got []'],
  ['push', () => new Stream({ columns: ['age'] }).push([1, 2]), 'length-mismatch', 'values must be 1 numbers, got 2'],
  ['pushRow', () => new Stream({ columns: ['age'] }).pushRow({ agee: 3 }), 'unknown-name', 'did you mean age?'],
  [
    'pushRow',
    () => new Stream({ columns: ['age'] }).pushRow({ age: odd('x') }),
    'bad-data',
    'must hold numbers, got "x"',
  ],
  // Work that was stopped, and files that are not there
  ['fitTable', () => fitTable(table, stopped), 'aborted', 'stopped by its signal'],
  ['growTree', () => growTree(table, { target: 'bought', ...stopped }), 'aborted', 'stopped by its signal'],
  ['fitSource', () => fitSource(source, { target: 'bought' }, stopped), 'aborted', 'stopped by its signal'],
  [
    'fitSummaries',
    async () => fitSummaries(await summarizeSource(source, {}), stopped),
    'aborted',
    'stopped by its signal',
  ],
  ['readData', () => readData(join(folder, 'rows.csv')), 'bad-file', 'does not exist'],
]

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}

describe('a wrong call is refused by the function that was called, with a code and what was expected', () => {
  test.each(WRONG.map(([name, call, code, words]) => ({ name, call, code, words })))(
    '$name: $words ($code)',
    async (row) => {
      const { name, call, code, words } = row
      const error = await thrownBy(call)
      expect(error).toBeInstanceOf(KerfError)
      expect(isKerfError(error)).toBe(true)
      const { message, code: found, stack } = error as KerfError
      expect({ found, message }).toEqual({ found: code, message: expect.stringContaining(words) })
      expect(message.slice(0, name.length + 2)).toBe(`${name}: `)
      expect(stack).toContain(message)
      const back = errorFromJson(errorToJson(error))
      expect(back).toBeInstanceOf((error as KerfError).constructor)
      expect(back).toMatchObject({ name: (error as KerfError).name, code, message })
    },
  )
})

test('an error tells its place, also as JSON', async () => {
  const error = await thrownBy(() =>
    fitTable({ age: [1, 2, odd({})], bought: ['a', 'b', 'a'] }, { all: { kind: 'number' } }),
  )
  const place = { code: 'bad-data', column: 'age', row: 2 }
  expect(error).toMatchObject(place)
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: 'DataError', ...place })
  expect(structuredClone((error as KerfError).toJSON())).toMatchObject(place)
  expect(await thrownBy(() => fit([1, 2], { method: equalWidth, bins: 0 }))).toMatchObject({ value: 0 })
})

test('an error of a signal keeps its reason, and those of others stay as they are', async () => {
  const reason = new Error('enough')
  const error = await thrownBy(() => fitTable(table, { signal: AbortSignal.abort(reason) }))
  expect(error).toMatchObject({ name: 'AbortError', code: 'aborted' })
  expect((error as AbortError).cause).toBe(reason)
  expect(isKerfError(AbortSignal.abort().reason)).toBe(false)
  expect(errorFromJson(errorToJson(new RangeError('too long')))).toMatchObject({
    name: 'RangeError',
    message: 'too long',
  })
})
