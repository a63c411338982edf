import { betaShareBelow } from '../../util/numbers/incomplete-beta.ts'
import type { ValueOf } from './range-rules.ts'

/**
 * The newest labelled rows of a stream, at most so many.
 *
 *     // The newest two labelled rows, to try a repair on:
 *     const recent = new RecentRows(['age'], 2)
 *     for (const [age, label] of [[19, 'no'], [44, 'yes'], [52, 'yes']] as const) recent.push([age], label)
 *     recent.each((valueOf, label) => console.log(valueOf('age'), label))
 *     // → 52 yes
 *     // → 44 yes
 */
export class RecentRows {
  /** names of the columns, in the order of the values of a row */
  readonly columns: readonly string[]
  /** most rows that are kept */
  readonly most: number
  readonly #values: Float64Array
  readonly #labels: string[] = []
  #next = 0

  constructor(columns: readonly string[], most: number) {
    this.columns = columns
    this.most = most
    this.#values = new Float64Array(columns.length * most)
  }

  /** Number of rows that are kept now. */
  get size(): number {
    return this.#labels.length
  }

  /** Takes in a row; the oldest goes when there are too many. */
  push(values: ArrayLike<number>, label: string): void {
    for (let c = 0; c < this.columns.length; c++) this.#values[this.#next * this.columns.length + c] = values[c]
    this.#labels[this.#next] = label
    this.#next = (this.#next + 1) % this.most
  }

  /** Calls with every row; the oldest need not come first. */
  each(visit: (valueOf: ValueOf, label: string) => void): void {
    const indexOf = new Map(this.columns.map((column, index) => [column, index]))
    for (const [row, label] of this.#labels.entries()) {
      visit(
        (column) => this.#values[row * this.columns.length + (indexOf.get(column) ?? Number.NaN)] ?? Number.NaN,
        label,
      )
    }
  }
}

/** How a patched model did beside the old one, on the same rows. */
export interface Repair {
  /** row of the stream at which it was tried */
  readonly row: number
  /** which of the two goes on */
  readonly kept: 'old' | 'patched'
  /** labelled rows that both were tested on */
  readonly rows: number
  /** shares of rows that each got right */
  readonly old: number
  /** share of those rows that the patched one got right */
  readonly patched: number
  /** rows that only the patched one got right, and rows that only the old one did */
  readonly gained: number
  /** rows that only the old one got right */
  readonly lost: number
  /** chance of so many gains among the rows on which they differ, if neither were better; 1 where they never differ */
  readonly chance: number
}

/** Compares what two models got right, row by row (1 is right). O(rows). */
export function judgeRepair(before: Uint8Array, after: Uint8Array, row: number, level: number): Repair {
  let [both, gained, lost] = [0, 0, 0]
  for (const [i, right] of before.entries()) {
    if (right > 0 && after[i] > 0) both++
    else if (after[i] > 0) gained++
    else if (right > 0) lost++
  }
  // As many heads among as many throws of a coin (sign test).
  const chance = gained === 0 ? 1 : betaShareBelow(0.5, 0.5, gained, lost + 1)
  const rows = before.length
  const share = (count: number): number => (rows === 0 ? 0 : count / rows)
  return {
    row,
    kept: gained > lost && chance <= level ? 'patched' : 'old',
    rows,
    old: share(both + lost),
    patched: share(both + gained),
    gained,
    lost,
    chance,
  }
}

const MOST_HISTORY = 100

/**
 * Keeps a model of a stream in use as long as no patch is better. A patch is tried on recent labelled rows, which it was
 * not made from, and takes over only if it gets more of them right (`level`: and if chance alone would do so less often).
 *
 *     const repairer = new Repairer(tree, applyTree)
 *     const recent = new RecentRows(['age'], 300)
 *     ages.forEach((age, row) => recent.push([age + 8], bought[row]!))
 *     const patched = patchTree(tree, { age: [{ from: 30.5, to: 38.5, moved: 0.2 }] })
 *     console.log(repairer.attempt(patched, recent, 300)?.kept) // → patched
 */
export class Repairer<Model> {
  /** how likely chance alone may make a patch so much better */
  readonly level: number
  readonly #predict: (model: Model, valueOf: ValueOf) => string
  #model: Model
  readonly #history: Repair[] = []

  constructor(model: Model, predict: (model: Model, valueOf: ValueOf) => string, level = 1) {
    this.#model = model
    this.#predict = predict
    this.level = level
  }

  /** The model in use. */
  get model(): Model {
    return this.#model
  }

  /** The last attempts, oldest first. */
  get history(): readonly Repair[] {
    return this.#history
  }

  /** Tries a patch, keeps the better one and says by how much it is better. O(rows). */
  attempt(patched: Model, recent: RecentRows, row: number): Repair {
    const [before, after] = [new Uint8Array(recent.size), new Uint8Array(recent.size)]
    let at = 0
    recent.each((valueOf, label) => {
      before[at] = this.#predict(this.#model, valueOf) === label ? 1 : 0
      after[at++] = this.#predict(patched, valueOf) === label ? 1 : 0
    })
    const repair = judgeRepair(before, after, row, this.level)
    if (repair.kept === 'patched') this.#model = patched
    this.#history.push(repair)
    if (this.#history.length > MOST_HISTORY) this.#history.shift()
    return repair
  }
}
