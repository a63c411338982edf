import type { Curve } from './curve.ts'

/**
 * The cuts of a regression tree of the event, or of the number, grown leaf by leaf where the variance falls most: `leaves`
 * of them, each of at least `least`. Good first guesses where limits compare neighbours. O(cells · depth).
 */
export function treeCuts({ weight, height }: Curve, leaves: number, least: number): number[] {
  const bestCut = (from: number, to: number): Leaf => {
    const leaf = { from, to, at: -1, gain: 0 }
    const [w, h] = [weight[to] - weight[from], height[to] - height[from]]
    for (let at = from + 1; at < to; at++) {
      const below = weight[at] - weight[from]
      if (below < least) continue
      if (w - below < least) break
      const own = height[at] - height[from]
      const gain = (own * own) / below + ((h - own) * (h - own)) / (w - below) - (h * h) / w
      if (gain > leaf.gain) {
        leaf.at = at
        leaf.gain = gain
      }
    }
    return leaf
  }
  const open = [bestCut(0, weight.length - 1)]
  const cuts: number[] = []
  while (cuts.length < leaves - 1) {
    let next = open[0]
    for (const leaf of open) if (leaf.gain > next.gain) next = leaf
    if (next.at < 0) break
    cuts.push(next.at)
    open.splice(open.indexOf(next), 1, bestCut(next.from, next.at), bestCut(next.at, next.to))
  }
  return cuts
}

interface Leaf {
  readonly from: number
  readonly to: number
  at: number
  gain: number
}
