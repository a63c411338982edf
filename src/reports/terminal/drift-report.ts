import type {
  ColumnDrift,
  Drift,
  DriftLevel,
  RateRange,
  ShareRange,
  SlotDrift,
} from '../../binning/drift/drift-types.ts'
import {
  byDrift,
  drifted,
  driftSince,
  driftTitle,
  fullPsi,
  overallSentence,
  psiText,
  rateText,
  rateVerdict,
  targetSentence,
} from '../drift-texts.ts'
import { countText, NONE, percentText } from '../number-text.ts'
import { printable, truncate, wrap } from '../printed-text.ts'
import { pValueText } from '../rank-texts.ts'
import { barColumn, barWithAverage } from './draw/bars.ts'
import { type AnyColumn, layOut, leftText, rightText, type TextColumn } from './draw/lay-out.ts'
import { heading, indented, joinBlocks, type ReportOptions, type Screen, screenOf, type Style } from './draw/screen.ts'
import { mustBe } from '../../util/check.ts'

/** How a comparison is printed. */
export interface DriftReportOptions extends ReportOptions {
  /** columns that are shown bin by bin, those that moved most first; default all that moved */
  readonly most?: number | undefined
}

/** Bins that are shown of a column unless all are asked for. */
const MOST_BINS = 12

/** Colours of the palette by how much moved; the word stands beside it in any case. */
const COLOURS: Readonly<Record<DriftLevel, number | null>> = { stable: null, slight: 0, moderate: 1, large: 4 }

const SIGNS: Readonly<Record<DriftLevel, string>> = { stable: '·', slight: '▂', moderate: '▅', large: '█' }

/**
 * A comparison as text for a terminal: a line per column, periods where there are any, then the bins of what moved.
 *
 *     const text = driftReport(compareDrift(binning, later), { width: 100 })
 *     console.log(text.split('\n')[0]) // → 300 rows against 300 rows
 */
export function driftReport(drift: Drift, options: DriftReportOptions = {}): string {
  mustBe('driftReport', 'drift', drift)
  const screen = screenOf('driftReport', options, { most: 1 })
  const { style, width, verbose } = screen
  const columns = byDrift(drift.columns)
  const shown = columns.filter((column) => verbose || drifted(column)).slice(0, options.most ?? columns.length)
  const put = (text: string): string[] => wrap(text, width, '  ')
  const overall = overallSentence(drift)
  const parts = [
    [
      ...[driftTitle(drift), targetSentence(drift)]
        .filter((text) => text !== '')
        .flatMap((text) => put(printable(text)).map(style.bold)),
      ...(overall === '' ? [] : put(printable(overall))),
    ],
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
      leftText('population', Infinity, columns, ({ level }) => levelWord(level, style)),
      ...(withRates ? rateColumns(columns, style) : []),
    ],
    width,
  )
}

function levelWord(level: DriftLevel, { paint }: Style): string {
  const colour = COLOURS[level]
  return colour === null ? level : paint(level, colour)
}

function rateColumns(columns: readonly ColumnDrift[], { paint }: Style): AnyColumn[] {
  return [
    rightText('expected', 1, columns, ({ rate }) => rateText(rate?.expected ?? null, rate?.of ?? null)),
    rightText('rate p', 4, columns, ({ rate }) => pValueText(rate?.adjustedPValue ?? null)),
    leftText('rates', Infinity, columns, ({ rate }) =>
      rate?.change === 'own' ? paint(rateVerdict(rate), COLOURS.large) : rateVerdict(rate),
    ),
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
    ...heading(
      column.name,
      [levelWord(column.level, style), ...(rate?.shifted === true ? [`rates ${rateVerdict(rate)}`] : [])],
      screen,
    ),
    ...indented(wrap(`population: ${printable(column.reason)}`, width - 2, '  ')),
    ...(rate === null ? [] : indented(wrap(`rates: ${printable(rate.reason)}`, width - 2, '  '))),
    ...indented(lines),
    ...(left > 0 ? indented([`… and ${left} that moved less`]) : []),
    ...shareLines(column, screen),
    ...rateLines(column, screen),
    ...column.notes.flatMap(({ message }) => indented(wrap(`note: ${printable(message)}`, width - 2)).map(style.dim)),
  ]
}

