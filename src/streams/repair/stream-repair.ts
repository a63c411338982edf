import { DataError, FormatError } from '../../errors.ts'
import { slotsOf } from '../../trees/tree-columns.ts'
import { check, integer, knownOptions, real, show } from '../../util/check.ts'
import { Field } from '../../util/saved-json.ts'
import { suggest } from '../../util/suggest.ts'
import { shareText } from '../alarms/alarm.ts'
import type { StreamAlarm, StreamWatcher } from '../watcher.ts'
import type { WatchedRows } from '../watched-rows.ts'
import type { CutShape } from './cut-model.ts'
import { LabelledBuffer } from './recent-buffer.ts'
import { type ModelRepair, movedText, type Refusal } from './repair-model.ts'
import { type Repairable, repairableFromJson, repairableToJson, repairAny, shapeOf } from './saved-model.ts'
import { bareMessage } from '../../util/called-as.ts'

/** Options of `StreamRepair`. */
export type StreamRepairOptions = {
  /** newest labelled rows that repairs are made from and tested on; default 500 */
  readonly rows?: number | undefined
  /** how likely chance alone may make new cuts so much better; default 0.01 */
  readonly level?: number | undefined
  /** gets every tree or set of rules that takes over */
  readonly onRepaired?: ((model: Repairable) => void) | undefined
}

/** Labelled rows between two looks at how often the model is wrong. */
const LOOK = 50
/** Labelled rows that a repair is tried with, at least. */
const LEAST = 100
/** Labelled rows after which a repair is tried although nothing got worse, at most: so many times those that are kept. */
const PATIENCE = 8
/** For so many labelled rows after a repair, more are tried and more chance will do: what has moved is likely to move on. */
const AFTERWARDS = 1000
const EASIER = 5
/** How many standard errors more often a model must be wrong to be looked after at once. */
const WORSE = 2.5
/** Labelled rows by which it is seen whether the classes are those of the model. */
const CLASSES_BY = 20

/**
 * Keeps a tree or rules up to date with a stream. Every 50 labelled rows it looks whether the model is wrong more often
 * among them than among those before; then, and after a while in any case, it tries a repair from the newest labelled
 * rows. The first two thirds of them make it; the last third, which had no say, must prove it. Refused repairs are tried
 * again later and later. See `watchStream`.
 */
export class StreamRepair implements StreamWatcher {
  /** the name under which its state is saved */
  readonly name = 'repair'
  readonly #rows: number
  readonly #level: number
  readonly #onRepaired: (model: Repairable) => void
  readonly #target: string
  /** places of the columns that are tested among those of the stream */
  readonly #places: readonly number[]
  readonly #print: string
  #model: Repairable
  #shape: CutShape
  readonly #recent: LabelledBuffer
  /** where rows lay when the model came into use */
  #reference: LabelledBuffer
  /** whether the model is wrong, for each recent row */
  #wrong: number[] = []
  #labelled = 0
  #known = 0
  #waited = 0
  #patience = LOOK
  #repairs = 0
  /** labelled rows at the last repair; null before the first */
  #repaired: number | null = null
  #told: Refusal | null = null

