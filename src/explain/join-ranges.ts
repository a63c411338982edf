import { slotCount } from '../binning/assign.ts'
import { type CellColumn, rangeOfCells, searchCells } from './cell-columns.ts'
import { type Corrected, verdictOf } from './check-ranges.ts'
import { HALF } from './check/hold-out.ts'
import type { Goal, Judge, Tally } from './check/judge.ts'
import type { RowsEvidence, SplitRows } from './evidence.ts'
import type { RangeOfSeveral, RangesTogether } from './findings.ts'
import { rangeForm, rangeWords } from './range-words.ts'
import { type Part, prepareRows } from './together/best-part.ts'
import { type JoinedTallies, type RowsOfPart, tallyParts } from './check/tally-parts.ts'
import { searchJoined } from './together/search-joined.ts'

/** Ranges found together on one half of the rows and tested on the other. */
export interface TestedTogether {
  readonly goal: number
  readonly ranges: readonly RangeOfSeveral[]
  readonly found: JoinedTallies
  readonly heldOut: JoinedTallies
  /** the lead over the ranges without the one that adds least */
  readonly leads: { readonly found: number; readonly heldOut: number }
  readonly p: number
}

export interface JoinRequest {
  readonly goals: readonly Goal<{ readonly rows: number }, unknown>[]
  /** most ranges to be told together */
  readonly depth: number
  /** least rows in all ranges, on one half */
  readonly enough: number
}

/** Rows that are searched at most; all of them are counted. */
const MOST_ROWS = 20_000
/** Ranges together that are tested, of each goal, half and number of ranges: every test makes all others stricter. */
const MOST_TESTS = 4

/**
 * Looks for two or three ranges that together say more of a goal than without any of them, on one half of the rows alone,
 * and tests them on the other: over the rows of the ranges but one, for each of them, and over all rows. The largest of
 * these chances counts, so what passes is true of every range in it. Then the halves change places: what the one misses
 * by bad luck, the other may find. O(columns² · rows).
 */
export function joinRanges(
  evidence: readonly RowsEvidence[],
  rows: SplitRows,
  { goals, depth, enough }: JoinRequest,
): TestedTogether[] {
  if (depth < 2 || evidence.length < 2) return []
  const columns = evidence.flatMap(({ cells }) => cells ?? [])
  const { weights } = rows.marks
  const rowsOfPart = ({ column, cells }: Part): RowsOfPart => {
    const { slots, column: cut } = columns[column]
    return { slots, cells, size: slotCount(cut) }
  }
  return [false, true].flatMap((turned) => {
    const search = turned ? HALF.heldOut : HALF.found
    const searched = someRows(rows, search)
    const given = {
      size: searched.length,
      columns: columns.map((column) => searchCells(column, searched)),
      weights: weights === null ? null : Float64Array.from(searched, (row) => weights[row]),
    }
    let size = 0
    for (let row = 0; row < rows.halves.length; row++) if (rows.halves[row] === search) size++
    const least = Math.max(2, enough * (searched.length / size))
    return goals.flatMap(({ judge, scores }, goal) => {
      const prepared = prepareRows({ ...given, scores: Float64Array.from(searched, scores) })
      return searchJoined(prepared, { depth, enough: least, most: MOST_TESTS }).map(({ parts }) => {
        const halves = tallyParts(parts.map(rowsOfPart), rows)
        const [found, heldOut] = turned ? [halves.heldOut, halves.found] : [halves.found, halves.heldOut]
        return {
          goal,
          ranges: parts.map((part) => rangeOfPart(columns[part.column], part)),
          found,
          heldOut,
          leads: { found: leastLead(judge, found), heldOut: leastLead(judge, heldOut) },
          p: Math.max(...[...heldOut.without, heldOut.all].map((over) => judge.chance(heldOut.inside, over))),
        }
      })
    })
  })
}

/** Of tests of ranges of the same columns the clearest, which both halves may have found. */
export function clearestOfColumns<T extends Pick<TestedTogether, 'ranges' | 'p'>>(tested: readonly T[]): T[] {
  const best = new Map<string, T>()
  for (const test of tested) {
    const key = JSON.stringify(test.ranges.map(({ column }) => column).toSorted())
    if (test.p < (best.get(key)?.p ?? Infinity)) best.set(key, test)
  }
  return [...best.values()]
}

/** What is told of ranges together that passed their test; null for those that did not. Numbers are of all rows. */
export function foundTogether<Count extends { readonly rows: number }, Facts>(
  judge: Judge<Count, Facts>,
  tested: Corrected<TestedTogether>,
): (Count & Facts & RangesTogether<Count>) | null {
  const verdict = verdictOf(tested)
  if (verdict !== 'holds' && verdict !== 'weaker') return null
  const { ranges, found, heldOut, p, corrected } = tested
  const both = (a: Tally, b: Tally): Tally => a.map((sum, c) => sum + b[c])
  const [inside, all] = [both(found.inside, heldOut.inside), both(found.all, heldOut.all)]
  const counted = judge.count(inside)
  return {
    ranges,
    ...counted,
    share: counted.rows / judge.count(all).rows,
    overall: judge.value(all),
    ...judge.facts(inside, all),
    score: judge.score(inside, all),
    without: found.without.map((tally, i) => judge.count(both(tally, heldOut.without[i]))),
    verdict,
    check: {
      found: judge.count(found.inside),
      heldOut: judge.count(heldOut.inside),
      overall: judge.value(heldOut.all),
      without: heldOut.without.map(judge.count),
      p,
      corrected,
    },
  }
}

function leastLead(judge: Pick<Judge, 'lead'>, { inside, without }: JoinedTallies): number {
  return Math.min(...without.map((over) => judge.lead(inside, over)))
}

function rangeOfPart({ column }: CellColumn, { cells }: Part): RangeOfSeveral {
  const range = rangeOfCells(column, cells)
  return { column: column.name, kind: column.kind, range: rangeForm(column, range), text: rangeWords(column, range) }
}

/** Rows of the half to search, without copies; evenly spaced where there are very many. */
function someRows({ marks: { codes, numbers, rows }, halves }: SplitRows, half: number): Uint32Array {
  const all = new Uint32Array(rows)
  let size = 0
  for (let row = 0; row < rows; row++) {
    const counts = codes === null ? !Number.isNaN(numbers![row]) : codes[row] >= 0
    if (halves[row] === half && counts) all[size++] = row
  }
  const marked = all.subarray(0, size)
  if (marked.length <= MOST_ROWS) return marked
  return Uint32Array.from({ length: MOST_ROWS }, (_, i) => marked[Math.floor((i * marked.length) / MOST_ROWS)])
}
