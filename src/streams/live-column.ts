import type { AnyDiscretizer } from '../discretizers/discretizer.ts'
import { fromLiveCells } from '../binning/fit/cell-source.ts'
import { fitNumbers } from '../binning/fit/fit-numbers.ts'
import { runNow } from '../util/steps.ts'
import { type ColumnPolicies, countColumn, cutsAlone } from '../binning/fit/count-column.ts'
import type { NumberColumn } from '../binning/binning.ts'
import { DataError } from '../errors.ts'
import { isExact } from '../summaries/cells.ts'
import type { LiveCells } from '../summaries/live/live-cells.ts'
import type { Pid } from '../summaries/live/pid.ts'
import type { NumberSummary, Proposal, Target } from '../types.ts'
import { CutHistory } from './cut-history.ts'
import { type Basis, basisOf, isDue, type RebuildSettings } from './rebuild.ts'

/** Which method makes layer two, with its options, `preset`, `closed` and `readable` among them. */
export interface LiveMethod {
  /** the method that makes the bins */
  readonly method: AnyDiscretizer
  /** its options, with `preset`, `closed` and `readable` */
  readonly options: Readonly<Record<string, unknown>>
}

/** What else a live column is made of. */
export interface LiveSettings {
  readonly rebuild: RebuildSettings
  /** names the classes as they are now, in the order of their numbers */
  readonly target: () => Target | null
  /** the cuts so far; default none */
  readonly history?: CutHistory
}

/** What is told when layer two was made again. */
export interface Rebuilt {
  /** name of the column */
  readonly column: string
  /** rows seen by the column so far */
  readonly row: number
  /** the cuts before; null the first time */
  readonly before: readonly number[] | null
  /** the new cuts with their reasons */
  readonly proposal: Proposal
  /** layer one, from which they were made */
  readonly summary: NumberSummary
}

/**
 * A column whose bins are kept right while rows come in: layer one counts every row, and layer two is made again when the
 * rebuild policy says so. Looks happen at rows that are multiples of `every`, so rows one by one or many at once, saved
 * and read in between, give the same bins.
 *
 *     const target = { kind: 'class' as const, name: 'bought', classes: ['no', 'yes'], event: 'yes' }
 *     const cells = new LiveCells({ target: 'class', classes: 2 })
 *     const live = new LiveColumn('age', cells, { method: mdlp, options: {} }, {
 *       rebuild: { policy: 'rows', every: 100, tolerance: 0.01 },
 *       target: () => target,
 *     })
 *     ages.forEach((age, row) => live.push(age, bought[row] === 'yes' ? 1 : 0))
 *     console.log(live.rebuilds, live.cuts) // → 3 [ 30.5 ]
 */
export class LiveColumn {
  /** name of the column */
  readonly name: string
  /** layer one: what counts the rows */
  readonly layer: Pid | LiveCells
  /** layer two: the method and its options */
  readonly how: LiveMethod
  /** when layer two is made again */
  readonly rebuild: RebuildSettings
  /** the last cuts, and from which row each held */
  readonly history: CutHistory
  /** told after every rebuild */
  onRebuild: ((event: Rebuilt) => void) | null = null
  /** told after every look that left layer two as it is */
  onLook: ((column: LiveColumn) => void) | null = null
  /** why the method could not make bins at the last look; null where it could */
  problem: string | null = null
  #rows = 0
  #rebuilds = 0
  #bins: Proposal | null = null
  #basis: Basis | null = null
  readonly #target: () => Target | null

  constructor(name: string, layer: Pid | LiveCells, how: LiveMethod, { rebuild, target, history }: LiveSettings) {
    this.name = name
    this.layer = layer
    this.how = how
    this.rebuild = rebuild
    this.history = history ?? new CutHistory()
    this.#target = target
  }

  /** Rows handed in. */
  get rows(): number {
    return this.#rows
  }

  /** How often layer two was made. */
  get rebuilds(): number {
    return this.#rebuilds
  }

  /** Layer two as it was made last; null before the first look. */
  get bins(): Proposal | null {
    return this.#bins
  }

  /** The cuts as they are now; none before the first look. */
  get cuts(): readonly number[] {
    return this.#bins?.cuts ?? []
  }

  /** What was true at the last rebuild; null before the first. */
  get basis(): Basis | null {
    return this.#basis
  }