/** Where the rows came from and went to, in the ranges that the verdict rests on. */
function shareLines({ level, ranges, comparedOver }: ColumnDrift, { style, width }: Screen): string[] {
  if (level === 'stable' || comparedOver === 'bins') return []
  const full = Math.max(...ranges.flatMap(({ before, now }) => [before.share, now.share]))
  const bars: AnyColumn = {
    heads: ['now, │ before', ''],
    draw: (size) =>
      ranges.map(({ before, now }) =>
        barWithAverage(now.share, { average: before.share, most: full || 1 }, size, style),
      ),
    least: 6,
    most: 28,
    keep: 1,
  }
  const share = (head: string, side: 'before' | 'now'): TextColumn =>
    rightText(head, Infinity, ranges, (range: ShareRange) => percentText(range[side].share, 1))
  const columns = [
    leftText('values', Infinity, ranges, ({ label }) => truncate(printable(label), 34)),
    share('share', 'before'),
    share('now', 'now'),
    bars,
    rightText('PSI', 4, ranges, ({ psi }) => psiText(psi)),
  ]
  return ['', ...indented(layOut(columns, width - 2))]
}

/** The rates by ranges of values, with a mark where they shifted. */
function rateLines({ rate, comparedOver }: ColumnDrift, { style, width }: Screen): string[] {
  if (rate === null || rate.change !== 'own' || comparedOver === 'bins' || rate.ranges.length < 2) return []
  const { ranges, of } = rate
  const number = (head: string, keep: number, text: (range: RateRange) => string): TextColumn =>
    rightText(head, keep, ranges, text)
  const mark = style.paint('◄ shifted', COLOURS.large)
  const columns = [
    leftText('values', Infinity, ranges, ({ label }) => truncate(printable(label), 34)),
    number('rows', 2, ({ rowsBefore }) => countText(rowsBefore)),
    number('now', 2, ({ rowsNow }) => countText(rowsNow)),
    number(of === null ? 'mean' : 'rate', Infinity, ({ before }) => rateText(before, of)),
    number('now', Infinity, ({ now }) => rateText(now, of)),
    leftText('', Infinity, ranges, ({ shifted }) => (shifted ? mark : '')),
  ]
  return ['', ...indented(layOut(columns, width - 2))]
}

function slotColumns(slots: readonly SlotDrift[], column: ColumnDrift, style: Style): AnyColumn[] {
  const { binsPsi, rate, kind } = column
  const number = (head: string, keep: number, text: (slot: SlotDrift) => string): TextColumn =>
    rightText(head, keep, slots, text)
  const head = kind === 'number' || kind === 'date' ? 'bin' : 'level'
  const shares = slots.map((slot) => (binsPsi > 0 ? slot.psi / binsPsi : 0))
  const rates: TextColumn[] = [
    number(rate?.of === null ? 'mean' : 'rate', 6, (slot) =>
      rateText(slot.rate?.before ?? null, slot.rate?.of ?? null),
    ),
    number('now', 6, (slot) => rateText(slot.rate?.now ?? null, slot.rate?.of ?? null)),
    number('bin p', 5, (slot) => pValueText(slot.rate?.pValue ?? null)),
  ]
  return [
    leftText(head, Infinity, slots, ({ label }) => truncate(printable(label), 30)),
    number('rows', 2, ({ before }) => countText(before.count)),
    number('now', 2, ({ now }) => countText(now.count)),
    number('share', Infinity, ({ before }) => percentText(before.share, 1)),
    number('now', Infinity, ({ now }) => percentText(now.share, 1)),
    number('bin PSI', 7, (slot) => psiText(slot.psi)),
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
    `PSI: population stability index over about ten ranges of values that had no part in choosing the bins, ${smoothing} added to every count; chance: what it seldom exceeds when nothing changed; slight below 0.1, moderate below 0.25, large above. A column is called moved by chance in at most ${percent} % of cases`,
    'bin PSI: what a bin adds to the index of the bins',
    ...(target === null
      ? []
      : [
          `expected: the rate if every value had kept its own; rate p: chance of such changes given the value${by}; as overall: no more than the change told above; bin p describes a bin, which was chosen for its rate, and proves nothing`,
        ]),
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
