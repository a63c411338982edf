import type { ColumnDrift, Drift, DriftLevel, SlotDrift } from '../binning/drift/drift-types.ts'
import { mustBe } from '../util/check.ts'
import { csvText, exact } from './table-csv.ts'
import { counted, fixedText, NONE, percentText, pValueText } from './number-text.ts'

const BIN_HEAD =
  'period,column,kind,bin,count_before,count_now,share_before,share_now,psi_term,rate_of,rate_before,rate_now,rate_p_value'
const COLUMN_HEAD =
  'column_psi,column_critical,column_verdict,column_rate_p_value,column_rates,column_bins_psi,column_p_value,column_rate_change,column_rate_where'

/**
 * A comparison as CSV, one line per bin of every column, after the whole also period by period. Numbers in full; what does
 * not apply is an empty field.
 *
 *     const csv = driftCsv(compareDrift(binning, later))
 *     console.log(csv.split('\n')[1]?.split(',').slice(1, 4)) // → [ 'age', 'number', '< 30.5' ]
 */
export function driftCsv({ columns, periods }: Drift): string {
  const parts = [{ label: '', columns }, ...(periods?.list ?? [])]
  const lines = parts.flatMap((part) => part.columns.flatMap((column) => columnLines(part.label, column)))
  return csvText([...BIN_HEAD.split(','), ...COLUMN_HEAD.split(',')], lines)
}

function columnLines(period: string, column: ColumnDrift): string[][] {
  const { rate: whole } = column
  return column.slots.map(({ label, before, now, psi, rate }) => [
    period,
    column.name,
    column.kind,
    label,
    ...[before.count, now.count, before.share, now.share, psi].map(exact),
    rate?.of ?? '',
    ...[rate?.before ?? null, rate?.now ?? null, rate?.pValue ?? null].map(exact),
    ...[column.psi, column.critical].map(exact),
    column.level,
    exact(whole?.adjustedPValue ?? null),
    whole === null ? '' : whole.shifted ? 'shifted' : 'stable',
    ...[column.binsPsi, column.pValue].map(exact),
    whole?.change ?? '',
    whole?.where?.words ?? '',
  ])
}

/** What is told of a column that was compared. */
export interface DriftColumnTexts {
  /** name of the column */
  readonly name: string
  /** the index */
  readonly psi: string
  /** what chance alone seldom takes the index beyond */
  readonly chance: string
  /** the verdict on the population with its figures */
  readonly population: string
  /** the verdict on the rates in a word or two, and with its figures; null without a target on both sides */
  readonly rates: { readonly verdict: string; readonly words: string } | null
  /** the figures of each bin, in the order of `slots` */
  readonly slots: readonly DriftSlotTexts[]
}

/** The figures of a bin, level, missing value or special code on both sides. */
export interface DriftSlotTexts {
  /** the bin in words */
  readonly label: string
  /** what it adds to the index of the bins */
  readonly psi: string
  /** its rate (or mean) before */
  readonly before: string
  /** its rate (or mean) now */
  readonly now: string
  /** the p-value of that change, which describes and does not judge */
  readonly pValue: string
}

/** What is told of a comparison. */
export interface DriftTexts {
  /** what was compared with what */
  readonly title: string
  /** what happened to the target as a whole; empty without one */
  readonly target: string
  /** the verdict on the rate of the whole table; empty where it did not change */
  readonly overall: string
  /** how the figures are read, in sentences */
  readonly how: readonly string[]
  /** the columns, those whose change is surest first */
  readonly columns: readonly DriftColumnTexts[]
}

/**
 * The sentences and verdicts of a comparison for pages of your own, the column whose change is surest first: by the
 * smaller p-value of its population and of rates of its own, then by the index.
 *
 *     const texts = driftTexts(compareDrift(binning, later))
 *     console.log(texts.title) // → 300 rows against 300 rows
 */
export function driftTexts(drift: Drift): DriftTexts {
  mustBe('driftTexts', 'drift', drift)
  const chanceOf = ({ pValue, rate }: ColumnDrift): number =>
    Math.min(pValue, rate?.change === 'own' ? (rate.adjustedPValue ?? 1) : 1)
  const sorted = drift.columns.toSorted((a, b) => chanceOf(a) - chanceOf(b) || b.psi - a.psi)
  return {
    title: driftTitle(drift),
    target: targetSentence(drift),
    overall: overallSentence(drift),
    how: howToReadDrift(drift),
    columns: sorted.map(({ name, psi, critical, reason, rate, slots }) => ({
      name,
      psi: psiText(psi),
      chance: psiText(critical),
      population: reason,
      rates: rate === null ? null : { verdict: rateVerdict(rate), words: rate.reason },
      slots: slots.map(slotTexts),
    })),
  }
}

