import { DataError } from '../../errors.ts'
import { tableRows } from '../../summaries/column-table.ts'
import type { Note, Table, Target } from '../../types.ts'
import { check, knownOptions, mustBe, real } from '../../util/check.ts'
import { type Binning, type Column, hasCuts } from '../binning.ts'
import type { RecountOptions } from '../use/recount.ts'
import { cellsCounted, driftCells } from './drift-cells.ts'
import { OUTSIDE_SHARE, type PopulationSides, populationVerdict } from './drift-population.ts'
import { judgeRates, testRates } from './drift-rates.ts'
import { rateReason } from './drift-reasons.ts'
import { driftSlots } from './drift-slots.ts'
import type { ColumnDrift, ColumnRate, Drift, Outside } from './drift-types.ts'
import { outsideLevels, outsideRange } from './outside-fit.ts'
import { overallRate } from './overall-rate.ts'
import { type CountedRows, type NewRows, rowsOfSummaries, rowsOfTable } from './new-rows.ts'
import { rowEvidence } from './row-evidence.ts'
import { designSides } from './share-design.ts'
import { withUnseenLevels } from './unseen-levels.ts'
import { calledAs } from '../../util/called-as.ts'

/** Options of `compareDrift`: where target and weights are, and how sure a verdict must be. */
export type DriftOptions = RecountOptions & {
  /** chance of a false verdict: of a column for its population, of all columns together for rates; default 0.05 */
  readonly level?: number | undefined
  /** rows added to every count of both sides for the stability index; default 0.5 */
  readonly smoothing?: number | undefined
}

const LEVEL = real({ above: 0, below: 1 })
const SMOOTHING = real({ above: 0 })

/**
 * New rows against the rows of the fit. Per column whether the population moved, and with a target whether rates (or
 * means) changed given the value: judged over the reference cells, which had no part in choosing the bins, and shown bin by
 * bin. Missing values, special codes and levels that the fit did not see are cells too. O(rows · log rows) per column.
 *
 *     // The same shop later, with customers eight years older on the whole:
 *     const drift = compareDrift(binning, later)
 *     console.log(drift.columns[0]?.level) // → large
 */
export function compareDrift(binning: Binning, table: Table, options: DriftOptions = {}): Drift {
  mustBe('compareDrift', 'binning', binning)
  return calledAs('compareDrift', () => {
    knownOptions('compareDrift', options, { target: 1, weights: 1, level: 1, smoothing: 1 })
    const { level, smoothing, ...where } = options
    tableRows('compareDrift', table)
    return compareRows(binning, rowsOfTable(binning, table, where), { level, smoothing })
  })
}

/** The same for new rows of which there are summaries, such as a database counts: what `compareDrift` gives of the rows. */
export function compareDriftCounts(
  binning: Binning,
  counted: CountedRows,
  options: Pick<DriftOptions, 'level' | 'smoothing'> = {},
): Drift {
  return calledAs('compareDrift', () => compareRows(binning, rowsOfSummaries(counted), options))
}

function compareRows(
  binning: Binning,
  rows: NewRows,
  { level = 0.05, smoothing = 0.5 }: Pick<DriftOptions, 'level' | 'smoothing'>,
): Drift {
  check('compareDrift', 'level', LEVEL, level)
  check('compareDrift', 'smoothing', SMOOTHING, smoothing)
  const counted = countBothSides(binning, rows)
  const { reference, population, labelled, target } = counted
  const rates = columnRates(counted, level)
  const columns = reference.columns.map((before, i): ColumnDrift => {
    const sides = counted.sides[i]
    const outside = outsideOf(before, counted, { rows, level, at: i })
    const [now, withLabels] = [population.columns[i], labelled?.columns[i] ?? null]
    return {
      name: before.name,
      kind: before.kind,
      ...driftSlots({ before, now, labelled: withLabels, target, effects: sides.effects }, smoothing),
      ...populationVerdict({ ...sides, outside }, { level, smoothing }),
      comparedOver: sides.cells.over,
      rate: rates.columns[i] ?? null,
      notes: columnNotes(before, counted.unseen[i]),
    }
  })
  const { name, rows: fitted } = binning.created.source
  return {
    format: 'kerf-drift',
    version: 1,
    reference: { name, rows: fitted },
    current: { name: null, rows: rows.rows },
    target,
    smoothing,
    level,
    rate: rates.overall === null ? null : overallRate(rates.overall, columns, level),
    columns,
    periods: null,
    notes: [...targetNotes(binning.target, target), ...weightNotes(binning, rows.weighted), ...cellNotes(columns)],
  }
}

/** Everything counted: the rows of the fit, the new rows, and those of them that have a label. */
interface Counting {
  /** the binning, with cells for levels that only the new rows have */
  readonly reference: Binning
  readonly unseen: readonly (readonly string[])[]
  readonly population: Binning
  readonly labelled: Binning | null
  /** null where one of the sides has none */
  readonly target: Target | null
  readonly sides: readonly Omit<PopulationSides, 'outside'>[]
}

