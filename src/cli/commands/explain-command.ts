import type { Command } from 'commander'
import { explainClusters } from '../../explain/explain-clusters.ts'
import { explainGoal } from '../../explain/explain-goal.ts'
import { explainGroups } from '../../explain/explain-groups.ts'
import { explainNumber } from '../../explain/explain-number.ts'
import type { ExplainOptions } from '../../explain/explain-rows.ts'
import type { Explanation } from '../../explain/findings.ts'
import { DataError } from '../../errors.ts'
import type { Table } from '../../types.ts'
import { targetKindOf } from '../../summaries/target-kind.ts'
import { checkNames, planColumn } from '../../plan-fit.ts'
import { chooseColumns, looksLikeId } from '../../sources/choose-columns.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { explanationSentences } from '../../reports/explanation-texts.ts'
import { explanationReport } from '../../reports/terminal/explanation-report.ts'
import { type SourceTable, toTable } from '../../sources/source.ts'
import { addDataFlags, addExamples, choiceRequest, collect, readSome } from '../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags } from '../flags/flag-types.ts'
import { oneOf, parseAmount, parseInteger } from '../flags/parse-flags.ts'
import { type Io, stepwise, tellNotes, withProgress } from '../io.ts'
import { methodNamed } from '../flags/cut-flags.ts'
import { UsageError } from '../exit.ts'

export interface ExplainFlags extends DataFlags, ChoiceFlags {
  readonly goal?: string
  readonly clusters?: string
  readonly groups?: string
  readonly group?: string
  readonly against?: string
  readonly method?: string
  readonly rule?: string
  readonly depth?: string
  readonly tiny?: string
  readonly readable?: boolean
  readonly top?: string
  readonly json?: boolean
}

export function addExplain(program: Command, io: Io): void {
  const command = program
    .command('explain')
    .summary('say in a few sentences which ranges matter')
    .description(
      'Says in plain sentences which few ranges of which columns go with a class or with a high or low number, or tell groups or clusters apart.',
    )
    .argument(
      '<data>',
      'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; a table in a database; - is standard input',
    )
    .optionsGroup('What to explain (one of --target, --groups, --clusters):')
    .option('-t, --target <column>', 'a column of classes or numbers')
    .option(
      '--goal <class>',
      'the class to explain (default: the rarer of two); of numbers high or low (default: both)',
    )
    .option('--target-kind <kind>', 'auto, class or numeric', 'auto')
    .option('--groups <column>', 'tell the groups of this column apart')
    .option('--group <name>', 'one of the groups')
    .option('--against <name>', 'the group to compare it with (default: all others)')
    .option('--clusters <number>', 'group the rows into this many clusters, and tell them apart')
    .option('--weight <column>', 'column of row weights: how much each row stands for')
    .option('-c, --columns <list>', 'only these columns')
    .option('--exclude <list>', 'not these columns')
    .option('--special <codes>', 'codes that are not numbers: -9,-8 or col=-9 (may be repeated)', collect)
    .optionsGroup('How:')
    .option(
      '-m, --method <name>',
      'the method that cuts the columns, see kerf methods (default: mdlp; of numbers variance)',
    )
    .option(
      '--rule <name>',
      'which ranges matter: most-frequent, lift or auto, which tries one after the other',
      'auto',
    )
    .option(
      '--depth <number>',
      'how many ranges may be told together: 1, 2 or 3 (default: 2, with groups and clusters 1)',
    )
    .option('--tiny <number>', 'merge ranges narrower than this many times the spread of their column', '0.3')
    .option('--readable', 'replace each cut by the shortest decimal that moves no row')
    .option('--seed <number>', 'seed of the held-out half and of the clusters', '0')
    .optionsGroup('Output:')
    .option('--top <number>', 'how many ranges to list (default: 7 of a class, 2 of every group or cluster)')
    .option('--json', 'print everything that was found as JSON')
  addDataFlags(command, { draw: true })
  addExamples(command, [
    'kerf explain patients.csv --target outcome --goal positive',
    'kerf explain homes.csv --target price --goal high --depth 3',
    'kerf explain loans.csv --groups region --group north --against south',
    'kerf explain iris.csv --exclude species --clusters 3',
  ])
  command.action(async (data: string, flags: ExplainFlags) => runExplain(io, data, flags))
}

