import { VERSION } from '../binning/binning.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { tableRows } from '../summaries/column-table.ts'
import type { Table } from '../types.ts'
import { knownOptions, show } from '../util/check.ts'
import { unusedName } from '../util/suggest.ts'
import { type ClassMarks, explainClasses } from './explain-classes.ts'
import { EXPLAIN_NAMES, type ExplainOptions } from './explain-rows.ts'
import { classNamed, readClasses } from './read-classes.ts'
import { tellingColumns } from './telling-columns.ts'
import type { GroupsExplanation } from './findings.ts'
import { calledAs } from '../util/called-as.ts'

/** Options of `explainGroups`. */
export type ExplainGroupsOptions = ExplainOptions & {
  /** name of the column of groups */
  readonly groups: string
  /** one group to tell from the others; default every group from all others */
  readonly group?: string | number | boolean | undefined
  /** the one group it is told from; default all others */
  readonly against?: string | number | boolean | undefined
}

/** Most groups that are told apart at once. */
const MOST_GROUPS = 20

/**
 * What tells groups of rows apart: for each group the few ranges in which it is frequent. With `group` and `against` only
 * the rows of these two are looked at; with `group` alone, it and all others as one.
 *
 *     // Nothing tells these two regions apart, and that is what it says:
 *     const { groups } = await explainGroups(table, { groups: 'region', group: 'north', against: 'south' })
 *     console.log(groups.map(({ ranges }) => ranges.length)) // → [ 0, 0 ]
 */
export async function explainGroups(table: Table, options: ExplainGroupsOptions): Promise<GroupsExplanation> {
  return calledAs('explainGroups', async () => {
    knownOptions('explain', options, { ...EXPLAIN_NAMES, rule: 1, groups: 1, group: 1, against: 1 })
    const { groups: name, weights, source } = options
    const rows = tableRows('explain', table)
    const read = readClasses(table, name, 'class', weights)
    const { marks, classes } = pickGroups(read.marks, read.classes, options)
    if (classes.length > MOST_GROUPS) {
      throw new DataError(
        `explain: ${show(name)} has ${classes.length} groups, at most ${MOST_GROUPS} can be told apart at once; name one as group, or two as group and against`,
        { column: name },
      )
    }
    const columns = options.columns ?? Object.keys(table).filter((column) => column !== name && column !== weights)
    const goals = classes.map((_, code) => code)
    const unclassed = marks === read.marks ? 'without a group' : 'of other groups or none'
    const request = { marks, classes, goals, columns, fold: false, unclassed, depth: 1, copies: true }
    const explained = await explainClasses(table, request, options)
    return {
      format: 'kerf-explanation',
      version: 1,
      kind: 'groups',
      created: { kerf: VERSION, source: { name: source ?? null, rows } },
      target: { name, classes },
      groups: explained.classes,
      columns: tellingColumns(explained.classes, columns),
      tried: explained.tried,
      notes: explained.notes,
    }
  })
}

/** The groups that were asked for, as classes of their own; rows of other groups have none. */
function pickGroups(
  marks: ClassMarks,
  classes: readonly string[],
  { groups, group, against }: ExplainGroupsOptions,
): { marks: ClassMarks; classes: readonly string[] } {
  if (group === undefined) {
    if (against !== undefined)
      throw new ArgumentError(`explain: against needs a group to be told from ${show(against)}`, { code: 'wrong-type' })
    return { marks, classes }
  }
  const first = classNamed(group, classes, groups, 'group')
  const second = against === undefined ? null : classNamed(against, classes, groups, 'group')
  if (first === second) throw new DataError(`explain: ${show(classes[first])} cannot be told from itself`)
  const codes = marks.codes.map((code) =>
    code < 0 ? -1 : code === first ? 0 : second === null || code === second ? 1 : -1,
  )
  const picked = [classes[first], second === null ? unusedName('others', classes) : classes[second]]
  const target = { kind: 'class' as const, name: groups, classes: picked, event: null }
  return { marks: { ...marks, codes, target }, classes: picked }
}
