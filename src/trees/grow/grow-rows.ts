import { gridFor, onGrid } from '../../discretizers/column-view.ts'
import { leftOutNotes } from '../../discretizers/discretize.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import { type RowMarks, rowStanding } from '../../summaries/tallies.ts'
import type { Note, Target } from '../../types.ts'
import { show } from '../../util/check.ts'
import { xLog2xTable } from '../../util/numbers/log2.ts'
import { ExactSum } from '../../util/numbers/exact-sum.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'
import { Scratch } from '../../util/scratch.ts'
import { suggest } from '../../util/suggest.ts'
import { type TreeRows, treeRows } from '../../wasm/tree-rows.ts'
import type { ClassWeights } from '../grow-options.ts'

/** The rows a tree grows on: those with a class and a weight, numbered from 0. */
export interface GrowRows {
  readonly count: number
  /** the row of the table that each came from */
  readonly rowIds: Uint32Array
  readonly classes: Uint8Array | Uint32Array
  readonly classCount: number
  /** multiples of one power of two, so that sums are exact in any order; null when every row weighs 1 */
  readonly weights: Float64Array | null
  /** Σw that counts as one row to chance: 1, or the mean weight where weights are not whole numbers */
  readonly unit: number
  /** bits of an entry that hold the class of its row; 0 where row and class do not fit in one entry */
  readonly bits: number
  /** memory for the rows in the order of their values, where fast loops look at them; null where there is none */
  readonly fast: TreeRows | null
  /** memory for what is needed of one column at a time */
  readonly scratch: Scratch
  readonly notes: readonly Note[]
}

/** A row with its class in one number; the bit between them says whether it begins a run (see `CutFeature`), and is 0 here. */
export function packRow({ bits, classes }: GrowRows, row: number): number {
  return bits === 0 ? (row << 1) >>> 0 : ((row << (bits + 1)) | classes[row]) >>> 0
}

/** The row of an entry. */
export function rowOf({ bits }: Pick<GrowRows, 'bits'>, entry: number): number {
  return entry >>> (bits + 1)
}

/** Whether the row of an entry begins a run: 1 or 0. */
export function beginsRun({ bits }: Pick<GrowRows, 'bits'>, entry: number): number {
  return (entry >>> bits) & 1
}

/** The class of an entry. */
export function classOf({ bits, classes }: GrowRows, entry: number): number {
  return bits === 0 ? classes[entry >>> 1] : entry & ((1 << bits) - 1)
}

/** How many bits classes take, if rows fit into the others but one. */
function packBits(rows: number, classes: number): number {
  const bits = 32 - Math.clz32(Math.max(1, classes - 1))
  return rows <= powerOfTwo(31 - bits) ? bits : 0
}

type ClassTarget = Extract<Target, { kind: 'class' }>

/** Marks whose target is known to be classes. */
export type ClassMarks = RowMarks & { readonly target: ClassTarget; readonly codes: Int32Array }

/** Refuses a target that is not a list of classes. */
export function needClasses(where: string, name: string, marks: RowMarks): asserts marks is ClassMarks {
  if (marks.target?.kind === 'class' && marks.codes !== null) return
  throw new DataError(
    `${where}: ${show(name)} holds numbers, and a tree needs classes; bin the numbers first, or say that each is a class (target kind class)`,
    { column: name },
  )
}

/** Picks the rows that count, for so many columns, and puts their weights, times those of their classes, on a grid. O(rows). */
export function readGrowRows(
  where: string,
  marks: ClassMarks,
  { classWeights, columns }: { readonly classWeights?: ClassWeights | undefined; readonly columns: number },
): GrowRows {
  const kept = new Uint32Array(marks.rows)
  const leftOut = { unlabelled: 0, weightless: 0 }
  let count = 0
  for (let row = 0; row < marks.rows; row++) {
    const standing = rowStanding(row, marks)
    if (standing === 'counts') kept[count++] = row
    else leftOut[standing]++
  }
  if (count === 0) throw new DataError(`${where}: there are no rows with a class to grow a tree on`)
  const rowIds = kept.slice(0, count)
  const classCount = marks.target.classes.length
  const classes = classCount <= 256 ? new Uint8Array(count) : new Uint32Array(count)
  for (let i = 0; i < count; i++) classes[i] = marks.codes[rowIds[i]]
  const own = marks.weights === null ? null : Float64Array.from(rowIds, (row) => marks.weights![row])
  const { classes: labels } = marks.target
  const factors =
    classWeights === undefined
      ? null
      : classWeights === 'balanced'
        ? balancedFactors(labels.length, classes, own)
        : readFactors(where, labels, classWeights)
  const weights = own === null && factors === null ? null : toGrid(classes, own, factors)
  const bits = packBits(count, classCount)
  const fast = treeRows(count, columns, xLog2xTable(count))
  const notes = leftOutNotes(leftOut)
  const scratch = new Scratch()
  return { count, rowIds, classes, classCount, weights, unit: unitOf(weights), bits, fast, scratch, notes }
}

function unitOf(weights: Float64Array | null): number {
  if (weights === null || weights.every((weight) => Number.isInteger(weight))) return 1
  const sum = new ExactSum()
  for (const weight of weights) sum.add(weight)
  return sum.value() / weights.length
}

/** The factors that give all classes the same weight. */
function balancedFactors(count: number, classes: GrowRows['classes'], own: Float64Array | null): number[] {
  const sums = Array.from({ length: count }, () => new ExactSum())
  for (let i = 0; i < classes.length; i++) sums[classes[i]].add(own === null ? 1 : own[i])
  const weights = sums.map((sum) => sum.value())
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const present = weights.filter((weight) => weight > 0).length
  return weights.map((weight) => (weight === 0 ? 1 : total / (present * weight)))
}

function readFactors(where: string, labels: readonly string[], asked: Exclude<ClassWeights, 'balanced'>): number[] {
  if (typeof asked !== 'object' || asked === null) {
    throw new ArgumentError(`${where}: classWeights must be balanced or a weight per class, got ${show(asked)}`, {
      code: 'wrong-type',
    })
  }
  for (const [label, weight] of Object.entries(asked)) {
    if (!labels.includes(label)) {
      throw new ArgumentError(
        `${where}: classWeights names the unknown class ${show(label)}${suggest(label, labels)}`,
        { code: 'unknown-name' },
      )
    }
    if (!(Number.isFinite(weight) && weight > 0)) {
      throw new ArgumentError(
        `${where}: classWeights must be finite numbers above 0, got ${show(weight)} for ${label}`,
        { code: 'out-of-range' },
      )
    }
  }
  return labels.map((label) => (Object.hasOwn(asked, label) ? asked[label] : 1))
}

function toGrid(
  classes: GrowRows['classes'],
  own: Float64Array | null,
  factors: readonly number[] | null,
): Float64Array {
  const weights = new Float64Array(classes.length)
  const sum = new ExactSum()
  for (let i = 0; i < weights.length; i++) {
    weights[i] = (own === null ? 1 : own[i]) * (factors === null ? 1 : factors[classes[i]])
    sum.add(weights[i])
  }
  // From the exact sum, so that the grid does not depend on the order of the rows.
  const grid = gridFor(Float64Array.of(sum.value()))
  for (let i = 0; i < weights.length; i++) weights[i] = onGrid(weights[i], grid)
  return weights
}
