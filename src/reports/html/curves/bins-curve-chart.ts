import type { BinsCurve, BinsPoint } from '../../../binning/curves/bins-curve.ts'
import type { SizeCurve } from '../../../trees/prune/size-curve.ts'
import { counted, percentText } from '../../number-text.ts'
import { type Piece, short } from '../charts/svg-parts.ts'
import { drawLines } from './line-chart.ts'

/** The number of bins that tells most of rows held out, and the fewest that tell about as much. */
function bestBins({ points, enough }: BinsCurve): { readonly most: BinsPoint; readonly enough: BinsPoint } {
  const most = points.reduce((best, point) => (point.heldOut.mean > best.heldOut.mean ? point : best), points[0])
  return { most, enough: points[enough - 1] }
}

/**
 * What more bins would tell, in words: how it was found, and how many bins are enough.
 *
 *     console.log(binsWords(binsCurve(summary, { most: 3 }))[1]?.slice(0, 17)) // → 2 bins are enough
 */
export function binsWords(curve: BinsCurve): string[] {
  const { most, enough } = bestBins(curve)
  const amount = ({ heldOut: { mean } }: BinsPoint): string => {
    const bits = short(mean)
    return curve.measure === 'information' ? `${bits} ${bits === '1' ? 'bit' : 'bits'} per row` : `${percentText(mean)} of the variance` // prettier-ignore
  }
  const rest = most === enough ? '' : `, and no number of bins tells clearly more (${counted(most.bins, 'bin')}: ${amount(most)})` // prettier-ignore
  return [
    'More bins always tell more of the rows they are made from. What counts is what they tell of other rows: bins were made from rows drawn again, and tried on the rows that were not drawn.',
    enough.bins === 1
      ? `1 bin is enough: of other rows it tells nothing${rest}.`
      : `${counted(enough.bins, 'bin')} are enough: of other rows they tell ${amount(enough)}${rest}.`,
  ]
}

/** Information, or variance explained, against bins. */
export function drawBinsCurve(curve: BinsCurve, top: number): Piece {
  const { enough } = bestBins(curve)
  const unit = curve.measure === 'information' ? 'information, bits per row' : 'share of the variance explained'
  return drawLines({
    caption: unit,
    below: 'bins',
    percent: curve.measure === 'variance',
    lines: [
      { name: 'of other rows, with nine of ten draws', points: curve.points.map(({ bins, heldOut }) => ({ x: bins, y: heldOut.mean, low: heldOut.low, high: heldOut.high })) }, // prettier-ignore
      { name: 'of the rows they are made from', points: curve.points.map(({ bins, told }) => ({ x: bins, y: told })), dashed: true }, // prettier-ignore
    ],
    mark: { point: { x: enough.bins, y: enough.heldOut.mean }, name: 'enough' },
    top,
  })
}

/** The area under the ROC curve against bins; null unless there are two classes. */
export function drawAucCurve({ points }: BinsCurve, top: number): Piece | null {
  const known = points.flatMap(({ bins, auc, aucHeldOut }) => (auc === null || aucHeldOut === null ? [] : [{ bins, auc, aucHeldOut }])) // prettier-ignore
  if (known.length === 0) return null
  return drawLines({
    caption: 'area under the ROC curve',
    below: 'bins',
    lines: [
      { name: 'on other rows, with nine of ten draws', points: known.map(({ bins, aucHeldOut }) => ({ x: bins, y: aucHeldOut.mean, low: aucHeldOut.low, high: aucHeldOut.high })) }, // prettier-ignore
      { name: 'on the rows they are made from', points: known.map(({ bins, auc }) => ({ x: bins, y: auc })), dashed: true }, // prettier-ignore
    ],
    top,
  })
}

/** Accuracy against the depth of a tree, or against its nodes. */
export function drawSizeCurve({ points }: SizeCurve, over: 'depth' | 'nodes', top: number): Piece {
  const best = points.reduce((most, point) => (point.heldOut.share > most.heldOut.share + 1e-12 ? point : most), points[0]) // prettier-ignore
  return drawLines({
    caption: 'share of rows that are right',
    below: over === 'depth' ? 'depth' : 'nodes',
    percent: true,
    lines: [
      { name: 'rows held out, with 95 % intervals', points: points.map(({ heldOut, ...point }) => ({ x: point[over], y: heldOut.share, low: heldOut.low, high: heldOut.high })) }, // prettier-ignore
      { name: 'rows it was grown on', points: points.map(({ training, ...point }) => ({ x: point[over], y: training })), dashed: true }, // prettier-ignore
    ],
    mark: { point: { x: best[over], y: best.heldOut.share }, name: `best, depth ${best.depth}` },
    top,
  })
}
