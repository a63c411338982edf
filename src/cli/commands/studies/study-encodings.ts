import type { Command } from 'commander'
import { checkOutput, saveFile } from '../../../node/files/write-file.ts'
import { encodingArm, type EncodingModel } from '../../../studies/encodings-arms.ts'
import { encodingsChart } from '../../../studies/encodings-chart.ts'
import { CURVES, type CurveKind, encodingsCurve } from '../../../studies/encodings-curve.ts'
import { encodingsMarkdown, encodingsReport } from '../../../studies/encodings-report.ts'
import { studyEncodings, USUAL_ENCODINGS } from '../../../studies/encodings.ts'
import { toReadableJson } from '../../../util/saved-json.ts'
import { addChoiceFlags, addDataFlags, addExamples } from '../../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags } from '../../flags/flag-types.ts'
import { oneOf, parseInteger, parseList } from '../../flags/parse-flags.ts'
import { type Io, withProgress } from '../../io.ts'
import { addStudyFlags, readStudy, type StudyFlags, timed } from '../../flags/study-flags.ts'
import { UsageError } from '../../exit.ts'

interface EncodingsFlags extends DataFlags, ChoiceFlags, StudyFlags {
  readonly target: string
  readonly models: string
  readonly encodings?: string
  readonly shares?: string
  readonly curve?: string
  readonly folds: string
  readonly seeds: string
}

export function addEncodings(study: Command, io: Io): void {
  const command = study
    .command('encodings')
    .summary('plain bins against local linear and other encodings')
    .description(
      'Trains a logistic regression and a small neural net on several encodings of equal-frequency bins, by folds, and ' +
        'prints the areas under the curve beside those of "An Empirical Study on Feature Discretization".',
    )
    .argument('<data>', 'the file to study')
  addChoiceFlags(command, { verb: 'study', target: 'needed', without: ['weight'] })
  command
    .optionsGroup('The study:')
    .option('--models <list>', 'lr (logistic regression), dnn (neural net)', 'lr,dnn')
    .option(
      '--encodings <list>',
      `CD, LLE or PLE with bins, such as lle10, and MGD (default: ${USUAL_ENCODINGS.join(',')})`,
    )
    .option('--shares <list>', 'percentages of the training rows, such as 100,10,1 (default: 100)')
    .option(
      '--curve <over>',
      'bins or rows: CD and LLE in 2 to 200 bins, or with 1 to 100 % of the rows; --chart draws lines',
    )
    .option('--folds <number>', 'parts of the rows; each is judged once', '5')
    .option('--seeds <number>', 'nets per fold', '3')
  addStudyFlags(command)
  addDataFlags(command)
  addExamples(command, [
    'kerf study encodings higgs.csv.gz --target label --models lr',
    'kerf study encodings higgs.csv.gz --target label --models lr --curve bins --chart bins.svg',
    'kerf study encodings higgs.csv.gz --target label --encodings cd10,lle10 --shares 100,10 --chart encodings.svg',
  ])
  command.action(async (data: string, flags: EncodingsFlags) => runEncodings(io, data, flags))
}

async function runEncodings(io: Io, data: string, flags: EncodingsFlags): Promise<void> {
  const { curve, ...request } = readFlags(flags)
  if (flags.chart !== undefined) await checkOutput(flags.chart, flags)
  const cache = flags.cache === false ? null : flags.cache
  const study = await withProgress(io, async (progress) => {
    const given = await readStudy(io, data, flags, progress)
    return studyEncodings(given, { ...request, event: flags.event, cache, ...timed(progress) })
  })
  if (flags.chart !== undefined) {
    const chart = curve === null ? encodingsChart(study) : encodingsCurve(study, curve)
    await saveFile(flags.chart, chart, flags)
  }
  if (flags.json === true) io.out(`${toReadableJson(study)}\n`)
  else
    io.show(
      `${flags.as === 'markdown' ? encodingsMarkdown(study) : encodingsReport(study, { color: io.color, width: io.width })}\n`,
    )
  if (flags.chart !== undefined) io.tell(`saved as ${flags.chart}`)
}

/** Everything that can be wrong without looking at the data is refused here. */
function readFlags(flags: EncodingsFlags): {
  models: EncodingModel[]
  encodings: string[]
  shares: number[]
  folds: number
  seeds: number
  curve: CurveKind | null
} {
  const curve = flags.curve === undefined ? null : oneOf('--curve', flags.curve, ['bins', 'rows'])
  const usual = curve === null ? { encodings: USUAL_ENCODINGS, shares: '100' } : CURVES[curve]
  oneOf('--as', flags.as, ['table', 'markdown'])
  const models = parseList(flags.models).map((name) => oneOf('--models', name, ['lr', 'dnn']))
  const encodings = parseList(flags.encodings ?? usual.encodings.join(',')).map((name) => {
    const arm = encodingArm(name)
    if (arm === null) {
      throw new UsageError(
        `--encodings takes CD, LLE or PLE with bins, such as lle10, and MGD, got ${JSON.stringify(name)}`,
      )
    }
    return arm.name
  })
  const shares = parseList(flags.shares ?? usual.shares).map((text) => {
    const share = Number(text.replace(/ ?%$/, '')) / 100
    if (share > 0 && share <= 1) return share
    throw new UsageError(`--shares takes percentages above 0 and up to 100, got ${JSON.stringify(text)}`)
  })
  for (const [flag, list] of Object.entries({ models, encodings, shares })) {
    if (list.length === 0) throw new UsageError(`--${flag} takes at least one, got none`)
  }
  const folds = parseInteger('--folds', flags.folds, 2)
  if (folds > 30) throw new UsageError(`--folds takes at most 30, got ${JSON.stringify(flags.folds)}`)
  const seeds = parseInteger('--seeds', flags.seeds, 1)
  return { models, encodings: [...new Set(encodings)], shares: [...new Set(shares)], folds, seeds, curve }
}
