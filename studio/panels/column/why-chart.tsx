import type { NumberColumn } from '../../../src/index.ts'
import { roundTicks, valueText } from '../../../src/reports/index.ts'
import type { Why } from '../../worker/jobs/why-job.ts'

const WIDTH = 460
const HEIGHT = 170
const LEFT = 40
const BASE = HEIGHT - 24
const TOP = 10

/** The score over every place, the bar it had to clear, the cut, the best place, and where cuts fall when rows are drawn again. */
export function WhyChart({ why, column }: { readonly why: Why; readonly column: NumberColumn }) {
  const { places, bar, cut, stability } = why
  const [from, to] = [places[0].cut, places.at(-1)!.cut]
  const most = Math.max(bar ?? 0, ...places.map(({ score }) => score)) || 1
  const x = (value: number): number => LEFT + (to > from ? (value - from) / (to - from) : 0.5) * (WIDTH - LEFT - 10)
  const y = (score: number): number => BASE - (Math.max(0, score) / most) * (BASE - TOP)
  const line = places.map(({ cut: at, score }, i) => `${i === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(score).toFixed(1)}`)
  const inside = (value: number): boolean => value >= from && value <= to
  return (
    <svg
      class="whychart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Curve of ${why.measure} over ${places.length} places`}
    >
      {stability !== null && <Band why={why} x={x} inside={inside} />}
      {roundTicks(0, most, 3).map(({ value, text }) => (
        <g key={text}>
          <path class="gridline" d={`M${LEFT} ${y(value)}H${WIDTH - 10}`} />
          <text class="tick" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <path class="area" d={`${line.join('')}L${x(to)} ${BASE}L${x(from)} ${BASE}z`} />
      <path class="curve" d={line.join('')} />
      {bar !== null && (
        <g>
          <path class="bar" d={`M${LEFT} ${y(bar)}H${WIDTH - 10}`} />
          <text class="tick" x={WIDTH - 12} y={y(bar) - 4} text-anchor="end">
            needed
          </text>
        </g>
      )}
      {inside(cut) && <path class="cutline" d={`M${x(cut)} ${TOP - 6}V${BASE}`} />}
      <path class="axisline" d={`M${LEFT} ${BASE}H${WIDTH - 10}`} />
      {[from, to].map((value, i) => (
        <text key={value} class="tick" x={x(value)} y={BASE + 16} text-anchor={i === 0 ? 'start' : 'end'}>
          {valueText(column.kind, value)}
        </text>
      ))}
      {inside(cut) && Math.min(x(cut) - LEFT, WIDTH - x(cut)) > 60 && (
        <text class="tick strong" x={x(cut)} y={BASE + 16} text-anchor="middle">
          {valueText(column.kind, cut)}
        </text>
      )}
    </svg>
  )
}

interface BandProps {
  readonly why: Why
  readonly x: (value: number) => number
  readonly inside: (value: number) => boolean
}

/** How often a cut fell over each stretch when rows were drawn again: the darker, the more often. */
function Band({ why, x, inside }: BandProps) {
  const { from, to, shares } = why.stability!.density
  const width = (to - from) / shares.length
  return (
    <g>
      {shares.map((share, i) => {
        const at = from + i * width
        return share > 0 && inside(at) ? (
          <rect
            key={at}
            class="band"
            x={x(at)}
            y={BASE}
            width={Math.max(1, x(at + width) - x(at))}
            height={6}
            opacity={0.15 + 0.85 * share}
          />
        ) : null
      })}
    </g>
  )
}
