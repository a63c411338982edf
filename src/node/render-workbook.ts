import type { CellObject, Sheet as WrittenSheet } from 'write-excel-file/node'
import type { Binning } from '../binning/binning.ts'
import { binningSheets } from '../reports/binning-sheets.ts'
import { textWidth } from '../reports/printed-text.ts'
import { type Sheet, type SheetCell, type SheetColumn, type SheetFormat, sheetNames } from '../reports/sheet.ts'
import { calledAs } from '../util/called-as.ts'
import { knownOptions, mustBe } from '../util/check.ts'
import { optionalPackage } from '../util/optional-package.ts'

/** How a workbook is made. */
export interface WorkbookOptions {
  /** a title, which its last sheet bears; default none */
  readonly title?: string | undefined
}

/**
 * A binning as the bytes of an Excel workbook: a summary, a sheet per column with a line per bin, and what the words mean.
 *
 *     import { writeFile } from 'node:fs/promises'
 *
 *     const bytes = await renderWorkbook(binning)
 *     await writeFile(`${folder}/bins.xlsx`, bytes)
 *     console.log(bytes.length > 1000) // → true
 */
export async function renderWorkbook(binning: Binning, options: WorkbookOptions = {}): Promise<Uint8Array> {
  return calledAs('renderWorkbook', async () => {
    mustBe('renderWorkbook', 'binning', binning)
    knownOptions('renderWorkbook', options, { title: 1 })
    return sheetBytes(binningSheets(binning, options.title))
  })
}

/** Sheets of any kind as the bytes of a workbook. */
export async function sheetBytes(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const { default: write } = await optionalPackage(
    'write-excel-file',
    'a workbook',
    () => import('write-excel-file/node'),
  )
  const names = sheetNames(sheets.map(({ name }) => name))
  return write(sheets.map((sheet, i) => writtenSheet(sheet, names[i]))).toBuffer()
}

type Written = WrittenSheet<never>

function writtenSheet({ columns, hasTotal = false }: Sheet, name: string): Written {
  const lines = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const head = columns.map((column): CellObject => ({ ...cellOf(column.head), fontWeight: 'bold', wrap: true }))
  const data = Array.from({ length: lines }, (_, i) =>
    columns.map(({ cells, format }) => {
      const cell = cellOf(cells[i] ?? null, format)
      return hasTotal && i === lines - 1 && cell !== null ? { ...cell, fontWeight: 'bold' as const } : cell
    }),
  )
  return {
    sheet: name,
    data: [head, ...data],
    stickyRowsCount: 1,
    columns: columns.map((column) => ({ width: widthOf(column) })),
  }
}

/** How formats are written in a workbook; the commas and points are shown as the reader's country has them. */
const FORMATS: Readonly<Record<SheetFormat | 'whole', string>> = {
  whole: '#,##0',
  count: '#,##0.00',
  share: '0.0%',
  date: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm:ss.000',
  0: '0',
  2: '0.00',
  3: '0.000',
  4: '0.0000',
  6: '0.000000',
}

function cellOf(cell: SheetCell, format?: SheetFormat): CellObject | null {
  if (cell === null) return null
  if (typeof cell === 'string') return { type: String, value: textOf(cell), wrap: roomOf(cell) >= WIDEST }
  if (cell instanceof Date) return { type: Date, value: cell, format: FORMATS[format ?? 'time'] }
  if (!Number.isFinite(cell)) return { type: String, value: String(cell) }
  const whole = format === 'count' && Number.isInteger(cell)
  const shown = format === undefined ? undefined : whole ? FORMATS.whole : FORMATS[format]
  return { type: Number, value: cell, ...(shown === undefined ? {} : { format: shown }) }
}

/** Letters that a cell may have. */
const LONGEST_TEXT = 32_767

/**
 * A text as a cell takes it. It is stored as text whatever it begins with, so that no formula comes of it. What a workbook
 * cannot hold is made visible, and what reads as an escape of it is kept from being read so.
 */
function textOf(text: string): string {
  const plain = text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(UNHELD, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const short =
    plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : plain
  // The writer looks texts up in an object, where those that every object has would be found and written as something else.
  return short in {} ? `_x${short.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_${short.slice(1)}` : short
}

/** Characters that XML does not have, or that the writer would leave out. */
const UNHELD = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFDD0-\uFDEF\uFFFD-\uFFFF]/gu

const [NARROWEST, WIDEST] = [8, 60]

/** Room for the widest cell, as far as it is not too wide. */
function widthOf({ head, cells, format }: SheetColumn): number {
  const room = (cell: SheetCell): number =>
    typeof cell === 'string'
      ? roomOf(cell)
      : cell instanceof Date
        ? format === 'date'
          ? 10
          : 23
        : cell === null
          ? 0
          : numberRoom(cell, format)
  const widest = cells.reduce<number>((most, cell) => Math.max(most, room(cell)), 0)
  // A head of several words may be broken into lines.
  const words = head.split(/\s+/).map(roomOf)
  return Math.min(WIDEST, Math.max(NARROWEST, widest, ...words)) + 2
}

/** Room that a text takes, of which no more than its beginning matters. */
function roomOf(text: string): number {
  return Math.min(WIDEST, textWidth(text.slice(0, 4 * WIDEST)))
}

function numberRoom(value: number, format: SheetFormat | undefined): number {
  if (format === undefined) return Math.min(20, String(value).length)
  if (format === 'count') return Math.ceil((value.toFixed(0).length * 4) / 3) + (Number.isInteger(value) ? 0 : 3)
  return typeof format === 'number' ? value.toFixed(format).length : 7
}
