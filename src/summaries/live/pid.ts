import type { NumberSummary, Target } from '../../types.ts'
import { freshWeight } from './fading.ts'
import type { LiveLayer } from './live-layer.ts'
import { checkRow, checkRows, liveNumber, type LiveRows } from './live-rows.ts'
import { PidCells } from './pid-cells.ts'
import { noCounts, type PidCounters } from './pid-counters.ts'
import { channelsOf, codeSlots, grainOf, type PidOptions, type PidSettings, readPidOptions } from './pid-options.ts'
import { movedShare } from './pid-moved.ts'
import { middle, rankBounds, splitPoint } from './pid-split.ts'
import { summarizePid } from './pid-summary.ts'
import { ASIDE } from '../tallies.ts'

/** A share times this is below it, whatever rounding does. */
const NEARLY = 1 - 1e-9
const WHERE = 'Pid'

/**
 * Layer one of a live column: Partition Incremental Discretization (Gama and Pinto 2006). Counts values in at most
 * `maxCells` cells; a cell that comes to hold more than its share is split in its middle and its counts are halved class
 * by class. What goes in stays in: the cells and the slots aside always add up to the rows that count, exactly.
 *
 *     const live = new Pid({ target: 'class', classes: 2 })
 *     ages.forEach((age, row) => live.push(age, bought[row] === 'yes' ? 1 : 0))
 *     const classes = { kind: 'class' as const, name: null, classes: ['no', 'yes'], event: null }
 *     console.log(discretize(live.summary(classes), { method: mdlp }).cuts.length) // → 1
 *
 * A value costs O(1) to O(log cells), a split O(cells); nothing is allocated per value.
 */
export class Pid implements LiveLayer {
  /** the options, with defaults filled in */
  readonly settings: PidSettings
  /** rows, splits, joins and the like so far */
  readonly counters: PidCounters
  /** the cells themselves */
  readonly cells: PidCells
  #channels: number
  /** rows in cells, as much as they count */
  #inCells = 0
  #starting: boolean
  readonly #grain: number
  readonly #paneRows: number
  readonly #codes: ReadonlyMap<number, number> | null
  readonly #facts: LiveRows

