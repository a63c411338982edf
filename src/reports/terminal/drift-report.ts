import type { ColumnDrift, Drift, DriftLevel, SlotDrift } from '../../binning/drift/drift-types.ts'
import { byDrift, drifted, driftSince, driftTitle, fullPsi, psiText, rateText, targetSentence } from '../drift-texts.ts'
import { countText, NONE, percentText } from '../number-text.ts'
import { printable, truncate, wrap } from '../printed-text.ts'
import { pValueText } from '../rank-texts.ts'
import { barColumn } from './draw/bars.ts'
import type { Style } from './draw/colours.ts'
import { type AnyColumn, layOut, leftText, rightText, type TextColumn } from './draw/lay-out.ts'
import { heading, indented, type ReportOptions, type Screen, screenOf, joinBlocks } from './draw/screen.ts'

/** How a comparison is printed. */
export interface DriftReportOptions extends ReportOptions {
  /** columns that are shown bin by bin, those that moved most first; default all that moved */
  readonly most?: number | undefined
}

/** Bins that are shown of a column unless all are asked for. */
const MOST_BINS = 12

const SIGNS: Readonly<Record<DriftLevel, string>> = { stable: '·', slight: '▂', moderate: '▅', large: '█' }

/** A comparison as text for a terminal: a line per column, periods where there are any, then the bins of what moved. */
export function driftReport(drift: Drift, options: DriftReportOptions = {}): string {
  const screen = screenOf(options)
  const { style, width, verbose } = screen
  const columns = byDrift(drift.columns)
  const shown = columns.filter((column) => verbose || drifted(column)).slice(0, options.most ?? columns.length)
  const put = (text: string): string[] => wrap(text, width, '  ')
  const parts = [
    [driftTitle(drift), targetSentence(drift)]
      .filter((text) => text !== '')
      .flatMap((text) => put(printable(text)).map(style.bold)),
    overview(drift, columns, screen),
    periodLines(drift, columns, screen),
    ...shown.map((column) => columnLines(column, screen)),
    legend(drift).flatMap(put).map(style.dim),
  ]
  return joinBlocks(parts)
}

function overview(drift: Drift, columns: readonly ColumnDrift[], { style, width }: Screen): string[] {
  const withRates = drift.target !== null
  const full = fullPsi(columns)
  const shares = columns.map(({ psi }) => psi / full)
  return layOut(
    [
      nameColumn(columns),
      barColumn(shares, [6, 20], 3, style),
      rightText('PSI', Infinity, columns, ({ psi }) => psiText(psi)),
      rightText('chance', 5, columns, ({ critical }) => psiText(critical)),
      leftText('population', Infinity, columns, ({ level }) => level),
      ...(withRates ? rateColumns(columns) : []),
    ],
    width,
  )
}

function rateColumns(columns: readonly ColumnDrift[]): AnyColumn[] {
  return [
    rightText('expected', 1, columns, ({ rate }) => rateText(rate?.expected ?? null, rate?.of ?? null)),
    rightText('rate p', 4, columns, ({ rate }) => pValueText(rate?.adjustedPValue ?? null)),
    leftText('rates', Infinity, columns, ({ rate }) => (rate === null ? NONE : rate.shifted ? 'shifted' : 'stable')),
  ]
}

/** A sign per period and column; as many of the last periods as there is room for. */
function periodLines(drift: Drift, columns: readonly ColumnDrift[], { style, width }: Screen): string[] {
  const list = drift.periods?.list ?? []
  if (list.length === 0) return []
  const names = nameColumn(columns)
  const found = (period: (typeof list)[number], name: string): ColumnDrift =>
    period.columns.find((column) => column.name === name)!
  const sign = (column: ColumnDrift): string =>
    `${SIGNS[column.level]}${drift.target === null ? '' : column.rate?.shifted === true ? '!' : ' '}`
  const worst = columns.map(({ name }) =>
    list.reduce((most, period) => (found(period, name).psi > found(most, name).psi ? period : most)),
  )
  const each = drift.target === null ? 1 : 2
  const room = Math.max(1, Math.floor(Math.min(width - 52, 2 * list.length) / each))
  const last = list.slice(-room)
  const more = last.length < list.length ? ` (the last ${last.length} of ${list.length})` : ''
  const signs = ({ name }: ColumnDrift): string => last.map((period) => sign(found(period, name))).join('')
  const title = `by ${drift.periods!.by}: ${list[0].label} to ${list[list.length - 1].label}${more}`
  return [
    style.bold(title),
    ...layOut(
      [
        names,
        leftText(last.length < 3 ? '' : 'periods', Infinity, columns, signs),
        rightText('worst', 3, worst, ({ label }) => label),
        rightText('PSI', 4, worst, (period, i) => psiText(found(period, columns[i].name).psi)),
        rightText('since', 5, columns, ({ name }) => driftSince(drift, name) ?? NONE),
      ],
      width,
    ),
  ]
}