  constructor(
    stream: {
      readonly columns: readonly { readonly name: string }[]
      readonly facts: { readonly kind: 'class' | 'numeric'; readonly name: string | null } | null
    },
    model: Repairable,
    options: StreamRepairOptions = {},
  ) {
    knownOptions('StreamRepair', options, { rows: 1, level: 1, onRepaired: 1 })
    const { rows = 500, level = 0.01, onRepaired = () => {} } = options
    check('StreamRepair', 'rows', integer(LEAST), rows)
    check('StreamRepair', 'level', real({ above: 0, max: 1 }), level)
    this.#shape = shapeOf(model)
    this.#model = model
    this.#rows = rows
    this.#level = level
    this.#onRepaired = onRepaired
    this.#print = printOf(repairableToJson(model))
    const { what, columns } = this.#shape
    if (stream.facts?.kind !== 'class') {
      throw new DataError(
        `a ${what === 'tree' ? 'tree is' : 'set of rules is'} repaired by classes: the stream needs a column of classes as its target`,
      )
    }
    this.#target = stream.facts.name ?? 'class'
    const names = stream.columns.map(({ name }) => name)
    this.#places = columns.map((column) => {
      const place = names.indexOf(column.name)
      if (!('cuts' in column)) {
        throw new DataError(
          `the ${what} ${tests(what)} ${show(column.name)}, a column of texts, which a stream does not keep`,
        )
      }
      if (place >= 0) return place
      throw new DataError(
        `the ${what} ${tests(what)} ${show(column.name)}, which is none of the columns of numbers of the stream${suggest(column.name, names)}`,
        { column: column.name },
      )
    })
    if (columns.length === 0) throw new DataError(`the ${what} ${tests(what)} no column, so there is nothing to repair`)
    const tested = columns.map(({ name }) => name)
    this.#recent = new LabelledBuffer(tested)
    this.#reference = new LabelledBuffer(tested)
  }

  /** The tree or rules in use. */
  get model(): Repairable {
    return this.#model
  }

  /** How many repairs took over. */
  get repairs(): number {
    return this.#repairs
  }

  /** Looks at rows before they are counted, and tries a repair when it is time to. */
  rows({ first, size, values, marks, classes }: WatchedRows): readonly StreamAlarm[] {
    const tidings: StreamAlarm[] = []
    for (let i = 0; i < size; i++) {
      const label = marks === null ? undefined : classes[marks[i]]
      if (label === undefined) continue
      this.#take(
        first + i,
        this.#places.map((place) => values[place][i]),
        label,
      )
      const told = this.#labelled % LOOK === 0 ? this.#look(first + i) : null
      if (told !== null) tidings.push(told)
    }
    return tidings
  }

  /** Nothing: a repair looks at rows alone. */
  rebuilt(): readonly StreamAlarm[] {
    return []
  }

  #take(number: number, values: readonly number[], label: string): void {
    this.#labelled++
    this.#waited++
    this.#recent.push(number, values, label)
    if (this.#reference.size < this.#rows) this.#reference.push(number, values, label)
    if (this.#shape.classes.includes(label)) this.#known++
    if (this.#labelled !== CLASSES_BY || this.#known > 0) return
    const { what, classes } = this.#shape
    throw new DataError(
      `column ${show(this.#target)} has none of the classes that the ${what} ${what === 'tree' ? 'tells' : 'tell'} apart (${classes.map((one) => show(one)).join(', ')}) in its first ${CLASSES_BY} rows, but ${show(label)}`,
      { column: this.#target },
    )
  }

  /** Whether the model is wrong, for each recent row from one of them on. */
  #wrongFrom(first: number): number[] {
    const { columns, classes, says } = this.#shape
    const slots = columns.map((column, c) => slotsOf('StreamRepair', column, this.#recent.values[c].slice(first)))
    return this.#recent.labels.slice(first).map((label, i) => (classes[says(slots, i)] === label ? 0 : 1))
  }

  /** Tries a repair where that is worth it; says what came of it where that is news. */
  #look(row: number): StreamAlarm | null {
    this.#wrong.push(...this.#wrongFrom(this.#wrong.length))
    const more = Math.max(0, this.#recent.size - this.#rows)
    this.#recent.drop(more)
    this.#wrong.splice(0, more)
    if (this.#recent.size < LEAST) return null
    const worse = this.#gotWorse()
    if (worse) this.#patience = LOOK
    if (!worse && this.#waited < this.#patience) return null
    this.#waited = 0
    const was = this.#reference.size < LEAST ? null : this.#reference.table(this.#target)
    const found = repairAny(
      this.#model,
      { recent: this.#recent.table(this.#target), was },
      { target: this.#target, level: this.#isNew ? Math.min(1, EASIER * this.#level) : this.#level },
    )
    if (found.refused === null) return this.#takeOver(row, found)
    this.#patience = Math.min(2 * this.#patience, this.#isNew ? 2 * LOOK : PATIENCE * this.#rows)
    if (found.refused === 'nothing moved' || found.refused === this.#told) return null
    this.#told = found.refused
    return this.#tiding(row, found)
  }

  /** Whether a repair took over a short while ago. */
  get #isNew(): boolean {
    return this.#repaired !== null && this.#labelled - this.#repaired <= AFTERWARDS
  }

  /** Whether the model is wrong clearly more often among the rows since the last look than among those before. */
  #gotWorse(): boolean {
    const before = this.#wrong.length - LOOK
    const share = (sum(this.#wrong.slice(0, before)) + 1) / (before + 2)
    const limit = LOOK * share + WORSE * Math.sqrt(LOOK * share * (1 - share))
    return sum(this.#wrong.slice(before)) > limit
  }

  #takeOver(row: number, found: ModelRepair<Repairable>): StreamAlarm {
    const tiding = this.#tiding(row, found)
    this.#model = found.model
    this.#shape = shapeOf(found.model)
    this.#repairs++
    this.#repaired = this.#labelled
    this.#told = null
    this.#patience = LOOK
    // Rows from before the change would only make the new model look bad.
    this.#recent.drop(found.since! - 1)
    this.#wrong = this.#wrongFrom(0)
    this.#reference = this.#recent.newest(found.rows)
    this.#onRepaired(found.model)
    return tiding
  }

  #tiding(row: number, found: ModelRepair<Repairable>): StreamAlarm {
    const { kept, refused, rows, old, patched, gained, lost, chance, guess, way, moved } = found
    const since = found.since === null ? null : this.#recent.numbers[found.since - 1]
    const facts = { since, kept, refused, rows, old, patched, gained, lost, chance, guess, way, moved }
    const result = `${shareText(old)} of ${rows} rows right before, ${shareText(patched)} after`
    const verdict = refused === null ? 'repaired' : `not repaired, ${refused}`
    return { kind: 'repair', column: null, row, ...facts, message: `${verdict}: ${movedText(moved)}; ${result}` }
  }

  /** What must be remembered over a restart, as plain data. */
  toState(): unknown {
    return {
      print: this.#print,
      model: JSON.parse(repairableToJson(this.#model)) as unknown,
      recent: this.#recent.toState(),
      reference: this.#reference.toState(),
      labelled: this.#labelled,
      known: this.#known,
      waited: this.#waited,
      patience: this.#patience,
      repairs: this.#repairs,
      repaired: this.#repaired,
      told: this.#told,
    }
  }

  /** Takes what was saved; nothing in it is trusted. */
  restore(state: unknown): void {
    const field = new Field(state, 'watchers.repair')
    if (field.get('print').text() !== this.#print) {
      const { what } = this.#shape
      throw new DataError(
        `the ${what} to repair ${what === 'tree' ? 'is' : 'are'} not what the state was made with; put it back, or use another state file`,
      )
    }
    const model = readModel(field.get('model'))
    const tested = shapeOf(model).columns.map(({ name }) => name)
    if (model.format !== this.#model.format || tested.join('\n') !== this.#recent.columns.join('\n')) {
      field.get('model').fail('a model that tests the same columns')
    }
    this.#model = model
    this.#shape = shapeOf(model)
    this.#recent.restore(field.get('recent'), this.#rows + LOOK)
    this.#reference.restore(field.get('reference'), this.#rows + LOOK)
    this.#wrong = this.#wrongFrom(0)
    this.#labelled = field.get('labelled').index()
    this.#known = field.get('known').index(this.#labelled)
    this.#waited = field.get('waited').index(this.#labelled)
    this.#patience = field.get('patience').index(Math.max(2 * LOOK, PATIENCE * this.#rows))
    this.#repairs = field.get('repairs').index(this.#labelled)
    this.#repaired = field.get('repaired').optional((one) => one.index(this.#labelled))
    this.#told = field
      .get('told')
      .optional((one) => one.oneOf('nothing moved', 'no better', 'may be chance', 'worse than a guess'))
  }
}

function readModel(field: Field): Repairable {
  try {
    return repairableFromJson(JSON.stringify(field.value))
  } catch (error) {
    throw error instanceof FormatError ? new FormatError(field.path, bareMessage(error)) : error
  }
}

function tests(what: CutShape['what']): string {
  return what === 'tree' ? 'tests' : 'test'
}

function sum(list: readonly number[]): number {
  return list.reduce((total, x) => total + x, 0)
}

/** A few digits that other texts hardly share. */
function printOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${text.length}-${(hash >>> 0).toString(16)}`
}
