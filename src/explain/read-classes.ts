import { markTable } from '../binning/fit/fit-table.ts'
import { DataError } from '../errors.ts'
import { tableRows } from '../summaries/column-table.ts'
import { labelText } from '../summaries/mark-rows.ts'
import type { Table } from '../types.ts'
import { show } from '../util/check.ts'
import { suggest } from '../util/suggest.ts'
import type { ClassMarks } from './explain-classes.ts'

/** The number of a class that was named; `what` is what errors call it. */
export function classNamed(
  given: string | number | boolean,
  classes: readonly string[],
  target: string,
  what: string,
): number {
  const text = labelText(given, 'explain') ?? ''
  const code = classes.indexOf(text)
  if (code < 0)
    throw new DataError(`explain: ${show(target)} has no ${what} ${show(text)}${suggest(text, classes)}`, {
      code: 'unknown-name',
    })
  return code
}

/** The classes of a column, of which there must be at least two. */
export function readClasses(
  table: Table,
  target: string,
  targetKind: 'auto' | 'class' | undefined,
  weights?: string,
): { marks: ClassMarks; classes: readonly string[] } {
  const marks = markTable('explain', table, tableRows('explain', table), { target, targetKind, weights })
  if (marks.target?.kind !== 'class' || marks.codes === null) {
    throw new DataError(
      `explain: ${show(target)} holds numbers, and a goal is a class; explainNumber says where they are high or low, target kind class takes each for a class`,
      { column: target },
    )
  }
  const { classes } = marks.target
  if (classes.length < 2) {
    const what = classes.length === 0 ? 'no class' : `only the class ${show(classes[0])}`
    throw new DataError(`explain: ${show(target)} has ${what}, and there is nothing to tell apart`, { column: target })
  }
  return { marks: { ...marks, codes: marks.codes }, classes }
}
