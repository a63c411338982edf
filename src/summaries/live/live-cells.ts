import { ArgumentError } from '../../errors.ts'
import type { NumberSummary, Target } from '../../types.ts'
import { check, integer, knownOptions, oneOf, type OptionNames } from '../../util/check.ts'
import { MOST_SHIFT } from '../cell-key.ts'
import type { LiveTarget } from './cell-plane.ts'
import { coarsen } from '../cells.ts'
import { summarizeNumbers } from '../summarize-numbers.ts'
import type { LiveLayer } from './live-layer.ts'
import { checkRow, checkRows, liveNumber, type LiveRows } from './live-rows.ts'
import type { Filled, PidOptions } from './pid-options.ts'
import { merge } from '../merge.ts'
import { movedBetween } from './moved-between.ts'
import { renameClasses } from '../rename-classes.ts'
import type { RowMarks } from '../tallies.ts'

/** How live bit cells are kept, as a live column is; everything may be left out. */
export type LiveCellsOptions = Pick<
  PidOptions,
  'target' | 'classes' | 'weighted' | 'missing' | 'special' | 'window' | 'panes'
> & {
  /** most cells; default 1,024; values that span more powers of two may have up to 4,094 */
  readonly maxCells?: number | undefined
}

/** The options with every default filled in. */
export type LiveCellsSettings = Filled<Omit<LiveCellsOptions, 'window'>> & { readonly window: number | null }

/** What live bit cells hold: the panes (one without a window), rows in the newest, panes begun, and what was remembered. */
export interface LiveCellsContents {
  readonly panes: readonly NumberSummary[]
  readonly inPane: number
  readonly turned: number
  readonly remembered: NumberSummary | null
}

/** The target of cells that know classes by their numbers. */
export function numberedTarget(kind: LiveTarget, classes: number): Target | null {
  if (kind === 'none') return null
  if (kind === 'numeric') return { kind, name: null }
  return { kind, name: null, classes: Array.from({ length: classes }, (_, c) => String(c)), event: null }
}

const WHERE = 'LiveCells'

const NAMES: OptionNames<LiveCellsOptions> = {
  target: 1,
  classes: 1,
  weighted: 1,
  missing: 1,
  special: 1,
  window: 1,
  panes: 1,
  maxCells: 1,
}

/** Rows collected before they are sorted into cells. */
const BATCH = 4096

/**
 * Layer one of a live column without guesses: values that share the leading bits of the double share a cell, and when
 * there are too many cells, fewer bits are kept. The result is that of one pass over all rows in any order, and two of
 * them merge exactly. The cells follow the size of the numbers, not where the rows lie: PiD may be finer there. A row
 * costs O(log batch), nothing is allocated per row.
 *
 *     // Two shops count apart and are put together: the same cells as from one pass over all rows.
 *     const [oslo, bergen] = [new LiveCells(), new LiveCells()]
 *     oslo.pushMany(Float64Array.of(18, 22))
 *     bergen.push(32)
 *     oslo.add(bergen)
 *     console.log(oslo.summary().rows, oslo.range) // → 3 [ 18, 32 ]
 */
export class LiveCells implements LiveLayer {
  /** the options, with defaults filled in */
  readonly settings: LiveCellsSettings
  /** what was counted, oldest pane first; without a window there is one */
  #panes: NumberSummary[]
  #inPane = 0
  #remembered: NumberSummary | null = null
  #classes: number
  #turned = 0
  #waiting = 0
  readonly #paneRows: number
  readonly #facts: LiveRows
  readonly #values = new Float64Array(BATCH)
  readonly #marks = new Float64Array(BATCH)
  readonly #weights = new Float64Array(BATCH)

  constructor(options: LiveCellsOptions = {}) {
    knownOptions(WHERE, options, NAMES)
    const { target = 'none', classes = 0, weighted = false, missing = [], special = [] } = options
    const { maxCells = 1024, window = null, panes = 10 } = options
    const where = WHERE
    check(where, 'target', oneOf('none', 'class', 'numeric'), target)
    check(where, 'classes', integer(0, 65_536), classes)
    check(where, 'maxCells', integer(2, 1_000_000), maxCells)
    check(where, 'panes', integer(1, 1000), panes)
    if (window !== null) check(where, 'window', integer(1), window)
    this.#classes = classes
    this.#facts = { where: WHERE, target, classes }
    this.#paneRows = window === null ? Infinity : Math.ceil(window / panes)
    this.settings = { target, classes, weighted, missing: [...missing], special: [...special], maxCells, window, panes }
    this.#panes = [this.#summarize(0)]
  }

  /** Number of classes that can be counted. */
  get classes(): number {
    return this.#classes
  }

