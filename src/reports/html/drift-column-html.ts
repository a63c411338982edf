import type { ColumnDrift, Drift, SlotDrift } from '../../binning/drift/drift-types.ts'
import { driftSince, psiText, rateText } from '../drift-texts.ts'
import { countText, NONE, percentText } from '../number-text.ts'
import { printable } from '../printed-text.ts'
import { pValueText } from '../rank-texts.ts'
import { swatch } from './legend-html.ts'
import { escaped, figureHtml, nameHtml, sentence } from '../markup.ts'
import { BEFORE, NOW, pairsChart } from './charts/pairs-chart.ts'
import { periodsChart } from './charts/periods-chart.ts'
import type { DocumentLike } from './charts/svg-text.ts'

/** Bins and levels drawn in a chart, and lines written in a table. */
const MOST_DRAWN = 16
const MOST_LINES = 60

/** One column in full: the verdicts and why, its charts, its table. */
export function driftSection(column: ColumnDrift, id: string, drift: Drift, document: DocumentLike): string {
  return `<section id="${id}"><h2>${nameHtml(column.name)}</h2>${facts(column, drift)}${body(column, drift, document)}</section>`
}

/** One column that is closed until it is opened, without charts. */
export function driftDetails(column: ColumnDrift, id: string, drift: Drift): string {
  return `<details id="${id}"><summary>${nameHtml(column.name)} <span>PSI ${psiText(column.psi)}</span></summary>${facts(column, drift)}${slotTable(column)}</details>`
}

function facts(column: ColumnDrift, drift: Drift): string {
  const since = driftSince(drift, column.name)
  const verdict = [
    `population ${column.level}`,
    ...(column.rate === null ? [] : [`rates ${column.rate.shifted ? 'shifted' : 'stable'}`]),
    ...(since === null ? [] : [`since ${since}`]),
  ]
  const lines = [
    `<p class="facts">${verdict.map(sentence).join(' · ')}</p>`,
    `<p>Population: ${sentence(column.reason)}.</p>`,
    ...(column.rate === null ? [] : [`<p>Rates: ${sentence(column.rate.reason)}.</p>`]),
    ...column.notes.map(({ message }) => `<p class="facts">Note: ${sentence(message)}.</p>`),
  ]
  return lines.join('')
}

function body(column: ColumnDrift, drift: Drift, document: DocumentLike): string {
  const drawn = mostMoved(column.slots, MOST_DRAWN)
  const parts = [sharesFigure(column, drawn, document)]
  if (column.rate !== null) parts.push(ratesFigure(column, drawn, document))
  if ((drift.periods?.list.length ?? 0) > 1) parts.push(periodsFigure(column, drift, document))
  return `<div class="charts">${parts.join('')}</div>${slotTable(column)}`
}

const LEGEND = `<ul class="legend"><li>${swatch(BEFORE)}before</li><li>${swatch(NOW)}now</li></ul>`

function sharesFigure({ name }: ColumnDrift, slots: readonly SlotDrift[], document: DocumentLike): string {
  const pairs = slots.map(({ before, now }) => ({ before: before.share, now: now.share }))
  const most = Math.max(...pairs.flatMap(({ before, now }) => [before, now]), 0.01)
  const svg = pairsChart(
    {
      label: `Shares of rows by ${printable(name)} before and now; the table below has the numbers.`,
      lines: slots.map(({ label }) => label),
      pairs,
      range: [0, most * 1.05],
      drawnAs: 'bars',
      ends: slots.map(({ psi }) => psiText(psi)),
      tickText: (value) => percentText(value),
    },
    document,
  )
  return figureHtml({ title: 'shares of rows, and what each adds to the PSI', svg, below: LEGEND })
}

