import type { NumberColumn, Shape } from '../../../binning/binning.ts'
import { valueText } from '../../number-text.ts'
import { printedCuts } from '../../reason-texts.ts'
import { outsideShape, shownEnds } from '../../column-notes.ts'
import { drawStack } from './bars.ts'
import { type ClassMark, type Screen, type Style, totalOf } from './screen.ts'
import { padEnd, textWidth, wrap } from '../../printed-text.ts'

/** Lines of text a picture is high. */
const HEIGHT = 3
/** Columns of text a picture is wide at most. */
const WIDEST = 72
/** Columns of text that a picture of a few cells takes. */
const FEW = 36
/** A cell this many columns wide is drawn as a bar with a gap before it. */
const BAR = 4
/** So many cuts are not drawn through the picture and written on one line only. */
const CROWD = 12

/**
 * How the values are spread, as blocks in three lines, coloured by class where there is colour; below them an axis with a
 * tick at every cut, the cuts in words as far as there is room, and what lies outside. No lines when the column has no
 * shape or a single value.
 */
export function histogram(column: NumberColumn, marks: readonly ClassMark[], screen: Screen): string[] {
  const { shape } = column
  if (shape === null || !(shape.to > shape.from) || !Number.isFinite(shape.to - shape.from)) return []
  const width = Math.min(WIDEST, screen.width)
  const columns = columnsFor(shape.counts.length, width)
  const ticks = columnsOfCuts(column.cuts, shape, columns)
  const bars = drawBars(coloredSizes(shape, marks, columns, screen.style), ticks, screen.style)
  const axis = Array.from({ length: columns }, (_, i) => (ticks.includes(i) ? '┴' : '─')).join('')
  return [
    ...bars,
    screen.style.dim(axis),
    ...writeTexts(column, shape, ticks, columns),
    ...outside(column, shape, screen),
  ]
}

/** A whole number of columns to each cell where they fit, else as many columns as fit. Few cells get bars, not slabs. */
function columnsFor(cells: number, width: number): number {
  if (cells > width) return width
  return cells * Math.min(Math.floor(width / cells), Math.max(4, Math.ceil(FEW / cells)))
}

/** The column of text each cut falls on; −1 outside. */
function columnsOfCuts(cuts: readonly number[], { from, to }: Shape, columns: number): number[] {
  return cuts.map((cut) => {
    if (cut < from || cut > to) return -1
    return Math.min(columns - 1, Math.max(0, Math.round(((cut - from) / (to - from)) * columns - 0.5)))
  })
}

/** How much of each colour every column of text has. */
interface ColoredSizes {
  readonly color: number
  readonly sizes: readonly number[]
}

function coloredSizes(shape: Shape, marks: readonly ClassMark[], columns: number, style: Style): ColoredSizes[] {
  const { counts, classes } = shape
  if (!style.on || marks.length === 0 || classes === undefined) return [{ color: 0, sizes: spread(counts, columns) }]
  return marks.map((mark) => {
    const sizes = classes.map((cell) => totalOf(mark, cell))
    return { color: mark.color, sizes: spread(sizes, columns) }
  })
}

function drawBars(series: readonly ColoredSizes[], ticks: readonly number[], style: Style): string[] {
  const totals = series[0].sizes.map((_, i) => series.reduce((sum, { sizes }) => sum + sizes[i], 0))
  const highest = Math.max(...totals)
  const stacks = totals.map((total, i) => {
    const filled = total > 0 ? Math.max(1, Math.round((total / highest) * HEIGHT * 8)) : 0
    const segments = series.map(({ color, sizes }) => ({ color, size: sizes[i] }))
    return drawStack(segments, filled, HEIGHT, style)
  })
  return Array.from({ length: HEIGHT }, (_, line) =>
    stacks
      .map((characters, i) =>
        characters[HEIGHT - 1 - line] === ' ' && ticks.length <= CROWD && ticks.includes(i)
          ? style.dim('│')
          : characters[HEIGHT - 1 - line],
      )
      .join('')
      .trimEnd(),
  )
}

/** Counts of cells over columns of text: repeated where a cell is wider, shared out by area where it is narrower. */
function spread(counts: readonly number[], columns: number): number[] {
  const per = columns / counts.length
  if (Number.isInteger(per))
    return Array.from({ length: columns }, (_, i) => (per >= BAR && i % per === 0 ? 0 : counts[Math.floor(i / per)]))
  return Array.from({ length: columns }, (_, i) => {
    const [from, to] = [i / per, (i + 1) / per]
    let sum = 0
    for (let cell = Math.floor(from); cell < Math.min(counts.length, to); cell++) {
      sum += counts[cell] * (Math.min(cell + 1, to) - Math.max(cell, from))
    }
    return sum
  })
}

/** The ends and then the cuts, each below its position, on the first of two lines where it touches nothing. */
function writeTexts(column: NumberColumn, shape: Shape, ticks: readonly number[], columns: number): string[] {
  const [left, right] = shownEnds(column, shape).map((end) => valueText(column.kind, end))
  const lines: { from: number; text: string }[][] = ticks.length > CROWD ? [[]] : [[], []]
  const write = (wanted: number, text: string): void => {
    const width = textWidth(text)
    const from = Math.max(0, Math.min(columns - width, wanted))
    if (width > columns) return
    const free = lines.find((line) =>
      line.every((other) => from + width + 1 < other.from || other.from + textWidth(other.text) + 1 < from),
    )
    free?.push({ from, text })
  }
  const [first, last] = columnsOfCuts(shownEnds(column, shape), shape, columns)
  write(first - Math.floor(textWidth(left) / 2), left)
  write(last - Math.floor(textWidth(right) / 2), right)
  printedCuts(column).forEach((text, i) => {
    if (ticks[i] >= 0) write(ticks[i] - Math.floor(textWidth(text) / 2), text)
  })
  return lines
    .filter((line) => line.length > 0)
    .map((line) =>
      line.toSorted((a, b) => a.from - b.from).reduce((text, part) => padEnd(text, part.from) + part.text, ''),
    )
}

/** What the picture does not show: rows beyond its ends, and cuts there. */
function outside(column: NumberColumn, shape: Shape, { style, width }: Screen): string[] {
  const texts = outsideShape(column, shape)
  return texts.length === 0 ? [] : wrap(`… ${texts.join('; ')}`, width, '  ').map(style.dim)
}
