import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import { equalFrequency } from '../../discretizers/methods/equal-frequency.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { GRANULARITIES } from '../../models/fit-granularities.ts'
import { modelToJson } from '../../models/model-json.ts'
import { logisticOptions } from '../../models/logistic-options.ts'
import { neuralOptions } from '../../models/neural/neural-options.ts'
import { neuralToJson } from '../../models/neural/neural-model.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { type TrainedModel, type TrainRequest, trainSource } from '../../node/train/train-source.ts'
import { trainWithin } from '../../node/train/train-within-memory.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { modelScoresReport } from '../../reports/terminal/model-scores-report.ts'
import { textColumns } from '../../sources/table-like.ts'
import type { Rule } from '../../util/check.ts'
import { parseRule } from '../../util/parse-rule.ts'
import { toReadableJson } from '../../util/saved-json.ts'
import { addMethodFlags } from '../flags/cut-flags.ts'
import { addDataFlags, addExamples, readTable } from '../flags/data-flags.ts'
import { readOptions, flagOf, oneOf, parseInteger, parseList } from '../flags/parse-flags.ts'
import { addEncodeFlags, checkForm, type EncodeFlags, readForm, takesSeveral } from '../flags/encode-flags.ts'
import { loadOwnBins, type OwnBinsFlags } from './helpers/own-bins-request.ts'
import { addFitFlags, type FitFlags, fitRequest } from './fit-command.ts'
import { type Io, type Progress, stepwise, tellNotes, withProgress } from '../io.ts'
import { UsageError } from '../exit.ts'

interface TrainFlags extends FitFlags, EncodeFlags, OwnBinsFlags {
  readonly target: string
  readonly test: string
  readonly stream?: boolean
  readonly model: string
  readonly granularities?: string
}

/** Memory for --stream where --memory is not given. */
const USUAL_MEMORY = '1GB'

/** Options that have a flag: of the solver, and of the net. */
const SOLVER = ['solver', 'l2', 'epochs', 'holdOut'] as const
const NET = ['epochs', 'holdOut'] as const

