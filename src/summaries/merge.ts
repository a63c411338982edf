import { DataError } from '../errors.ts'
import type { CategorySummary, Cells, NumberSummary, Summary, Tallies, Target } from '../types.ts'
import { sameCell } from './cell-key.ts'
import { coarsenCells, isExact, limits } from './cells.ts'
import { sortLabels } from './mark-rows.ts'
import { ASIDE, channelCount, TallyWriter } from './tallies.ts'
import { mustBe } from '../util/check.ts'

/**
 * The summary of the rows of both, bit for bit as if they had been read in one pass. Classes seen on one side only
 * are added to the list. O(cells).
 *
 *     // Monday and Tuesday as if they had been read in one pass:
 *     const both = merge(summarize([18, 22]), summarize([22, 47]))
 *     console.log(both.rows, both.cells.lo) // → 4 Float64Array(3) [ 18, 22, 47 ]
 */
export function merge<S extends Summary>(a: S, b: S): S
export function merge(a: Summary, b: Summary): Summary {
  mustBe('merge', 'summary', a)
  mustBe('merge', 'summary', b)
  if (a.kind === 'number' && b.kind === 'number') return mergeNumbers(a, b)
  if (a.kind === 'category' && b.kind === 'category') return mergeCategories(a, b)
  throw new DataError(`merge: both summaries must be of one kind, got ${a.kind} and ${b.kind}`, { code: 'not-alike' })
}

/** The two sides of a merge: the common target, and where each side's channels go in it. */
interface Sides {
  readonly target: Target | null
  readonly channels: number
  readonly channelOf: readonly [ArrayLike<number> | null, ArrayLike<number> | null]
}

function mergeNumbers(a: NumberSummary, b: NumberSummary): NumberSummary {
  for (const [what, one, other] of [
    ['special codes', a.specialCodes, b.specialCodes],
    ['missing values', a.missingCodes, b.missingCodes],
  ] as const) {
    if (one.join() !== other.join()) {
      throw new DataError(`merge: ${what} must be the same, got [${one.join()}] and [${other.join()}]`, {
        code: 'not-alike',
      })
    }
  }
  const sides = alignSides(a, b)
  const cells = mergeCells(a.cells, b.cells, sides)
  return {
    kind: 'number',
    ...mergeBase(a, b, sides),
    min: cells.size === 0 ? Number.NaN : cells.lo[0],
    max: cells.size === 0 ? Number.NaN : cells.hi[cells.size - 1],
    distinct: isExact(cells) ? cells.size : null,
    origin: a.origin === 'estimated' ? a.origin : b.origin,
    cells,
    specialCodes: a.specialCodes,
    missingCodes: a.missingCodes,
    aside: addTallies(ASIDE.special + a.specialCodes.length, [a.aside, b.aside], sides),
  }
}

function mergeCategories(a: CategorySummary, b: CategorySummary): CategorySummary {
  const sides = alignSides(a, b)
  const levels = sortLabels(new Set([...a.levels, ...b.levels]))
  const indexOf = new Map(levels.map((level, i) => [level, i]))
  const writer = new TallyWriter(levels.length, sides.channels)
  for (const [side, summary] of [a, b].entries()) {
    summary.levels.forEach((level, i) => writer.addSlot(indexOf.get(level)!, summary.tallies, i, sides.channelOf[side]))
  }
  return {
    kind: 'category',
    ...mergeBase(a, b, sides),
    levels,
    tallies: writer.finish(),
    aside: addTallies(1, [a.aside, b.aside], sides),
  }
}

function mergeBase(
  a: Summary,
  b: Summary,
  sides: Sides,
): Pick<Summary, 'rows' | 'target' | 'weighted' | 'leftOut' | 'notes'> {
  return {
    rows: a.rows + b.rows,
    target: sides.target,
    weighted: a.weighted,
    leftOut: {
      unlabelled: a.leftOut.unlabelled + b.leftOut.unlabelled,
      weightless: a.leftOut.weightless + b.leftOut.weightless,
    },
    // Both sides were read alike; where only one tells something, it still holds.
    notes: a.notes.length > 0 ? a.notes : b.notes,
  }
}

