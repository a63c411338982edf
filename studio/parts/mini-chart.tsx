import { Component } from 'preact'
import type { CategoryColumn, Counted, NumberColumn, Target } from '../../src/index.ts'
import { classFills } from './class-fills.ts'

/** What is drawn of a column. */
type Drawn = Pick<NumberColumn, 'kind' | 'shape' | 'cuts' | 'bins'> | Pick<CategoryColumn, 'kind' | 'bins'>

interface MiniChartProps {
  readonly column: Drawn
  readonly target: Target | null
  readonly width?: number
  readonly height?: number
}

interface Bar {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly classes: readonly number[] | undefined
}

/** The class-stacked histogram of a column with its cuts, small enough for a list. Drawn again only for another column. */
export class MiniChart extends Component<MiniChartProps> {
  override shouldComponentUpdate(next: MiniChartProps): boolean {
    return next.column !== this.props.column || next.target !== this.props.target
  }

  override render({ column, target, width = 240, height = 34 }: MiniChartProps) {
    const bars = barsOf(column)
    if (bars === null) return <div class="mini" style={{ aspectRatio: `${width} / ${height}` }} />
    const most = Math.max(...bars.map(({ count }) => count), 1e-9)
    const scale = (height - 1) / most
    const fills = classFills(target, totalsOf(column.bins))
    const paths = fills.map(() => '')
    for (const { from, to, count, classes } of bars) {
      let top = height
      for (const [i, { sizeOf }] of fills.entries()) {
        const size = sizeOf(classes, count) * scale
        if (size <= 0) continue
        top -= size
        paths[i] += `M${round(from * width)} ${round(top)}H${round(to * width)}v${round(size)}H${round(from * width)}z`
      }
    }
    return (
      <svg class="mini" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {fills.map(({ fill }, i) => (
          <path key={fill} d={paths[i]} fill={fill} />
        ))}
        <path class="base" d={`M0 ${height - 0.5}H${width}`} />
        <path class="cuts" d={cutLines(column, width, height)} />
      </svg>
    )
  }
}

/** Bars true to width for numbers; for levels one each, the rows of each in its height. */
function barsOf(column: Drawn): Bar[] | null {
  if (!('cuts' in column)) {
    const { bins } = column
    const gap = bins.length > 30 ? 0 : 0.12
    return bins.map(({ count, classes }, i) => ({
      from: (i + gap / 2) / bins.length,
      to: (i + 1 - gap / 2) / bins.length,
      count: classes?.reduce((sum, size) => sum + size, 0) ?? count,
      classes,
    }))
  }
  const { shape } = column
  if (shape === null) return null
  const { counts, classes } = shape
  return counts.map((count, i) => ({
    from: i / counts.length,
    to: (i + 1) / counts.length,
    count,
    classes: classes?.[i],
  }))
}

function cutLines(column: Drawn, width: number, height: number): string {
  if (!('cuts' in column) || column.shape === null) return ''
  const { from, to } = column.shape
  return column.cuts
    .filter((cut) => cut >= from && cut <= to && to > from)
    .map((cut) => `M${round(((cut - from) / (to - from)) * width)} 0V${height}`)
    .join('')
}

function totalsOf(bins: readonly Counted[]): number[] {
  const [first] = bins
  return (first?.classes ?? []).map((_, i) => bins.reduce((sum, { classes }) => sum + (classes?.[i] ?? 0), 0))
}

function round(x: number): number {
  return Math.round(x * 10) / 10
}
