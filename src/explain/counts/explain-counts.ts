import { columnOptions } from '../../binning/fit/fit-table.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import type { SummaryTable } from '../../summaries/summary-table.ts'
import type { Note, Target } from '../../types.ts'
import { show } from '../../util/check.ts'
import { random } from '../../util/random.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'
import { unusedName } from '../../util/suggest.ts'
import { VERSION } from '../../util/version.ts'
import { classesAlike, classJudge } from '../check/class-judge.ts'
import { chooseGoal } from '../explain-goal.ts'
import { methodName, type ExplainOptions } from '../explain-rows.ts'
import type { ClassRanges, GoalExplanation, GroupsExplanation, Tried } from '../findings.ts'
import { judgeEvidence } from '../judge-evidence.ts'
import { classNamed } from '../read-classes.ts'
import { tellingColumns } from '../telling-columns.ts'
import { countEvidence } from './count-evidence.ts'
import { type CountedColumn, countedColumn } from './counted-column.ts'

/** What explanations of counted rows take. */
export type ExplainCountsOptions = Omit<ExplainOptions, 'columns' | 'weights' | 'depth'>

/** What is looked for: a class, or what tells groups apart. */
export interface CountsGoal {
  /** the class to explain; default the rarer of two */
  readonly goal?: string | undefined
  /** one of the groups, and the one it is told from; default each from all others */
  readonly group?: string | undefined
  readonly against?: string | undefined
}

/** Numbers of a tally of rows per class. */
const PER_CLASS = 3

/**
 * The ranges of single columns that go with a class, from counts of each column by the class: those that `explainGoal` finds
 * on the rows. For the check, one half of the rows of each column is drawn from its counts. What needs rows is left out:
 * ranges of several columns together, copies of rows, and columns that say the same.
 */
export async function explainGoalCounts(
  table: SummaryTable,
  { goal }: Pick<CountsGoal, 'goal'>,
  options: ExplainCountsOptions = {},
): Promise<GoalExplanation> {
  const { target, columns, rows } = classesOf(table, null)
  const chosen = chooseGoal(() => rows, target.classes, target.name, goal)
  const explained = await explainCounted(table, { columns, target, goals: [chosen.code] }, options)
  return {
    ...documentOf(table, target, options),
    kind: 'goal',
    goal: explained.classes[0],
    tried: explained.tried,
    notes: [...table.notes, ...explained.notes, ...chosen.notes],
  }
}

/** The same for groups: the ranges in which each is frequent. */
export async function explainGroupsCounts(
  table: SummaryTable,
  { group, against }: Pick<CountsGoal, 'group' | 'against'>,
  options: ExplainCountsOptions = {},
): Promise<GroupsExplanation> {
  const { target, columns } = classesOf(table, { group, against })
  const goals = target.classes.map((_, code) => code)
  const explained = await explainCounted(table, { columns, target, goals }, options)
  const names = columns.map(({ column }) => column.name)
  return {
    ...documentOf(table, target, options),
    kind: 'groups',
    groups: explained.classes,
    columns: tellingColumns(explained.classes, names),
    tried: explained.tried,
    notes: [...table.notes, ...explained.notes],
  }
}

type ClassTarget = Extract<Target, { readonly kind: 'class' }> & { readonly name: string }

interface Classes {
  readonly target: ClassTarget
  readonly columns: readonly CountedColumn[]
  /** rows of each class */
  readonly rows: Float64Array
}

function classesOf(table: SummaryTable, groups: Pick<CountsGoal, 'group' | 'against'> | null): Classes {
  const { target: found, weighted } = table.columns[0].summary
  if (found?.kind !== 'class' || weighted) {
    throw new ArgumentError('explain: summaries must be counted by classes, without weights', { code: 'out-of-range' })
  }
  const name = found.name ?? 'target'
  if (found.classes.length < 2) {
    const what = found.classes.length === 0 ? 'no class' : `only the class ${show(found.classes[0])}`
    throw new DataError(`explain: ${show(name)} has ${what}, and there is nothing to tell apart`, { column: name })
  }
  const { classes, codeOf } = pickClasses(found.classes, name, groups ?? {})
  const columns = table.columns.map((column) => countedColumn(column, codeOf, classes.length))
  const rows = new Float64Array(classes.length)
  for (const [at, count] of columns[0].counts.entries()) rows[at % classes.length] += count
  return { target: { ...found, name, classes, event: null }, columns, rows }
}

