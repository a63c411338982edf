import { readCuts } from '../../binning/read-column.ts'
import { numbersAt } from '../../summaries/saved/read-numbers.ts'
import type { Field } from '../../util/saved-json.ts'
import { BoundaryWatch, type BoundaryState } from './boundary-drift.ts'
import type { DetectorState } from './change-types.ts'
import { type AlarmSettings, type ColumnAlarmsState, FIRST_ROWS } from './column-alarms.ts'
import { ConceptWatch, type ConceptState } from './concept-drift.ts'
import { PopulationWatch, type PopulationState } from './population-drift.ts'

/** Reads what the watches of a column remember; a wrong field is refused with its path. */
export function readColumnAlarms(field: Field, column: string, settings: AlarmSettings): ColumnAlarmsState {
  const first = field.get('first').optional((f) => ({
    rows: f.get('rows').index(FIRST_ROWS - 1),
    values: Array.from(numbersAt(f.get('values'), null)),
  }))
  if (first !== null && first.values.length > first.rows)
    field.get('first').get('values').fail('at most as many as rows')
  const cells = readCuts(field.get('cells'))
  const classCells = readCuts(field.get('classCells'))
  const wanted = (kind: 'population' | 'boundary'): void => {
    const watched = settings.kinds.includes(kind) && (kind === 'boundary' || first === null)
    if ((field.get(kind).value === null) === watched) field.get(kind).fail(watched ? 'a watch' : 'null')
  }
  wanted('population')
  wanted('boundary')
  return {
    first,
    cells,
    classCells,
    population: field.get('population').optional((f) => readPopulation(f, column, cells.length + 2)),
    concept: field.get('concept').optional((f) => readConcept(f, column, classCells.length + 2)),
    boundary: field.get('boundary').optional((f) => readBoundary(f, column)),
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
  const classes = field.get('classes').list((item) => item.text())
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
  return { runLength: field.get('runLength').finiteAmount(), learn: field.get('learn').index() }
}

function readDetector(field: Field, contexts: number, symbols: number): DetectorState {
  const size = contexts * symbols
  const list = (name: string, length: number | null = null): number[] =>
    Array.from(numbersAt(field.get(name), length, false, 0))
  const lists = (name: string, length: number | null): number[][] =>
    field.get(name).list((item) => Array.from(numbersAt(item, length, false, 0)))
  const sumsOf = (sums: Field): number[][] =>
    sums.items().length === contexts ? lists('sums', null) : sums.fail(`${contexts} lists`)
  const last = field.get('last').list((item) => item.index(size - 1))
  const counts = list('counts', size)
  const totals = list('totals', contexts)
  checkCounts(field, counts, totals, last)
  return {
    seen: field.get('seen').finiteAmount(),
    learned: field.get('learned').finiteAmount(),
    counts,
    totals,
    tiltCounts: field.get('tiltCounts').optional((f) => Array.from(numbersAt(f, size, false, 0))),
    sums: sumsOf(field.get('sums')),
    scores: list('scores'),
    runs: list('runs'),
    startRows: list('startRows'),
    startSeen: list('startSeen'),
    recent: lists('recent', size),
    recentTotals: lists('recentTotals', contexts),
    scale: list('scale'),
    last,
  }
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
    tracks: field.get('tracks').list((item) => ({
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
