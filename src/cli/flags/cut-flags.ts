import type { Command } from 'commander'
import type { ColumnFit } from '../../binning/fit/column-fit.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { findMethod, methods } from '../../discretizers/registry.ts'
import { FormatError } from '../../errors.ts'
import type { FitRequest } from '../../plan-fit.ts'
import type { Note } from '../../types.ts'
import { parseRule } from '../../util/parse-rule.ts'
import { parseJson } from '../../util/saved-json.ts'
import { suggest } from '../../util/suggest.ts'
import { UsageError } from '../exit.ts'
import { readText } from '../read-text.ts'
import { collect } from './data-flags.ts'
import { flagOf, oneOf, parseBins, parseCodes } from './parse-flags.ts'
import { bareMessage } from '../../util/called-as.ts'

/** Flags that say how columns are cut. Options of methods are flags too, by the names the methods give them. */
export interface CutFlags {
  readonly method?: string
  readonly together?: boolean
  readonly preset?: string
  readonly bins?: string
  readonly closed?: string
  readonly readable?: boolean
  readonly cuts?: string[]
  readonly spec?: string
}

interface CutFlagOptions {
  /** false for commands that cut all columns alike */
  readonly perColumn?: boolean
  /** the method where none is named, in words */
  readonly usual?: string | undefined
}

export function addCutFlags(command: Command, options: CutFlagOptions = {}): void {
  const { perColumn = true, usual = 'mdlp for classes, variance for a number, else equal-frequency' } = options
  command
    .optionsGroup('How to cut:')
    .option('-m, --method <name>', `see kerf methods (default: ${usual})`)
    .option(
      '-b, --bins <number>',
      'number of bins, or the most a method may make; or a rule: advised, auto, sturges, scott, freedman-diaconis',
    )
  if (perColumn)
    command.option('--together', 'with chi2: bin the columns together and drop those that the others make redundant')
  command
    .option('--preset <name>', 'a named set of options of the method')
    .option('--closed <end>', 'which end of a bin belongs to it: left or right')
    .option('--readable', 'replace each cut by the shortest decimal that moves no row')
  if (perColumn)
    command
      .option('--cuts <column=list>', 'your own cuts of a column: age=18,30 (may be repeated)', collect)
      .option(
        '--spec <file>',
        'JSON file of method and options per column: {"age": {"method": "fixed", "cuts": [18, 30]}}',
      )
  else command.option('--cuts <list>', 'with --method fixed: your own cuts, 18,30', collect)
}

/** What is taken for a rule for the number of bins where no method is named. */
const RULED = 'equal-frequency'

/** The flags as a part of a request; everything that can be wrong without looking at the data is refused here. */
export function cutRequest(flags: CutFlags): Pick<
  FitRequest,
  'method' | 'together' | 'bins' | 'cutsOf' | 'perColumn'
> & {
  readonly options: Readonly<Record<string, unknown>>
} {
  const closed = flags.closed === undefined ? undefined : oneOf('--closed', flags.closed, ['left', 'right'])
  const bins = flags.bins === undefined ? undefined : parseBins('--bins', flags.bins)
  // What finds the number of bins itself takes no rule for it.
  const usual = typeof bins === 'string' ? methodNamed(RULED) : undefined
  const method = flags.method === undefined ? usual : methodNamed(flags.method)
  if (flags.preset !== undefined) checkPreset(flags.preset, method)
  if (flags.together === true && method?.name !== 'chi2') throw new UsageError('--together needs --method chi2')
  const ownCuts = parseCodes('--cuts', flags.cuts ?? [])
  if (ownCuts.all.length > 0 && method?.name !== 'fixed') {
    throw new UsageError('--cuts takes column=list, such as age=18,30; a bare list needs --method fixed')
  }
  return {
    method,
    together: flags.together,
    bins,
    options: {
      ...methodOptions({ ...flags }, method),
      ...(ownCuts.all.length > 0 ? { cuts: ownCuts.all } : {}),
      ...(flags.preset === undefined ? {} : { preset: flags.preset }),
      ...(closed === undefined ? {} : { closed }),
      ...(flags.readable === true ? { readable: true } : {}),
    },
    cutsOf: ownCuts.byColumn,
    perColumn: flags.spec === undefined ? undefined : readSpec(flags.spec),
  }
}

/** What a column of `--spec` may be told besides a method and its options. */
const COLUMN_OPTIONS = ['preset', 'closed', 'readable', 'kind', 'levels', 'groups', 'unseen', 'missing', 'special', 'missingPolicy', 'specialPolicy', 'reference'] // prettier-ignore

/**
 * Reads `--spec`: column → method and options, as in `{ "age": { "method": "fixed", "cuts": [18, 30] } }`. The values are
 * checked by the method; names that mean nothing are refused here, since columns of text have no method to refuse them.
 */
