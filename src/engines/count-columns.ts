import { isExact } from '../summaries/cells.ts'
import { channelCount } from '../summaries/tallies.ts'
import type { Cells, NumberSummary } from '../types.ts'
import type { Counting, Engine } from './engine.ts'

/** Bytes a different value takes in an exact summary and while it is searched, and each of its counts. */
const VALUE_BYTES = 120
const COUNT_BYTES = 24

/** A number column without rows: its name, its target and the codes that are set aside. */
export interface EmptyColumn {
  readonly name: string
  readonly empty: NumberSummary
}

/** The summaries of number columns: exact where there are few enough different values, else in cells. */
export async function countColumns(
  { rows, bytes }: Engine,
  counting: Counting,
  columns: readonly EmptyColumn[],
): Promise<NumberSummary[]> {
  const asked = columns.map(({ name, empty: { specialCodes, missingCodes } }) => ({ name, specialCodes, missingCodes }))
  const counted = await counting.count(asked)
  const cells = counted.map((column) => column.cells)
  const valueBytes = VALUE_BYTES + COUNT_BYTES * channelCount(counting.target)
  // The number of different values is an estimate, off by a few percent.
  const needs = counted.map((column) => (isExact(column.cells) ? Infinity : column.distinct * valueBytes))
  for (const pack of packs(needs, bytes)) {
    const exact = await counting.countValues(pack.map((i) => asked[i]))
    for (const [at, i] of pack.entries()) cells[i] = exact[at]
  }
  return columns.map(({ empty }, i) => {
    const { aside, leftOut } = counted[i]
    return { ...empty, aside, leftOut, rows, ...factsOf(cells[i]), cells: cells[i] }
  })
}

function factsOf(cells: Cells): Pick<NumberSummary, 'min' | 'max' | 'distinct'> {
  return {
    min: cells.size === 0 ? Number.NaN : cells.lo[0],
    max: cells.size === 0 ? Number.NaN : cells.hi[cells.size - 1],
    distinct: isExact(cells) ? cells.size : null,
  }
}

/** What needs less than there is, in lists that need less together; what needs more is in none. */
function packs(needs: readonly number[], most: number): number[][] {
  const found: number[][] = []
  let used = Infinity
  for (const [i, need] of needs.entries()) {
    if (need >= most) continue
    if (used + need >= most) {
      found.push([])
      used = 0
    }
    found.at(-1)!.push(i)
    used += need
  }
  return found
}
