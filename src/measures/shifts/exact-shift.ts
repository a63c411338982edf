/** Both sides of a cell: rows of the event, and all rows, whole numbers. */
export interface EventCell {
  readonly before: readonly [events: number, rows: number]
  readonly now: readonly [events: number, rows: number]
}

/** Chances below this part of the largest change nothing. */
const NOTHING = 1e-17

/** Chances of neighbouring whole numbers, the first of which is `from`. */
interface Chances {
  readonly from: number
  readonly list: Float64Array
}

/**
 * Whether the new rows of all cells together hold more or fewer events than a draw from both sides of each cell would: the
 * exact distribution of the sum, by putting the hypergeometric ones of the cells together. Mid-p (half the chance of what
 * was seen), twice the smaller tail. For few events, where χ² is rough. O(cells · width²), where the width is a few
 * standard deviations.
 */
export function exactShift(cells: readonly EventCell[]): number {
  let all: Chances = { from: 0, list: Float64Array.of(1) }
  let seen = 0
  for (const { before, now } of cells) {
    if (before[1] === 0 || now[1] === 0) continue
    seen += now[0]
    all = sumOf(all, hypergeometric(before[0] + now[0], now[1], before[1] + now[1]))
  }
  const at = seen - all.from
  let [below, above] = [0, 0]
  for (const [i, chance] of all.list.entries()) {
    if (i < at) below += chance
    else if (i > at) above += chance
  }
  const half = (all.list[at] ?? 0) / 2
  return Math.min(1, (2 * Math.min(below + half, above + half)) / (below + above + 2 * half))
}

/** Chances of every number of marked things among `drawn` of `all` things. Built from its peak, so nothing overflows. */
function hypergeometric(marked: number, drawn: number, all: number): Chances {
  const least = Math.max(0, drawn + marked - all)
  const most = Math.min(drawn, marked)
  const peak = Math.min(most, Math.max(least, Math.floor(((drawn + 1) * (marked + 1)) / (all + 2))))
  const up: number[] = []
  const down: number[] = []
  for (let i = peak, chance = 1; i < most; i++) {
    chance *= ((marked - i) / (i + 1)) * ((drawn - i) / (all - marked - drawn + i + 1))
    if (chance < NOTHING) break
    up.push(chance)
  }
  for (let i = peak, chance = 1; i > least; i--) {
    chance *= (i / (marked - i + 1)) * ((all - marked - drawn + i) / (drawn - i + 1))
    if (chance < NOTHING) break
    down.push(chance)
  }
  const list = Float64Array.from([...down.toReversed(), 1, ...up])
  const sum = list.reduce((total, chance) => total + chance, 0)
  return { from: peak - down.length, list: list.map((chance) => chance / sum) }
}

/** Chances of the sum of two numbers that do not depend on each other; what is next to nothing at the ends is left off. */
function sumOf(a: Chances, b: Chances): Chances {
  const list = new Float64Array(a.list.length + b.list.length - 1)
  for (const [i, x] of a.list.entries()) {
    for (const [j, y] of b.list.entries()) list[i + j] += x * y
  }
  let [first, last] = [0, list.length]
  while (first < last - 1 && list[first] < NOTHING) first++
  while (last > first + 1 && list[last - 1] < NOTHING) last--
  return { from: a.from + b.from + first, list: list.slice(first, last) }
}