function columnLines(column: ColumnDrift, screen: Screen): string[] {
  const { style, width, verbose } = screen
  const { rate, slots } = column
  const limited = verbose || slots.length <= MOST_BINS
  const listed = limited ? slots : slots.toSorted((a, b) => b.psi - a.psi).slice(0, MOST_BINS)
  const lines = layOut(slotColumns(listed, column, style), width - 2)
  const left = slots.length - listed.length
  return [
    ...heading(column.name, [column.level, ...(rate?.shifted === true ? ['rates shifted'] : [])], screen),
    ...indented(wrap(`population: ${printable(column.reason)}`, width - 2, '  ')),
    ...(rate === null ? [] : indented(wrap(`rates: ${printable(rate.reason)}`, width - 2, '  '))),
    ...indented(lines),
    ...(left > 0 ? indented([`… and ${left} that moved less`]) : []),
    ...column.notes.flatMap(({ message }) => indented(wrap(`note: ${printable(message)}`, width - 2)).map(style.dim)),
  ]
}

function slotColumns(slots: readonly SlotDrift[], column: ColumnDrift, style: Style): AnyColumn[] {
  const { psi, rate, kind } = column
  const number = (head: string, keep: number, text: (slot: SlotDrift) => string): TextColumn =>
    rightText(head, keep, slots, text)
  const head = kind === 'number' || kind === 'date' ? 'bin' : 'level'
  const shares = slots.map((slot) => (psi > 0 ? slot.psi / psi : 0))
  const rates: TextColumn[] = [
    number(rate?.of === null ? 'mean' : 'rate', 6, (slot) =>
      rateText(slot.rate?.before ?? null, slot.rate?.of ?? null),
    ),
    number('now', 6, (slot) => rateText(slot.rate?.now ?? null, slot.rate?.of ?? null)),
    number('p', 5, (slot) => pValueText(slot.rate?.pValue ?? null)),
  ]
  return [
    leftText(head, Infinity, slots, ({ label }) => truncate(printable(label), 30)),
    number('rows', 2, ({ before }) => countText(before.count)),
    number('now', 2, ({ now }) => countText(now.count)),
    number('share', Infinity, ({ before }) => percentText(before.share, 1)),
    number('now', Infinity, ({ now }) => percentText(now.share, 1)),
    number('PSI', 7, (slot) => psiText(slot.psi)),
    barColumn(shares, [4, 12], 1, style),
    ...(rate === null ? [] : rates),
  ]
}

function nameColumn(columns: readonly ColumnDrift[]): TextColumn {
  return leftText('column', Infinity, columns, ({ name }) => truncate(printable(name), 30))
}

/** What the heads and signs mean. */
function legend({ target, level, periods, smoothing, columns }: Drift): string[] {
  const percent = Number((100 * level).toPrecision(3))
  const by = columns.length > 1 && target !== null ? `, corrected for ${columns.length} columns` : ''
  return [
    `PSI: population stability index, ${smoothing} added to every count; chance: what it exceeds in ${percent} % of cases when nothing changed; slight below 0.1, moderate below 0.25, large above`,
    ...(target === null
      ? []
      : [`expected: the rate if every bin had kept its own; rate p: chance of such changes inside the bins${by}`]),
    ...(periods === null
      ? []
      : [
          `${Object.entries(SIGNS)
            .map(([name, sign]) => `${sign} ${name}`)
            .join(
              '  ',
            )}${target === null ? '' : '  ! rates shifted'}; since: the period from which on it was not stable again`,
        ]),
  ]
}
