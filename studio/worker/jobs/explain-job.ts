import {
  type ColumnFit,
  DataError,
  findMethod,
  fixed,
  type NumberColumn,
  type Target,
  toTable,
} from '../../../src/index.ts'
import { explainGoal, explainNumber, type GoalExplanation, type NumberExplanation } from '../../../src/explain/index.ts'
import { explanationFindings, type ToldFinding } from '../../../src/reports/index.ts'
import { type JobContext, rowsOf } from '../held.ts'

/** How a column is cut: by its method, or at cuts that were set by hand. */
export type CutBy = Pick<NumberColumn, 'name' | 'method' | 'options' | 'closed'> & {
  readonly cuts: readonly number[] | null
}

/** What is explained: a class, or where a number is high and low. */
export interface ExplainAsked {
  readonly target: Target | null
  /** the class; null for a number */
  readonly goal: string | null
  /** names of all columns */
  readonly columns: readonly string[]
  /** how those of numbers are cut */
  readonly cutBy: readonly CutBy[]
  readonly source: string
}

/** An explanation and its sentences. */
export interface Explained {
  readonly explanation: GoalExplanation | NumberExplanation
  readonly told: readonly ToldFinding[]
}

/** The ranges that matter for a goal, found on all rows and checked on rows held out. */
export async function explainJob(asked: ExplainAsked, { held, signal, progress }: JobContext): Promise<Explained> {
  const { target, goal, columns, cutBy, source } = asked
  if (target === null || target.name === null)
    throw new DataError('Ranges matter for something. Choose a target at the top of the page.')
  const table = toTable(rowsOf(held))
  const onProgress = (done: number, all: number, name: string): void => progress(done / all, name)
  const common = { target: target.name, columns, source, signal, onProgress, ...fitsOf(cutBy) }
  const explanation =
    goal === null
      ? await explainNumber(table, common)
      : await explainGoal(table, { ...common, targetKind: 'class', goal })
  return { explanation, told: explanationFindings(explanation) }
}

/** One method for all columns, as long as none differs; what was cut by hand stays as it is. */
function fitsOf(cutBy: readonly CutBy[]): { all?: ColumnFit; perColumn?: Readonly<Record<string, ColumnFit>> } {
  const fitOf = ({ method, options, closed, cuts }: CutBy): ColumnFit =>
    cuts === null ? { ...options, closed, method: findMethod(method) } : { method: fixed, cuts, closed }
  const kinds = new Set(
    cutBy.map(({ method, options, closed, cuts }) => JSON.stringify([method, options, closed, cuts])),
  )
  const [first] = cutBy
  if (kinds.size === 1 && first.cuts === null) return { all: fitOf(first) }
  return { perColumn: Object.fromEntries(cutBy.map((one) => [one.name, fitOf(one)])) }
}
