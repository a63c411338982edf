import { meanSlack } from './mean-slack.ts'
import { signal } from '@preact/signals'
import { binningTable, type TableRow } from '../../../src/index.ts'
import { shareInterval } from '../../../src/measures/index.ts'
import { fixedText, percentText, valueText } from '../../../src/reports/index.ts'
import { target } from '../../state/store.ts'
import { lineEnds, pixelOf, STRIP } from './chart-frame.ts'
import { seenCuts } from './column-view.ts'
import { series } from './histogram.tsx'

/** What is drawn over the bins of an event. */
export const stripMeasure = signal<'rate' | 'woe'>('rate')

const INSET = 12

/** A level of a bin, and where the true one may lie. */
interface Level {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** What the target does from bin to bin, over the bins themselves: rate with interval, weight of evidence, mean, or shares. */
export function RateStrip() {
  const column = seenCuts.value
  if (column === null) return null
  const [from, to] = lineEnds.value
  const edges = [from, ...column.cuts.map(pixelOf), to]
  const table = binningTable(column, target.value)
  const rows = table.rows.slice(0, column.bins.length)
  if (target.value?.kind === 'class' && table.event === null) return <Shares rows={rows} edges={edges} />
  const levels = rows.map(levelOf)
  const known = levels.filter((level) => level !== null)
  const [least, most] = [Math.min(...known.map(({ low }) => low)), Math.max(...known.map(({ high }) => high))]
  const base = target.value?.kind === 'numeric' || isWoe() ? least : 0
  const span = most - base || 1
  const y = (value: number): number => STRIP - ((value - base) / span) * (STRIP - INSET)
  const overall = isWoe() ? 0 : (table.total.rate ?? table.total.mean)
  return (
    <g>
      {overall !== null && overall >= base && overall <= most && (
        <path class="overall" d={`M${from} ${y(overall)}H${to}`} />
      )}
      {levels.map((level, i) => {
        const [x0, x1] = [edges[i], edges[i + 1]]
        if (level === null || x1 - x0 < 0.5) return null
        const text = textOf(level.value)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- bins have no other name
          <g key={i}>
            <rect
              class="interval"
              x={x0 + 1}
              y={y(level.high)}
              width={Math.max(0, x1 - x0 - 2)}
              height={Math.max(1, y(level.low) - y(level.high))}
            />
            <path class="level" d={`M${x0 + 1} ${y(level.value)}H${x1 - 1}`} />
            {x1 - x0 > text.length * 7 + 6 && (
              <text class="leveltext" x={(x0 + x1) / 2} y={y(level.high) - 4} text-anchor="middle">
                {text}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

/** Several classes without an event: their shares in each bin. */
function Shares({ rows, edges }: { readonly rows: readonly TableRow[]; readonly edges: readonly number[] }) {
  return (
    <g>
      {rows.flatMap((row, i) => {
        let top = INSET
        return series.value.map((one) => {
          const share = row.weight > 0 ? one.sizeOf(row.classes, row.weight) / row.weight : 0
          const height = share * (STRIP - INSET)
          const y = STRIP + INSET - top - height
          top += height
          const width = edges[i + 1] - edges[i] - 2
          // oxlint-disable-next-line react/no-array-index-key -- bins have no other name
          return width > 0 && height > 0 ? (
            <rect
              key={`${i} ${one.fill}`}
              fill={`url(#k${one.fill})`}
              x={edges[i] + 1}
              y={y}
              width={width}
              height={height}
            />
          ) : null
        })
      })}
    </g>
  )
}

function isWoe(): boolean {
  return stripMeasure.value === 'woe' && target.value?.kind === 'class'
}

function levelOf(row: TableRow): Level | null {
  if (row.count === 0) return null
  if (isWoe() && row.woe !== null) return { value: row.woe, low: Math.min(0, row.woe), high: Math.max(0, row.woe) }
  if (row.rate !== null) {
    const { share, low, high } = shareInterval(row.rate * row.weight, row.weight)
    return { value: share, low, high }
  }
  if (row.mean !== null && row.deviation !== null) {
    const half = meanSlack(row.deviation, row.weight)
    return { value: row.mean, low: row.mean - half, high: row.mean + half }
  }
  return { value: row.share, low: row.share, high: row.share }
}

function textOf(value: number): string {
  if (isWoe()) return fixedText(value, 2, true)
  return target.value?.kind === 'numeric' ? valueText('number', Number(value.toPrecision(4))) : percentText(value)
}
