import {
  bestPart,
  type Cells,
  contextOf,
  leadAlone,
  meanScore,
  type Part,
  rowsIn,
  type SearchRows,
} from './best-part.ts'

/** Parts of different columns that say more together than when any of them is left out. */
export interface Joined {
  readonly parts: readonly Part[]
  /** the lead over the parts without one of them, in standard deviations, for the one that adds least */
  readonly score: number
}

export interface JoinOptions {
  /** how many parts at most, 2 or 3 */
  readonly depth: number
  /** least weight of the rows in all parts */
  readonly enough: number
  /** most to give of each number of parts */
  readonly most: number
}

/** Steps of a search: rows and runs of cells looked at. With more columns than that allows, fewer are begun with. */
const BUDGET = 4e7
const RUNS = 300
/** Pairs, or threes, that are mended part by part. */
const MENDED = 20
/** Pairs that a third part is looked for. */
const EXTENDED = 8
/** Leads below this are not worth a test. */
const LEAST_SCORE = 2
/** The part of the whole lead that every part must add: less would not be worth a longer sentence. */
const LEAST_ADDED = 0.2
/** Of several with so much of their joint rows in common, the clearest is enough. */
const ALIKE = 0.5

/**
 * Looks for two or three parts of different columns, the clearest first. Begins with one part, the best of each column and
 * the halves of its values, so that columns are found which say nothing alone; takes the best part of every other
 * column; then chooses every part anew, given the others, until that does not help. What is found is chosen among very
 * many: it must be tested on other rows. O(columns² · rows), with at most 20,000 rows expected.
 */
export function searchJoined(rows: SearchRows, { depth, enough, most }: JoinOptions): Joined[] {
  if (depth < 2 || rows.columns.length < 2) return []
  const pairs = mend(rows, extend(rows, beginnings(rows, enough), enough), enough)
  const found = choose(rows, pairs, most)
  if (depth < 3 || rows.columns.length < 3) return found
  const threes = mend(
    rows,
    extend(
      rows,
      pairs.slice(0, EXTENDED).map(({ parts }) => parts),
      enough,
    ),
    enough,
  )
  return [...found, ...choose(rows, threes, most)]
}

/** Single parts to begin with, the clearest first. */
function beginnings(rows: SearchRows, enough: number): (readonly Part[])[] {
  const { columns, size } = rows
  const begun = columns.flatMap((cells, column) => {
    const best = bestPart(rows, column, contextOf(rows, []), enough)
    const halves = halvesOf(rows, cells, column).map((part) => ({ part, score: 0 }))
    return [...(best === null ? [] : [best]), ...halves]
  })
  const allowed = Math.max(4, Math.floor(BUDGET / (columns.length * (size + RUNS))))
  const sorted = begun.toSorted((a, b) => b.score - a.score)
  return sorted.slice(0, allowed).map(({ part }) => [part])
}

/** The lower and the upper half of the values of a column. */
function halvesOf(rows: SearchRows, { ordered }: Cells, column: number): Part[] {
  if (ordered < 2) return []
  const { weights } = rows.wholes[column]
  let total = 0
  for (let cell = 0; cell < ordered; cell++) total += weights[cell]
  let below = 0
  let middle = 0
  while (middle < ordered - 1 && below + weights[middle] / 2 < total / 2) below += weights[middle++]
  const all = Array.from({ length: ordered }, (_, cell) => cell)
  const at = Math.max(1, middle)
  return [
    { column, cells: all.slice(0, at) },
    { column, cells: all.slice(at) },
  ]
}

/** Every beginning with the best part of every other column, the best of each set of columns. */
function extend(rows: SearchRows, begun: readonly (readonly Part[])[], enough: number): Joined[] {
  const best = new Map<string, Joined>()
  for (const parts of begun) {
    const context = contextOf(rows, parts)
    for (let column = 0; column < rows.columns.length; column++) {
      if (parts.some((part) => part.column === column)) continue
      const added = bestPart(rows, column, context, enough)
      if (added !== null) keepBest(best, { parts: [...parts, added.part], score: added.score })
    }
  }
  return sortJoined(best)
}

/** The clearest ones with each part chosen anew, given the others. */
function mend(rows: SearchRows, joined: readonly Joined[], enough: number): Joined[] {
  const best = new Map<string, Joined>()
  for (const one of joined.slice(0, MENDED)) {
    let now = one
    for (let since = 0, at = 0; since < now.parts.length; at = (at + 1) % now.parts.length) {
      const others = now.parts.filter((_, i) => i !== at)
      const again = bestPart(rows, now.parts[at].column, contextOf(rows, others), enough)
      since++
      if (again === null || !(again.score > now.score * (1 + 1e-9))) continue
      now = { parts: now.parts.map((part, i) => (i === at ? again.part : part)), score: again.score }
      since = 1
    }
    keepBest(best, now)
  }
  return sortJoined(best)
}

/** A few that are clear enough and differ in their rows. */
function choose(rows: SearchRows, joined: readonly Joined[], most: number): Joined[] {
  const kept: { joined: Joined; inside: Uint32Array }[] = []
  for (const one of joined) {
    if (kept.length === most || !(one.score >= LEAST_SCORE)) break
    const inside = rowsIn(rows, one.parts)
    if (!everyPartAdds(rows, one.parts, inside)) continue
    if (kept.every((other) => likeness(other.inside, inside, rows.size) < ALIKE)) kept.push({ joined: one, inside })
  }
  return kept.map((one) => ({
    ...one.joined,
    parts: one.joined.parts.toSorted((a, b) => leadAlone(rows, b) - leadAlone(rows, a) || a.column - b.column),
  }))
}

/** Whether without any one of the parts a good piece of the lead over all rows is lost. */
function everyPartAdds(rows: SearchRows, parts: readonly Part[], inside: Uint32Array): boolean {
  const mean = meanScore(rows, inside)
  const lead = mean - meanScore(rows, rowsIn(rows, []))
  return parts.every((_, left) => {
    const others = rowsIn(
      rows,
      parts.filter((__, i) => i !== left),
    )
    return mean - meanScore(rows, others) >= LEAST_ADDED * lead
  })
}

function keepBest(best: Map<string, Joined>, joined: Joined): void {
  const key = joined.parts
    .map(({ column }) => column)
    .toSorted((a, b) => a - b)
    .join()
  if (joined.score > (best.get(key)?.score ?? -Infinity)) best.set(key, joined)
}

function sortJoined(best: ReadonlyMap<string, Joined>): Joined[] {
  return [...best.values()].toSorted((a, b) => b.score - a.score)
}

/** Rows in both as a part of the rows in either. */
function likeness(a: Uint32Array, b: Uint32Array, size: number): number {
  const marks = new Uint8Array(size)
  for (const row of a) marks[row] = 1
  const both = b.reduce((count, row) => count + marks[row], 0)
  const either = a.length + b.length - both
  return either === 0 ? 0 : both / either
}
