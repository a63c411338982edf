/** Rows of a column in the order of their values, with what a model gets right of them in each slot. */
export interface SlotGains {
  /** rising */
  readonly values: Float64Array
  /** how many slots there are: one more than cuts */
  readonly slots: number
  /** by place in that order, the row */
  readonly rows: Uint32Array
  /** 1 where the model is right: right[row · slots + slot] */
  readonly right: Uint8Array
  /** by cut, how many rows lie below where it starts from */
  readonly starts: Int32Array
  /** rows that a cut must gain to move */
  readonly cost: number
}

/** By cut, how many rows lie below it; and the rows right, less what the moves cost. */
export interface PlacedCuts {
  readonly gaps: Int32Array
  readonly score: number
}

/** A cut that another pushes along costs this share: where it goes is not its own choice. */
const PUSHED = 0.25

/**
 * Places all cuts of a column at once where a model gets most rows right, each move at its cost: a walk through the rows in
 * which the slot may only rise. Rows of one value stay together. O(rows · cuts).
 */
export function placeCuts(gains: SlotGains): PlacedCuts {
  const { values, slots, rows, right, starts, cost } = gains
  const cuts = slots - 1
  const size = values.length
  const best = new Float64Array(slots).fill(-Infinity)
  best[0] = 0
  /** the best with the cut before the slot in this gap */
  const here = new Float64Array(slots)
  /** whether the best way into the next slot leads through this gap */
  const entered = new Uint8Array((size + 1) * cuts)
  /** whether the cut before it lies in the gap as well, and pushes it */
  const through = new Uint8Array((size + 1) * cuts)
  for (let gap = 0; gap <= size; gap++) {
    const apart = isApart(values, gap)
    here.fill(-Infinity)
    for (let k = 0; k < cuts; k++) {
      if (!apart && starts[k] !== gap) continue
      const price = starts[k] === gap ? 0 : cost
      const pushed = here[k] - price * PUSHED
      const alone = best[k] - price
      here[k + 1] = Math.max(pushed, alone)
      if (pushed > alone) through[gap * cuts + k] = 1
    }
    for (let k = 0; k < cuts; k++) {
      if (here[k + 1] <= best[k + 1]) continue
      best[k + 1] = here[k + 1]
      entered[gap * cuts + k] = 1
    }
    if (gap === size) break
    for (let slot = 0, at = rows[gap] * slots; slot < slots; slot++) best[slot] += right[at + slot]
  }
  const gaps = new Int32Array(cuts)
  for (let [gap, slot] = [size, cuts]; slot > 0;) {
    if (entered[gap * cuts + slot - 1] === 0) gap--
    else {
      do gaps[--slot] = gap
      while (through[gap * cuts + slot] === 1)
      gap--
    }
  }
  for (const group of groupsOf(gaps)) {
    if (group.every((k) => gaps[k] !== starts[k]))
      gaps.fill(middleOfBest(gains, gaps, group), group[0], group.at(-1)! + 1)
  }
  return { gaps, score: best[cuts] }
}

function isApart(values: Float64Array, gap: number): boolean {
  return gap === 0 || gap === values.length || values[gap - 1] < values[gap]
}

/** Cuts that lie in one gap, in order. */
function groupsOf(gaps: Int32Array): number[][] {
  const groups: number[][] = []
  for (const [k, gap] of gaps.entries()) {
    if (k > 0 && gaps[k - 1] === gap) groups.at(-1)!.push(k)
    else groups.push([k])
  }
  return groups
}

/** The gaps between which the cuts of one gap may lie. */
function roomOf({ values }: SlotGains, gaps: Int32Array, group: readonly number[]): [number, number] {
  const [first, last] = [group[0], group.at(-1)!]
  return [first === 0 ? 0 : gaps[first - 1], last + 1 < gaps.length ? gaps[last + 1] : values.length]
}

