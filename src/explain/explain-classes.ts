import type { RowMarks } from '../summaries/tallies.ts'
import type { Note, Table } from '../types.ts'
import { classJudge } from './check/class-judge.ts'
import { type ExplainOptions, explainRows, type RowsRequest } from './explain-rows.ts'
import type { ClassRanges, GoalCount, GoalFacts, Tried } from './findings.ts'

/** Rows with a class each. */
export type ClassMarks = RowMarks & { readonly codes: Int32Array }

/** Rows with their classes, which of the classes are goals, and the columns to look at. */
export interface ClassRequest extends Omit<RowsRequest<GoalCount, GoalFacts>, 'goals' | 'marks'> {
  readonly marks: ClassMarks
  readonly classes: readonly string[]
  readonly goals: readonly number[]
}

export interface ClassesExplained {
  readonly classes: readonly ClassRanges[]
  readonly tried: Tried
  readonly notes: readonly Note[]
}

/** Finds and checks the relevant ranges of every goal class. The cost of two fits of every column. */
export async function explainClasses(
  table: Table,
  { classes, goals, ...request }: ClassRequest,
  options: ExplainOptions,
): Promise<ClassesExplained> {
  const { codes } = request.marks
  const judges = goals.map((goal) => classJudge(goal, classes.length))
  const explained = await explainRows(
    table,
    {
      ...request,
      goals: () => judges.map((judge, i) => ({ judge, scores: (row) => (codes[row] === goals[i] ? 1 : 0) })),
    },
    options,
  )
  return {
    classes: explained.goals.map((found, i) => {
      const { goalRows, rate } = judges[i].count(explained.all)
      return { class: classes[goals[i]], rows: goalRows, share: rate, ...found }
    }),
    tried: explained.tried,
    notes: explained.notes,
  }
}
