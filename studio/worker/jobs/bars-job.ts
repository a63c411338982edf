import { equalFrequency, fitSummary, fixed, type NumberBin, type NumberSummary } from '../../../src/index.ts'
import type { JobContext } from '../held.ts'

/** How the line of numbers is laid out: true to size, by orders of magnitude, or by the number of rows. */
export type ScaleName = 'linear' | 'log' | 'rank'

/** Which bars are wanted. `frame` is the range that a linear scale shows, in how many cells. */
export interface BarsAsked {
  readonly column: string
  readonly scale: ScaleName
  readonly frame: { readonly from: number; readonly to: number; readonly size: number }
}

/** A bar: what it counts, and where it stands between the ends of the scale, from 0 to 1. */
export interface Bar extends NumberBin {
  readonly x0: number
  readonly x1: number
}

/** The bars of a column on a scale. */
export interface Bars {
  readonly column: string
  readonly scale: ScaleName
  readonly from: number
  readonly to: number
  /** what is nearest to 0 on a logarithmic scale that reaches over it; 0 where all values are above 0 */
  readonly near: number
  readonly bars: readonly Bar[]
  /** rows outside of what is shown */
  readonly below: number
  readonly above: number
}

/** Counts bars: the bins of a method like any other. */
export async function barsJob({ column, scale, frame }: BarsAsked, { held }: JobContext): Promise<Bars> {
  const summary = held.summaries?.columns.find(({ name }) => name === column)?.summary
  if (summary?.kind !== 'number') throw new Error(`The column ${column} holds no numbers.`)
  const none = { column, scale, near: 0, below: 0, above: 0 }
  if (!(summary.min < summary.max)) {
    const [bin] = fitSummary(summary, { method: fixed, cuts: [] }).bins
    return { ...none, from: summary.min, to: summary.max, bars: [{ ...bin, x0: 0.4, x1: 0.6 }] }
  }
  if (scale === 'rank') return { ...none, from: summary.min, to: summary.max, bars: rankBars(summary) }
  const layout = scale === 'log' ? logLayout(summary) : linearLayout(summary, frame)
  const { from, to, size, near, move, back } = layout
  const [low, high] = [move(from), move(to)]
  const edges = Array.from({ length: size + 1 }, (_, i) => back(low + ((high - low) * i) / size))
  const cuts = edges.filter((edge, i) => i > 0 && edge > edges[i - 1] && edge > summary.min && edge <= summary.max)
  const { bins } = fitSummary(summary, { method: fixed, cuts: [...(from > summary.min ? [from] : []), ...cuts] })
  const inside = from > summary.min ? bins.slice(1) : bins
  const bars = inside.slice(0, size).map((bin, i) => ({ ...bin, x0: i / size, x1: (i + 1) / size }))
  const shown = bars.reduce((sum, { count }) => sum + count, 0)
  const below = from > summary.min ? bins[0].count : 0
  const all = bins.reduce((sum, { count }) => sum + count, 0)
  return { ...none, from, to, near, bars, below, above: all - shown - below }
}

interface Layout {
  readonly from: number
  readonly to: number
  readonly size: number
  readonly near: number
  readonly move: (value: number) => number
  readonly back: (place: number) => number
}

const same = (value: number): number => value

/** Cells of one width; twice as many where values lie on no grid and there are rows enough to fill them. */
function linearLayout({ min, rows }: NumberSummary, { from, to, size }: BarsAsked['frame']): Layout {
  const onGrid = from < min
  return { from, to, size: onGrid || rows < 3000 ? size : 2 * size, near: 0, move: same, back: same }
}

/** Steps of one factor; around 0 steps of one width, since it has no order of magnitude. */
function logLayout({ min, max, cells, rows }: NumberSummary): Layout {
  const size = rows < 3000 ? 60 : 120
  if (min > 0) return { from: min, to: max, size, near: 0, move: Math.log, back: Math.exp }
  const largest = Math.max(-min, max)
  let near = largest
  for (const value of cells.lo) if (value !== 0 && Math.abs(value) < near) near = Math.abs(value)
  near = Math.max(near, largest / 1e4)
  return { from: min, to: max, size, near, move: (x) => Math.asinh(x / near), back: (x) => near * Math.sinh(x) }
}

/** Bars of about as many rows each, as wide as their rows. */
function rankBars(summary: NumberSummary): Bar[] {
  const { bins } = fitSummary(summary, { method: equalFrequency, bins: 60 })
  const weightOf = ({ weight, count }: NumberBin): number => weight ?? count
  const all = bins.reduce((sum, bin) => sum + weightOf(bin), 0)
  let before = 0
  return bins.map((bin) => {
    const x0 = before / all
    before += weightOf(bin)
    return { ...bin, x0, x1: before / all }
  })
}
