import type { RankStep } from '../../../discretizers/trace/trace-steps.ts'
import { placeOf } from '../charts/ticks.ts'
import { type Piece, short } from '../charts/svg-parts.ts'
import { BELOW } from './draw-histogram.ts'
import { leftTicks } from '../charts/svg-parts.ts'
import type { DrawnColumn } from './drawn-column.ts'
import { at, keySvg, LEFT, lineSvg, RIGHT, textSvg, thinned, WIDTH } from '../charts/svg-parts.ts'

const TOP = BELOW + 20
const BOTTOM = TOP + 100

/** How many rows lie below each value, and where the line at the rank of a cut meets it. */
export function drawRanks(column: DrawnColumn, step: RankStep, cut: number | null): Piece {
  const { axis, start } = column
  const place = (rows: number): number => BOTTOM - (rows / start.rows) * (BOTTOM - TOP)
  let below = 0
  const steps = start.values.map((value, i) => ({ x: placeOf(axis, value), y: place((below += start.counts[i])) }))
  const inside = thinned(
    steps.filter(({ x }) => x >= axis.left && x <= axis.right),
    150,
  )
  const found = cut === null ? axis.to : cut
  const x = placeOf(axis, found)
  const body = [
    leftTicks(0, start.rows, place),
    `<path class="axis" d="M${LEFT} ${BOTTOM}H${WIDTH - RIGHT}"/>`,
    textSvg('cap', [LEFT, TOP - 6], 'rows up to each value', 'start'),
    `<path class="line" d="M${axis.left} ${BOTTOM}${inside.map((one) => `H${at(one.x)}V${at(one.y)}`).join('')}H${axis.right}"/>`,
    lineSvg('bar', [axis.left, place(step.rank)], [axis.right, place(step.rank)]),
    cut === null ? '' : lineSvg('now', [x, place(step.rowsBelow ?? step.rank)], [x, BOTTOM]),
    cut === null ? '' : `<circle class="first" cx="${at(x)}" cy="${at(place(step.rowsBelow ?? step.rank))}" r="4.5"/>`,
  ]
  const legend = [
    `${keySvg('<path class="bar" d="M1 7H21"/>')}rank ${short(step.rank)} of ${short(start.rows)} rows`,
    ...(cut === null ? [] : [`${keySvg('<circle class="first" cx="11" cy="7" r="5"/>')}where the cut falls`]),
  ]
  return { body: body.join(''), height: BOTTOM + 8, legend }
}
