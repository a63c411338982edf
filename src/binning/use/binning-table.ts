import { entropy, totalEntropy } from '../../measures/entropy.ts'
import { type EventCounts, informationValueTerm, weightOfEvidence } from '../../measures/weight-of-evidence.ts'
import { variance } from '../../measures/conditional-variance.ts'
import { neighboursPValue } from '../../measures/neighbours-p-value.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Target } from '../../types.ts'
import { type Column, type Counted, hasCuts } from '../binning.ts'
import { addCounted, zeroLike } from '../count-bins.ts'
import { fullSlotLabels } from '../labels.ts'
import { mustBe } from '../../util/check.ts'

/** A line of a binning table. Fields that need another kind of target are null. */
export interface TableRow {
  /** the bin, level, missing value or code in words */
  readonly label: string
  /** rows, whatever their weight */
  readonly count: number
  /** Σw; equal to count when unweighted */
  readonly weight: number
  /** share of all weight */
  readonly share: number
  /** class target: Σw per class and their shares within the line */
  readonly classes: readonly number[] | null
  /** class target: share of each class within the line */
  readonly rates: readonly number[] | null
  /** class target with an event (or two classes: the second is the event): its share within the line */
  readonly rate: number | null
  /** weight of evidence: ln(share of the event / share of the rest); above 0 where the event is overrepresented */
  readonly woe: number | null
  /** what the line adds to the information value; the total line has their sum */
  readonly iv: number | null
  /** class target: bits per row the line adds to the gain; the total line has their sum */
  readonly gain: number | null
  /** numeric target: mean and standard deviation within the line */
  readonly mean: number | null
  /** numeric target: standard deviation within the line */
  readonly deviation: number | null
  /** bins whose method compares neighbours: the p-value of this bin and the one before being alike; absent elsewhere */
  readonly pValue?: number | null
}

/** The bins of a column as lines of a table, and their total. */
export interface BinningTable {
  /** the class that rate, woe and iv speak of */
  readonly event: string | null
  /** one line per bin or level, then missing values and special codes that hold rows */
  readonly rows: readonly TableRow[]
  /** all lines together */
  readonly total: TableRow
}

/**
 * The bins of a column as a table with a total line. What a policy sends to a bin is counted there; missing and special
 * lines appear where they hold rows. WoE is ln(share of the event / share of the rest).
 *
 *     const { rows } = binningTable(column(binning, 'age'), binning.target)
 *     console.log(rows.map(({ label, count, rate }) => `${label}: ${count} rows, ${rate?.toFixed(2)} bought`))
 *     // → [ '< 30.5: 91 rows, 0.12 bought', '≥ 30.5: 209 rows, 0.93 bought' ]
 *
 * @param target the target of the binning, `binning.target`
 */
export function binningTable(column: Column, target: Target | null): BinningTable {
  mustBe('binningTable', 'column', column)
  const event = eventClass(target)
  const lines = slotTallies(column)
  const all = lines.map((line) => line.counted).reduce(addCounted, zeroLike(column.missing))
  const whole = { all, event: target?.kind === 'class' && event !== null ? target.classes.indexOf(event) : -1 }
  const pValues = neighbourPValues(column, lines, whole.event)
  const rows = lines.map(({ label, counted }, i) => ({
    ...tableRow(label, counted, whole),
    ...(pValues === null ? {} : { pValue: pValues[i] ?? null }),
  }))
  const sum = (pick: (row: TableRow) => number | null): number | null =>
    rows.length === 0 || pick(rows[0]) === null ? null : rows.reduce((total, row) => total + (pick(row) ?? 0), 0)
  const total = {
    ...tableRow('total', all, whole),
    woe: sum((row) => row.woe) === null ? null : 0,
    iv: sum((row) => row.iv),
    gain: sum((row) => row.gain),
  }
  return { event, rows, total }
}

/** The method that compares neighbours by a p-value; other methods say nothing of it. */
const COMPARING = 'optimal'

/** How like each bin and the one before it are, null for the first; null where the method does not compare neighbours. */
function neighbourPValues(
  column: Column,
  lines: readonly { readonly counted: Counted }[],
  event: number,
): (number | null)[] | null {
  if (!hasCuts(column) || column.method !== COMPARING) return null
  const bins = lines.slice(0, column.bins.length).map(({ counted }) => counted)
  const present = (bins[0]?.classes ?? []).filter((_, c) => bins.some(({ classes }) => (classes?.[c] ?? 0) > 0)).length
  const test = { event, degrees: Math.max(1, present - 1) }
  return bins.map((counted, i) => (i === 0 ? null : neighboursPValue(bins[i - 1], counted, test)))
}

/** What each slot holds once policies are followed; missing and special ones only where they hold rows. */
export function slotTallies(column: Column): { label: string; counted: Counted }[] {
  return everySlot(column).filter(({ counted }, i) => i < column.bins.length || counted.count > 0)
}

/** The same with every slot that `assign` can answer, so that two countings of one column can be put side by side. */
export function everySlot(column: Column): { label: string; counted: Counted }[] {
  const labels = fullSlotLabels(column)
  const asides = [column.missing, ...(hasCuts(column) ? column.special : [])]
  const slots = [...column.bins, ...asides].map((counted, i) => ({ label: labels[i], counted: counted as Counted }))
  asides.forEach((aside, i) => {
    if (aside.bin === null) return
    slots[aside.bin].counted = addCounted(slots[aside.bin].counted, aside)
    slots[column.bins.length + i].counted = zeroLike(aside)
  })
  return slots
}

/** `whole` has the counts of all lines, and the number of the event's class, −1 where there is none. */
function tableRow(
  label: string,
  counted: Counted,
  { all, event }: { readonly all: Counted; readonly event: number },
): TableRow {
  const weight = counted.weight ?? counted.count
  const totalWeight = all.weight ?? all.count
  const classes = counted.classes ?? null
  const rates = classes === null ? null : classes.map((count) => (weight === 0 ? 0 : count / weight))
  const own = eventCounts(counted, event)
  const whole = eventCounts(all, event)
  const defined = own !== null && whole !== null && whole.event > 0 && whole.rest > 0
  const numeric = counted.sum !== undefined && counted.sumSquares !== undefined && weight > 0
  return {
    label,
    count: counted.count,
    weight,
    share: totalWeight === 0 ? 0 : weight / totalWeight,
    classes,
    rates,
    rate: own === null || rates === null ? null : rates[event],
    woe: defined ? (weight === 0 ? 0 : weightOfEvidence(own, whole)) : null,
    iv: defined ? (weight === 0 ? 0 : informationValueTerm(own, whole)) : null,
    gain: classes === null ? null : gainTerm(classes, weight, all.classes ?? [], totalWeight),
    mean: numeric ? counted.sum / weight : null,
    deviation: numeric ? Math.sqrt(variance(weight, counted.sum, counted.sumSquares)) : null,
  }
}

function eventCounts({ classes }: Counted, at: number): EventCounts | null {
  if (classes === undefined || at < 0) return null
  return { event: classes[at], rest: classes.reduce((sum, count, i) => sum + (i === at ? 0 : count), 0) }
}

/** What a line adds to the gain: its share of the whole entropy less its own entropy, per row of the whole. */
function gainTerm(classes: readonly number[], weight: number, all: readonly number[], totalWeight: number): number {
  if (weight === 0 || totalWeight === 0) return 0
  return (weight * entropy(all) - totalEntropy(classes, weight)) / totalWeight
}
