import { placeLabels } from '../charts/place-labels.ts'
import { fillOf } from '../charts/series.ts'
import { valueTicks } from '../charts/date-ticks.ts'
import { type Axis, placeOf } from '../charts/ticks.ts'
import type { DrawnBin, DrawnColumn } from './drawn-column.ts'
import { at, boxPath, LEFT, leftTicks, lineSvg, RIGHT, shareBoxes, textSvg, WIDTH } from '../charts/svg-parts.ts'

/** Where the parts of a picture lie, from above: two lines of cuts, the values, their axis, the bins. */
export const TOP = 32
export const BOTTOM = 142
const STRIP: readonly [number, number] = [164, 180]
/** What is drawn below starts here. */
export const BELOW = 190
/** Cuts that are labelled at most; more would only hide one another. */
const MOST_LABELS = 40
/** Cuts that are drawn at all; where merging starts from more, the strip has the cells of the histogram for bins. */
const MOST_BORDERS = 60

/** What a picture of the column shows besides the column. */
export interface Shown {
  /** the cuts so far */
  readonly cuts: readonly number[]
  /** the part that is looked at; the rest is veiled */
  readonly part?: { readonly lo: number; readonly hi: number } | null | undefined
  /** a cut that is looked at, and one that came second */
  readonly now?: number | null | undefined
  readonly next?: number | null | undefined
  /** whether cuts are drawn without their numbers, as where merging starts with many */
  readonly unlabelled?: boolean | undefined
}

/** The values of the column, drawn once for all scenes: bars by class, or dots at the means of a number. */
export function columnDefinition(column: DrawnColumn): string {
  return `<svg class="d" aria-hidden="true"><defs><g id="col">${columnValues(column)}</g><g id="fine">${stripOf(column, column.cells)}</g></defs></svg>`
}

/** A picture that stands for itself: what it refers to is put in its place. */
export function standingAlone(column: DrawnColumn): (picture: string) => string {
  const [values, fine] = [columnValues(column), stripOf(column, column.cells)]
  return (picture) => picture.replace('<use href="#col"/>', () => values).replace('<use href="#fine"/>', () => fine)
}

/** The column with the cuts so far, the part that is looked at, and the bins in a strip below. */
export function drawColumn(column: DrawnColumn, shown: Shown): string {
  const { axis } = column
  const { cuts, now = null, next = null } = shown
  const inside = cuts.filter((cut) => cut >= axis.from && cut <= axis.to)
  const lowest = column.start.target?.kind === 'class' ? STRIP[1] : BOTTOM
  const made = (inside.length > MOST_BORDERS ? [] : inside)
    .filter((cut) => cut !== now)
    .map((cut) => `M${at(placeOf(axis, cut))} ${TOP - 4}V${at(lowest)}`)
    .join('')
  const labels =
    shown.unlabelled === true || inside.length > MOST_LABELS
      ? []
      : placeLabels(axis, WIDTH, inside.map((value) => ({ value, text: column.text(value) })), 2) // prettier-ignore
  return [
    '<use href="#col"/>',
    strip(column, inside),
    veil(column, shown.part ?? null),
    means(column, inside),
    made === '' ? '' : `<path class="${shown.unlabelled === true ? 'border' : 'cut'}" d="${made}"/>`,
    next === null || outside(axis, next)
      ? ''
      : lineSvg('next', [placeOf(axis, next), TOP], [placeOf(axis, next), BOTTOM]),
    now === null || outside(axis, now) ? '' : nowMark(placeOf(axis, now)),
    ...labels.map(({ value, text, line }) => textSvg('lab', [placeOf(axis, value), TOP - 8 - line * 13], text)),
  ].join('')
}

function outside({ from, to }: Axis, value: number): boolean {
  return value < from || value > to
}

/** The candidate that is looked at: a dashed line with a mark at its foot. */
function nowMark(x: number): string {
  return `${lineSvg('now', [x, TOP], [x, BOTTOM])}<path class="mark" d="M${at(x - 5)} ${BOTTOM + 8}h10l-5-8z"/>`
}

/** Bars or dots, the axis of the values, and numbers at the left. */
function columnValues(column: DrawnColumn): string {
  const { axis } = column
  const numeric = column.start.target?.kind === 'numeric'
  const ticks = valueTicks(column.names.kind, axis, WIDTH, (value) => column.text(value))
  return [
    numeric ? meanDots(column) : bars(column),
    `<path class="axis" d="M${LEFT} ${BOTTOM}H${WIDTH - RIGHT}"/>`,
    ...ticks.map(({ value, text }) => textSvg('tick', [placeOf(axis, value), BOTTOM + 18], text)),
  ].join('')
}