function countBothSides(binning: Binning, rows: NewRows): Counting {
  const { reference, unseen } = withUnseenLevels(binning, (name) => rows.levels(name))
  const { population, labelled } = countNow(reference, rows)
  const sides = reference.columns.map((column, i) => {
    const before = cellsCounted(column)
    if (before.every(({ count }) => count === 0)) {
      throw new DataError(`drift: column ${column.name} has no counts in the binning to compare with`)
    }
    const now = cellsCounted(population.columns[i])
    return { cells: driftCells(column), before, now, effects: designSides(before, now, rows.effect) }
  })
  const target = reference.target === null ? null : (labelled?.target ?? null)
  return { reference, unseen, population, labelled, target, sides }
}

/**
 * The new rows in the bins, and those of them that have a label. A row without a label still belongs to the population:
 * labels often come later than rows.
 */
function countNow(reference: Binning, rows: NewRows): { population: Binning; labelled: Binning | null } {
  const labelled = rows.count(reference, 'labelled')
  if (labelled.target === null) return { population: labelled, labelled: null }
  const partly = labelled.columns.some(({ notes }) => notes.some(({ code }) => code === 'unlabelled'))
  return { population: partly ? rows.count(reference, 'all') : labelled, labelled }
}

/** What happened to the target: of all rows, and given the values of each column. */
function columnRates(
  { labelled, target, sides }: Counting,
  level: number,
): { overall: ColumnRateOverall; columns: ColumnRate[] } {
  if (labelled === null || target === null) return { overall: null, columns: [] }
  const tested = sides.map(({ cells, before, effects }, i) => {
    const both = { before, now: cellsCounted(labelled.columns[i]), ordered: cells.ordered }
    return testRates({ ...both, worth: rowEvidence(both, effects.now) }, cells, target, effects)
  })
  const overall = tested[0]?.change ?? null
  const judged = judgeRates(tested, level, overall?.pValue ?? null)
  return { overall, columns: judged.map((rate) => ({ ...rate, reason: rateReason(rate, level) })) }
}

type ColumnRateOverall = ReturnType<typeof testRates>['change'] | null

/** What lies beyond the fit in a column of the new rows. */
function outsideOf(
  column: Column,
  { sides, unseen }: Counting,
  { rows, level, at }: { readonly rows: NewRows; readonly level: number; readonly at: number },
): Outside | null {
  const { cells, before, now } = sides[at]
  const given = ({ missing }: typeof cells, side: typeof before): number =>
    side.slice(0, missing).reduce((sum, { count }) => sum + count, 0)
  const both = { before: given(cells, before), now: given(cells, now), level: level * OUTSIDE_SHARE }
  if (hasCuts(column)) return outsideRange(rows.beyond(column), both)
  const end = cells.rest ?? cells.missing
  const known = column.bins.reduce((sum, bin) => sum + bin.levels.length, 0) - unseen[at].length
  const levels = { before: before.slice(0, end), now: now.slice(0, end), known }
  // Over bins all levels that the fit did not see are in one.
  const named = cells.over === 'bins' ? unseen[at].slice(0, 1) : unseen[at]
  const outside = outsideLevels(named, levels, both)
  return outside === null ? null : { ...outside, levels: unseen[at] }
}

function columnNotes(column: Column, unseen: readonly string[]): Note[] {
  const notes: Note[] = []
  if (unseen.length > 0) {
    const named = unseen.slice(0, 5).map((level) => JSON.stringify(level))
    const more = unseen.length > named.length ? ' …' : ''
    const many = unseen.length === 1 ? '1 level' : `${unseen.length} levels`
    notes.push({ code: 'unseen-levels', message: `${many} the fit did not see: ${named.join(', ')}${more}` })
  }
  if (!column.countsExact) {
    const message = 'the counts of the reference are an estimate, since bins were edited or cells were coarse'
    notes.push({ code: 'estimated-reference', message })
  }
  return notes
}

function targetNotes(fitted: Target | null, found: Target | null): Note[] {
  if (fitted === null || found !== null) return []
  const message = `the new rows have no column ${fitted.name ?? 'of the target'}, so rates are not compared`
  return [{ code: 'no-target', message }]
}

function weightNotes({ created }: Binning, weighted: boolean): Note[] {
  if (created.weights === undefined || weighted) return []
  const message = `the fit was weighted by ${created.weights}, the new rows have no weights and count 1 each`
  return [{ code: 'no-weights', message }]
}

/** Says once that bins had to stand in for reference cells. */
function cellNotes(columns: readonly ColumnDrift[]): Note[] {
  const over = columns.filter(({ comparedOver }) => comparedOver === 'bins')
  if (over.length === 0) return []
  const named = over.slice(0, 3).map(({ name }) => JSON.stringify(name))
  const which =
    over.length === columns.length ? 'the binning has' : `${named.join(', ')}${over.length > 3 ? ' …' : ''} have`
  const rated = over.some(({ rate }) => rate !== null)
  const message = `${which} no reference cells, so bins were compared${rated ? '; rates of bins chosen on the same rows flatter, so "shifted" may be chance' : ''}; fit again to have cells`
  return [{ code: 'compared-over-bins', message }]
}
