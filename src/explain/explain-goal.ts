import { VERSION } from '../binning/binning.ts'
import { DataError } from '../errors.ts'
import { tableRows } from '../summaries/column-table.ts'
import type { Note, Table } from '../types.ts'
import { knownOptions, show } from '../util/check.ts'
import { type ClassMarks, explainClasses } from './explain-classes.ts'
import { EXPLAIN_NAMES, type ExplainOptions } from './explain-rows.ts'
import { classNamed, readClasses } from './read-classes.ts'
import type { GoalExplanation } from './findings.ts'
import { calledAs } from '../util/called-as.ts'

/** Options of `explainGoal`. */
export type ExplainGoalOptions = ExplainOptions & {
  /** name of the column of classes */
  readonly target: string
  /** auto: text, truth values or at most 20 distinct whole numbers are classes; class: whatever there is. Default auto */
  readonly targetKind?: 'auto' | 'class' | undefined
  /** the class to explain; default the rarer of two */
  readonly goal?: string | number | boolean | undefined
}

/**
 * The few ranges of the few columns that go with a class: found on all rows, checked by cutting one half of the rows again
 * and looking at the other.
 *
 *     const { goal } = await explainGoal(people, { target: 'bought', goal: 'yes' })
 *     console.log(goal.ranges.map(({ column, text, verdict }) => `${column} ${text}: ${verdict}`))
 *     // → [ 'age from 30.5 up: holds' ]
 */
export async function explainGoal(table: Table, options: ExplainGoalOptions): Promise<GoalExplanation> {
  return calledAs('explainGoal', async () => {
    knownOptions('explain', options, { ...EXPLAIN_NAMES, rule: 1, target: 1, targetKind: 1, goal: 1 })
    const { target, targetKind, weights, source } = options
    const rows = tableRows('explain', table)
    const { marks, classes } = readClasses(table, target, targetKind, weights)
    const goal = chooseGoal(() => rowsPerClass(marks, classes.length), classes, target, options.goal)
    const columns = options.columns ?? Object.keys(table).filter((name) => name !== target && name !== weights)
    const request = {
      marks,
      classes,
      goals: [goal.code],
      columns,
      fold: true,
      unclassed: 'without a class',
      depth: 2,
      copies: true,
    }
    const explained = await explainClasses(table, request, options)
    return {
      format: 'kerf-explanation',
      version: 1,
      kind: 'goal',
      created: { kerf: VERSION, source: { name: source ?? null, rows } },
      target: { name: target, classes },
      goal: explained.classes[0],
      tried: explained.tried,
      notes: [...explained.notes, ...goal.notes],
    }
  })
}

/** The class to explain: the one that was named, or the rarer of two. `counts`: rows of each class. */
export function chooseGoal(
  counts: () => ArrayLike<number>,
  classes: readonly string[],
  target: string,
  given: ExplainGoalOptions['goal'],
): { code: number; notes: Note[] } {
  if (given !== undefined) return { code: classNamed(given, classes, target, 'class'), notes: [] }
  if (classes.length > 2) {
    const listed = classes.slice(0, 20).join(', ')
    throw new DataError(
      `explain: goal must be a class of ${show(target)}, one of ${listed}${classes.length > 20 ? ', …' : ''}; none was named`,
    )
  }
  const [first, second] = Array.from(counts())
  const labelled = first + second
  const code = second * 2 <= labelled ? 1 : 0
  const which = second * 2 === labelled ? 'second of two equally frequent classes' : 'rarer class'
  const message = `no goal was named: ${show(classes[code])} is taken, the ${which} of ${show(target)}`
  return { code, notes: [{ code: 'goal', message }] }
}

function rowsPerClass({ codes }: ClassMarks, classCount: number): Float64Array {
  const rows = new Float64Array(classCount)
  for (const code of codes) if (code >= 0) rows[code]++
  return rows
}