/** Of the gaps that are as good as that of some cuts, between their neighbours, the middle one: the best guess of where they lie. */
function middleOfBest(gains: SlotGains, gaps: Int32Array, group: readonly number[]): number {
  const { values, slots, rows, right } = gains
  const [from, to] = roomOf(gains, gaps, group)
  const [under, over] = [group[0], group.at(-1)! + 1]
  let [score, most] = [0, 0]
  let ties = [from]
  for (let gap = from + 1; gap <= to; gap++) {
    const at = rows[gap - 1] * slots
    score += right[at + under] - right[at + over]
    if (!isApart(values, gap) || score < most) continue
    if (score > most) ties = []
    most = score
    ties.push(gap)
  }
  return ties[Math.floor((ties.length - 1) / 2)]
}

/** The rows right where cuts lie in given gaps, less what their moves cost. O(rows). */
export function scoreOf({ slots, rows, right, starts, cost }: SlotGains, gaps: Int32Array): number {
  let score = 0
  let slot = 0
  for (const [i, row] of rows.entries()) {
    while (slot < gaps.length && gaps[slot] <= i) slot++
    score += right[row * slots + slot]
  }
  return score - cost * stepsOf(gaps, starts)
}

/** How many cuts have moved; those that others push along count less. */
export function stepsOf(gaps: Int32Array, starts: Int32Array): number {
  let steps = 0
  for (const [k, gap] of gaps.entries()) if (gap !== starts[k]) steps += k > 0 && gaps[k - 1] === gap ? PUSHED : 1
  return steps
}

/**
 * Puts cuts back that have moved without telling anything apart: where all rows on one side of a cut could as well lie on the
 * other. Cuts in one gap are one. A cut that another has passed is left beside it. O(rows · cuts).
 */
export function withoutIdle(gains: SlotGains, gaps: Int32Array): Int32Array {
  const { starts, cost } = gains
  let kept: Int32Array = gaps
  // Every turn puts a cut back, or is the last.
  for (let turn = 0; turn <= gaps.length; turn++) {
    const idle = groupsOf(kept).filter((group) => worthOf(gains, kept, group) < Math.max(1, cost))
    const back = kept.slice()
    for (const k of idle.flat()) back[k] = starts[k]
    const settled = inOrder(back, kept, new Set(idle.flat()))
    if (settled.every((gap, k) => gap === kept[k])) break
    kept = settled
  }
  return kept
}

/** Cuts put back as far as those that stay allow. */
function inOrder(back: Int32Array, kept: Int32Array, idle: ReadonlySet<number>): Int32Array {
  const settled = back.slice()
  let above = Infinity
  for (let k = kept.length - 1; k >= 0; k--) {
    if (!idle.has(k)) above = kept[k]
    settled[k] = Math.min(settled[k], above)
  }
  for (let k = 1; k < settled.length; k++) settled[k] = Math.max(settled[k], settled[k - 1])
  return settled
}

/**
 * The rows that a model would lose at least if those next to some cuts in one gap, on one side, were taken for those on the
 * other: how much the cuts tell apart. As far on each side as is worst, since other cuts may lie close.
 */
function worthOf({ rows, right, slots }: SlotGains, gaps: Int32Array, group: readonly number[]): number {
  const [under, over] = [group[0], group.at(-1)! + 1]
  const gap = gaps[under]
  let [sum, above, below] = [0, 0, 0]
  for (let i = gap, slot = over; i < rows.length; i++) {
    while (slot < gaps.length && gaps[slot] <= i) slot++
    sum += right[rows[i] * slots + slot] - right[rows[i] * slots + under]
    if (sum > above) above = sum
  }
  sum = 0
  for (let i = gap - 1, slot = under; i >= 0; i--) {
    while (slot > 0 && gaps[slot - 1] > i) slot--
    sum += right[rows[i] * slots + slot] - right[rows[i] * slots + over]
    if (sum > below) below = sum
  }
  return Math.min(below, above)
}

/** Whether any cut tells rows apart. */
export function anyTells(gains: SlotGains, gaps: Int32Array): boolean {
  return groupsOf(gaps).some((group) => worthOf(gains, gaps, group) >= Math.max(1, gains.cost))
}
