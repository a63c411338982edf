import type { NumberColumn } from '../../../src/index.ts'
import { countText, roundTicks, type Series, seriesOf } from '../../../src/reports/index.ts'
import { useWidth } from '../../parts/use-width.ts'
import type { StreamNow } from '../../worker/jobs/stream-job.ts'
import { frameOf, placeIn, type Frame } from './stream-frame.ts'

/** Where things lie from above: the labels of the cuts, the bins, the axis, the cells. */
const BINS = [40, 150] as const
const AXIS = 174
const CELLS = [182, 272] as const
const SIDE = 46

/** Layer two above, layer one below, on one axis of values. */
export function LayersChart({ now, live }: { readonly now: StreamNow; readonly live: NumberColumn }) {
  const [ref, width] = useWidth<HTMLDivElement>(900)
  const frame = frameOf(live, SIDE, width - 8)
  const totals = now.target?.kind === 'class' ? now.target.classes.map(() => 1) : null
  const series = seriesOf(now.target, totals)
  const ticks = roundTicks(frame.from, frame.to, Math.max(2, Math.floor(width / 110)))
  return (
    <div class="layers" ref={ref}>
      <svg
        viewBox={`0 0 ${width} ${CELLS[1] + 4}`}
        width={width}
        height={CELLS[1] + 4}
        role="img"
        aria-label={inWords(now)}
      >
        <text class="layer-name" x={0} y={BINS[0] + 12}>
          bins
        </text>
        <text class="layer-name" x={0} y={CELLS[0] + 12}>
          cells
        </text>
        <Bins now={now} frame={frame} series={series} />
        <path class="axis" d={`M${frame.left} ${BINS[1]}H${frame.right}`} />
        {ticks.map(({ value, text }) => (
          <text key={value} class="tick" x={placeIn(frame, value)} y={AXIS - 6} text-anchor="middle">
            {text}
          </text>
        ))}
        <Cells now={now} frame={frame} series={series} />
        <Cuts now={now} frame={frame} />
      </svg>
    </div>
  )
}

function inWords({ column, texts, row, cells }: StreamNow): string {
  const cuts = texts.length === 0 ? 'no cuts' : `cuts at ${texts.join(', ')}`
  return `${column.name} after ${countText(row)} rows: ${cuts}; ${countText(cells.size)} cells`
}

interface LayerProps {
  readonly now: StreamNow
  readonly frame: Frame
  readonly series: readonly Series[]
}

/** A bin is as wide as its range; its classes by their shares, or without classes as high as its part of the rows. */
function Bins({ now, frame, series }: LayerProps) {
  const { bins, cuts } = now.column
  const edges = [frame.from, ...cuts, frame.to].map((value) => placeIn(frame, value))
  const most = Math.max(1, ...bins.map(({ count }) => count))
  return (
    <g class="live-bins">
      {bins.map((bin, i) => {
        const [left, right] = [edges[i] + (i === 0 ? 0 : 1), edges[i + 1] - (i === bins.length - 1 ? 0 : 1)]
        let below = BINS[1]
        const scale = (bin.classes === undefined ? bin.count / most : 1) * (BINS[1] - BINS[0])
        return series.map((one) => {
          const size = bin.count === 0 ? 0 : (one.sizeOf(bin.classes ?? null, bin.count) / bin.count) * scale
          below -= size
          return (
            <rect
              key={`${i} ${one.fill}`}
              style={{ x: `${left}px`, y: `${below}px`, width: `${Math.max(0, right - left)}px`, height: `${size}px` }}
              fill={`url(#k${one.fill})`}
            >
              <title>
                {bin.label}: {countText(bin.count)} rows
              </title>
            </rect>
          )
        })
      })}
    </g>
  )
}

/** Labels of neighbours take turns in two lines; those without room are left out. */
function Cuts({ now, frame }: { readonly now: StreamNow; readonly frame: Frame }) {
  const ends = [-Infinity, -Infinity]
  return (
    <g class="live-cuts">
      {now.column.cuts.map((cut, i) => {
        const x = placeIn(frame, cut)
        const half = now.texts[i].length * 3.6
        const line = ends.findIndex((end) => x - half > end + 6)
        if (line >= 0) ends[line] = x + half
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the second cut stays the second when it moves
          <g key={i} style={{ transform: `translateX(${x}px)` }}>
            <path d={`M0 ${BINS[0] - 4}V${CELLS[1]}`} />
            {line >= 0 && (
              <text y={BINS[0] - 9 - line * 14} text-anchor="middle">
                {now.texts[i]}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

/** A cell is as long as it has rows; one that reaches the line is split. */
function Cells({ now, frame, series }: LayerProps) {
  const { cells, splitAt } = now
  const { lo, hi, rows, sums, channels } = cells
  const most = Math.max(1, splitAt * 1.25 < Infinity ? splitAt * 1.25 : 1, ...rows)
  const scale = (CELLS[1] - CELLS[0]) / most
  const paths = series.map(() => '')
  const isClass = now.target?.kind === 'class'
  for (let i = 0; i < rows.length; i++) {
    const from = i === 0 ? lo[i] : (hi[i - 1] + lo[i]) / 2
    const to = i === rows.length - 1 ? hi[i] : (hi[i] + lo[i + 1]) / 2
    const [left, right] = widened(placeIn(frame, from), placeIn(frame, to))
    const classes = isClass ? Array.from(sums.subarray(i * channels, (i + 1) * channels)) : null
    let top: number = CELLS[0]
    for (const [s, one] of series.entries()) {
      const size = one.sizeOf(classes, rows[i]) * scale
      if (size > 0) paths[s] += `M${left} ${top.toFixed(1)}H${right}v${size.toFixed(1)}H${left}z`
      top += size
    }
  }
  const line = CELLS[0] + splitAt * scale
  // Cells that are drawn together say nothing of where one is split.
  const single = rows.length === cells.size
  return (
    <g class="live-cells">
      {paths.map((d, i) => (
        <path key={series[i].fill} d={d} fill={`url(#k${series[i].fill})`} />
      ))}
      <path class="axis" d={`M${frame.left} ${CELLS[0]}H${frame.right}`} />
      {single && line < CELLS[1] && now.splits > 0 && (
        <>
          <path class="split-at" d={`M${frame.left} ${line}H${frame.right}`} />
          <text class="tick" x={frame.right} y={line + 12} text-anchor="end">
            longer ones are split
          </text>
        </>
      )}
    </g>
  )
}

/** With a hair of ground between neighbours where there is room, and never less than can be seen. */
function widened(left: number, right: number): readonly [string, string] {
  const gap = right - left > 3 ? 0.5 : 0
  const [a, b] = right - left < 1 ? [(left + right) / 2 - 0.5, (left + right) / 2 + 0.5] : [left + gap, right - gap]
  return [a.toFixed(1), b.toFixed(1)]
}
