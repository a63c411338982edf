import type { Cells } from '../../types.ts'
import { bisectRight } from '../../util/bisect.ts'
import { type FoundCells, foundCells } from './bucket-cells.ts'
import { bucketOf, leastOf, mostOf, type Plan } from './bucket-plan.ts'
import { type Asked, KeepingReader, readerOf } from './keep-buckets.ts'
import type { Places } from './places.ts'
import type { CountedRows, LookIntoBuckets } from './read-buckets.ts'
import { ascending } from '../../util/numbers/ascending.ts'

/** Rows before each bucket, the outermost not counted, which hold what is not finite. O(buckets). */
function rowsBefore(counts: Uint32Array, before: Uint32Array): Uint32Array {
  const classes = counts.length / before.length
  let rows = (before[0] = 0)
  for (let bucket = 1, at = classes; bucket < before.length; bucket++) {
    before[bucket] = rows
    for (let c = 0; c < classes; c++) rows += counts[at++]
  }
  return before
}

/** The buckets at some places, ascending; the two at zero are one, by the first. */
function bucketsAt({ ranks, spans }: Places, before: Uint32Array, plan: Plan): number[] {
  // Of an empty bin, ranks and values may lie outside. The outermost buckets hold what is not finite.
  const inside = (bucket: number): number => Math.max(1, Math.min(plan.size - 2, bucket))
  const all = [
    ...ranks.map((rank) => inside(bisectRight(before, rank) - 1)),
    ...spans.map((value) => inside(bucketOf(value, plan))),
  ]
  const found = new Set(all.map((bucket) => (bucket === plan.centre ? bucket - 1 : bucket)))
  return ascending(found)
}

/** Looks into buckets, keeps what it sees, and tells the column at places. */
export const keepPlaces: LookIntoBuckets = (counted, scratch) => {
  const reader = new ExpectingReader(counted, scratch)
  const { counts, plan, classes } = counted
  let known: Uint32Array | null = null
  const before = (): Uint32Array => (known ??= rowsBefore(counts, scratch.words('rows before buckets', plan.size)))
  const asked = (places: Places): Asked[] => reader.asked(bucketsAt(places, before(), plan))
  const hasRows = ({ from, to }: Asked): boolean => before()[to] > before()[from]
  const at = (places: Places): Cells => {
    const all = asked(places)
    const some = all.filter(hasRows)
    reader.collect(some)
    const cells = reader.room(some, all.length + 1)
    let end = 1
    for (const one of all) {
      tellTogether(counted, end, one.from, cells)
      if (hasRows(one)) reader.tellValues(one.from, cells)
      end = one.to
    }
    tellTogether(counted, end, plan.size - 1, cells)
    return foundCells(cells, classes, 0, scratch.doubles('rows found', cells.size))
  }
  const expect = (places: () => Places): void => {
    reader.expected = asked(places())
  }
  return { ...readerOf(reader, counted, scratch), atPlaces: { expect, at } }
}

/** Reads what will be asked for with what is read next. */
class ExpectingReader extends KeepingReader {
  expected: readonly Asked[] = []

  override collect(asked: readonly Asked[]): void {
    if (!asked.some((one) => this.isNew(one))) return
    const known = new Set(asked.map(({ from }) => from))
    super.collect([...asked, ...this.expected.filter(({ from }) => !known.has(from))])
    this.expected = []
  }
}

/** Adds the buckets from … to − 1 as one cell, where they hold rows. */
function tellTogether({ counts, classes, plan }: CountedRows, from: number, to: number, cells: FoundCells): void {
  const { size, lo, hi, sums } = cells
  let rows = 0
  for (let c = 0; c < classes; c++) {
    let sum = 0
    for (let at = from * classes + c; at < to * classes; at += classes) sum += counts[at]
    sums[size * classes + c] = sum
    rows += sum
  }
  if (rows === 0) return
  lo[size] = leastOf(from, plan)
  hi[size] = mostOf(to - 1, plan)
  cells.size++
}
