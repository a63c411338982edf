import { explainGoalCounts, explainGroupsCounts } from '../../../explain/counts/explain-counts.ts'
import type { ExplainOptions } from '../../../explain/explain-rows.ts'
import type { Explanation } from '../../../explain/findings.ts'
import { planColumn } from '../../../plan-fit.ts'
import { summarizeOnEngine } from '../../../summarize-source.ts'
import { omit } from '../../../util/omit.ts'
import { UsageError } from '../../exit.ts'
import { choiceRequest } from '../../flags/data-flags.ts'
import type { ChoiceFlags } from '../../flags/flag-types.ts'
import { onServer, refuseKindFlags, type ServerWork } from '../../flags/server-flags.ts'
import { stepwise } from '../../io.ts'

/** What is to be explained of a table in a database. */
interface ExplainServerFlags extends ChoiceFlags {
  readonly goal?: string
  readonly groups?: string
  readonly group?: string
  readonly against?: string
  readonly clusters?: string
  readonly depth?: string
}

/** Of more rows than this, not every value is brought here: cells of a thousandth of their size tell ranges as well. */
const FEW_ROWS = 100_000

/** Explains classes or groups by counts that the database makes; what needs rows is refused. */
export async function explainOnServer(
  work: ServerWork & { readonly flags: ExplainServerFlags },
  options: ExplainOptions,
): Promise<Explanation> {
  const { flags, progress } = work
  refuseKindFlags(flags)
  const given = flags.clusters !== undefined ? '--clusters' : flags.weight !== undefined ? '--weight' : null
  if (given !== null) throw needsRows(given)
  if (flags.depth !== undefined && flags.depth !== '1') throw needsRows(`--depth ${flags.depth}`)
  const { target, groups } = flags
  const request = { ...choiceRequest(flags), target: target ?? groups, ...(target === undefined ? { targetKind: 'class' as const } : {}) } // prettier-ignore
  return onServer({ ...work, hints: { target: request.target } }, async (engine, { title }, signal) => {
    if ((await engine.targetKind(request)) === 'numeric') throw needsRows('a target of numbers')
    const run = { ...stepwise(progress, 'looking at'), signal }
    const wanted = engine.rows <= FEW_ROWS ? 'always' : 'never'
    const table = await summarizeOnEngine(engine, { ...request, sample: undefined, source: title }, run, wanted)
    const perColumn = Object.fromEntries(table.columns.map((column) => [column.name, planColumn(request, column)]))
    const asked = { ...omit(options, 'depth', 'weights'), ...run, source: title, perColumn }
    return target === undefined ? explainGroupsCounts(table, flags, asked) : explainGoalCounts(table, flags, asked)
  })
}

function needsRows(what: string): UsageError {
  return new UsageError(
    `${what} needs the rows themselves, which are in a database; --sample 100000 draws so many there and brings them here`,
  )
}
