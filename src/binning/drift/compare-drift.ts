import { DataError } from '../../errors.ts'
import { kolmogorovSmirnov } from '../../measures/divergence.ts'
import { independenceTest } from '../../measures/independence.ts'
import { populationStability } from '../../measures/psi.ts'
import { labelText } from '../../summaries/mark-rows.ts'
import { tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { LabelValues, Note, Table, Target } from '../../types.ts'
import { check, real } from '../../util/check.ts'
import { unusedName } from '../../util/suggest.ts'
import { type Binning, type CategoryColumn, type Column, type Counted, hasCuts } from '../binning.ts'
import { zeroLike } from '../count-bins.ts'
import { adjustRates, columnRate, slotRate } from './drift-rates.ts'
import type { ColumnDrift, Drift, SideCount, SlotDrift } from './drift-types.ts'
import { levelOf, populationReason } from './drift-reasons.ts'
import { recount, type RecountOptions } from '../use/recount.ts'
import { everySlot } from '../use/binning-table.ts'

export type DriftOptions = RecountOptions & {
  /** chance of a false verdict: of a column for its population, of all columns together for rates; default 0.05 */
  readonly level?: number | undefined
  /** rows added to every count of both sides for the stability index; default 0.5 */
  readonly smoothing?: number | undefined
}

const LEVEL = real({ above: 0, below: 1 })
const SMOOTHING = real({ above: 0 })

/**
 * New rows against the rows of the fit, in the same bins: per column the population stability index with what each bin adds
 * and what chance alone would give; and with a target, whether rates (or means) inside the bins changed. Missing values,
 * special codes and levels that the fit did not see count as bins. O(rows · log rows) per column.
 */
export function compareDrift(binning: Binning, table: Table, options: DriftOptions = {}): Drift {
  const { level = 0.05, smoothing = 0.5, ...where } = options
  check('compareDrift', 'level', LEVEL, level)
  check('compareDrift', 'smoothing', SMOOTHING, smoothing)
  const rows = tableRows('compareDrift', table)
  const { reference, notes } = withUnseenLevels(binning, table)
  const { population, labelled } = countNow(reference, table, where)
  const target = reference.target === null ? null : (labelled?.target ?? null)
  const columns = reference.columns.map((column, i) => {
    const drift = columnDrift(column, population.columns[i], { level, smoothing })
    const told = [...notes[i], ...(column.countsExact ? [] : [ESTIMATED])]
    if (labelled === null || target === null) return { ...drift, rate: null, notes: told }
    return { ...withRates(drift, column, labelled.columns[i], target), notes: told }
  })
  const { name } = binning.created.source
  return {
    format: 'kerf-drift',
    version: 1,
    reference: { name, rows: binning.created.source.rows },
    current: { name: null, rows },
    target,
    smoothing,
    level,
    columns: adjustRates(columns, level),
    periods: null,
    notes: targetNotes(binning.target, target),
  }
}

const ESTIMATED: Note = {
  code: 'estimated-reference',
  message: 'the counts of the reference are an estimate, since bins were edited or cells were coarse',
}

function targetNotes(fitted: Target | null, found: Target | null): Note[] {
  if (fitted === null || found !== null) return []
  const message = `the new rows have no column ${fitted.name ?? 'of the target'}, so rates are not compared`
  return [{ code: 'no-target', message }]
}

/**
 * The new rows in the bins, and those of them that have a label. A row without a label still belongs to the population:
 * labels often come later than rows.
 */
function countNow(
  reference: Binning,
  table: Table,
  where: RecountOptions,
): { population: Binning; labelled: Binning | null } {
  const labelled = recount(reference, table, where)
  if (labelled.target === null) return { population: labelled, labelled: null }
  const partly = labelled.columns.some(({ notes }) => notes.some(({ code }) => code === 'unlabelled'))
  if (!partly) return { population: labelled, labelled }
  return { population: recount({ ...reference, target: null }, table, { weights: where.weights }), labelled }
}

/** The reference with a bin of no rows for the levels that only the new rows have, and what there is to tell of them. */
function withUnseenLevels(binning: Binning, table: Table): { reference: Binning; notes: Note[][] } {
  const notes: Note[][] = []
  const columns = binning.columns.map((column): Column => {
    const unseen = hasCuts(column) ? [] : unseenLevels(column, tableColumn('compareDrift', table, column.name))
    if (hasCuts(column) || unseen.length === 0) {
      notes.push([])
      return column
    }
    const named = unseen.slice(0, 5).map((level) => JSON.stringify(level))
    const more = unseen.length > named.length ? ' …' : ''
    const many = unseen.length === 1 ? '1 level' : `${unseen.length} levels`
    notes.push([{ code: 'unseen-levels', message: `${many} the fit did not see: ${named.join(', ')}${more}` }])
    const labels = column.bins.map(({ label }) => label)
    const bin = { label: unusedName('not seen before', labels), levels: unseen, ...zeroLike(column.missing) }
    return { ...column, bins: [...column.bins, bin] }
  })
  return { reference: { ...binning, columns }, notes }
}

function unseenLevels({ bins }: CategoryColumn, values: ArrayLike<unknown>): string[] {
  const known = new Set(bins.flatMap((bin) => bin.levels))
  const unseen = new Set<string>()
  for (let row = 0; row < values.length; row++) {
    const text = labelText((values as LabelValues)[row])
    if (text !== null && !known.has(text)) unseen.add(text)
  }
  return [...unseen].toSorted()
}

const weightOf = ({ count, weight = count }: Counted): number => weight

function columnDrift(
  before: Column,
  now: Column,
  options: { readonly level: number; readonly smoothing: number },
): ColumnDrift {
  const [old, fresh] = [everySlot(before), everySlot(now)]
  const weights = [old, fresh].map((slots) => slots.map(({ counted }) => weightOf(counted)))
  const totals = weights.map((list) => list.reduce((sum, weight) => sum + weight, 0))
  if (totals[0] === 0) throw new DataError(`drift: column ${before.name} has no counts in the binning to compare with`)
  const { psi, terms, critical, pValue } = populationStability(weights[0], weights[1], options)
  const side = ({ counted }: { counted: Counted }, total: number): SideCount => {
    const weight = weightOf(counted)
    return { count: counted.count, weight, share: total === 0 ? 0 : weight / total }
  }
  const slots = old.map((slot, i): SlotDrift => ({
    label: slot.label,
    before: side(slot, totals[0]),
    now: side(fresh[i], totals[1]),
    psi: terms[i],
    rate: null,
  }))
  const shown = slots.filter((slot, i) => i < before.bins.length || slot.before.count + slot.now.count > 0)
  const level = levelOf(psi, critical)
  const bins = before.bins.length
  return {
    name: before.name,
    kind: before.kind,
    slots: shown,
    psi,
    critical,
    pValue,
    chiSquarePValue: independenceTest(weights).pValue,
    ks: hasCuts(before) ? kolmogorovSmirnov(weights[0].slice(0, bins), weights[1].slice(0, bins)) : null,
    level,
    reason: populationReason(psi, critical, level, shown),
    rate: null,
    notes: [],
  }
}

/** The same with what happened to the target, slot by slot and overall. */
function withRates(drift: ColumnDrift, before: Column, now: Column, target: Target): ColumnDrift {
  const [old, fresh] = [everySlot(before), everySlot(now)]
  const rates = new Map(old.map(({ label, counted }, i) => [label, slotRate(counted, fresh[i].counted, target)]))
  return {
    ...drift,
    slots: drift.slots.map((slot) => ({ ...slot, rate: rates.get(slot.label)?.change ?? null })),
    rate: columnRate(
      old.map(({ counted }) => counted),
      fresh.map(({ counted }) => counted),
      target,
    ),
  }
}
