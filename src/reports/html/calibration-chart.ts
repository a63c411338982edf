import { shareInterval } from '../../measures/distributions/share-interval.ts'
import { percentText } from '../number-text.ts'
import { at, keySvg, LEFT, leftTicks, lineSvg, pieceHtml, RIGHT, textSvg, WIDTH } from './charts/svg-parts.ts'
import { type Axis, axisTicks, placeOf } from './charts/ticks.ts'

/** Rows of about the same chance: what was said of them, and what came. */
export interface SaidAndCame {
  readonly rows: number
  readonly said: number
  readonly came: number
}

const HEIGHT = 230

/** What was said against what came, with 95 % intervals; on the line both are the same. Nothing without rows. */
export function calibrationChart(groups: readonly SaidAndCame[]): string {
  const known = groups.filter(({ rows }) => rows > 0)
  if (known.length === 0) return ''
  const marks = known.map((group) => ({ ...group, ...shareInterval(group.came * group.rows, group.rows) }))
  const most = Math.min(1, 1.04 * Math.max(...marks.flatMap(({ said, high }) => [said, high]), 0.01))
  const [top, bottom] = [20, 20 + HEIGHT]
  const axis: Axis = { from: 0, to: most, left: LEFT, right: WIDTH - RIGHT - 4 }
  const place = (share: number): number => bottom - (share / most) * HEIGHT
  const digits = most < 0.05 ? 1 : 0
  const textOf = (share: number): string => percentText(share, digits)
  const body = [
    leftTicks(0, most, place, textOf),
    textSvg('cap', [LEFT, top - 6], 'share of the event that came', 'start'),
    lineSvg('next', [axis.left, place(0)], [axis.right, place(most)]),
    `<path class="axis" d="M${LEFT} ${bottom}H${WIDTH - RIGHT}"/>`,
    ...marks.map(({ said, low, high }) => lineSvg('border', [placeOf(axis, said), place(low)], [placeOf(axis, said), place(Math.min(high, most))])), // prettier-ignore
    ...marks.map(({ said, came }) => `<circle class="dot" cx="${at(placeOf(axis, said))}" cy="${at(place(came))}" r="4"/>`), // prettier-ignore
    ...axisTicks(axis, WIDTH, 6, textOf).map(({ value, text }) => textSvg('tick', [placeOf(axis, value), bottom + 16], text)), // prettier-ignore
    textSvg('tick', [WIDTH - RIGHT, bottom + 31], 'chance that was said', 'end'),
  ]
  const legend = [
    `${keySvg('<circle class="dot" cx="11" cy="7" r="4"/>')}rows of about the same chance, with a 95 % interval`,
    `${keySvg('<path class="next" d="M2 12L20 2"/>')}what was said came`,
  ]
  return pieceHtml(
    { body: body.join(''), height: bottom + 36, legend },
    'Shares of the event that came against the chances that were said',
  )
}
