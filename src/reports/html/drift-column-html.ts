import type { ColumnDrift, Drift, RateRange, ShareRange, SlotDrift } from '../../binning/drift/drift-types.ts'
import { driftSince, psiText, rateText, rateVerdict } from '../drift-texts.ts'
import { countText, NONE, percentText } from '../number-text.ts'
import { printable } from '../printed-text.ts'
import { pValueText } from '../rank-texts.ts'
import { swatch } from './legend-html.ts'
import { escaped, figureHtml, nameHtml, sentence } from '../markup.ts'
import { BEFORE, NOW, pairsChart } from './charts/pairs-chart.ts'
import { periodsChart } from './charts/periods-chart.ts'
import type { DocumentLike } from './charts/document-like.ts'

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
    `population <span class="v ${column.level}">${column.level}</span>`,
    ...(column.rate === null ? [] : [`rates ${rateVerdict(column.rate)}`]),
    ...(since === null ? [] : [sentence(`since ${since}`)]),
  ]
  const lines = [
    `<p class="facts">${verdict.join(' · ')}</p>`,
    `<p>Population: ${sentence(column.reason)}.</p>`,
    ...(column.rate === null ? [] : [`<p>Rates: ${sentence(column.rate.reason)}.</p>`]),
    ...column.notes.map(({ message }) => `<p class="facts">Note: ${sentence(message)}.</p>`),
  ]
  return lines.join('')
}

function body(column: ColumnDrift, drift: Drift, document: DocumentLike): string {
  const parts = [sharesFigure(column, document)]
  if (column.rate !== null) parts.push(ratesFigure(column, column.rate, document))
  if ((drift.periods?.list.length ?? 0) > 1) parts.push(periodsFigure(column, drift, document))
  return `<div class="charts">${parts.join('')}</div>${slotTable(column)}`
}

const LEGEND = `<ul class="legend"><li>${swatch(BEFORE)}before</li><li>${swatch(NOW)}now</li></ul>`

function sharesFigure({ name, ranges }: ColumnDrift, document: DocumentLike): string {
  const shown: readonly ShareRange[] = mostMoved(ranges, MOST_DRAWN)
  const pairs = shown.map(({ before, now }) => ({ before: before.share, now: now.share }))
  const most = Math.max(...pairs.flatMap(({ before, now }) => [before, now]), 0.01)
  const svg = pairsChart(
    {
      label: `Shares of rows by ranges of ${printable(name)} before and now, and what each adds to the PSI: ${shown.map(({ label, before, now }) => `${printable(label)} ${percentText(before.share, 1)}, ${percentText(now.share, 1)}`).join('; ')}.`,
      lines: shown.map(({ label }) => label),
      pairs,
      range: [0, most * 1.05],
      drawnAs: 'bars',
      ends: shown.map(({ psi }) => psiText(psi)),
      tickText: (value) => percentText(value),
    },
    document,
  )
  return figureHtml({ title: 'shares of rows, and what each range adds to the PSI', svg, below: LEGEND })
}

function ratesFigure(
  { name }: ColumnDrift,
  { of, ranges }: NonNullable<ColumnDrift['rate']>,
  document: DocumentLike,
): string {
  const values = ranges.flatMap((range) => [range.before, range.now]).filter((value) => value !== null)
  if (values.length === 0) return ''
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max(most - least, Math.abs(most) * 1e-3, 0.01) * 0.08
  const what = of === null ? 'mean of the target' : `rate of ${printable(of)}`
  const tell = ({ label, before, now, shifted }: RateRange): string =>
    `${printable(label)} ${rateText(before, of)}, ${rateText(now, of)}${shifted ? ' shifted' : ''}`
  const svg = pairsChart(
    {
      label: `${what} by ranges of ${printable(name)} before and now: ${ranges.map(tell).join('; ')}.`,
      lines: ranges.map(({ label }) => label),
      pairs: ranges,
      range: of === null ? [least - margin, most + margin] : [0, Math.min(1.02, most + margin)],
      drawnAs: 'dots',
      ends: ranges.map(({ shifted }) => (shifted ? '◄ shifted' : '')),
      marked: ranges.map(({ shifted }) => shifted),
      tickText: (value) => (of === null ? String(Number(value.toPrecision(4))) : percentText(value)),
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
function mostMoved<T extends { readonly psi: number }>(slots: readonly T[], most: number): T[] {
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
    { head: 'bin PSI', cell: ({ psi }) => escaped(psiText(psi)), wide: many },
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
    { head: 'bin p', cell: (slot) => escaped(pValueText(slot.rate?.pValue ?? null)), wide: true },
  ]
}
