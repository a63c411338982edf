import { DataError } from '../../../errors.ts'
import { binsOption, chooseRows, type FitRequest, planColumn } from '../../../plan-fit.ts'
import { type SourceTable, toTable } from '../../../sources/source.ts'
import type { ClassWeights, GrowOptions } from '../../../trees/grow-options.ts'
import { PRUNE_WAYS, USUAL_PARTS } from '../../../trees/prune/plan-trial.ts'
import type { CrossValidated } from '../../../trees/prune/cross-validate.ts'
import type { TrialOptions } from '../../../trees/prune/try-tree.ts'
import type { Note, Table } from '../../../types.ts'
import { choiceRequest, readTable } from '../../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags } from '../../flags/flag-types.ts'
import { flagOf, oneOf, parseAmount, parseBins, parseInteger, parseList } from '../../flags/parse-flags.ts'
import { loadBinning } from '../../load/load-binning.ts'
import { methodNamed, methodOptions } from '../../flags/cut-flags.ts'
import { UsageError } from '../../exit.ts'
import { type Io, withProgress } from '../../io.ts'

export interface TreeFlags extends DataFlags, ChoiceFlags {
  readonly target: string
  readonly model: string
  readonly smoothing?: string
  readonly by?: string
  readonly bins?: string
  readonly maxDepth?: string
  readonly maxNodes?: string
  readonly minRows?: string
  readonly minLeaf?: string
  readonly minGain?: string
  readonly classWeights?: string
  readonly measure?: string
  readonly prune?: string
  readonly split?: string
  readonly folds: string
  readonly repeat: string
  readonly crossValidate?: string
  readonly output?: string
  readonly picture?: string
  readonly depth?: string
  readonly all?: boolean
  readonly trace?: boolean
  readonly tracePage?: string
  readonly curves?: boolean
  readonly json?: boolean
  readonly force?: boolean
}

/** Flags of the command itself: options of methods by these names are not taken. */
export const OWN_FLAGS: ReadonlySet<string> = new Set([
  'maxDepth',
  'maxNodes',
  'minRows',
  'minLeaf',
  'minGain',
  'measure',
  'folds',
  'seed',
  'depth',
  'smoothing',
])

/** What a tree is asked for, before any row is read. */
export interface AskedTree {
  readonly model: 'tree' | 'naive-bayes'
  /** of naive Bayes */
  readonly smoothing: number | undefined
  readonly request: FitRequest & { readonly target: string }
  readonly seed: number
  readonly repeat: number
  /** folds of a cross-validation; undefined for none */
  readonly crossValidate: number | undefined
  /** undefined: the usual ones, or all rows where they are few */
  readonly parts: readonly number[] | undefined
  readonly options: Omit<TrialOptions, 'target' | 'columns'>
}

/** The flags as options; everything that can be wrong without looking at the data is refused here. */
export function askedTree(flags: TreeFlags): AskedTree {
  const choice = choiceRequest(flags)
  if (choice.targetKind === 'numeric')
    throw new UsageError('--target-kind takes auto or class for a tree, got "numeric"')
  const repeat = parseInteger('--repeat', flags.repeat, 1)
  // Trials over several seeds make no sense without rows held out, however few there are.
  const parts = flags.split !== undefined ? parseSplit(flags.split) : repeat > 1 ? USUAL_PARTS : undefined
  const prune = flags.prune === undefined ? undefined : oneOf('--prune', flags.prune, PRUNE_WAYS)
  if (prune !== undefined && prune !== 'none' && prune !== 'depth' && parts !== undefined && parts.length < 3) {
    throw new UsageError(
      `--prune ${prune} needs three parts such as --split 10:3:2, got ${JSON.stringify(flags.split)}`,
    )
  }
  return {
    model: checkModel(flags),
    smoothing: amount('--smoothing', flags.smoothing),
    request: { ...choice, target: flags.target },
    seed: choice.seed ?? 0,
    repeat,
    crossValidate: whole('--cross-validate', flags.crossValidate, 2),
    parts,
    options: {
      ...growBy(flags.model === 'naive-bayes' ? { ...flags, by: flags.by ?? 'mdlp' } : flags),
      targetKind: choice.targetKind,
      event: choice.event,
      weights: choice.weight,
      maxDepth: whole('--max-depth', flags.maxDepth, 0),
      maxNodes: whole('--max-nodes', flags.maxNodes, 1),
      minRows: amount('--min-rows', flags.minRows),
      minLeaf: amount('--min-leaf', flags.minLeaf),
      minGain: amount('--min-gain', flags.minGain),
      measure:
        flags.measure === undefined
          ? undefined
          : oneOf('--measure', flags.measure, ['adjusted-gain', 'gain', 'gain-ratio']),
      classWeights: flags.classWeights === undefined ? undefined : parseWeights(flags.classWeights),
      prune,
      parts,
      folds: parseInteger('--folds', flags.folds, 2),
    },
  }
}

/** Flags that only a tree has use for. */
const OF_TREES = ['maxDepth', 'maxNodes', 'minRows', 'minLeaf', 'minGain', 'measure', 'classWeights', 'picture', 'depth', 'all', 'trace', 'tracePage', 'curves'] as const // prettier-ignore

