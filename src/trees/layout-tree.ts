/** A node with its place: `along` counts from the first leaf to the last, `depth` from the root down. */
export interface Place<T> {
  /** what stands there */
  readonly item: T
  /** how far across, in nodes; 0 for the first */
  readonly along: number
  /** how far down; 0 for the root */
  readonly depth: number
  /** position of the node above it in the list; −1 for the root */
  readonly parent: number
}

/** One side of the outline of a subtree, a number per depth, the deepest first; `offset` is added to all of them. */
interface Outline {
  readonly values: number[]
  offset: number
}

interface Spot<T> {
  readonly item: T
  readonly depth: number
  readonly parent: number
  readonly children: Spot<T>[]
  /** distance from the node above it */
  along: number
  left: Outline
  right: Outline
}

/**
 * A tidy layout (after Reingold and Tilford): nodes of one depth are at least 1 apart, a parent stands in the middle of
 * its first and last child, equal subtrees look the same, and subtrees stand as close as their outlines allow. Numbers
 * only: the first node along stands at 0, the root comes first in the list. O(nodes), because of two outlines that meet
 * only the shorter is walked along.
 *
 *     // Places for a picture: the root above the middle of its two branches.
 *     const leaf = (name: string) => ({ name, children: [] })
 *     const places = layoutTree({ name: 'root', children: [leaf('left'), leaf('right')] })
 *     console.log(places.map(({ item, along, depth }) => `${item.name} ${along} ${depth}`))
 *     // → [ 'root 0.5 0', 'left 0 1', 'right 1 1' ]
 */
export function layoutTree<T extends { readonly children: readonly T[] }>(root: T): Place<T>[] {
  const spots = plant(root)
  // Children come after their parents, so from the end on every subtree below is ready.
  for (let i = spots.length - 1; i >= 0; i--) settle(spots[i])
  const along = new Float64Array(spots.length)
  let least = 0
  for (const [i, spot] of spots.entries()) {
    along[i] = spot.along + (spot.parent < 0 ? 0 : along[spot.parent])
    least = Math.min(least, along[i])
  }
  return spots.map(({ item, depth, parent }, i) => ({ item, depth, parent, along: along[i] - least }))
}

function plant<T extends { readonly children: readonly T[] }>(root: T): Spot<T>[] {
  const spots: Spot<T>[] = []
  const waiting = [{ item: root, depth: 0, parent: -1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { item, depth, parent } = next
    const outline = (): Outline => ({ values: [], offset: 0 })
    const spot: Spot<T> = { item, depth, parent, children: [], along: 0, left: outline(), right: outline() }
    const at = spots.push(spot) - 1
    if (parent >= 0) spots[parent].children.push(spot)
    for (const child of item.children.toReversed()) waiting.push({ item: child, depth: depth + 1, parent: at })
  }
  return spots
}

/** Places the children of a spot beside each other and the spot above them. */
function settle<T>(spot: Spot<T>): void {
  const { children } = spot
  if (children.length > 0) {
    let { left, right } = children[0]
    for (const child of children.slice(1)) {
      const shared = Math.min(right.values.length, child.left.values.length)
      child.along = 1
      for (let depth = 0; depth < shared; depth++) {
        child.along = Math.max(child.along, outlineAt(right, depth) + 1 - outlineAt(child.left, depth))
      }
      child.left.offset += child.along
      child.right.offset += child.along
      left = over(left, child.left)
      right = over(child.right, right)
    }
    spreadLeaves(children)
    const middle = children[children.length - 1].along / 2
    for (const child of children) child.along -= middle
    left.offset -= middle
    right.offset -= middle
    spot.left = left
    spot.right = right
  }
  spot.left.values.push(-spot.left.offset)
  spot.right.values.push(-spot.right.offset)
}

function outlineAt({ values, offset }: Outline, depth: number): number {
  return values[values.length - 1 - depth] + offset
}

/** The outline that is `first` as deep as it goes, and `second` below. The longer list is used again. */
function over(first: Outline, second: Outline): Outline {
  const depths = first.values.length
  if (depths >= second.values.length) return first
  for (let depth = 0; depth < depths; depth++) {
    second.values[second.values.length - 1 - depth] = outlineAt(first, depth) - second.offset
  }
  return second
}

/** Leaves between two subtrees are spread over the gap; they reach no deeper, so they cannot meet anything there. */
function spreadLeaves<T>(children: readonly Spot<T>[]): void {
  for (let from = 0, to = 0; to < children.length; to++) {
    if (to > from && to < children.length - 1 && children[to].children.length === 0) continue
    const step = (children[to].along - children[from].along) / Math.max(1, to - from)
    for (let i = from + 1; i < to; i++) children[i].along = children[from].along + step * (i - from)
    from = to
  }
}
