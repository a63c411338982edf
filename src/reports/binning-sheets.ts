import { type Binning, type Column, hasCuts } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import type { TableRow } from '../binning/use/binning-table.ts'
import { tableScores, type TableScores } from '../binning/use/table-scores.ts'
import type { Target } from '../types.ts'
import { dateText } from '../util/date-text.ts'
import { legend, rankColumns, type RankedColumn, scoresLegend } from './column-information.ts'
import { columnRemarks } from './column-notes.ts'
import { cutReasons } from './reason-texts.ts'
import { type Sheet, type SheetCell, type SheetColumn, sheetNames } from './sheet.ts'
import { withFullLabels } from './table-rows.ts'

/** What a sheet is written from. */
interface Sheeted extends RankedColumn {
  readonly scores: TableScores
  readonly sheet: string
}

/**
 * A binning as the sheets of a workbook: a summary with a line per column, the most telling first, a sheet per column with
 * a line per bin and all that is known of it, and a sheet that says what the words mean.
 */
export function binningSheets(binning: Binning, title?: string): Sheet[] {
  const { target } = binning
  const { telling, blunt, naming } = rankColumns(binning)
  const ranked = [...telling, ...blunt, ...naming]
  const [, , ...names] = sheetNames(['summary', 'about', ...ranked.map(({ column }) => column.name)])
  const sheeted = ranked.map((one, i) => ({ ...one, sheet: names[i], scores: tableScores(one.column, target) }))
  return [
    summarySheet(sheeted, target),
    ...sheeted.map((one) => columnSheet(one, target)),
    aboutSheet(binning, sheeted, title),
  ]
}

function summarySheet(sheeted: readonly Sheeted[], target: Target | null): Sheet {
  const of = (pick: (one: Sheeted) => SheetCell): SheetCell[] => sheeted.map(pick)
  const isEvent = sheeted.some(({ table }) => table.event !== null)
  const share = target?.kind === 'numeric' ? 'variance explained' : 'uncertainty explained'
  return {
    name: 'summary',
    columns: [
      { head: 'column', cells: of(({ column }) => column.name) },
      { head: 'sheet', cells: of(({ sheet }) => sheet) },
      { head: 'kind', cells: of(({ column }) => column.kind) },
      { head: 'method', cells: of(({ column }) => (hasCuts(column) ? column.method : null)) },
      { head: 'bins', cells: of(({ column }) => column.bins.length), format: 'count' },
      { head: 'rows', cells: of(({ table }) => table.total.count), format: 'count' },
      { head: 'missing', cells: of(({ column }) => column.missing.count), format: 'count' },
      ...(isEvent ? [{ head: 'IV', cells: of(({ table }) => table.total.iv), format: 4 as const }] : []),
      ...(target === null
        ? []
        : [{ head: share, cells: of((one) => one.information.share), format: 'share' as const }]),
      ...(isEvent
        ? [
            { head: 'Gini', cells: of(({ scores }) => scores.gini), format: 4 as const },
            { head: 'KS', cells: of(({ scores }) => scores.ks), format: 4 as const },
          ]
        : []),
      { head: 'HHI', cells: of(({ scores }) => scores.hhi), format: 4 },
    ],
  }
}

function columnSheet({ column, table, scores, sheet }: Sheeted, target: Target | null): Sheet {
  const rows = [...withFullLabels(column, table.rows), table.total]
  const of = (pick: (row: TableRow, i: number) => SheetCell): SheetCell[] => rows.map(pick)
  const weighted = column.missing.weight !== undefined
  return {
    name: sheet,
    hasTotal: true,
    columns: [
      { head: hasCuts(column) ? 'bin' : 'levels', cells: of(({ label }) => label) },
      ...labelColumn(column, rows),
      ...cutColumns(column, rows.length),
      { head: 'rows', cells: of(({ count }) => count), format: 'count' },
      ...(weighted ? [{ head: 'weight', cells: of(({ weight }) => weight) }] : []),
      { head: 'share', cells: of(({ share }) => share), format: 'share' },
      ...targetColumns(rows, table.event, target),
      ...(scores.pValues.some((p) => p !== null)
        ? [{ head: 'p against the line above', cells: of((_, i) => scores.pValues[i] ?? null), format: 6 as const }]
        : []),
      ...whyColumn(column, rows.length),
    ],
  }
}

/** What rows that are binned say, where the table tells a bin in other words. */
function labelColumn(column: Column, rows: readonly TableRow[]): SheetColumn[] {
  const labels = slotLabels(column)
  const cells = rows.map((row, i) => (i < column.bins.length ? labels[i] : i < rows.length - 1 ? row.label : null))
  return cells.every((label, i) => label === null || label === rows[i].label) ? [] : [{ head: 'label', cells }]
}