function checkModel(flags: TreeFlags): 'tree' | 'naive-bayes' {
  const { by, prune, smoothing } = flags
  const model = oneOf('--model', flags.model, ['tree', 'naive-bayes'])
  if (model === 'tree') {
    if (smoothing !== undefined) throw new UsageError('--smoothing goes with --model naive-bayes')
    return model
  }
  const given = OF_TREES.find((name) => flags[name] !== undefined)
  const refused = given !== undefined ? flagOf(given) : prune !== undefined && prune !== 'none' ? '--prune' : by === 'binary' ? '--by binary' : undefined // prettier-ignore
  if (refused !== undefined) throw new UsageError(`${refused} does not apply to --model naive-bayes`)
  return model
}

/** What the tree branches on, with the options of a method. */
function growBy({ by = 'binary', ...flags }: TreeFlags): Pick<GrowOptions, 'by' | 'all'> {
  const ofMethods = Object.entries(flags).filter(([name]) => !OWN_FLAGS.has(name) && name !== 'all')
  const given = Object.fromEntries(ofMethods)
  if (/\.json$/i.test(by)) {
    const fixed = flags.bins !== undefined ? '--bins' : flags.special !== undefined ? '--special' : undefined
    if (fixed !== undefined) throw new UsageError(`${fixed} does not apply to --by ${by}, whose bins are fixed`)
    methodOptions(given, methodNamed('fixed'))
    return { by: loadBinning(by) }
  }
  if (by === 'binary') {
    methodOptions(given, methodNamed('binary'))
    if (flags.bins !== undefined) throw new UsageError('--bins needs --by METHOD, got a tree over single cuts')
    return { by: 'binary' }
  }
  const method = methodNamed(by)
  const bins = flags.bins === undefined ? undefined : parseBins('--bins', flags.bins)
  return { by: method, all: { ...methodOptions(given, method), ...binsOption(method, bins) } }
}

/** What makes one trial, and what cross-validates the same. */
export interface TrialMaker<T> {
  readonly once: (table: Table, options: TrialOptions) => T | Promise<T>
  readonly validate: (table: Table, options: TrialOptions & { readonly folds: number }) => Promise<CrossValidated>
}

/** What was found of the rows. */
interface Trials<T> {
  readonly trials: readonly T[]
  /** null where it was not asked for */
  readonly crossValidated: CrossValidated | null
  readonly notes: readonly Note[]
}

/** Reads the rows and makes the trials asked for, each with the next seed, and the cross-validation. */
export async function runTrials<T>(
  io: Io,
  data: string,
  { flags, asked }: { readonly flags: TreeFlags; readonly asked: AskedTree },
  { once, validate }: TrialMaker<T>,
): Promise<Trials<T>> {
  const { seed, repeat, crossValidate: folds } = asked
  return withProgress(io, async (progress) => {
    const read = await readTable(data, flags, progress)
    const { table, options, notes } = treeRows(read, asked)
    const trials: T[] = []
    for (let i = 0; i < repeat; i++) {
      progress.show(repeat === 1 ? asked.model : `${asked.model} ${i + 1} of ${repeat}`, i / repeat)
      await new Promise((resolve) => setImmediate(resolve))
      trials.push(await once(table, { ...options, seed: seed + i, source: read.source }))
    }
    if (folds !== undefined) progress.show(`cross-validating, ${folds} folds`, 1)
    const crossValidated = folds === undefined ? null : await validate(table, { ...options, seed, folds })
    return { trials, crossValidated, notes: [...read.notes, ...notes] }
  })
}

/** The rows and columns asked for, with the options that depend on them. */
function treeRows(
  read: SourceTable,
  { request, options }: AskedTree,
): { readonly table: Table; readonly options: TrialOptions; readonly notes: readonly Note[] } {
  const { sampled, chosen } = chooseRows(read, request)
  const known = options.by !== undefined && options.by !== 'binary' && 'format' in options.by ? options.by : null
  const columns = chosen.columns.filter(({ name }) => known === null || known.columns.some((one) => one.name === name))
  if (columns.length === 0) {
    const why = chosen.notes.map(({ message }) => `: ${message}`)
    throw new DataError(`there is no column to grow a tree on${why.join('')}`)
  }
  const perColumn = Object.fromEntries(columns.map((column) => [column.name, planColumn(request, column)]))
  return {
    table: toTable(sampled.table),
    options: { ...options, target: request.target, columns: columns.map(({ name }) => name), perColumn },
    notes: [...sampled.notes, ...chosen.notes, ...(known === null || known.target === null ? [] : [SEEN])],
  }
}

const SEEN: Note = {
  code: 'bins-seen',
  message: 'the bins are from an earlier fit: if it saw these rows, the accuracy on those held out is too good',
}

function whole(flag: string, text: string | undefined, min: number): number | undefined {
  return text === undefined ? undefined : parseInteger(flag, text, min)
}

function amount(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseAmount(flag, text)
}

/** `10:3:2` as parts; `all` for a single one. */
function parseSplit(text: string): number[] {
  if (text === 'all') return [1]
  const parts = text.split(':').map(Number)
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => part > 0 && part < Infinity)) {
    throw new UsageError(`--split takes all, or two or three sizes such as 10:3:2, got ${JSON.stringify(text)}`)
  }
  return parts
}

function parseWeights(text: string): ClassWeights {
  if (text === 'balanced') return text
  const entries = parseList(text).map((item): [string, number] => {
    const at = item.lastIndexOf('=')
    const weight = Number(item.slice(at + 1))
    if (at < 1 || item.slice(at + 1).trim() === '' || !(weight >= 0 && weight < Infinity)) {
      throw new UsageError(`--class-weights takes balanced or weights such as yes=5,no=1, got ${JSON.stringify(item)}`)
    }
    return [item.slice(0, at), weight]
  })
  return Object.fromEntries(entries)
}
