import { FormatError } from '../../errors.ts'
import type { CategorySummary, NumberSummary, Summary, Tallies, Target } from '../../types.ts'
import { show } from '../../util/check.ts'
import { ExactSum } from '../../util/numbers/exact-sum.ts'
import { MOST_SHIFT, sameCell } from '../cell-key.ts'
import { isExact } from '../cells.ts'
import { sortLabels } from '../mark-rows.ts'
import type { SummaryTable } from '../summary-table.ts'
import { ASIDE } from '../tallies.ts'

/** Refuses a table that was read and is not what rows could have given, with the path of what is wrong. */
export function checkSummaryTable({ columns }: SummaryTable): void {
  if (columns.length === 0) fail('columns', 'expected at least one column, got none')
  checkTarget(columns[0].summary.target)
  const names = new Set<string>()
  for (const [i, { name, summary }] of columns.entries()) {
    if (names.has(name)) fail(`columns[${i}].name`, `expected another name, got ${show(name)} a second time`)
    names.add(name)
    checkSummary(summary, `columns[${i}]`)
  }
}

/**
 * Refuses a summary that no rows could have given, with the path of what is wrong: cells out of order, negative counts,
 * counts that do not add up. Lengths of arrays are taken as right. O(cells · channels).
 */
function checkSummary(summary: Summary, path: string): void {
  if (summary.kind === 'number') checkNumbers(summary, path)
  else checkCategories(summary, path)
  checkRows(summary, path)
}

/** Refuses a target whose classes are not sorted and different, or whose event is none of them. */
function checkTarget(target: Target | null): void {
  if (target?.kind !== 'class') return
  const { classes, event } = target
  const sorted = sortLabels(classes)
  if (classes.some((label, i) => label !== sorted[i] || label === sorted[i - 1])) {
    fail('target.classes', 'expected classes in sorted order that all differ')
  }
  if (event !== null && !classes.includes(event)) fail('target.event', 'expected null or one of the classes')
}

function checkNumbers(summary: NumberSummary, path: string): void {
  const { cells, specialCodes, missingCodes, aside, distinct, origin, min, max } = summary
  const { size, shift, lo, hi } = cells
  if (!Number.isInteger(shift) || shift < 0 || shift > MOST_SHIFT) {
    fail(`${path}.cells.shift`, `expected a whole number from 0 to ${MOST_SHIFT}, got ${shift}`)
  }
  const codes = new Set([...specialCodes, ...missingCodes])
  checkCodes(specialCodes, `${path}.specialCodes`)
  checkCodes(missingCodes, `${path}.missingCodes`)
  if (codes.size < specialCodes.length + missingCodes.length) {
    fail(`${path}.specialCodes`, 'expected codes that are not missing values too')
  }
  for (let cell = 0; cell < size; cell++) {
    if (!Number.isFinite(lo[cell])) fail(`${path}.cells.lo[${cell}]`, `expected a finite number, got ${lo[cell]}`)
    if (!Number.isFinite(hi[cell])) fail(`${path}.cells.hi[${cell}]`, `expected a finite number, got ${hi[cell]}`)
    if (cell > 0 && lo[cell] <= hi[cell - 1]) {
      fail(`${path}.cells.lo[${cell}]`, `expected a number above ${hi[cell - 1]}, got ${lo[cell]}`)
    }
    if (hi[cell] < lo[cell]) fail(`${path}.cells.hi[${cell}]`, `expected at least ${lo[cell]}, got ${hi[cell]}`)
    // The cells of a live column lie where its rows do, and say that they are as coarse as can be.
    if (origin === 'counted' && shift < MOST_SHIFT && !sameCell(lo[cell], hi[cell], shift)) {
      fail(`${path}.cells.hi[${cell}]`, `expected a value in the cell of ${lo[cell]}, got ${hi[cell]}`)
    }
    if (lo[cell] === hi[cell] && codes.has(lo[cell])) {
      fail(`${path}.cells.lo[${cell}]`, `expected a value that is not a declared code, got ${lo[cell]}`)
    }
  }
  const [first, last] = size === 0 ? [Number.NaN, Number.NaN] : [lo[0], hi[size - 1]]
  if (!Object.is(min, first)) fail(`${path}.min`, `expected the least of the cells (${first}), got ${min}`)
  if (!Object.is(max, last)) fail(`${path}.max`, `expected the largest of the cells (${last}), got ${max}`)
  if (
    distinct !== null &&
    (!Number.isSafeInteger(distinct) || distinct < size || (isExact(cells) && distinct > size))
  ) {
    fail(`${path}.distinct`, `expected null or a number that ${size} cells can have, got ${distinct}`)
  }
  checkTallies(cells.tallies, summary, `${path}.cells`, origin === 'counted')
  checkTallies(aside, summary, `${path}.aside`, false)
}