function alignSides(a: Summary, b: Summary): Sides {
  if (a.weighted !== b.weighted)
    throw new DataError('merge: both summaries must be weighted, or neither', { code: 'not-alike' })
  const describe = (target: Target | null): string =>
    target === null ? 'none' : `${target.kind} ${target.name ?? ''}`.trim()
  // A summary without any label does not say what kind of target it has.
  const silent = (summary: Summary): boolean => summary.target?.kind === 'class' && summary.target.classes.length === 0
  const [one, other] = [silent(a) ? b.target : a.target, silent(b) ? a.target : b.target]
  if (describe(one) !== describe(other)) {
    throw new DataError(
      `merge: both summaries must have the same target, got ${describe(one)} and ${describe(other)}`,
      { code: 'not-alike' },
    )
  }
  if (one?.kind !== 'class' || other?.kind !== 'class')
    return { target: one, channels: channelCount(one), channelOf: [null, null] }
  if (one.event !== other.event) {
    throw new DataError(`merge: both summaries must have the same event class, got ${one.event} and ${other.event}`, {
      code: 'not-alike',
    })
  }
  const classes = sortLabels(new Set([...one.classes, ...other.classes]))
  const indexOf = new Map(classes.map((label, i) => [label, i]))
  const indices = (own: readonly string[]): number[] | null =>
    own.every((label, i) => indexOf.get(label) === i) ? null : own.map((label) => indexOf.get(label)!)
  return {
    target: { ...one, classes },
    channels: classes.length,
    channelOf: [indices(one.classes), indices(other.classes)],
  }
}

function addTallies(size: number, tallies: readonly [Tallies, Tallies], sides: Sides): Tallies {
  const writer = new TallyWriter(size, sides.channels)
  for (const [side, own] of tallies.entries()) {
    for (let slot = 0; slot < own.size; slot++) writer.addSlot(slot, own, slot, sides.channelOf[side])
  }
  return writer.finish()
}

/**
 * Two sorted lists of cells joined into one, at the coarser resolution of the two, so that the order of merges does not
 * matter; values with the same key share a cell.
 */
function mergeCells(one: Cells, other: Cells, sides: Sides): Cells {
  const shift = Math.max(one.shift, other.shift)
  const [a, b] = [regular(one, shift), regular(other, shift)]
  const most = a.size + b.size
  const lo = new Float64Array(most)
  const hi = new Float64Array(most)
  const fromA = new Int32Array(most).fill(-1)
  const fromB = new Int32Array(most).fill(-1)
  let size = 0
  for (let i = 0, j = 0; i < a.size || j < b.size; size++) {
    const both = i < a.size && j < b.size && sameCell(a.lo[i], b.lo[j], shift)
    const [takeA, takeB] = [both || j >= b.size || a.lo[i] < b.lo[j], both || i >= a.size || b.lo[j] < a.lo[i]]
    lo[size] = both ? Math.min(a.lo[i], b.lo[j]) : takeA ? a.lo[i] : b.lo[j]
    hi[size] = both ? Math.max(a.hi[i], b.hi[j]) : takeA ? a.hi[i] : b.hi[j]
    if (takeA) fromA[size] = i++
    if (takeB) fromB[size] = j++
    if (size > 0 && lo[size] <= hi[size - 1]) {
      throw new DataError(
        'merge: cells of live columns overlap, since each follows its own rows; to merge streams, count in bit cells',
        { code: 'not-alike' },
      )
    }
  }
  const writer = new TallyWriter(size, sides.channels)
  for (let cell = 0; cell < size; cell++) {
    if (fromA[cell] >= 0) writer.addSlot(cell, a.tallies, fromA[cell], sides.channelOf[0])
    if (fromB[cell] >= 0) writer.addSlot(cell, b.tallies, fromB[cell], sides.channelOf[1])
    writer.close(cell)
  }
  return { size, shift, ...limits(lo.slice(0, size), hi.slice(0, size)), tallies: writer.finish() }
}

/** Cells of one shift throughout: those that were read more finely are joined again. */
function regular(cells: Cells, shift: number): Cells {
  return coarsenCells({ ...cells, shift: shift === 0 ? 0 : -1 }, shift)
}
