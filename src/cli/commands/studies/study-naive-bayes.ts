import type { Command } from 'commander'
import type { StudyData } from '../../../studies/id3.ts'
import { bayesMarkdown, bayesReport } from '../../../studies/naive-bayes-report.ts'
import { studyNaiveBayes } from '../../../studies/naive-bayes-study.ts'
import { addExamples } from '../../flags/data-flags.ts'
import { oneOf, parseInteger, parseList } from '../../flags/parse-flags.ts'
import { addStudyFlags, sampleData, type StudyFlags, timed } from '../../flags/study-flags.ts'
import { UsageError } from '../../exit.ts'
import { type Io, withProgress } from '../../io.ts'
import { checkFolder, type KnownFile, publicFile } from './public-files.ts'

interface BayesFlags extends StudyFlags {
  readonly data?: string
  readonly sets?: string
  readonly folds: string
  readonly seed: string
}

/** The public data sets of the study, besides what comes with Kerf. */
const SETS: Readonly<Record<string, KnownFile>> = {
  wine: { file: 'wine.csv', target: 'class', without: [] },
  glass: { file: 'glass.csv', target: 'type', without: ['id'] },
  wdbc: { file: 'wdbc.csv', target: 'diagnosis', without: ['id'] },
  pima: { file: 'pima.csv', target: 'outcome', without: [] },
  'german-credit': { file: 'german-credit.csv', target: 'class', without: [] },
  heloc: { file: 'heloc.csv', target: 'RiskPerformance', without: [], codes: [-9, -8, -7] },
  occupancy: { file: 'occupancy.csv', target: 'Occupancy', without: ['date', 'file'] },
  electricity: { file: 'electricity.csv', target: 'class', without: ['date', 'day'] },
  adult: { file: 'adult.csv', target: 'income', without: ['part'] },
  higgs: { file: 'higgs.csv', target: 'label', without: ['source'] },
}

export function addNaiveBayes(study: Command, io: Io): void {
  const command = study
    .command('naive-bayes')
    .summary('does discretization help naive Bayes? Gaussian against bins')
    .description(
      'Cross-validates a Gaussian naive Bayes and naive Bayes over bins by mdlp and by equal frequency on the same folds of ' +
        'several tables, and tells what bins gain, with intervals. Iris and penguins come with Kerf; public files add more.',
    )
    .option(
      '--data <folder>',
      `where public files lie: ${Object.values(SETS)
        .map(({ file }) => file)
        .join(', ')}`,
    ) // prettier-ignore
    .option('--sets <list>', 'only these, such as iris,pima')
    .option('--folds <number>', 'parts of the rows; each is judged once', '10')
    .option('--seed <number>', 'seed of the folds', '0')
  addStudyFlags(command, { chart: false })
  addExamples(command, ['kerf study naive-bayes', 'kerf study naive-bayes --data downloads --as markdown'])
  command.action(async (flags: BayesFlags) => {
    oneOf('--as', flags.as, ['table', 'markdown'])
    const folds = parseInteger('--folds', flags.folds, 2)
    const seed = parseInteger('--seed', flags.seed, 0)
    const wanted = flags.sets === undefined ? null : setNames(flags.sets)
    const cache = flags.cache === false ? null : flags.cache
    if (flags.data !== undefined) checkFolder(flags.data)
    const found = await withProgress(io, async (progress) => {
      const sets = await dataSets(flags.data, wanted)
      return studyNaiveBayes(sets, { folds, seed, cache, ...timed(progress) })
    })
    if (flags.json === true) io.out(`${JSON.stringify(found, null, 2)}\n`)
    else if (flags.as === 'markdown') io.show(`${bayesMarkdown(found)}\n`)
    else io.show(`${bayesReport(found, { color: io.color, width: io.width })}\n`)
  })
}

const SAMPLES = { iris: 'species', penguins: 'species' } as const

function setNames(text: string): readonly string[] {
  const known = [...Object.keys(SAMPLES), ...Object.keys(SETS)]
  return parseList(text).map((name) => oneOf('--sets', name, known))
}

/** What comes with Kerf, then the public files that are at hand, in the order of the list. */
async function dataSets(folder: string | undefined, wanted: readonly string[] | null): Promise<StudyData[]> {
  const asked = (name: string): boolean => wanted === null || wanted.includes(name)
  const found: StudyData[] = []
  for (const [name, target] of Object.entries(SAMPLES)) if (asked(name)) found.push(await sampleData(name, target))
  for (const [name, known] of Object.entries(SETS)) {
    if (!asked(name)) continue
    const file = folder === undefined ? null : await publicFile(folder, name, known)
    if (file !== null) found.push({ ...file, name })
    else if (wanted !== null) throw new UsageError(`--sets ${name} needs ${known.file} in the folder of --data`)
  }
  return found
}
