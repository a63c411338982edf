import type { Binning } from '../binning/binning.ts'
import { toBinning } from '../binning/to-binning.ts'
import { defaultMethod } from '../discretizers/default-method.ts'
import type { AnyDiscretizer } from '../discretizers/discretizer.ts'
import { checkTarget, readSettings } from '../discretizers/discretize.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { LiveCells, type LiveCellsOptions } from '../summaries/live/live-cells.ts'
import { Pid } from '../summaries/live/pid.ts'
import type { PidOptions } from '../summaries/live/pid-options.ts'
import type { LabelValue, LabelValues, NumberValue, NumberValues, Target } from '../types.ts'
import { check, flag, integer, knownOptions, oneOf, ownEntry, show } from '../util/check.ts'
import { labelOf, LABEL_WORDS, numberOf, readNumbers, refusedValue, WEIGHT_WORDS } from '../util/data-value.ts'
import { suggest } from '../util/suggest.ts'
import { ClassList } from './class-list.ts'
import { LiveColumn, type LiveMethod, slice } from './live-column.ts'
import { type RebuildOptions, readRebuild } from './rebuild.ts'
import type { WatchedRows } from './watched-rows.ts'

/** What a stream is told of its target. */
export type StreamTarget = {
  /** whether labels are classes or numbers */
  readonly kind: 'class' | 'numeric'
  /** name of the target, for messages and the saved form */
  readonly name?: string | undefined
  /** classes known beforehand; others are added as they come */
  readonly classes?: readonly string[] | undefined
  /** the class that rates and weight of evidence speak of; default the second of two */
  readonly event?: string | undefined
  /** most classes told apart; rows of further ones count as unlabelled; default 64 */
  readonly maxClasses?: number | undefined
}

/** How each column is counted: the options of `Pid` or of `LiveCells`, but for target, classes and weights. */
export type LayerOptions =
  | ({ readonly kind?: 'pid' | undefined } & Omit<PidOptions, 'target' | 'classes' | 'weighted'>)
  | ({ readonly kind: 'cells' } & Omit<LiveCellsOptions, 'target' | 'classes' | 'weighted'>)

/** Options of a `Stream`: its columns and target, how they are counted and cut. */
export type StreamOptions = {
  /** names of the columns, in the order of the values of a row */
  readonly columns: readonly string[]
  /** what rows are labelled with; none for bins without a target */
  readonly target?: StreamTarget | undefined
  /** whether rows have weights; default false */
  readonly weighted?: boolean | undefined
  /** how columns are counted, for all and over that for single ones */
  readonly layer?: LayerOptions | undefined
  /** how single columns are counted, over `layer` */
  readonly perColumn?: Readonly<Record<string, LayerOptions>> | undefined
  /** the method of layer two, and its options; default by the target, as in `fitTable` */
  readonly method?: AnyDiscretizer | undefined
  /** the options of the method */
  readonly options?: Readonly<Record<string, unknown>> | undefined
  /** when bins are remade */
  readonly rebuild?: RebuildOptions | undefined
}

/** What a stream keeps of a target. */
export interface TargetFacts {
  readonly kind: 'class' | 'numeric'
  readonly name: string | null
  readonly event: string | null
}

/**
 * Several live columns that share rows and a target. Runs in bounded memory, in a page or a worker as well as in Node;
 * `streamToJson` and `streamFromJson` save it and go on.
 *
 *     const stream = new Stream({ columns: ['age'], target: { kind: 'class' } })
 *     ages.forEach((age, row) => stream.push([age], bought[row]!))
 *     console.log(stream.columns[0]?.cuts) // → [ 30.5 ]
 */
export class Stream {
  /** the live columns, in the order of the values of a row */
  readonly columns: readonly LiveColumn[]
  /** what is known of the target; null without one */
  readonly facts: TargetFacts | null
  /** the classes seen so far */
  readonly classes: ClassList
  /** whether rows have weights */
  readonly weighted: boolean
  /** told of rows before they are counted, never of rows beyond the next look at the bins */
  onRows: ((rows: WatchedRows) => void) | null = null
  #rows = 0
  #unknown = 0

