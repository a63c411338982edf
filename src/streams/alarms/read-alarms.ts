import { readCuts } from '../../binning/read-column.ts'
import { KEPT } from './last-rows.ts'
import { numbersAt } from '../../summaries/saved/read-numbers.ts'
import type { Field } from '../../util/saved-json.ts'
import { BoundaryWatch, type BoundaryState } from './boundary-drift.ts'
import type { DependenceState, DetectorState } from './change-types.ts'
import { LABELLED_ROWS } from './class-watch.ts'
import type { AlarmSettings, ColumnAlarmsState } from './column-alarms.ts'
import { ConceptWatch, type ConceptState } from './concept-drift.ts'
import { PopulationWatch, type PopulationState } from './population-drift.ts'
import type { SavedValue } from './saved-value.ts'
import { FIRST_CELLS, LAST_CELLS } from './value-watch.ts'

/** Rows from which cells were chosen by versions that chose them once. */
const FIRST_ROWS = 1000

/**
 * Bounds of what a watch can hold, far beyond what one has ever held: numbers that somebody typed must neither fill the
 * memory nor keep the next rows waiting.
 */
const MOST_ROWS = Number.MAX_SAFE_INTEGER
const MOST_CELLS = 256
const MOST_CLASSES = 65_536
const MOST_TRACKS = 10_000
const MOST_LEARN = 1_000_000

/** Reads what the watches of a column remember; a wrong field is refused with its path. */
export function readColumnAlarms(field: Field, column: string, settings: AlarmSettings): ColumnAlarmsState {
  const cells = readCuts(fewItems(field.get('cells'), MOST_CELLS))
  const classCells = readCuts(fewItems(field.get('classCells'), MOST_CELLS))
  const isOld = field.get('recent').value === undefined
  const hasRows = settings.kinds.includes('population')
  const recent = isOld ? (hasRows ? readFirst(field.get('first')) : null) : readRecent(field.get('recent'))
  if ((recent !== null) !== hasRows) field.get('recent').fail(hasRows ? 'values' : 'null')
  const hasCells = recent !== null && (recent.values === null || (!isOld && recent.values.length >= FIRST_CELLS))
  const wanted = (kind: 'population' | 'boundary', watched: boolean): void => {
    if ((field.get(kind).value === null) === watched) field.get(kind).fail(watched ? 'a watch' : 'null')
  }
  wanted('population', hasCells)
  wanted('boundary', settings.kinds.includes('boundary'))
  const population = field.get('population').optional((f) => readPopulation(f, column, cells.length + 2))
  return {
    recent,
    labelled: isOld ? readOldLabelled(field.get('first')) : field.get('labelled').optional(readLabelled),
    cells,
    classCells,
    population,
    concept: field.get('concept').optional((f) => readConcept(f, column, classCells.length + 2)),
    boundary: field.get('boundary').optional((f) => readBoundary(f, column)),
  }
}

function readRecent(field: Field): ColumnAlarmsState['recent'] {
  return field.optional((f) => ({
    values: f.get('values').optional((values) => readValues(values, LAST_CELLS - 1)),
    dependence: f.get('dependence').optional((one) => readDependence(one, MOST_CELLS)),
  }))
}

function readLabelled(field: Field): { values: SavedValue[]; codes: number[] } {
  const values = readValues(field.get('values'), LABELLED_ROWS - 1)
  const codes = field.get('codes').list((item) => item.index(MOST_CLASSES - 1))
  if (codes.length !== values.length) field.get('codes').fail(`${values.length} numbers of classes`)
  return { values, codes }
}

/** Earlier versions kept the first rows until cells were chosen, without their order where values were missing. */
function readFirst(field: Field): ColumnAlarmsState['recent'] {
  const first = field.optional((f) => ({
    rows: f.get('rows').index(FIRST_ROWS - 1),
    values: Array.from(numbersAt(f.get('values'), null)),
  }))
  if (first === null) return { values: null, dependence: null }
  if (first.values.length > first.rows) field.get('values').fail('at most as many as rows')
  const missing = Array.from({ length: first.rows - first.values.length }, () => null)
  return { values: [...missing, ...first.values], dependence: null }
}

/** They kept no classes: those of the rows to come are learned. */
function readOldLabelled(first: Field): ColumnAlarmsState['labelled'] {
  return first.optional(() => ({ values: [], codes: [] }))
}

function readValues(field: Field, most: number): SavedValue[] {
  return fewItems(field, most).list((item) => {
    if (item.value === null || item.value === 'Infinity' || item.value === '-Infinity') return item.value
    return item.finite()
  })
}

/** A list of no more items than that. */
function fewItems(field: Field, most: number): Field {
  const { length } = field.items()
  return length <= most ? field : field.fail(`at most ${most} items, got ${length}`)
}

/** Numbers of rows, which may be parts of them. */
function rowCounts(field: Field, length: number | null): number[] {
  const numbers = numbersAt(field, length, false, 0)
  const odd = numbers.findIndex((number) => number > MOST_ROWS)
  return odd < 0 ? Array.from(numbers) : field.items()[odd].fail(`a number from 0 to ${MOST_ROWS}`)
}

/** A number of rows, which may be a part of one, up to another. */
function rowCount(field: Field, most: number = MOST_ROWS): number {
  const count = field.finiteAmount()
  return count <= most ? count : field.fail(`a number from 0 to ${most}`)
}