  /** Differs whenever the cells of the newest pane differ in number or width, or a pane was begun. */
  get changes(): number {
    this.#flush()
    const { size, shift } = this.#panes[this.#panes.length - 1].cells
    return (this.#turned * 64 + shift) * 2_097_152 + size
  }

  /** Smallest and largest finite value known; NaN before there is one. */
  get range(): [number, number] {
    const { min, max } = this.#all()
    return [min, max]
  }

  /** Makes space for more classes. */
  growClasses(classes: number): void {
    if (classes <= this.#classes) return
    this.#flush()
    this.#classes = classes
    this.#facts.classes = classes
  }

  /** Counts one row: `mark` is the number of its class or its target, below 0 or NaN where unknown. */
  push(value: number, mark = 0, weight = 1): void {
    const number = liveNumber(value, WHERE, this.#inPane)
    checkRow(this.#facts, mark, weight)
    this.#put(number, mark, weight)
  }

  /** The values of many rows as doubles; a value, class or weight that cannot be counted is refused. Nothing is counted. */
  checkMany(
    values: ArrayLike<unknown>,
    marks: ArrayLike<number> | null,
    weights: ArrayLike<number> | null,
  ): Float64Array {
    return checkRows(this.#facts, values, marks, weights)
  }

  #put(value: number, mark: number, weight: number): void {
    if (this.#inPane === this.#paneRows) this.#turnPane()
    this.#values[this.#waiting] = value
    this.#marks[this.#waiting] = mark
    this.#weights[this.#waiting] = weight
    this.#waiting++
    this.#inPane++
    if (this.#waiting === BATCH) this.#flush()
  }

  /** Counts many rows, as `push` would one by one; none of them where one is refused. */
  pushMany(
    values: Float64Array,
    marks: ArrayLike<number> | null = null,
    weights: ArrayLike<number> | null = null,
  ): void {
    const numbers = this.checkMany(values, marks, weights)
    for (let row = 0; row < numbers.length; row++) this.#put(numbers[row], marks?.[row] ?? 0, weights?.[row] ?? 1)
  }

  /**
   * Counts the rows of another stream too, as if they had come here: the cells are those of one pass over both, and no more
   * than here is allowed. Numbers of classes must mean the same. Windows are refused: rows of one may be older than of the
   * other. O(cells).
   */
  add(other: LiveCells): void {
    if (this.settings.window !== null || other.settings.window !== null) {
      throw new ArgumentError(
        'LiveCells: streams with a window cannot be added up, since their rows are of different times',
        { code: 'out-of-range' },
      )
    }
    this.growClasses(other.classes)
    this.#flush()
    this.#panes[0] = this.#few(merge(this.#panes[0], other.#all()))
  }

  /** What was counted, for layer two; classes are named in the order of their numbers. */
  summary(target: Target | null = null): NumberSummary {
    return renameClasses(this.#all(), target)
  }

  /** Remembers how the rows lie now, for `moved`. */
  remember(): void {
    this.#remembered = this.#all()
  }

  /** How far the rows have moved since `remember`, as a share of all rows. */
  moved(): number {
    return movedBetween(this.#remembered, this.#all())
  }

  /** What is saved besides the settings. */
  contents(): LiveCellsContents {
    this.#flush()
    return { panes: this.#panes, inPane: this.#inPane, turned: this.#turned, remembered: this.#remembered }
  }

  /** Puts back what was saved. */
  restore({ panes, inPane, turned, remembered }: LiveCellsContents): void {
    this.#panes = [...panes]
    this.#inPane = inPane
    this.#turned = turned
    this.#remembered = remembered
    this.#waiting = 0
  }

  #all(): NumberSummary {
    this.#flush()
    return this.#few(this.#panes.reduce((all, pane) => merge(all, pane)))
  }

  #turnPane(): void {
    this.#flush()
    this.#panes.push(this.#summarize(0))
    if (this.#panes.length > this.settings.panes) this.#panes.shift()
    this.#inPane = 0
    this.#turned = (this.#turned + 1) % 1_048_576
  }

  #flush(): void {
    if (this.#waiting === 0) return
    const last = this.#panes.length - 1
    this.#panes[last] = this.#few(merge(this.#panes[last], this.#summarize(this.#waiting)))
    this.#waiting = 0
  }

  /** Rows that wait, as a summary of their own; classes are named by their numbers, which keeps them in order. */
  #summarize(rows: number): NumberSummary {
    const { target, weighted, missing, special } = this.settings
    const marks: RowMarks = {
      target: numberedTarget(target, this.#classes),
      rows,
      codes: target === 'class' ? Int32Array.from(this.#marks.subarray(0, rows), (c) => (c >= 0 ? c : -1)) : null,
      numbers:
        target === 'numeric' ? this.#marks.subarray(0, rows).map((y) => (Number.isFinite(y) ? y : Number.NaN)) : null,
      weights: weighted ? this.#weights.subarray(0, rows) : null,
      notes: [],
    }
    return summarizeNumbers(this.#values.subarray(0, rows), marks, { missing, special })
  }

  /** Keeps as many bits as leave at most `maxCells` cells, and at least sign and exponent. */
  #few(summary: NumberSummary): NumberSummary {
    const { maxCells } = this.settings
    if (summary.cells.size <= maxCells) return summary
    const widest = coarsen(summary, { shift: MOST_SHIFT })
    return widest.cells.size > maxCells ? widest : coarsen(summary, { most: maxCells })
  }
}