export function addTrain(program: Command, io: Io): void {
  const command = program
    .command('train')
    .summary('train a logistic regression or a small net on encoded bins')
    .description(
      'Fits bins, encodes them and trains a logistic regression or a small neural net on most of the rows; then scores it on the rest.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
  addFitFlags(command, { target: 'needed', usual: 'equal-frequency with 10 bins' })
  command
    .option('--binning <saved>', 'take the bins of this file as they are, as kerf fit or kerf edit saved them')
    .option('--recount', 'with --binning: count its bins on the rows learned from, as woe and target-mean need them')
  command.optionsGroup('How to learn:').option('--model <kind>', 'logistic, or neural for a small net', 'logistic')
  addEncodeFlags(command, 'local-linear')
  command.option(
    '--granularities <list>',
    `numbers of bins that multi-granularity chooses from (default: ${GRANULARITIES.join(',')})`,
  )
  for (const name of SOLVER) command.option(`${flagOf(name)} <value>`, logisticOptions[name].about)
  command
    .option('--test <share>', 'share of the rows that are held out to score the model', '0.2')
    .option(
      '--stream',
      'read the file again in each pass and never hold it (Parquet, CSV); bins come from a sample of rows',
    )
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the model, with its encoder, as JSON')
    .option('--report <file>', 'write an HTML page, in one file')
    .option('--force', 'overwrite the output files')
    .option('--json', 'print the model as JSON, with its scores')
  addDataFlags(command)
  addMethodFlags(command)
  command.addHelpText(
    'after',
    '\n--stream learns a regression by mini-batch unless --solver says otherwise, and a net as ever; so does --memory where a file takes more than a third of it.',
  )
  addExamples(command, [
    'kerf train loans.csv --target default --event yes -o model.json --report model.html',
    'kerf train loans.csv --target default --binning edited.json --encode woe -o model.json',
    'kerf train loans.csv --target default --method optimal --trend auto --encode one-hot',
    'kerf train loans.parquet --target default --bins advised --l2 10 --test 0.3',
    'kerf train loans.csv --target default --model neural -o net.json',
    'kerf train loans.csv --target default --encode multi-granularity --granularities 10,100,1000',
    'kerf train huge.parquet --target default --stream --memory 1GB --epochs 2 -o model.json',
    'kerf train huge.parquet --target default --model neural --stream --epochs 3 -o net.json',
  ])
  command.action(async (data: string, flags: TrainFlags) => runTrain(io, data, flags))
}

async function runTrain(io: Io, data: string, flags: TrainFlags): Promise<void> {
  const own = flags.binning === undefined ? undefined : loadOwnBins(flags.binning, data, flags)
  // An option of another method is told beside the method that is used.
  const asked = fitRequest({ ...flags, method: flags.method ?? equalFrequency.name })
  const usual = flags.method === undefined ? { bins: asked.bins ?? 10 } : {}
  const kind = modelKind(flags)
  const granularities = granularitiesOf(flags)
  const share = Number(flags.test)
  if (flags.test.trim() === '' || !(share >= 0 && share < 1)) {
    throw new UsageError(`--test takes a share of at least 0 and below 1, got ${JSON.stringify(flags.test)}`)
  }
  if (flags.recount === true && own === undefined) throw new UsageError('--recount is for the bins of --binning FILE')
  if (checkForm(flags).plain !== null)
    throw new UsageError('--encode: a model needs numbers; label and index are for apply')
  const encode = (binnings: readonly Binning[]): Encoder => readForm(flags, binnings).encoder!
  // A file that could not be written would be known only after all the learning.
  for (const path of [flags.output, flags.report]) if (path !== undefined) await checkOutput(path, flags)
  const trained = await withProgress(io, async (progress) => {
    const fit = { ...asked, ...usual, target: flags.target }
    const onStep = async ({ step }: { step: number }): Promise<void> => {
      progress.show(`learning, step ${step}`, 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const train = { ...solverOptions(kind, { ...flags }), onStep }
    const request = { fit, encode, granularities, own, kind, train, test: share }
    return (await streamed(data, flags, request, progress)) ?? held(data, flags, request, progress)
  })
  const { model } = trained
  const text = model.kind === 'neural' ? neuralToJson(model) : modelToJson(model)
  if (flags.output !== undefined) await saveFile(flags.output, text, flags)
  const scores = { heldOut: trained.onTest, training: trained.onTraining }
  if (flags.report !== undefined) {
    const { modelPage } = await import('../../reports/html/model-page.ts')
    await saveFile(flags.report, modelPage(model, { binning: trained.binning, ...scores }), flags)
  }
  tellNotes(io, trained.binning.notes ?? [])
  // What was measured follows what is saved, so that the text can still be saved as a model.
  if (flags.json === true) io.out(`${toReadableJson({ ...(JSON.parse(text) as object), scores })}\n`)
  else io.show(`${modelScoresReport(model, trained, { color: io.color, width: io.width })}\n`)
  if (flags.output !== undefined) io.tell(`saved as ${flags.output}`)
  if (flags.report !== undefined) io.tell(`report saved as ${flags.report}`)
}

/** Learns as the file is read, where that is asked for or memory is short; null where it is not. */
async function streamed(
  data: string,
  flags: TrainFlags,
  request: TrainRequest,
  progress: Progress,
): Promise<TrainedModel | null> {
  const { memory, ...options } = readOptions(flags)
  const always = flags.stream === true
  if (isServerAddress(data)) {
    if (always)
      throw new UsageError(
        '--stream reads a file again and again; of a table in a database, draw some rows with --sample',
      )
    return null
  }
  if (!always && memory === undefined) return null
  if (flags.category !== undefined || flags.number !== undefined)
    throw new UsageError(`--${flags.number === undefined ? 'category' : 'number'} does not go with --stream`)
  // Each step of lbfgs would read the file: a few epochs come near enough. A net has no other way.
  const train = request.kind === 'neural' ? request.train : { solver: 'mini-batch' as const, ...request.train }
  const onProgress = (part: number): void => progress.show('reading', part)
  const how = { ...options, memory: memory ?? USUAL_MEMORY, where: flags.where, always, onProgress }
  return trainWithin(data, { ...request, train }, how, stepwise(progress, 'fitting'))
}

async function held(data: string, flags: TrainFlags, request: TrainRequest, progress: Progress): Promise<TrainedModel> {
  const { own } = request
  const table = await readTable(data, flags, progress, own === undefined ? [] : textColumns(own.binning))
  const fit = { ...request.fit, source: table.source }
  return trainSource(table, { ...request, fit }, stepwise(progress, 'fitting'))
}

/** What is asked to learn; what only the regression can do is refused for a net. */
function modelKind(flags: TrainFlags): 'logistic' | 'neural' {
  const model = oneOf('--model', flags.model, ['logistic', 'neural'])
  if (model === 'logistic') return model
  const given: Readonly<Record<string, unknown>> = { ...flags }
  const unused = ['solver', 'l2'].find((name) => given[name] !== undefined)
  if (unused !== undefined) throw new UsageError(`--${unused} does not apply to --model neural`)
  return model
}

/** The numbers of bins to choose from, where the encoding takes several. */
function granularitiesOf(flags: TrainFlags): readonly number[] | undefined {
  const { granularities: given, bins } = flags
  if (!takesSeveral(flags)) {
    if (given === undefined) return undefined
    throw new UsageError(`--granularities is for --encode multi-granularity, not for ${flags.encode}`)
  }
  if (bins !== undefined) throw new UsageError('--bins is one number of bins; multi-granularity takes --granularities')
  if (given === undefined) return GRANULARITIES
  const numbers = parseList(given).map((text) => parseInteger('--granularities', text, 1))
  if (numbers.length === 0) throw new UsageError('--granularities takes at least one number of bins, got none')
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

function solverOptions(kind: TrainRequest['kind'], flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [names, rules] = kind === 'neural' ? [NET, neuralOptions] : [SOLVER, logisticOptions]
  const given = names.filter((name) => flags[name] !== undefined)
  const ruleOf = (name: string): Rule<unknown> => (rules as Record<string, { rule: Rule<unknown> }>)[name].rule
  return Object.fromEntries(given.map((name) => [name, parseRule(ruleOf(name), String(flags[name]))]))
}
