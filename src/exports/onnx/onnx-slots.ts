import { hasCuts, type NumberColumn } from '../../binning/binning.ts'
import type { ColumnPlan } from '../export-plan.ts'
import type { OnnxGraph } from './onnx-graph.ts'

/** What stands for a refused value where a slot is looked for: the last row of a table, which is kept for it. */
const REFUSED = -1

/** The slot of every value of a column, as whole numbers from 0; −1 where it is refused. Adds the input of the column. */
export function slotNode(graph: OnnxGraph, plan: ColumnPlan): string {
  const { column, missing } = plan
  if (!hasCuts(column)) return levelNode(graph, plan)
  const x = graph.input(column.name, 'double')
  const between = cutNode(graph, x, column)
  const coded = codeNode(graph, x, plan.codes, between)
  return graph.node('Where', [graph.node('IsNaN', [x]), graph.scalar('int64', missing ?? REFUSED), coded])
}

/** How many cuts a value has passed. Comparisons are of doubles, so that they agree bit for bit. */
export function cutNode(graph: OnnxGraph, x: string, { cuts, closed }: Pick<NumberColumn, 'cuts' | 'closed'>): string {
  if (cuts.length === 0) return graph.scalar('int64', 0)
  const passed = graph.node(closed === 'left' ? 'GreaterOrEqual' : 'Greater', [x, graph.row('double', cuts)])
  return graph.cast(graph.rowSum(graph.cast(passed, 'int32')), 'int64')
}

/** The slots of codes, and of all other numbers what was found for them. At most one code is equal to a value. */
function codeNode(graph: OnnxGraph, x: string, codes: ColumnPlan['codes'], others: string): string {
  if (codes.length === 0) return others
  const last = new Map(codes.map(({ code, slot }) => [code, slot ?? REFUSED]))
  const is = graph.cast(graph.node('Equal', [x, graph.row('double', [...last.keys()])]), 'int64')
  // Slots are counted from 2, so that 0 says that no code was found, and 1 that one is refused.
  const slots = [...last.values()].map((slot) => slot + 2)
  const found = graph.rowSum(graph.node('Mul', [is, graph.row('int64', slots)]))
  const isCode = graph.node('Greater', [found, graph.scalar('int64', 0)])
  return graph.node('Where', [isCode, graph.node('Sub', [found, graph.scalar('int64', 2)]), others])
}

function levelNode(graph: OnnxGraph, { column, levels, missing, unseen }: ColumnPlan): string {
  const own = levels.map(({ level, slot }) => [level, slot ?? REFUSED] as const)
  const all = [...own, ['', missing ?? REFUSED] as const]
  return graph.learned('LabelEncoder', [graph.input(column.name, 'text')], {
    keys_strings: all.map(([level]) => level),
    values_int64s: all.map(([, slot]) => slot),
    default_int64: (unseen === undefined ? missing : unseen) ?? REFUSED,
  })
}

/** Whether some value of a column is refused. */
export function refuses({ missing, unseen, codes, levels }: ColumnPlan): boolean {
  return missing === null || unseen === null || [...codes, ...levels].some(({ slot }) => slot === null)
}