async function runExplain(io: Io, data: string, flags: ExplainFlags): Promise<void> {
  checkFlags(flags)
  const top = flags.top === undefined ? undefined : parseInteger('--top', flags.top, 1)
  const asked = askedOptions(flags)
  const explanation = await withProgress(io, async (progress) => {
    if (isServerAddress(data) && flags.sample === undefined) {
      const { explainOnServer } = await import('./helpers/explain-server.ts')
      return explainOnServer({ data, flags, progress }, asked)
    }
    const read = await readSome(data, flags, progress)
    return explain(read, flags, { ...asked, source: read.source, ...stepwise(progress, 'looking at') })
  })
  tellNotes(io, explanation.notes)
  if (flags.json === true) {
    const sentences = explanationSentences(explanation, top)
    io.out(`${JSON.stringify({ ...explanation, sentences }, null, 2)}\n`)
  } else io.show(`${explanationReport(explanation, { color: io.color, width: io.width, top })}\n`)
}

/** What can be wrong without looking at the data. */
function checkFlags(flags: ExplainFlags): void {
  const kinds = (['target', 'groups', 'clusters'] as const).filter((name) => flags[name] !== undefined)
  if (kinds.length !== 1) {
    const got = kinds.length === 0 ? 'none of them' : kinds.map((name) => `--${name}`).join(' and ')
    throw new UsageError(`explain takes one of --target, --groups and --clusters, got ${got}`)
  }
  const [kind] = kinds
  const belongs = { goal: 'target', group: 'groups', against: 'groups' } as const
  for (const [name, owner] of Object.entries(belongs)) {
    if (flags[name as keyof typeof belongs] !== undefined && kind !== owner) {
      throw new UsageError(`--${name} goes with --${owner}, got it with --${kind}`)
    }
  }
  if (flags.against !== undefined && flags.group === undefined) throw new UsageError('--against needs --group')
  oneOf('--target-kind', flags.targetKind ?? 'auto', ['auto', 'class', 'numeric'])
}

/** The flags as options that need no data. */
function askedOptions(flags: ExplainFlags): ExplainOptions & { readonly clusters?: number } {
  const { rule = 'auto', tiny = '0.3' } = flags
  const method = flags.method === undefined ? undefined : methodNamed(flags.method)
  return {
    all: { ...(method === undefined ? {} : { method }), ...(flags.readable === true ? { readable: true } : {}) },
    rule: oneOf('--rule', rule, ['auto', 'most-frequent', 'lift']),
    tiny: parseAmount('--tiny', tiny),
    weights: flags.weight,
    ...(flags.depth === undefined ? {} : { depth: parseDepth(flags.depth) }),
    seed: parseInteger('--seed', flags.seed ?? '0', 0),
  }
}

async function explain(read: SourceTable, flags: ExplainFlags, options: ExplainOptions): Promise<Explanation> {
  const { target, groups, clusters } = flags
  const request = { ...choiceRequest(flags), target: target ?? groups }
  checkNames(read.columns, request)
  if (request.weight !== undefined && request.weight === request.target) {
    throw new DataError(`column ${JSON.stringify(request.weight)} cannot be target and weight at once`)
  }
  const chosen = chooseColumns(read.columns, request, (column) => looksLikeId(column, read.rows))
  const perColumn = Object.fromEntries(chosen.columns.map((column) => [column.name, planColumn(request, column)]))
  const all = { ...options, columns: chosen.columns.map(({ name }) => name), perColumn }
  const table = toTable(read)
  const explanation =
    target !== undefined
      ? await explainTarget(table, flags, { ...all, target })
      : groups !== undefined
        ? await explainGroups(table, { ...all, groups, group: flags.group, against: flags.against })
        : await explainClusters(table, { ...all, clusters: parseInteger('--clusters', clusters!, 2) })
  return { ...explanation, notes: [...read.notes, ...explanation.notes, ...chosen.notes] }
}

/** Explains a class, or where numbers are high or low. */
async function explainTarget(
  table: Table,
  flags: ExplainFlags,
  options: ExplainOptions & { readonly target: string },
): Promise<Explanation> {
  const { goal } = flags
  const asked = flags.targetKind as 'auto' | 'class' | 'numeric'
  if (targetKindOf(table[options.target], asked) === 'class') {
    return explainGoal(table, { ...options, targetKind: asked === 'numeric' ? 'auto' : asked, goal })
  }
  const { rule, ...rest } = options
  if (rule !== 'auto') {
    throw new UsageError(`--rule goes with classes, and ${JSON.stringify(options.target)} holds numbers`)
  }
  if (goal !== undefined && goal !== 'high' && goal !== 'low') {
    throw new UsageError(
      `${JSON.stringify(options.target)} holds numbers, so --goal takes high or low, got ${JSON.stringify(goal)}; --target-kind class takes every number for a class`,
    )
  }
  return explainNumber(table, { ...rest, direction: goal ?? 'both' })
}

function parseDepth(text: string): number {
  const depth = parseInteger('--depth', text, 1)
  if (depth > 3) throw new UsageError(`--depth takes 1, 2 or 3, got ${text}`)
  return depth
}