  /** Counts one row: `mark` is the number of its class or its target, below 0 or NaN where unknown. */
  push(value: number, mark = 0, weight = 1): void {
    this.layer.push(value, mark, weight)
    this.#rows++
    if (this.#rows % this.rebuild.every === 0) this.#look()
  }

  /** Counts many rows, as `push` would one by one. */
  pushMany(
    values: Float64Array,
    marks: ArrayLike<number> | null = null,
    weights: ArrayLike<number> | null = null,
  ): void {
    const { every } = this.rebuild
    // The layer checks what it gets. Rows that it gets in parts are all checked before one of them is counted.
    const isOne =
      values instanceof Float64Array &&
      [values, marks ?? values, weights ?? values].every(({ length }) => length === values.length) &&
      values.length > 0 &&
      values.length <= every - (this.#rows % every)
    const numbers = isOne ? values : this.layer.checkMany(values, marks, weights)
    for (let from = 0; from < numbers.length;) {
      const to = Math.min(numbers.length, from + every - (this.#rows % every))
      this.layer.pushMany(
        numbers.subarray(from, to),
        marks && slice(marks, from, to),
        weights && slice(weights, from, to),
      )
      this.#rows += to - from
      from = to
      if (this.#rows % every === 0) this.#look()
    }
  }

  /** What was counted, as a summary. */
  summary(): NumberSummary {
    return this.layer.summary(this.#target())
  }

  /** Makes layer two again, whatever the policy says. */
  remake(): Proposal | null {
    const summary = this.summary()
    try {
      const proposal = this.#propose(summary)
      const before = this.#bins?.cuts ?? null
      this.problem = null
      this.#bins = proposal
      this.#rebuilds++
      this.#basis = basisOf(this.layer, summary, proposal.cuts, this.#rows)
      if (this.rebuild.policy === 'moved') this.layer.remember()
      this.history.add(this.#rows, proposal.cuts)
      this.onRebuild?.({ column: this.name, row: this.#rows, before, proposal, summary })
    } catch (error) {
      // Such as a class target of which only one class has come.
      if (!(error instanceof DataError)) throw error
      this.problem = error.message.replace(/^push: /, '')
    }
    return this.#bins
  }

  /**
   * The bins as a fitted column, with what each holds now. Before the first look, those that a look would make; looking from
   * outside changes nothing.
   */
  column(policies: ColumnPolicies = {}): NumberColumn {
    const summary = this.summary()
    const proposal = this.#bins ?? this.#tryPropose(summary) ?? noCuts(this.how)
    return countColumn({ summary, proposal, exact: isExact(summary.cells) }, { ...policies, name: this.name }, 'column')
  }

  #propose(summary: NumberSummary): Proposal {
    const { method, options } = this.how
    return runNow(fitNumbers(fromLiveCells(summary), { ...options, method }, cutsAlone('push')))
  }

  #tryPropose(summary: NumberSummary): Proposal | null {
    try {
      return this.#propose(summary)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      return null
    }
  }

  /** Puts back what was saved besides the layer. */
  restore(saved: {
    rows: number
    rebuilds: number
    bins: Proposal | null
    basis: Basis | null
    problem: string | null
  }): void {
    this.#rows = saved.rows
    this.#rebuilds = saved.rebuilds
    this.#bins = saved.bins
    this.#basis = saved.basis
    this.problem = saved.problem
  }

  #look(): void {
    const basis = this.#basis
    const now = { layer: this.layer, summary: () => this.summary(), cuts: this.cuts, row: this.#rows }
    const due = basis === null || isDue(this.rebuild, now, basis)
    if (due) this.remake()
    else this.onLook?.(this)
  }
}

/** One bin, where the method could not make any. */
function noCuts({ method }: LiveMethod): Proposal {
  return { method: method.name, options: {}, closed: 'left', cuts: [], reasons: [], notes: [] }
}

/** A part of a list, without a copy where that can be. */
export function slice(list: ArrayLike<number>, from: number, to: number): ArrayLike<number> {
  if (from === 0 && to === list.length) return list
  if (ArrayBuffer.isView(list)) return (list as unknown as Float64Array).subarray(from, to)
  return Array.from({ length: to - from }, (_, i) => list[from + i])
}