function ratesFigure({ name, rate }: ColumnDrift, slots: readonly SlotDrift[], document: DocumentLike): string {
  const pairs = slots.map((slot) => ({ before: slot.rate?.before ?? null, now: slot.rate?.now ?? null }))
  const values = pairs.flatMap((pair) => [pair.before, pair.now]).filter((value) => value !== null)
  if (values.length === 0) return ''
  const mean = rate?.of === null
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max(most - least, Math.abs(most) * 1e-3, 0.01) * 0.08
  // Of many classes every bin tells of the one that moved most.
  const told = new Set(slots.map((slot) => slot.rate?.of ?? null))
  const what = mean
    ? 'mean of the target'
    : told.size > 1
      ? 'rate of the class that moved most'
      : `rate of ${printable(rate?.of ?? '')}`
  const svg = pairsChart(
    {
      label: `${what} by ${printable(name)} before and now; the table below has the numbers.`,
      lines: slots.map(({ label }) => label),
      pairs,
      range: mean ? [least - margin, most + margin] : [0, Math.min(1.02, most + margin)],
      drawnAs: 'dots',
      ends: slots.map((slot) => `p ${pValueText(slot.rate?.pValue ?? null)}`),
      tickText: (value) => (mean ? String(Number(value.toPrecision(4))) : percentText(value)),
    },
    document,
  )
  return figureHtml({ title: `${what}; hollow: before, full: now`, svg })
}

function periodsFigure({ name }: ColumnDrift, drift: Drift, document: DocumentLike): string {
  const { by, list } = drift.periods!
  const periods = list.map(({ label, columns }) => {
    const column = columns.find((one) => one.name === name)!
    return { label, psi: column.psi, stable: column.level === 'stable' }
  })
  const label = `PSI of ${printable(name)} by ${by}, from ${list[0].label} to ${list[list.length - 1].label}.`
  return figureHtml({
    title: `PSI by ${by}; pale: no more than chance`,
    svg: periodsChart({ label, periods }, document),
  })
}

/** The slots in their order, or those that moved most where there are too many. */
function mostMoved(slots: readonly SlotDrift[], most: number): SlotDrift[] {
  if (slots.length <= most) return [...slots]
  const limit = slots.map(({ psi }) => psi).toSorted((a, b) => b - a)[most - 1]
  return slots.filter(({ psi }) => psi >= limit).slice(0, most)
}

interface SlotCell {
  readonly head: string
  readonly cell: (slot: SlotDrift) => string
  /** left out on a phone, where there is no room */
  readonly wide?: boolean
}

function slotTable(column: ColumnDrift): string {
  const { slots, kind } = column
  const lines = mostMoved(slots, MOST_LINES)
  const cells = slotCells(column)
  const side = ({ wide = false }: SlotCell): string => (wide ? ' class="o"' : '')
  const heads = cells.map((one) => `<th scope="col"${side(one)}>${one.head}</th>`).join('')
  const rows = lines.map((slot) => {
    const texts = cells.map((one) => `<td${side(one)}>${one.cell(slot)}</td>`).join('')
    return `<tr><th scope="row">${nameHtml(slot.label)}</th>${texts}</tr>`
  })
  const head = kind === 'number' || kind === 'date' ? 'bin' : 'level'
  const left = slots.length - lines.length
  const more = left > 0 ? `<p class="facts">… and ${left} that moved less</p>` : ''
  return `<table class="bins"><thead><tr><th scope="col">${head}</th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>${more}`
}

function slotCells({ slots, rate }: ColumnDrift): SlotCell[] {
  const many = new Set(slots.map((slot) => slot.rate?.of ?? null)).size > 1
  const cells: SlotCell[] = [
    { head: 'rows', cell: ({ before }) => countText(before.count), wide: true },
    { head: 'now', cell: ({ now }) => countText(now.count), wide: true },
    { head: 'share', cell: ({ before }) => percentText(before.share, 1) },
    { head: 'now', cell: ({ now }) => percentText(now.share, 1) },
    { head: 'PSI', cell: ({ psi }) => escaped(psiText(psi)), wide: many },
  ]
  if (rate === null) return cells
  const text = (slot: SlotDrift, side: 'before' | 'now'): string =>
    escaped(rateText(slot.rate?.[side] ?? null, slot.rate?.of ?? null))
  const classOf = (slot: SlotDrift): string => (slot.rate?.of == null ? NONE : nameHtml(slot.rate.of, 12))
  return [
    ...cells,
    ...(many ? [{ head: 'class', cell: classOf }] : []),
    { head: rate.of === null ? 'mean' : 'rate', cell: (slot) => text(slot, 'before') },
    { head: 'now', cell: (slot) => text(slot, 'now') },
    { head: 'p', cell: (slot) => escaped(pValueText(slot.rate?.pValue ?? null)), wide: true },
  ]
}