function bars({ cells, series, axis }: DrawnColumn): string {
  const most = Math.max(...cells.map(({ rows }) => rows), 1e-9) * 1.05
  const height = (rows: number): number => BOTTOM - (rows / most) * (BOTTOM - TOP)
  const gap = cells.length <= 24 ? 1 : 0.4
  const paths = series.map(() => '')
  for (const cell of cells) {
    let below = 0
    series.forEach((one, i) => {
      const size = one.sizeOf(cell.classes, cell.rows)
      paths[i] += boxPath(placeOf(axis, cell.from) + gap, height(below + size), placeOf(axis, cell.to) - gap, height(below)) // prettier-ignore
      below += size
    })
  }
  return leftTicks(0, most, height) + paths.map((d, i) => `<path d="${d}" fill="${fillOf(series[i].fill)}"/>`).join('')
}

/** Where the means of a numeric target lie. */
function meanScale({ cells }: DrawnColumn): { from: number; to: number; place: (mean: number) => number } {
  const known = cells.flatMap(({ mean }) => (mean === null ? [] : [mean]))
  const [low, high] = known.length === 0 ? [0, 1] : [Math.min(...known), Math.max(...known)]
  const room = (high - low) * 0.06 || Math.abs(low) * 0.1 || 1
  const [from, to] = [low - room, high + room]
  return { from, to, place: (mean) => BOTTOM - ((mean - from) / (to - from)) * (BOTTOM - TOP) }
}

/** A dot at the mean of every cell, the larger the more rows. */
function meanDots(column: DrawnColumn): string {
  const { from, to, place } = meanScale(column)
  const most = Math.max(...column.cells.map(({ rows }) => rows), 1)
  const dots = column.cells.flatMap(({ mean, rows, from: lo, to: hi }) => {
    if (mean === null) return []
    const size = at(1.6 + 3 * Math.sqrt(rows / most))
    return [`<circle cx="${at(placeOf(column.axis, (lo + hi) / 2))}" cy="${at(place(mean))}" r="${size}"/>`]
  })
  return `${leftTicks(from, to, place)}<g class="dots">${dots.join('')}</g>`
}

/** The bins so far by the shares of their classes, with the widths they have. */
function strip(column: DrawnColumn, cuts: readonly number[]): string {
  if (column.start.target?.kind !== 'class') return ''
  const name = textSvg('tick', [LEFT - 5, STRIP[1] - 4], 'bins', 'end')
  return name + (cuts.length > MOST_BORDERS ? '<use href="#fine"/>' : stripOf(column, column.bins(cuts)))
}

function stripOf(column: DrawnColumn, bins: readonly DrawnBin[]): string {
  if (column.start.target?.kind !== 'class') return ''
  const boxes = bins.map((bin, i, all) => ({
    ...bin,
    left: placeOf(column.axis, bin.from) + (i === 0 ? 0 : 0.7),
    right: placeOf(column.axis, bin.to) - (i === all.length - 1 ? 0 : 0.7),
  }))
  return shareBoxes(boxes, column.series, STRIP)
}

/** The mean of each bin so far. */
function means(column: DrawnColumn, cuts: readonly number[]): string {
  if (column.start.target?.kind !== 'numeric') return ''
  const { place } = meanScale(column)
  const d = column
    .bins(cuts)
    .flatMap(({ from, to, mean }) =>
      mean === null ? [] : [`M${at(placeOf(column.axis, from))} ${at(place(mean))}H${at(placeOf(column.axis, to))}`],
    )
  return `<path class="mean" d="${d.join('')}"/>`
}

/** Dims what is not looked at now. */
function veil(column: DrawnColumn, part: { readonly lo: number; readonly hi: number } | null): string {
  if (part === null) return ''
  const { axis } = column
  const [left, right] = partEnds(column, part)
  const d = boxPath(axis.left, TOP - 2, left, STRIP[1]) + boxPath(right, TOP - 2, axis.right, STRIP[1])
  return d === '' ? '' : `<path class="veil" d="${d}"/>`
}

/** Where a part starts and ends in the picture of the whole column: a little beyond its values. */
export function partEnds(
  column: DrawnColumn,
  { lo, hi }: { readonly lo: number; readonly hi: number },
): [number, number] {
  // prettier-ignore
  const { axis, start } = column
  const inside = (place: number): number => Math.max(axis.left, Math.min(axis.right, place))
  return [
    lo <= start.values[0] ? axis.left : inside(placeOf(axis, lo) - 3),
    hi >= start.values[start.values.length - 1] ? axis.right : inside(placeOf(axis, hi) + 3),
  ]
}
