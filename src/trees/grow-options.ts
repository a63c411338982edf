import { ArgumentError } from '../errors.ts'
import { binary } from '../discretizers/methods/binary.ts'
import type { AnyDiscretizer } from '../discretizers/discretizer.ts'
import type { Binning } from '../binning/binning.ts'
import type { StopSignal } from '../binning/fit/column-pool.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { check, integer, oneOf, type Rule, real, show, isOptions } from '../util/check.ts'
import { suggest } from '../util/suggest.ts'

/** Deepest tree that is grown or read: what goes deeper has long left the data behind. */
export const MOST_DEPTH = 10_000

/** Weights of the classes: `balanced` gives all classes the same weight, or a weight by label (1 where none is given). */
export type ClassWeights = 'balanced' | Readonly<Record<string, number>>

/** When a tree stops growing before it must. Everything is counted in Σw, class weights included. */
export type StopRules = {
  /** most tests on a path; nodes at this depth are leaves */
  readonly maxDepth?: number | undefined
  /** most nodes; grows where a test saves most bits first */
  readonly maxNodes?: number | undefined
  /** a node with less is a leaf; default 0 */
  readonly minRows?: number | undefined
  /** no branch that rows come to may have less; default 0 */
  readonly minLeaf?: number | undefined
  /** bits a test must gain; default 0, which every test does */
  readonly minGain?: number | undefined
}

/** What a tree is grown from, and how. */
export type GrowOptions = StopRules & {
  /** name of the target column, which holds classes */
  readonly target: string
  /** auto: text, truth values or at most 20 distinct whole numbers are classes; class: whatever there is. Default auto */
  readonly targetKind?: 'auto' | 'class' | undefined
  /** the class that rates speak of; default the second of two */
  readonly event?: string | number | boolean | undefined
  /** all classes, when more may exist than occur in these rows */
  readonly classes?: readonly string[] | undefined
  /** name of the column of weights */
  readonly weights?: string | undefined
  /** how much the rows of each class count; default as they are */
  readonly classWeights?: ClassWeights | undefined
  /** names of the columns a test may ask about; default all others */
  readonly columns?: readonly string[] | undefined
  /** `binary` (default): one cut at a time; a method: one branch per bin it makes; a binning: one branch per bin of it */
  readonly by?: 'binary' | AnyDiscretizer | Binning | undefined
  /** binary only: cuts found `once` on all rows (default), or anew midway between the values at each `node` */
  readonly cuts?: 'once' | 'node' | undefined
  /**
   * what makes a test the best: `adjusted-gain` (default), the bits gained less those that as many branches gain by chance;
   * `gain`, all bits gained, as ID3 was published; `gain-ratio`, bits gained per bit the branches take to tell apart
   */
  readonly measure?: 'adjusted-gain' | 'gain' | 'gain-ratio' | undefined
  /** how every column is read, and the options of the method; as in `fitTable`, without `method` */
  readonly all?: Omit<ColumnFit, 'method'> | undefined
  /** the same for single columns, over what `all` says */
  readonly perColumn?: Readonly<Record<string, ColumnFit>> | undefined
  /** where the rows came from, kept in the tree */
  readonly source?: string | undefined
  /** looked at now and then while the tree grows */
  readonly signal?: StopSignal | undefined
}

const RULES: Readonly<Record<string, Rule<unknown>>> = {
  maxDepth: integer(0, MOST_DEPTH),
  maxNodes: integer(1),
  minRows: real({ min: 0 }),
  minLeaf: real({ min: 0 }),
  minGain: real({ min: 0 }),
  cuts: oneOf('once', 'node'),
  measure: oneOf('adjusted-gain', 'gain', 'gain-ratio'),
  targetKind: oneOf('auto', 'class'),
}

const OTHERS = [
  'target',
  'event',
  'classes',
  'weights',
  'classWeights',
  'columns',
  'by',
  'all',
  'perColumn',
  'source',
  'signal',
]

/** Refuses unknown names and bad values. */
export function checkGrowOptions(where: string, options: GrowOptions): void {
  isOptions(where, options)
  const names = [...Object.keys(RULES), ...OTHERS]
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name))
      throw new ArgumentError(`${where}: unknown option ${name}${suggest(name, names)}`, { code: 'unknown-option' })
    if (value !== undefined && RULES[name] !== undefined) check(where, name, RULES[name], value)
  }
  if (typeof options.target !== 'string') {
    throw new ArgumentError(`${where}: target must be the name of a column, got ${show(options.target)}`, {
      code: 'wrong-type',
    })
  }
  const { by = 'binary', cuts } = options
  const known = by === 'binary' || (typeof by === 'object' && by !== null && ('run' in by || 'format' in by))
  if (!known)
    throw new ArgumentError(`${where}: by must be binary, a method or a binning, got ${show(by)}`, {
      code: 'wrong-type',
    })
  if (cuts === 'node' && !isBinary(by))
    throw new ArgumentError(`${where}: cuts must be once for a tree over bins, got node`, { code: 'out-of-range' })
}

/** Whether a tree tests one cut at a time: said so, or by the method that makes all of them. */
export function isBinary(by: GrowOptions['by']): boolean {
  return by === undefined || by === 'binary' || ('run' in by && by.run === binary.run)
}

/** The name kept in the tree: `binary`, or the method of the bins. */
export function nameOf(by: GrowOptions['by']): string {
  if (by === undefined || by === 'binary') return 'binary'
  return 'run' in by ? by.name : by.created.method
}