function readSpec(path: string): Record<string, ColumnFit> {
  const spec: Record<string, ColumnFit> = {}
  try {
    const root = parseJson(readText(path))
    for (const name of Object.keys(root.record())) {
      const { method, ...options } = root.get(name).record()
      const named = method === undefined ? undefined : methodNamed(root.get(name).get('method').text())
      const ofMethods = (named === undefined ? methods() : [named]).flatMap((one) => Object.keys(one.options))
      const known = [...new Set(['method', ...ofMethods, ...COLUMN_OPTIONS])]
      const unknown = Object.keys(options).find((option) => !known.includes(option))
      if (unknown !== undefined) {
        const where = `${path}: ${JSON.stringify(name)}`
        throw new UsageError(`${where} has an unknown option ${JSON.stringify(unknown)}${suggest(unknown, known)}`)
      }
      spec[name] = { ...options, ...(named === undefined ? {} : { method: named }) }
    }
  } catch (error) {
    if (error instanceof FormatError) throw new FormatError('', `${path}: ${bareMessage(error)}`)
    throw error
  }
  return spec
}

/** A note where a rule for the number of bins has decided by which method the columns of a target are cut. */
export function ruleNotes({ method, bins }: CutFlags, hasTarget: boolean): Note[] {
  if (method !== undefined || !hasTarget || !Number.isNaN(Number(bins ?? 0))) return []
  const message = `cut by ${RULED}, since the default method takes no rule such as --bins ${bins}; choose another with --method`
  return [{ code: 'bin-count', message }]
}

/** Options that have flags of their own on the command line. */
const COMMON = new Set(['bins', 'cuts'])

const OF_METHODS = 'Options of methods:'

/**
 * Adds one flag per option of any method, from what the methods declare; not those in `taken`, which mean something else to
 * the command. Help only points to where they are listed: most of them belong to methods that are not asked for.
 */
export function addMethodFlags(command: Command, taken: ReadonlySet<string> = new Set()): void {
  const seen = new Set<string>([...COMMON, ...taken])
  command.optionsGroup(OF_METHODS)
  for (const { options } of methods()) {
    for (const [name, { rule, about }] of Object.entries(options)) {
      if (seen.has(name)) continue
      seen.add(name)
      const value = rule.type === 'boolean' ? '[yes]' : '<value>'
      command.option(`${flagOf(name)} ${value}`, about)
    }
  }
  const pointer = '  every option that kerf methods NAME lists, such as --alpha 0.05 of chi-merge'
  command.configureHelp({
    formatItemList: (heading, items, helper) =>
      items.length === 0 ? [] : [helper.styleTitle(heading), ...(heading === OF_METHODS ? [pointer] : items), ''],
  })
}

export function methodNamed(name: string): AnyDiscretizer {
  const known = methods().map((method) => method.name)
  if (!known.includes(name)) throw new UsageError(`unknown method ${JSON.stringify(name)}${suggest(name, known)}`)
  return findMethod(name)
}

/**
 * The options of a method as given by flags; a flag that belongs to other methods is refused. Without `--method` a flag
 * must belong to the method the target asks for, which is only known later, so it is passed on as it is.
 */
export function methodOptions(
  flags: Readonly<Record<string, unknown>>,
  method: AnyDiscretizer | undefined,
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(flags)) {
    const owners = methodsWith(name)
    if (text === undefined || COMMON.has(name) || owners.length === 0) continue
    const owner = method ?? findMethod(owners[0])
    const option = owner.options[name]
    if (option === undefined) throw new UsageError(foreignOption(owner.name, name)!)
    const value = text === true ? true : parseRule(option.rule, text as string)
    if (!option.rule.accepts(value))
      throw new UsageError(`${flagOf(name)} must be ${option.rule.words}, got ${JSON.stringify(text)}`)
    options[name] = value
  }
  return options
}

/** Names the methods that have a preset where the one asked for, or none asked for, has not. */
function checkPreset(preset: string, method: AnyDiscretizer | undefined): void {
  const owners = methods().flatMap(({ name, presets }) => (Object.hasOwn(presets, preset) ? [name] : []))
  if (owners.length === 0 || owners.includes(method?.name ?? '')) return
  // Without a method the target decides; what it may come to then says itself that it has no such preset.
  if (method === undefined && owners.some((name) => USUAL.includes(name))) return
  const own = method === undefined ? 'the usual methods' : method.name
  throw new UsageError(
    `--preset ${preset} is none of ${own}, it belongs to ${owners.join(', ')}; add --method ${owners[0]}`,
  )
}

/** Methods that are taken where none is named. */
const USUAL: readonly string[] = ['mdlp', 'variance', 'equal-frequency']

function methodsWith(option: string): string[] {
  return methods().flatMap(({ name, options }) => (Object.hasOwn(options, option) ? [name] : []))
}

/** That a method has no such option, and which methods have it; null where none has. */
export function foreignOption(method: string, option: string): string | null {
  const owners = methodsWith(option)
  return owners.length === 0
    ? null
    : `${flagOf(option)} is not an option of ${method}, it belongs to ${owners.join(', ')}`
}