function slotTexts({ label, psi, rate }: SlotDrift): DriftSlotTexts {
  const of = rate?.of ?? null
  return {
    label,
    psi: psiText(psi),
    before: rateText(rate?.before ?? null, of),
    now: rateText(rate?.now ?? null, of),
    pValue: pValueText(rate?.pValue ?? null),
  }
}

/** How the figures of a comparison are read, in sentences. */
export function howToReadDrift({ target, level, smoothing, columns }: Drift): string[] {
  const percent = Number((100 * level).toPrecision(3))
  return [
    `PSI is the population stability index, with ${smoothing} added to every count.`,
    `It is taken over about ten ranges of values that had no part in choosing the bins. "Chance" is what it seldom exceeds when nothing changed; beyond chance a column is slight below 0.1, moderate below 0.25, large above. A column is called moved by chance in at most ${percent} % of cases.`,
    ...(target === null
      ? []
      : [
          `Rates are tested given the value, whatever the population does; p is corrected for ${counted(columns.length, 'column')}. "As overall" is no more than the change of the overall rate. The p of a bin describes it and proves nothing, since bins were chosen for their rates.`,
        ]),
  ]
}

/** What was compared with what. */
export function driftTitle({ reference, current }: Drift): string {
  const side = ({ name, rows }: Drift['current']): string =>
    name === null ? counted(rows, 'row') : `${name} (${counted(rows, 'row')})`
  return `${side(current)} against ${side(reference)}`
}

/** What happened to the target as a whole, in a sentence; nothing without one. */
export function targetSentence({ target, columns }: Drift): string {
  const rate = columns[0]?.rate
  if (target === null || rate == null) return ''
  const text = (x: number | null): string => rateText(x, rate.of)
  const what = rate.of === null ? `mean of ${target.name ?? 'the target'}` : `${target.name ?? 'target'} = ${rate.of}`
  return `${what}: ${text(rate.before)} before, ${text(rate.now)} now`
}

/** What is told of the rate of the whole table, once; nothing where it did not change. */
export function overallSentence({ rate, level }: Drift): string {
  return rate === null || rate.pValue === null || rate.pValue > level ? '' : rate.reason
}

/** The verdict on the rates of a column in a word or two. */
export function rateVerdict(rate: ColumnDrift['rate']): string {
  if (rate === null) return NONE
  return rate.change === 'none' ? 'stable' : rate.change === 'overall' ? 'as overall' : 'shifted'
}

/** A rate as percent, or a mean in five digits. */
export function rateText(x: number | null, of: string | null): string {
  if (x === null) return NONE
  return of === null ? String(Number(x.toPrecision(5))) : percentText(x, 1)
}

/** An index in four decimals, more where it would show as nothing. */
export function psiText(x: number | null): string {
  if (x === null) return NONE
  return x > 0 && x < 0.0001 ? '<0.0001' : fixedText(x, 4)
}

/** The index at which a bar is full: the largest of all columns, so that none is cut off, and at least 0.5. */
export function fullPsi(columns: readonly ColumnDrift[]): number {
  return columns.reduce((most, { psi }) => Math.max(most, psi), 0.5)
}

/** Whether there is anything to tell of a column by itself; a change of the overall rate is told once for the table. */
export function drifted({ level, rate }: ColumnDrift): boolean {
  return level !== 'stable' || rate?.change === 'own'
}

/** Columns whose population or rates moved most come first; the order of the file otherwise. */
export function byDrift(columns: readonly ColumnDrift[]): ColumnDrift[] {
  const order: readonly DriftLevel[] = ['large', 'moderate', 'slight', 'stable']
  const rank = ({ level, rate }: ColumnDrift): number =>
    2 * Math.min(order.indexOf(level), rate?.change === 'own' ? 2 : 3) - (rate?.change === 'own' ? 1 : 0)
  return columns.toSorted((a, b) => rank(a) - rank(b) || b.psi - a.psi)
}

/** The first of the periods up to the last in which a column was never stable; null when it is stable in the last. */
export function driftSince(drift: Drift, name: string): string | null {
  const list = drift.periods?.list ?? []
  let since: string | null = null
  for (const { label, columns } of list.toReversed()) {
    const column = columns.find((one) => one.name === name)
    if (column === undefined || !(drifted(column) || column.rate?.shifted === true)) break
    since = label
  }
  return since
}
