import type { CategorySummary, LabelValues } from '../types.ts'
import { labelOf, LABEL_WORDS, refusedValue } from '../util/data-value.ts'
import { oneEach, sortLabels } from './mark-rows.ts'
import { channelCount, type RowMarks, rowStanding, TallyWriter } from './tallies.ts'

/** How the values of a category column are read. */
export interface CategoryOptions {
  /** texts that stand for a missing value, besides the empty text */
  readonly missing?: readonly string[] | undefined
}

/** The summary of a category column: level → tallies, levels sorted. O(rows). */
export function summarizeCategories(
  values: LabelValues,
  marks: RowMarks,
  options: CategoryOptions = {},
): CategorySummary {
  const { where = 'summarizeLevels' } = marks
  oneEach(`${where}: values must have one level`, values, marks.rows)
  const missing = new Set(options.missing ?? [])
  const levelOf = (row: number): string | null => {
    const text = labelOf(values[row])
    if (text === undefined) throw refusedValue(values[row], { where, row, expected: LABEL_WORDS })
    return text === null || missing.has(text) ? null : text
  }
  const found = new Set<string>()
  for (let row = 0; row < marks.rows; row++) {
    const level = rowStanding(row, marks) === 'counts' ? levelOf(row) : null
    if (level !== null) found.add(level)
  }
  const levels = sortLabels(found)
  const { tallies, aside, leftOut } = tallyLevels(
    levels.map((level) => [level]),
    levelOf,
    marks,
  )
  return {
    kind: 'category',
    rows: marks.rows,
    target: marks.target,
    weighted: marks.weights !== null,
    leftOut,
    notes: marks.notes,
    levels,
    tallies,
    aside,
  }
}

/** Tallies rows by groups of levels; a row whose level is null or in no group goes to `aside`. */
export function tallyLevels(
  groups: readonly (readonly string[])[],
  levelOf: (row: number) => string | null,
  marks: RowMarks,
): Pick<CategorySummary, 'tallies' | 'aside' | 'leftOut'> {
  const slotOf = new Map(groups.flatMap((levels, slot) => levels.map((level) => [level, slot])))
  const writer = new TallyWriter(groups.length, channelCount(marks.target))
  const aside = new TallyWriter(1, channelCount(marks.target))
  const leftOut = { unlabelled: 0, weightless: 0 }
  for (let row = 0; row < marks.rows; row++) {
    const standing = rowStanding(row, marks)
    if (standing !== 'counts') {
      leftOut[standing]++
      continue
    }
    const level = levelOf(row)
    const slot = level === null ? undefined : slotOf.get(level)
    if (slot === undefined) aside.addRow(0, row, marks)
    else writer.addRow(slot, row, marks)
  }
  return { tallies: writer.finish(), aside: aside.finish(), leftOut }
}