  constructor(options: PidOptions = {}) {
    this.settings = readPidOptions(options)
    const { special, maxCells, range, startCells, window, panes, target, weighted } = this.settings
    this.#channels = channelsOf(this.settings)
    this.#grain = grainOf(this.settings)
    this.#paneRows = window === null ? Infinity : Math.ceil(window / panes)
    const aside = ASIDE.special + special.length
    const shape = { capacity: maxCells, aside, channels: this.#channels, target, weighted, grain: this.#grain }
    this.cells = new PidCells(shape, window !== null)
    this.#starting = range === null
    if (range !== null) this.cells.startEven(range[0], range[1], startCells)
    this.#codes = codeSlots(this.settings)
    this.counters = noCounts()
    this.#facts = { where: WHERE, target, classes: this.#channels }
  }

  /** Number of classes that can be counted. */
  get classes(): number {
    return this.settings.target === 'class' ? this.#channels : 0
  }

  /** Goes up whenever a cell is split, joined or added. */
  get changes(): number {
    const { splits, joins, inserts } = this.counters
    return splits + joins + inserts
  }

  /** Smallest and largest finite value known; NaN before there is one. O(1) but for empty end cells. */
  get range(): [number, number] {
    const { total, size } = this.cells
    let [first, last] = [0, size - 1]
    while (first < last && total.rows[first] === 0) first++
    while (last > first && total.rows[last] === 0) last--
    return [total.lo[first], total.hi[last]]
  }

  /** Makes space for more classes. O(cells · classes), so worth doing once. */
  growClasses(classes: number): void {
    if (this.settings.target !== 'class' || classes <= this.#channels) return
    this.cells.growClasses(classes)
    this.#channels = classes
    this.#facts.classes = classes
  }

  /**
   * Counts one row. `mark` is the number of its class, or its target; below 0 or NaN it is unknown, and the row counts as
   * unlabelled. NaN values count as missing.
   */
  push(value: number, mark = 0, weight = 1): void {
    const { counters, settings } = this
    const x = liveNumber(value, WHERE, counters.rows) + 0 // −0 + 0 is 0
    checkRow(this.#facts, mark, weight)
    counters.rows++
    if (!this.#counts(mark, weight)) return
    this.#age()
    const slot =
      x - x === 0
        ? (this.#codes?.get(x) ?? -1)
        : x === Infinity
          ? ASIDE.above
          : x === -Infinity
            ? ASIDE.below
            : ASIDE.missing
    const fresh = settings.halfLife === null ? 1 : freshWeight(counters.age - 1, settings.halfLife)
    const own = settings.weighted ? this.#onGrain(weight * fresh) : fresh
    if (slot >= 0) return this.#add(settings.maxCells + slot, mark, fresh, own)
    let cell = this.cells.index.find(this.cells.breaks, x)
    if (!(x >= this.cells.total.lo[cell] && x <= this.cells.total.hi[cell])) cell = this.#meet(cell, x, fresh)
    this.#add(cell, mark, fresh, own)
    this.cells.panes.at(-1)?.see(cell, x)
    this.#inCells += fresh
    if ((fresh + this.cells.total.rows[cell]) / (this.#inCells + 2 * fresh) > settings.splitShare)
      this.#split(cell, fresh)
  }

  /** The values of many rows as doubles; a value, class or weight that cannot be counted is refused. Nothing is counted. */
  checkMany(
    values: ArrayLike<unknown>,
    marks: ArrayLike<number> | null,
    weights: ArrayLike<number> | null,
  ): Float64Array {
    return checkRows(this.#facts, values, marks, weights)
  }

  /** Counts many rows, as `push` would one by one, and none where one is refused; the fastest way in. */
  pushMany(
    values: Float64Array,
    marks: ArrayLike<number> | null = null,
    weights: ArrayLike<number> | null = null,
  ): void {
    const { settings } = this
    const plain =
      settings.halfLife === null &&
      settings.window === null &&
      settings.target !== 'numeric' &&
      !settings.weighted &&
      this.#codes === null
    const numbers = this.checkMany(values, marks, weights)
    if (plain) return this.#countMany(numbers, marks)
    for (let row = 0; row < numbers.length; row++) this.push(numbers[row], marks?.[row] ?? 0, weights?.[row] ?? 1)
  }

  /** The cells as a summary that every method takes; its classes must be named in the order of their numbers. O(cells). */
  summary(target: Target | null = null): NumberSummary {
    const { halfLife } = this.settings
    const fresh = halfLife === null ? 1 : freshWeight(Math.max(0, this.counters.age - 1), halfLife)
    return summarizePid(this.cells, this.settings, { target, leftOut: this.counters, fresh, split: this.isEstimated })
  }

  /** Whether counts are estimates: a cell was split on a guess, or rows fade. */
  get isEstimated(): boolean {
    return this.counters.splits > 0 || this.settings.halfLife !== null
  }

  /**
   * The least and the most rows that can lie below a value. They differ by what its cell holds and what splits guessed.
   * −∞ lies below every other value, as in bins; what is missing or a special code lies nowhere.
   */
  ranks(value: number): [number, number] {
    if (value === -Infinity) return [0, 0]
    const below = this.cells.total.rows[this.settings.maxCells + ASIDE.below]
    if (value === Infinity) return [below + this.#inCells, below + this.#inCells]
    const [least, most] = rankBounds(this.cells, value, this.#inCells)
    return [below + least, below + most]
  }

  /** Remembers how the values lie now, for `moved`. O(cells). */
  remember(): void {
    this.cells.remembered.copyFrom(this.cells.total)
  }

  /** The largest share of the rows that has moved across any break, class by class, since `remember`. O(cells · classes). */
  moved(): number {
    return movedShare(this.cells)
  }

  /** Puts back what a saved state holds besides the cells. */
  restore(starting: boolean, counters: PidCounters): void {
    Object.assign(this.counters, counters)
    this.#starting = starting
    this.#channels = this.cells.total.shape.channels
    this.#facts.classes = this.#channels
    this.#inCells = this.cells.rowsInCells()
    this.cells.learn()
  }

  /** Whether distinct values still get cells of their own. */
  get isStarting(): boolean {
    return this.#starting
  }

  #countMany(values: Float64Array, marks: ArrayLike<number> | null): void {
    const { cells, settings } = this
    const { splitShare } = settings
    const classes = this.#channels
    const { breaks, index } = cells
    const { rows, sums, lo, hi } = cells.total
    // A quotient far below the share need not be computed.
    const near = splitShare * NEARLY
    let inCells = this.#inCells
    for (let row = 0; row < values.length; row++) {
      const x = values[row] + 0
      const mark = marks === null ? 0 : marks[row]
      if (x - x !== 0 || !(mark >= 0 && mark < classes && mark === Math.floor(mark))) {
        this.#keepCount(inCells)
        this.push(x, mark)
        inCells = this.#inCells
        continue
      }
      let cell = index.find(breaks, x)
      if (!(x >= lo[cell] && x <= hi[cell])) {
        this.#keepCount(inCells)
        cell = this.#meet(cell, x, 1)
      }
      const count = rows[cell] + 1
      rows[cell] = count
      sums[cell * classes + mark]++
      inCells++
      if (1 + count <= near * (inCells + 2) || (1 + count) / (inCells + 2) <= splitShare) continue
      this.#keepCount(inCells)
      this.#split(cell, 1)
    }
    this.#keepCount(inCells)
  }

  /** So many rows are in cells now, each of which was counted. */
  #keepCount(inCells: number): void {
    this.counters.rows += inCells - this.#inCells
    this.#inCells = inCells
  }

  #counts(mark: number, weight: number): boolean {
    const { target, weighted } = this.settings
    if (target !== 'none' && !(target === 'class' ? mark >= 0 : Number.isFinite(mark))) {
      this.counters.unlabelled++
      return false
    }
    if (weight !== 0 || !weighted) return true
    this.counters.weightless++
    return false
  }

  /** Makes what was counted older before a row is added. */
  #age(): void {
    const { counters, settings, cells } = this
    if (settings.halfLife !== null && counters.age === settings.halfLife) {
      cells.halveAll()
      this.#inCells = cells.rowsInCells()
      counters.age = 0
    } else if (counters.age === this.#paneRows) {
      cells.turnPane(settings.panes)
      this.#inCells = cells.rowsInCells()
      counters.age = 0
    }
    if (settings.halfLife !== null || settings.window !== null) counters.age++
  }

  /** The nearest multiple of the grain; a weight above 0 stays above 0. */
  #onGrain(weight: number): number {
    return Math.max(1, Math.round(weight / this.#grain)) * this.#grain
  }

  #add(slot: number, mark: number, rows: number, weight: number): void {
    this.cells.total.add(slot, mark, rows, weight)
    this.cells.panes.at(-1)?.add(slot, mark, rows, weight)
  }

  /**
   * Makes a value known that lies outside what its cell knew. A cell of one value with many rows, and at the start every
   * cell, keeps that value to itself: the new one gets a cell of its own, and no count is guessed. Rows that are only
   * thought to be in the cell say nothing about its value.
   */
  #meet(cell: number, x: number, fresh: number): number {
    const { cells, counters, settings } = this
    const { total } = cells
    const own = total.lo[cell]
    let home = cell
    if (own === total.hi[cell] && (this.#starting || this.#isOneValue(cell, fresh))) {
      const at = this.#freeCell(cell)
      if (at >= 0) {
        cells.split(at, x > own ? middle(own, x) : middle(x, own))
        counters.inserts++
        if (cells.size >= settings.startCells) this.#starting = false
        home = x > own ? at + 1 : at
      }
    }
    total.see(home, x)
    return home
  }

  /** Whether more rows of a cell than its share are known to have the one value that it knows. */
  #isOneValue(cell: number, fresh: number): boolean {
    const { rows, guessed } = this.cells.total
    return this.#isHeavy(rows[cell] - guessed[cell], fresh)
  }

  #isHeavy(rows: number, fresh: number): boolean {
    const { splitShare } = this.settings
    const all = this.#inCells
    return all * splitShare >= 2 * fresh && (fresh + rows) / (all + 2 * fresh) > splitShare
  }

  /** Splits a cell that holds too much, unless its values are all the same. */
  #split(cell: number, fresh: number): void {
    const { cells, counters, settings } = this
    if (
      this.#starting ||
      !(cells.total.lo[cell] < cells.total.hi[cell]) ||
      !this.#isHeavy(cells.total.rows[cell], fresh)
    )
      return
    const at = this.#freeCell(cell)
    if (at < 0) return
    cells.split(at, splitPoint(cells, at, settings))
    counters.splits++
  }

  /** The number of a cell once another is free, for which two light ones are joined; −1 where they are too heavy. */
  #freeCell(cell: number): number {
    const { cells, counters, settings } = this
    if (cells.size < settings.maxCells) return cell
    if (counters.rows < counters.quietUntil) return -1
    const { rows } = cells.total
    const pair = cells.lightestPair(cell)
    // Joining cells as heavy as the half that is gained would go on for ever.
    if (pair < 0 || rows[pair] + rows[pair + 1] > rows[cell] / 2) {
      counters.quietUntil = counters.rows + settings.maxCells
      return -1
    }
    cells.join(pair)
    counters.joins++
    return pair < cell ? cell - 1 : cell
  }
}
