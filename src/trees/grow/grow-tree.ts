import { ArgumentError } from '../../errors.ts'
import { TABLE_MEANS } from '../../binning/fit/table-means.ts'
import type { Binning, Column } from '../../binning/binning.ts'
import { VERSION } from '../../binning/binning.ts'
import { columnJob, fitColumn } from '../../binning/fit/fit-column.ts'
import { columnOptions, markTable } from '../../binning/fit/fit-table.ts'
import { RowsInMemory } from '../../binning/fit/rows-in-memory.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { Note, Table } from '../../types.ts'
import { show } from '../../util/check.ts'
import { cutFeature } from './cut-feature.ts'
import { type Alone, type Feature, groupFeature, mostlyAlone } from './features.ts'
import { finishTree } from './finish-tree.ts'
import { growNodes, type GrowRules, type GrowWatch } from './grow-nodes.ts'
import { checkGrowOptions, type GrowOptions, isBinary, MOST_DEPTH, nameOf } from '../grow-options.ts'
import { type ClassMarks, type GrowRows, needClasses, packRow, readGrowRows } from './grow-rows.ts'
import { readBinary } from './read-binary-columns.ts'
import { policyNotes, treeColumn } from '../tree-columns.ts'
import type { Tree, TreeColumn } from '../tree.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'
import { type RowOrder, rowOrder } from '../../wasm/row-order.ts'

/**
 * Grows a decision tree by ID3: at each node the test that gains most about the class, until a node is pure or nothing
 * parts its rows; a test that gains nothing does not stop it, only `maxDepth` and the like do. Numbers are tested by one
 * cut at a time, or with `by` by all bins of a method or of a binning; categories by one branch per level. Missing and
 * unseen values follow the branch with most rows. Of equal tests the first column and the lowest cut win. Plain data, the
 * same for any order of the rows. Sorts each column once, then O(rows · columns) per level.
 *
 *     const grown = growTree(people, { target: 'bought', maxDepth: 1 })
 *     console.log(grown.root.test) // → { column: 0, cut: 30.5, gain: 0.4798765960338403 }
 */
export function growTree(table: Table, options: GrowOptions): Tree {
  return growWatched(table, options)
}

/** What is read of the columns before the first node, and the rules, for who follows the growth. */
export type WatchOf = (columns: readonly TreeColumn[], features: readonly Feature[], rules: GrowRules) => GrowWatch

/** The same with somebody who follows the growth. */
export function growWatched(table: Table, options: GrowOptions, watchOf?: WatchOf): Tree {
  checkGrowOptions('growTree', options)
  const rowCount = tableRows('growTree', table)
  const { target, targetKind, event, weights, classes } = options
  const marks = markTable('growTree', table, rowCount, { target, targetKind, event, weights, classes })
  needClasses('growTree', target, marks)
  const rows = readGrowRows('growTree', marks, {
    classWeights: options.classWeights,
    columns: (options.columns ?? Object.keys(table)).length,
  })
  const { columns, features, notes } = readFeatures(table, marks, rows, options)
  const rules = growRules(options)
  const root = growNodes(rows, features, { ...rules, watch: watchOf?.(columns, features, rules) })
  const grown = finishTree(root, columns, features)
  const deep = grown.depth >= MOST_DEPTH && options.maxDepth === undefined
  const message = `the tree stops at ${MOST_DEPTH} tests on a path`
  return {
    format: 'kerf-tree',
    version: 1,
    created: {
      kerf: VERSION,
      by: nameOf(options.by),
      options: keptOptions(options),
      source: { name: options.source ?? null, rows: rowCount },
      ...(weights === undefined ? {} : { weights }),
    },
    target: marks.target,
    columns: grown.columns,
    root: grown.root,
    notes: [...marks.notes, ...rows.notes, ...notes, ...(deep ? [{ code: 'deep', message }] : [])],
  }
}

function growRules(options: GrowOptions): GrowRules {
  const {
    maxDepth = MOST_DEPTH,
    maxNodes = Infinity,
    minRows = 0,
    minLeaf = 0,
    minGain = 0,
    measure = 'adjusted-gain',
  } = options
  return { measure, minLeaf, maxDepth, maxNodes, minRows, minGain, signal: options.signal }
}

