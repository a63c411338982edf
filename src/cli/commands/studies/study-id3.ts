import type { Command } from 'commander'
import { checkOutput, saveFile } from '../../../node/files/write-file.ts'
import { type Id3Study, type StudyData, studyId3 } from '../../../studies/id3.ts'
import { id3Chart } from '../../../studies/id3-chart.ts'
import { id3Markdown, id3Report } from '../../../studies/id3-report.ts'
import { toReadableJson } from '../../../util/saved-json.ts'
import { addChoiceFlags, addDataFlags, addExamples } from '../../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags } from '../../flags/flag-types.ts'
import { oneOf, parseInteger } from '../../flags/parse-flags.ts'
import { type Io, type Progress, withProgress } from '../../io.ts'
import { addStudyFlags, irisData, readStudy, type StudyFlags, timed } from '../../flags/study-flags.ts'
import { UsageError } from '../../exit.ts'

interface Id3Flags extends DataFlags, ChoiceFlags, StudyFlags {
  readonly target?: string
  readonly seeds: string
  readonly firstSeed: string
}

export function addId3(study: Command, io: Io): void {
  const command = study
    .command('id3')
    .summary('trees over single cuts against trees over ChiMerge bins')
    .description(
      'Grows ID3 trees over single cuts and over the bins of ChiMerge and MDLP, full and pruned, and naive Bayes over the ' +
        'same bins, on iris and on the file given, over many splits of the rows into 10 parts to train on, 3 to prune by and 2 to judge by.',
    )
    .argument('[data]', 'a file to study besides iris; needs --target')
  addChoiceFlags(command, { verb: 'study', without: ['event', 'weight', 'seed'] })
  command
    .optionsGroup('The study:')
    .option('--seeds <number>', 'number of splits of the rows', '20')
    .option('--first-seed <number>', 'seed of the first split', '0')
  addStudyFlags(command)
  addDataFlags(command)
  addExamples(command, [
    'kerf study id3',
    'kerf study id3 occupancy.csv --target Occupancy --exclude date --chart id3.svg',
  ])
  command.action(async (data: string | undefined, flags: Id3Flags) => runId3(io, data, flags))
}

async function runId3(io: Io, data: string | undefined, flags: Id3Flags): Promise<void> {
  oneOf('--as', flags.as, ['table', 'markdown'])
  if (data === undefined && flags.target !== undefined) throw new UsageError('--target needs a file to study')
  if (data !== undefined && flags.target === undefined)
    throw new UsageError(`--target must name the classes in ${data}`)
  const seeds = parseInteger('--seeds', flags.seeds, 1)
  const firstSeed = parseInteger('--first-seed', flags.firstSeed, 0)
  if (flags.chart !== undefined) await checkOutput(flags.chart, flags)
  const cache = flags.cache === false ? null : flags.cache
  const studies = await withProgress(io, async (progress) => {
    const sets = [await irisData(), ...(data === undefined ? [] : [await givenData(io, data, flags, progress)])]
    const done: Id3Study[] = []
    for (const [i, set] of sets.entries()) {
      const told = timed(progress, (part) => (i + part) / sets.length)
      done.push(await studyId3(set, { seeds, firstSeed, cache, ...told }))
    }
    return done
  })
  if (flags.chart !== undefined) await saveFile(flags.chart, id3Chart(studies), flags)
  if (flags.json === true) io.out(`${toReadableJson(studies)}\n`)
  else {
    const show =
      flags.as === 'markdown'
        ? id3Markdown
        : (study: Id3Study) => id3Report(study, { color: io.color, width: io.width })
    io.show(`${studies.map(show).join('\n\n')}\n`)
  }
  if (flags.chart !== undefined) io.tell(`saved as ${flags.chart}`)
}

async function givenData(io: Io, data: string, flags: Id3Flags, progress: Progress): Promise<StudyData> {
  const study = await readStudy(io, data, flags, progress)
  if (flags.targetKind !== 'class') return study
  // Numbers become classes when they are texts.
  const labels = Array.from(study.table[study.target], (label) => (label === null ? null : String(label)))
  return { ...study, table: { ...study.table, [study.target]: labels } }
}
