import type { CutStability, StableCut } from '../../../binning/curves/cut-stability.ts'
import { escaped } from '../../markup.ts'
import { counted, percentText } from '../../number-text.ts'
import {
  at,
  boxPath,
  keySvg,
  LEFT,
  leftTicks,
  lineSvg,
  type Piece,
  RIGHT,
  textSvg,
  WIDTH,
} from '../charts/svg-parts.ts'
import { type Axis, placeOf } from '../charts/ticks.ts'

const HEIGHT = 80
/** Cuts of a table; more are only counted. */
const MOST_LINES = 14

/** Where cuts fell when the rows were drawn again, on the axis of the values: the higher, the more often. */
export function drawStability(stability: CutStability, axis: Axis, top: number): Piece {
  const { density, cuts } = stability
  const [high, low] = [top + 20, top + 20 + HEIGHT]
  const place = (share: number): number => low - share * HEIGHT
  const width = (density.to - density.from) / density.shares.length
  const bars = density.shares.map((share, i) => {
    const [from, to] = [density.from + i * width, density.from + (i + 1) * width]
    if (share === 0 || to < axis.from || from > axis.to) return ''
    return boxPath(Math.max(axis.left, placeOf(axis, from)), place(share), Math.min(axis.right, placeOf(axis, to)), low)
  })
  const inside = cuts.filter(({ cut }) => cut >= axis.from && cut <= axis.to)
  const body = [
    leftTicks(0, 1, place, (share) => percentText(share)),
    textSvg('cap', [LEFT, high - 6], 'how often a cut parts the rows here', 'start'),
    `<path class="band" d="${bars.join('')}"/>`,
    `<path class="axis" d="M${LEFT} ${low}H${WIDTH - RIGHT}"/>`,
    ...inside.map(({ cut }) =>
      lineSvg(inside.length > 20 ? 'border' : 'cut', [placeOf(axis, cut), high], [placeOf(axis, cut), low]),
    ),
    ...inside.map((cut) => span(cut, axis, low + 7)),
  ]
  const legend = [
    `${keySvg('<path class="band" d="M4 13V5H18V13z"/>')}of ${counted(stability.resamples, 'draw')}, the share with a cut here`,
    `${keySvg('<path class="mean" d="M2 7H20"/>')}where nine of ten cuts near it fall`,
  ]
  return { body: body.join(''), height: low + 14, legend }
}

/** Where nine of ten of the cuts near one fall. */
function span({ from, to }: StableCut, axis: Axis, y: number): string {
  if (from === null || to === null) return ''
  const [left, right] = [from, to].map((end) => Math.max(axis.left, Math.min(axis.right, placeOf(axis, end))))
  return `<path class="mean" d="M${at(left - 1)} ${at(y)}H${at(right + 1)}"/>`
}

/** How each cut fared, as a table: in the same gap, nearby, where, and how sure that is. */
export function stabilityTable(stability: CutStability, textOf: (value: number) => string): string {
  const share = ({ same }: StableCut): string => `${percentText(same.share)}<br><small>(${percentText(same.low)} to ${percentText(same.high)})</small>` // prettier-ignore
  const lines = stability.cuts.slice(0, MOST_LINES).map((one) => {
    const range = one.from === null || one.to === null ? '–' : `${textOf(one.from)} to ${textOf(one.to)}`
    return `<tr><th scope="row">${escaped(textOf(one.cut))}</th><td>${share(one)}</td><td>${percentText(one.near.share)}</td><td>${escaped(range)}</td></tr>`
  })
  const left = stability.cuts.length - lines.length
  const more = left > 0 ? `<p class="facts">${counted(left, 'more cut')}.</p>` : ''
  const head =
    '<tr><th scope="col">cut</th><th scope="col">in the same gap</th><th scope="col">nearby</th><th scope="col">nine of ten fall</th></tr>'
  return `<table class="bins"><thead>${head}</thead><tbody>${lines.join('')}</tbody></table>${more}`
}

/** What the draws say, in plain words. */
export function stabilityWords(stability: CutStability, textOf: (value: number) => string): string[] {
  const { cuts, bins, resamples, density } = stability
  const own = cuts.length + 1
  const usual = bins.find((one) => one.bins === own)?.share ?? 0
  return [
    `As many rows were drawn from these rows again, some twice and some not at all, and cut anew; ${counted(resamples, 'time')}. Cuts that come back are to be relied on.`,
    ...(cuts.length === 0 ? [] : [`${percentText(usual)} of the draws give ${counted(own, 'bin')} too.`]),
    ...(cuts.length === 0 ? [`${percentText(usual)} of the draws leave the column whole too.`] : []),
    ...cuts.slice(0, 6).map((one) => cutWords(one, density, textOf)),
  ]
}

/** Whether one cut is to be relied on. */
function cutWords(
  { cut, same, near, from, to }: StableCut,
  range: { readonly from: number; readonly to: number },
  textOf: (value: number) => string,
): string {
  if (same.share >= 0.9) return `${textOf(cut)} is firm: ${percentText(same.share)} of the draws cut in the same gap.`
  if (near.share >= 0.9 && from !== null && to !== null) {
    const wide = to - from > 0.2 * (range.to - range.from)
    if (wide)
      return `${textOf(cut)} wanders: there nearly always is a cut, but nine of ten fall anywhere from ${textOf(from)} to ${textOf(to)}.`
    return `${textOf(cut)} stays, but its exact place is open: nine of ten cuts near it fall from ${textOf(from)} to ${textOf(to)}.`
  }
  return `${textOf(cut)} comes and goes: ${percentText(1 - near.share)} of the draws have no cut near it.`
}