/** What was asked for, as far as it is data. */
function keptOptions(options: GrowOptions): Record<string, unknown> {
  const { maxDepth, maxNodes, minRows, minLeaf, minGain, cuts, measure, classWeights, all = {} } = options
  const own = { maxDepth, maxNodes, minRows, minLeaf, minGain, cuts, measure, classWeights }
  return Object.fromEntries(
    Object.entries({ ...all, ...own }).filter(([name, value]) => value !== undefined && name !== 'method'),
  )
}

interface Read {
  readonly columns: readonly TreeColumn[]
  readonly features: readonly Feature[]
  readonly notes: readonly Note[]
}

function readFeatures(table: Table, marks: ClassMarks, rows: GrowRows, options: GrowOptions): Read {
  const { by, target, weights, perColumn = {}, measure = 'adjusted-gain' } = options
  const binning = by !== undefined && by !== 'binary' && 'format' in by ? by : null
  const usual = binning?.columns.map(({ name }) => name) ?? Object.keys(table)
  const names = options.columns ?? usual.filter((name) => name !== target && name !== weights)
  for (const name of [...names, ...Object.keys(perColumn)]) tableColumn('growTree', table, name)
  if (new Set(names).size < names.length || names.includes(target)) {
    throw new ArgumentError(`growTree: columns must be names that all differ, without the target, got ${show(names)}`, {
      code: 'out-of-range',
    })
  }
  const inMemory = new RowsInMemory(marks, TABLE_MEANS)
  const order = orderOf(rows)
  const columns: TreeColumn[] = []
  const features: Feature[] = []
  const notes: Note[] = []
  for (const [index, name] of names.entries()) {
    throwIfAborted('growTree', options.signal)
    const values = table[name]
    const read = isBinary(by) ? readBinary(name, values, marks, options) : null
    if (read?.numbers !== undefined) {
      columns.push(read.column)
      features.push(cutFeature(read.column, read.numbers, rows, { index, once: options.cuts !== 'node', order }))
      continue
    }
    const fitted = binning === null ? null : columnOf(binning, name)
    const made = read?.column ?? fitted ?? fitColumn(columnJob(name, values, methodOptions(by as AnyDiscretizer, name, options)), inMemory) // prettier-ignore
    if (fitted !== null) notes.push(...policyNotes(fitted))
    const column = 'bins' in made ? treeColumn(made) : made
    const feature = groupFeature(index, column, values, rows)
    const single = measure === 'adjusted-gain' ? mostlyAlone(feature, rows) : null
    if (single !== null) notes.push(aloneNote(name, single))
    columns.push(column)
    // Without a branch of its own every row counts as missing, and no node asks about the column.
    features.push(single === null ? feature : { ...feature, size: 0, codes: new Uint32Array(rows.count) })
  }
  return { columns, features, notes }
}

/** What orders rows fast, where there are many and their classes are part of entries. */
function orderOf(rows: GrowRows): RowOrder | null {
  if (rows.fast === null || rows.bits === 0) return null
  const packed = new Uint32Array(rows.count)
  for (let row = 0; row < packed.length; row++) packed[row] = packRow(rows, row)
  return rowOrder(packed, rows.bits)
}

function aloneNote(name: string, { known, alone }: Alone): Note {
  const message = `${name} is not asked about: ${alone} of its ${known} known values occur in a single row; the measure gain asks about it all the same`
  return { code: 'nearly-unique', message }
}

function columnOf({ columns }: Binning, name: string): Column {
  const column = columns.find((one) => one.name === name)
  if (column === undefined)
    throw new ArgumentError(`growTree: columns must be columns of the binning, got ${show(name)}`, {
      code: 'unknown-name',
    })
  return column
}

const methodOptions = (
  method: AnyDiscretizer,
  name: string,
  { all, perColumn }: GrowOptions,
): ReturnType<typeof columnOptions> => columnOptions({ ...all, method }, perColumn?.[name])