/** The groups that were asked for as classes of their own. */
function pickClasses(
  classes: readonly string[],
  name: string,
  { group, against }: Pick<CountsGoal, 'group' | 'against'>,
): { readonly classes: readonly string[]; readonly codeOf: readonly number[] } {
  if (group === undefined) return { classes, codeOf: classes.map((_, code) => code) }
  const first = classNamed(group, classes, name, 'group')
  const second = against === undefined ? null : classNamed(against, classes, name, 'group')
  if (first === second) throw new DataError(`explain: ${show(classes[first])} cannot be told from itself`)
  return {
    classes: [classes[first], second === null ? unusedName('others', classes) : classes[second]],
    codeOf: classes.map((_, code) => (code === first ? 0 : second === null || code === second ? 1 : -1)),
  }
}

function documentOf(
  { created }: SummaryTable,
  { name, classes }: ClassTarget,
  { source }: ExplainCountsOptions,
): Pick<GoalExplanation, 'format' | 'version' | 'created' | 'target'> {
  const from = { name: source ?? created.source.name, rows: created.source.rows }
  return {
    format: 'kerf-explanation',
    version: 1,
    created: { kerf: VERSION, source: from },
    target: { name, classes },
  }
}

interface Explained {
  readonly classes: readonly ClassRanges[]
  readonly tried: Tried
  readonly notes: readonly Note[]
}

async function explainCounted(
  table: SummaryTable,
  { columns, target, goals }: Pick<Classes, 'columns' | 'target'> & { readonly goals: readonly number[] },
  options: ExplainCountsOptions,
): Promise<Explained> {
  const { all = {}, perColumn = {}, tiny = 0.3, seed = 0, rule = 'auto' } = options
  const { classes } = target
  const size = columns[0].counts.reduce((sum, count) => sum + count, 0)
  const foundOn = Math.ceil(size / 2)
  const enough = options.enough ?? Math.sqrt(size)
  const enoughOfHalf = options.enough == null ? Math.sqrt(foundOn) : options.enough / 2
  const fits = columns.map(({ column }) => columnOptions(all, perColumn[column.name]))
  const source = random(seed)
  const evidence = []
  for (const [i, column] of columns.entries()) {
    throwIfAborted('explain', options.signal)
    evidence.push(countEvidence(column, target, source, { fit: fits[i], tiny, enough: enoughOfHalf }))
    await options.onProgress?.(i + 1, columns.length, column.column.name)
  }
  const judges = goals.map((goal) => classJudge(goal, classes.length))
  const judged = judgeEvidence(evidence, {
    judges,
    channels: PER_CLASS * classes.length,
    joined: [],
    alike: (levels) => classesAlike(levels, classes.length, 1),
    rule,
    enough,
    enoughOfHalf,
    rows: null,
  })
  const names = columns.map(({ column }) => column.name)
  return {
    classes: judged.goals.map((found, i) => {
      const { goalRows, rate } = judges[i].count(judged.all)
      return { class: classes[goals[i]], rows: goalRows, share: rate, ...found }
    }),
    tried: {
      method: methodName(fits, 'class'),
      rows: size,
      foundOn,
      heldOut: size - foundOn,
      different: size,
      effective: size,
      weights: null,
      tests: judged.tests,
      depth: 1,
      sharp: names.filter((_, i) => judged.sharp[i]),
      blunt: names.filter((_, i) => !judged.sharp[i]),
      seed,
      tiny,
      enough,
    },
    notes: rowNotes(table, size),
  }
}

function rowNotes({ created }: SummaryTable, size: number): Note[] {
  const unlabelled = created.source.rows - size
  const counts =
    'found by counts of each column: ranges of several columns together, copies of rows and columns that say the same were not looked for'
  return [
    ...(unlabelled > 0 ? [{ code: 'unlabelled', message: `${unlabelled} rows without a class left out` }] : []),
    { code: 'from-counts', message: counts },
  ]
}