/** The cuts below and above each bin, as numbers or dates. */
function cutColumns(column: Column, lines: number): SheetColumn[] {
  if (!hasCuts(column)) return []
  const isDate = column.kind === 'date'
  const cell = (cut: number | undefined): SheetCell =>
    cut === undefined ? null : !isDate ? cut : isSheetDate(cut) ? new Date(cut) : dateText(cut)
  const cells = (from: number): SheetCell[] =>
    Array.from({ length: lines }, (_, i) => (i < column.bins.length ? cell(column.cuts[i + from]) : null))
  const [below, above] = column.closed === 'left' ? ['from', 'below'] : ['above', 'up to']
  const format = !isDate ? {} : { format: column.cuts.every(isMidnight) ? ('date' as const) : ('time' as const) }
  return [
    { head: below, cells: cells(-1), ...format },
    { head: above, cells: cells(0), ...format },
  ]
}

/** Dates that sheets can hold: from 1 March 1900, before which Excel counts a day that never was, to the year 9999. */
function isSheetDate(time: number): boolean {
  return Number.isInteger(time) && time >= Date.UTC(1900, 2, 1) && time < Date.UTC(10000, 0, 1)
}

function isMidnight(time: number): boolean {
  return time % 86_400_000 === 0
}

function targetColumns(rows: readonly TableRow[], event: string | null, target: Target | null): SheetColumn[] {
  const of = (pick: (row: TableRow, i: number) => SheetCell): SheetCell[] => rows.map(pick)
  if (target === null) return []
  if (target.kind === 'numeric') {
    return [
      { head: 'mean', cells: of(({ mean }) => mean) },
      { head: 'deviation', cells: of(({ deviation }) => deviation) },
    ]
  }
  const { classes, name } = target
  const title = (label: string): string => `${name ?? 'class'} = ${label}`
  if (event === null) {
    return classes.flatMap((label, c): SheetColumn[] => [
      { head: title(label), cells: of((row) => row.classes?.[c] ?? 0), format: 'count' },
      { head: `rate of ${label}`, cells: of(({ weight, rates }) => (weight > 0 ? (rates?.[c] ?? 0) : null)), format: 'share' }, // prettier-ignore
    ])
  }
  const at = classes.indexOf(event)
  const events = (row: TableRow): number => row.classes?.[at] ?? 0
  return [
    { head: `events (${title(event)})`, cells: of(events), format: 'count' },
    { head: 'others', cells: of((row) => row.weight - events(row)), format: 'count' },
    { head: 'event rate', cells: of(({ weight, rate }) => (weight > 0 ? rate : null)), format: 'share' },
    {
      head: 'WoE',
      cells: of(({ weight, woe }, i) => (weight === 0 || i === rows.length - 1 ? null : woe)),
      format: 4,
    },
    { head: 'IV', cells: of(({ iv }) => iv), format: 4 },
  ]
}

/** Why each cut is where it is, in the line of the bin above it. */
function whyColumn(column: Column, lines: number): SheetColumn[] {
  const reasons = hasCuts(column) ? cutReasons(column) : []
  if (reasons.length === 0) return []
  const cells = Array.from({ length: lines }, (_, i) => (i < column.bins.length ? (reasons[i - 1]?.why ?? null) : null))
  return [{ head: 'why cut below', cells }]
}

/** Where the bins come from, and what the words mean. */
function aboutSheet(binning: Binning, sheeted: readonly Sheeted[], title: string | undefined): Sheet {
  const { created, target } = binning
  const { name, rows } = created.source
  const table = sheeted[0]?.table
  const compared = sheeted.some(({ scores }) => scores.pValues.some((p) => p !== null))
  const facts: [string, SheetCell][] = [
    ...(title === undefined ? [] : [['title', title] satisfies [string, string]]),
    ['data', name],
    ['rows', rows],
    ['target', target?.name ?? null],
    ['event', table?.event ?? null],
    ['method', created.method],
    ['made by', `Kerf ${created.kerf}`],
  ]
  const words = [
    ...(table === undefined ? [] : legend(target, { ...table, rows: [] })),
    ...(table === undefined ? [] : scoresLegend(table, compared)),
    ...(binning.notes ?? []).map(({ message }) => `note: ${message}`),
    ...sheeted.flatMap(({ column }) => columnRemarks(column, new Set()).map((remark) => `${column.name}: ${remark}`)),
  ]
  const lines = [...facts.filter(([, fact]) => fact !== null), ...words.map((text): [string, SheetCell] => ['', text])]
  return {
    name: 'about',
    columns: [
      { head: 'about', cells: lines.map(([what]) => (what === '' ? null : what)) },
      { head: 'these bins', cells: lines.map(([, fact]) => fact) },
    ],
  }
}