  constructor(options: StreamOptions, saved?: SavedStream) {
    checkOptions(options)
    const { columns, target, weighted = false, method, options: own = {}, rebuild = {} } = options
    if (target !== undefined) check('Stream', 'target.kind', oneOf('class', 'numeric'), target.kind)
    const most = target?.maxClasses ?? 64
    check('Stream', 'target.maxClasses', integer(1, 65_536), most)
    this.facts =
      target === undefined ? null : { kind: target.kind, name: target.name ?? null, event: target.event ?? null }
    this.classes = new ClassList(most, target?.classes ?? [])
    this.weighted = weighted
    if (saved !== undefined) {
      this.columns = saved.columns(() => this.#target())
      this.#rows = saved.rows
      this.#unknown = saved.unknown
      return
    }
    const how = chooseMethod(method, own, target?.kind)
    const settings = readRebuild(rebuild, how.method)
    this.columns = columns.map((name) => {
      const layer = makeLayer(
        { ...options.layer, ...options.perColumn?.[name] },
        {
          target: target?.kind ?? 'none',
          classes: this.classes.labels.length,
          weighted,
        },
      )
      return new LiveColumn(name, layer, how, { rebuild: settings, target: () => this.#target() })
    })
  }

  /** Rows handed in. */
  get rows(): number {
    return this.#rows
  }

  /** Rows of classes beyond the most that are told apart, counted as unlabelled. */
  get unknownClasses(): number {
    return this.#unknown
  }

  /**
   * Counts one row: a value for each column (as `fit` takes them: null, undefined and NaN are missing), its label or number,
   * its weight. A row is counted in every column, or refused and counted in none.
   */
  push(values: ArrayLike<NumberValues[number]>, label: LabelValues[number] = null, weight = 1): void {
    this.#pushAs('push', values, label, weight)
  }

  #pushAs(where: string, values: ArrayLike<NumberValues[number]>, label: LabelValues[number], weight: number): void {
    if (values.length !== this.columns.length) {
      throw new ArgumentError(`${where}: values must be ${this.columns.length} numbers, got ${values.length}`, {
        code: 'length-mismatch',
      })
    }
    const numbers = this.columns.map(({ name }, c) => {
      const number = numberOf(values[c])
      if (number === undefined) throw refusedValue(values[c], { where, column: name, row: this.#rows })
      return number
    })
    this.#checkLabel(where, label, this.#rows)
    this.#checkWeight(where, weight, this.#rows)
    const mark = this.mark(label)
    if (this.onRows !== null) {
      const single = numbers.map((number) => [number])
      this.#tellRows(single, this.facts === null ? null : [mark], 1)
    }
    this.#rows++
    for (let c = 0; c < this.columns.length; c++) this.columns[c].push(numbers[c], mark, weight)
  }

  /** Counts one row by the names of its columns, as `push` does. A column that the row lacks is missing; other names are refused. */
  pushRow(row: Readonly<Record<string, NumberValue>>, label: LabelValue = null, weight = 1): void {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw new ArgumentError(`pushRow: row must be an object of values by name, got ${show(row)}`, {
        code: 'wrong-type',
      })
    }
    const names = this.columns.map(({ name }) => name)
    const unknown = Object.keys(row).find((name) => !names.includes(name))
    if (unknown !== undefined) {
      throw new DataError(`pushRow: unknown column ${show(unknown)}${suggest(unknown, names)}`, {
        code: 'unknown-name',
        column: unknown,
      })
    }
    this.#pushAs(
      'pushRow',
      names.map((name) => ownEntry(row, name)),
      label,
      weight,
    )
  }

  /** Counts many rows by column; the fastest way in. `labels` has a label or number per row. None counts where one is refused. */
  pushMany(
    given: readonly NumberValues[],
    labels: LabelValues | null = null,
    weights: ArrayLike<number> | null = null,
  ): void {
    if (given.length !== this.columns.length || given.some((column) => column.length !== given[0].length)) {
      throw new ArgumentError(`pushMany: values must be ${this.columns.length} columns of one length`, {
        code: 'length-mismatch',
      })
    }
    const rows = given[0].length
    const values = given.map((column, c) => readNumbers(column, { where: 'pushMany', column: this.columns[c].name }))
    this.#checkLengths(rows, labels, weights)
    const marks = this.facts === null ? null : new Float64Array(rows)
    // Labels of classes that are known need neither a check nor a look one by one.
    const areKnown =
      marks !== null && labels !== null && this.facts?.kind === 'class' && this.classes.numberKnown(labels, marks)
    this.#checkRows(rows, areKnown ? null : labels, weights)
    let from = 0
    const count = (to: number): void => {
      const own = marks === null ? null : marks.subarray(from, to)
      const batch = values.map((column) => column.subarray(from, to))
      if (this.onRows !== null) this.#tellRows(batch, own, to - from)
      this.#rows += to - from
      for (let c = 0; c < this.columns.length; c++) {
        this.columns[c].pushMany(batch[c], own, weights && slice(weights, from, to))
      }
      from = to
    }
    const { every } = this.columns[0].rebuild
    const flush = (to: number): void => {
      // When bins are looked at, listeners must have been told of all rows so far and of no others.
      while (this.onRows !== null && to - from > every - (this.#rows % every))
        count(from + every - (this.#rows % every))
      count(to)
    }
    if (marks !== null && !areKnown) {
      for (let row = 0; row < rows; row++) {
        const label = labels?.[row] ?? null
        // Rows before the first of a class must not see it.
        if (row > from && this.facts?.kind === 'class' && this.classes.isNew(label)) flush(row)
        marks[row] = this.mark(label)
      }
    }
    flush(rows)
  }

  #checkLengths(rows: number, labels: LabelValues | null, weights: ArrayLike<number> | null): void {
    for (const [name, list] of Object.entries({ labels, weights })) {
      if (list === null || list.length === rows) continue
      throw new ArgumentError(`pushMany: ${name} must have one for each row (${rows}), got ${list.length}`, {
        code: 'length-mismatch',
      })
    }
  }

  #checkRows(rows: number, labels: LabelValues | null, weights: ArrayLike<number> | null): void {
    if (labels === null && weights === null) return
    for (let row = 0; row < rows; row++) {
      if (labels !== null) this.#checkLabel('pushMany', labels[row], row)
      if (weights !== null) this.#checkWeight('pushMany', weights[row], row)
    }
  }

  #checkLabel(where: string, label: unknown, row: number): void {
    if (this.facts === null) return
    const { kind, name: column } = this.facts
    const known = kind === 'numeric' ? numberOf(label) : labelOf(label)
    if (known !== undefined) return
    throw refusedValue(label, { where, column, row, expected: kind === 'numeric' ? 'numbers' : LABEL_WORDS })
  }

  #checkWeight(where: string, weight: unknown, row: number): void {
    if (weight === 1) return
    if (!this.weighted) {
      throw new ArgumentError(
        `${where}: weight must be 1 unless the stream is made with weighted, got ${show(weight)}`,
        { code: 'out-of-range' },
      )
    }
    if (typeof weight === 'number' && weight >= 0 && weight < Infinity) return
    throw refusedValue(weight, { where, row, expected: WEIGHT_WORDS })
  }

  #tellRows(values: readonly ArrayLike<number>[], marks: ArrayLike<number> | null, size: number): void {
    this.onRows?.({ first: this.#rows + 1, size, values, marks, classes: this.classes.labels })
  }

  /** What a label is counted as: the number of its class, or itself; −1 or NaN where it is missing. */
  mark(label: LabelValues[number]): number {
    if (this.facts === null) return 0
    if (this.facts.kind === 'numeric') return numberOf(label) ?? Number.NaN
    const known = this.classes.labels.length
    const number = this.classes.number(label)
    if (number === known) for (const { layer } of this.columns) layer.growClasses(known + 1)
    if (number === -2) this.#unknown++
    return number < 0 ? -1 : number
  }

  /** The bins of all columns as they are now, with what each holds, as a binning that can be saved and applied. */
  binning(): Binning {
    const target = this.#target()
    const sorted: Target | null = target?.kind === 'class' ? { ...target, classes: this.classes.sorted() } : target
    return toBinning(
      this.columns.map((column) => column.column()),
      { target: sorted, source: { name: null, rows: this.#rows } },
    )
  }

  #target(): Target | null {
    if (this.facts === null) return null
    const { kind, name, event } = this.facts
    return kind === 'numeric' ? { kind, name } : this.classes.target(name, event)
  }
}

/** What a saved stream brings instead of new columns. */
export interface SavedStream {
  readonly rows: number
  readonly unknown: number
  readonly columns: (target: () => Target | null) => readonly LiveColumn[]
}

function checkOptions(options: StreamOptions): void {
  knownOptions('Stream', options, {
    columns: 1,
    target: 1,
    weighted: 1,
    layer: 1,
    perColumn: 1,
    method: 1,
    options: 1,
    rebuild: 1,
  })
  const { columns, target, perColumn = {}, weighted = false } = options
  if (!Array.isArray(columns) || columns.length === 0 || new Set(columns).size < columns.length) {
    throw new ArgumentError(`Stream: columns must be names that all differ, got ${show(columns)}`, {
      code: 'out-of-range',
    })
  }
  if (target !== undefined) knownOptions('Stream', target, { kind: 1, name: 1, classes: 1, event: 1, maxClasses: 1 })
  check('Stream', 'weighted', flag(), weighted)
  for (const name of Object.keys(perColumn)) {
    if (columns.includes(name)) continue
    throw new ArgumentError(`Stream: unknown column ${show(name)} in perColumn${suggest(name, columns)}`, {
      code: 'unknown-name',
    })
  }
}

function chooseMethod(
  method: AnyDiscretizer | undefined,
  options: Readonly<Record<string, unknown>>,
  kind: 'class' | 'numeric' | undefined,
): LiveMethod {
  const chosen = method === undefined ? defaultMethod(kind) : { method }
  const how = {
    method: chosen.method,
    options: chosen.preset === undefined ? options : { preset: chosen.preset, ...options },
  }
  // Wrong options, and a method that cannot use the target, are refused now, not at the first rebuild.
  readSettings({ ...how.options, method: how.method }, 'Stream')
  checkTarget(how.method, kind ?? 'none', 'Stream')
  return how
}

function makeLayer(
  given: Partial<LayerOptions>,
  facts: { readonly target: 'none' | 'class' | 'numeric'; readonly classes: number; readonly weighted: boolean },
): Pid | LiveCells {
  const { kind = 'pid', ...rest } = given
  check('Stream', 'layer.kind', oneOf('pid', 'cells'), kind)
  return kind === 'pid'
    ? new Pid({ ...(rest as PidOptions), ...facts })
    : new LiveCells({ ...(rest as LiveCellsOptions), ...facts })
}
