import type { ChoiceStep, TriedBinning } from '../../../discretizers/trace/trace-steps.ts'
import { type Axis, placeOf } from '../charts/ticks.ts'
import { type Piece, short } from '../charts/svg-parts.ts'
import { BELOW } from './draw-histogram.ts'
import { leftTicks } from '../charts/svg-parts.ts'
import { at, keySvg, LEFT, RIGHT, textSvg, WIDTH } from '../charts/svg-parts.ts'

const TOP = BELOW + 20
const BOTTOM = TOP + 100

/** The score of the best binning of each number of bins, the one that was chosen marked. */
export function drawChoice(step: ChoiceStep, chosen: number): Piece {
  const known = step.tried.filter((one): one is TriedBinning & { score: number } => one.score !== null)
  const scores = known.map(({ score }) => score)
  const [low, high] = [Math.min(...scores, 0), Math.max(...scores, 0)]
  const room = (high - low) * 0.08 || 1
  const place = (score: number): number =>
    BOTTOM - ((score - low + (low < 0 ? room : 0)) / (high - low + (low < 0 ? 2 : 1) * room)) * (BOTTOM - TOP)
  const counts = known.map(({ bins }) => bins)
  const axis: Axis = { from: Math.min(...counts) - 0.5, to: Math.max(...counts) + 0.5, left: LEFT + 12, right: WIDTH - RIGHT } // prettier-ignore
  const point = ({ bins, score }: { bins: number; score: number }): string =>
    `${at(placeOf(axis, bins))} ${at(place(score))}`
  const every = Math.ceil(counts.length / 16)
  const mine = known.find(({ bins }) => bins === chosen)
  const body = [
    leftTicks(low, high + room, place),
    textSvg('cap', [LEFT, TOP - 6], `${step.measure} of the best binning of each number of bins`, 'start'),
    known.length === 0 ? '' : `<path class="line" d="M${known.map(point).join('L')}"/>`,
    ...known.map((one) => `<circle class="${one.barred === undefined ? 'dot' : 'barred'}" cx="${at(placeOf(axis, one.bins))}" cy="${at(place(one.score))}" r="3"/>`),
    mine === undefined ? '' : `<circle class="first" cx="${at(placeOf(axis, mine.bins))}" cy="${at(place(mine.score))}" r="5"/>`,
    ...counts.filter((_, i) => i % every === 0).map((bins) => textSvg('tick', [placeOf(axis, bins), BOTTOM + 16], String(bins))),
    textSvg('tick', [WIDTH - RIGHT, BOTTOM + 31], 'number of bins', 'end'),
  ] // prettier-ignore
  const legend = [
    `${keySvg('<circle class="first" cx="11" cy="7" r="5"/>')}chosen: ${short(chosen)} ${chosen === 1 ? 'bin' : 'bins'}${mine === undefined ? '' : `, ${short(mine.score)}`}`,
    ...(known.some(({ barred }) => barred !== undefined)
      ? [`${keySvg('<circle class="barred" cx="11" cy="7" r="3"/>')}cannot be chosen`]
      : []),
  ]
  return { body: body.join(''), height: BOTTOM + 36, legend }
}
