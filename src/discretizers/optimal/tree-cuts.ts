import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { cornersBetween, type Curve } from './curve.ts'

/**
 * The cuts of a regression tree of the event, or of the number, grown leaf by leaf where the variance falls most: `leaves`
 * of them, each of at least `least`. Good first guesses. A best cut is a corner of the curve, so only those are tried.
 */
export function treeCuts(curve: Curve, leaves: number, least: number): number[] {
  const open = [bestCut(curve, 0, curve.weight.length - 1, least)]
  const cuts: number[] = []
  while (cuts.length < leaves - 1) {
    let next = open[0]
    for (const leaf of open) if (leaf.gain > next.gain) next = leaf
    if (next.at < 0) break
    cuts.push(next.at)
    const parts = [bestCut(curve, next.from, next.at, least), bestCut(curve, next.at, next.to, least)]
    open.splice(open.indexOf(next), 1, ...parts)
  }
  return cuts
}

interface Leaf {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly gain: number
}

function bestCut(curve: Curve, from: number, to: number, least: number): Leaf {
  const { weight, height } = curve
  const [w, h] = [weight[to] - weight[from], height[to] - height[from]]
  const low = Math.max(from + 1, bisectLeft(weight, weight[from] + least))
  const high = Math.min(to - 1, bisectRight(weight, weight[to] - least) - 1)
  let [best, gain] = [-1, 0]
  if (low > high) return { from, to, at: best, gain }
  for (const at of cornersBetween(curve, low, high)) {
    const [below, own] = [weight[at] - weight[from], height[at] - height[from]]
    const more = (own * own) / below + ((h - own) * (h - own)) / (w - below) - (h * h) / w
    if (more > gain) [best, gain] = [at, more]
  }
  return { from, to, at: best, gain }
}