function readDependence(field: Field, size: number): DependenceState {
  const last = field.get('last').finite()
  if (!Number.isInteger(last) || last < -1 || last >= size) field.get('last').fail('the code of a row, or -1')
  const correlation = field.get('correlation').finiteAmount()
  if (correlation >= 1) field.get('correlation').fail('a number below 1')
  const sum = (name: string): number => field.get(name).finite()
  return {
    pairs: field.get('pairs').index(),
    products: sum('products'),
    squares: field.get('squares').finiteAmount(),
    scale: sum('scale'),
    mean: sum('mean'),
    last,
    correlation,
  }
}

function readPopulation(field: Field, column: string, slots: number): PopulationState {
  const labels = readLabels(field.get('labels'), slots)
  const setting = { column, labels, ordered: field.get('ordered').index(slots), ...readRates(field) }
  const state = { ...setting, detector: readDetector(field.get('detector'), 1, slots) }
  field.attempt(() => PopulationWatch.restore(state))
  return state
}

function readConcept(field: Field, column: string, slots: number): ConceptState {
  const labels = readLabels(field.get('labels'), slots)
  const classes = fewItems(field.get('classes'), MOST_CLASSES).list((item) => item.text())
  if (classes.length < 2) field.get('classes').fail('at least two classes')
  const detector = readDetector(field.get('detector'), slots, classes.length)
  const state = { column, labels, classes, ...readRates(field), detector }
  field.attempt(() => ConceptWatch.restore(state))
  return state
}

function readLabels(field: Field, count: number): string[] {
  const labels = field.list((item) => item.text())
  return labels.length === count ? labels : field.fail(`${count} labels`)
}

function readRates(field: Field): { runLength: number; learn: number } {
  return { runLength: field.get('runLength').finiteAmount(), learn: field.get('learn').index(MOST_LEARN) }
}

function readDetector(field: Field, contexts: number, symbols: number): DetectorState {
  const size = contexts * symbols
  const list = (name: string, length: number | null = null): number[] =>
    Array.from(numbersAt(field.get(name), length, false, 0))
  const lists = (name: string, length: number | null): number[][] =>
    field.get(name).list((item) => Array.from(numbersAt(item, length, false, 0)))
  const sumsOf = (sums: Field): number[][] =>
    sums.items().length === contexts ? lists('sums', null) : sums.fail(`${contexts} lists`)
  const last = fewItems(field.get('last'), KEPT).list((item) => item.index(size - 1))
  const counts = rowCounts(field.get('counts'), size)
  const totals = rowCounts(field.get('totals'), contexts)
  checkCounts(field, counts, totals, last)
  const seen = rowCount(field.get('seen'))
  return {
    seen,
    learned: rowCount(field.get('learned'), seen),
    counts,
    totals,
    tiltCounts: field.get('tiltCounts').optional((f) => rowCounts(f, size)),
    sums: sumsOf(field.get('sums')),
    scores: list('scores'),
    runs: list('runs'),
    startRows: rowCounts(field.get('startRows'), null),
    startSeen: rowCounts(field.get('startSeen'), null),
    recent: lists('recent', size),
    recentTotals: lists('recentTotals', contexts),
    scale: field.get('scale').list(readScale),
    last,
    prior: field.get('prior').optional((f) => Array.from(numbersAt(f, size, false, -MOST_LEARN))) ?? undefined,
    dependence: field.get('dependence').optional((f) => readDependence(f, size)) ?? undefined,
  }
}

/** By what new rows weigh more than the first: never less. */
function readScale(field: Field): number {
  const scale = field.finite()
  return scale >= 1 ? scale : field.fail('a number of at least 1')
}

/** Totals must be what the counts add up to, and the last rows must be among those counted: alarms subtract them again. */
function checkCounts(
  field: Field,
  counts: readonly number[],
  totals: readonly number[],
  last: readonly number[],
): void {
  const symbols = counts.length / totals.length
  for (const [context, total] of totals.entries()) {
    const sum = counts.slice(context * symbols, (context + 1) * symbols).reduce((a, b) => a + b, 0)
    if (!(Math.abs(sum - total) <= 1e-6 * (1 + total)))
      field.get('totals').items()[context].fail(`the sum of counts (${sum})`)
  }
  const kept = new Float64Array(counts.length)
  for (const at of last) kept[at]++
  const few = counts.findIndex((count, at) => count < kept[at])
  if (few >= 0) field.get('counts').items()[few].fail(`at least the ${kept[few]} rows of it among the last`)
}

function readBoundary(field: Field, column: string): BoundaryState {
  const row = (item: Field, name: string): number => item.get(name).index()
  const state = {
    column,
    tolerance: field.get('tolerance').finiteAmount(),
    persist: field.get('persist').optional((f) => f.index()),
    begun: field.get('begun').optional((f) => f.index()),
    tracks: fewItems(field.get('tracks'), MOST_TRACKS).list((item) => ({
      cut: item.get('cut').finite(),
      last: item.get('last').finite(),
      born: row(item, 'born'),
      stable: item.get('stable').truth(),
      told: item.get('told').truth(),
      missedSince: item.get('missedSince').optional((f) => f.index()),
    })),
  }
  field.attempt(() => BoundaryWatch.restore(state))
  return state
}