function checkCategories(summary: CategorySummary, path: string): void {
  const { levels, tallies, aside } = summary
  const sorted = sortLabels(levels)
  const odd = levels.findIndex((level, i) => level === '' || level !== sorted[i] || level === sorted[i - 1])
  if (odd >= 0) fail(`${path}.levels[${odd}]`, 'expected texts in sorted order that all differ, none of them empty')
  checkTallies(tallies, summary, `${path}.tallies`, true)
  checkTallies(aside, summary, `${path}.aside`, false)
}

function checkCodes(codes: readonly number[], path: string): void {
  const odd = codes.findIndex((code, i) => !Number.isFinite(code) || (i > 0 && code <= codes[i - 1]))
  if (odd >= 0) fail(`${path}[${odd}]`, `expected finite numbers in increasing order, got ${codes[odd]}`)
}

/** Counts and sums that rows can have; `used`: whether every slot holds a row. */
function checkTallies(tallies: Tallies, of: Summary, path: string, used: boolean): void {
  const { size, channels, rows, sums } = tallies
  const { target, weighted } = of
  const estimated = of.kind === 'number' && of.origin === 'estimated'
  const weights = target?.kind === 'numeric' ? 1 : channels
  for (let slot = 0; slot < size; slot++) {
    const count = rows[slot]
    if (!(estimated ? Number.isFinite(count) : Number.isSafeInteger(count)) || count < (used ? 1 : 0)) {
      fail(`${path}.rows[${slot}]`, `expected a number of rows of at least ${used ? 1 : 0}, got ${count}`)
    }
    let total = 0
    for (let c = 0; c < weights; c++) {
      const sum = sums[slot * channels + c]
      const allowed = weighted || estimated ? Number.isFinite(sum) : Number.isSafeInteger(sum)
      if (!allowed || sum < 0)
        fail(
          `${path}.sums[${c}][${slot}]`,
          `expected a finite ${weighted || estimated ? 'amount' : 'count'}, got ${sum}`,
        )
      total += sum
    }
    if (!estimated && (weighted ? count > 0 !== total > 0 : total !== count)) {
      fail(`${path}.sums[0][${slot}]`, `expected sums for ${count} rows, got ${total} in all`)
    }
    if (target?.kind === 'numeric') checkMoments(tallies, slot, path)
  }
  checkResidues(tallies, path, weighted ? 0 : weights)
}

function checkMoments({ rows, sums }: Tallies, slot: number, path: string): void {
  const [sum, squares] = [sums[slot * 3 + 1], sums[slot * 3 + 2]]
  if (Number.isNaN(sum) || (rows[slot] === 0 && sum !== 0)) {
    fail(`${path}.sums[1][${slot}]`, `expected a sum of ${rows[slot]} rows, got ${sum}`)
  }
  if (!(squares >= 0) || (rows[slot] === 0 && squares !== 0)) {
    fail(`${path}.sums[2][${slot}]`, `expected squares of ${rows[slot]} rows, got ${squares}`)
  }
}

/** What rounding left over is small beside what it was left over from; whole counts leave nothing. */
function checkResidues({ channels, sums, residues }: Tallies, path: string, whole: number): void {
  let above = sums
  for (const [i, residue] of residues.entries()) {
    for (let at = 0; at < residue.length; at++) {
      const left = residue[at]
      if (left === 0) continue
      if (
        at % channels < whole ||
        !Number.isFinite(above[at]) ||
        !(Math.abs(left) <= Math.abs(above[at]) * Number.EPSILON)
      ) {
        fail(`${path}.residues[${i}]`, `expected what rounding can leave of ${above[at]}, got ${left} at ${at}`)
      }
    }
    above = residue
  }
}

/** The rows of all slots, and those that count nowhere, are the rows handed in. */
function checkRows(summary: Summary, path: string): void {
  const { rows, leftOut, aside } = summary
  const estimated = summary.kind === 'number' && summary.origin === 'estimated'
  const tallies = summary.kind === 'number' ? summary.cells.tallies : summary.tallies
  const total = new ExactSum()
  for (const counts of [tallies.rows, aside.rows, [leftOut.unlabelled, leftOut.weightless]]) {
    for (const count of counts) total.add(count)
  }
  if (!estimated && total.value() !== rows) fail(path, `expected counts of ${rows} rows in all, got ${total.value()}`)
}

/** How many slots `aside` has. */
export function asideSize(specialCodes: readonly number[] | null): number {
  return specialCodes === null ? 1 : ASIDE.special + specialCodes.length
}

function fail(path: string, message: string): never {
  throw new FormatError(path, message)
}
