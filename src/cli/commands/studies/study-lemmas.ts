import type { Command } from 'commander'
import { type LemmaCase, tryLemmas } from '../../../studies/lemmas.ts'
import { lemmasChart } from '../../../studies/lemmas-chart.ts'
import { checkOutput, saveFile } from '../../../node/files/write-file.ts'
import { addExamples } from '../../flags/data-flags.ts'
import { parseInteger } from '../../flags/parse-flags.ts'
import type { Io } from '../../io.ts'
import type { StudyFlags } from '../../flags/study-flags.ts'

type LemmasFlags = Pick<StudyFlags, 'json' | 'chart' | 'force'> & { readonly seed: string }

export function addLemmas(study: Command, io: Io): void {
  const command = study
    .command('lemmas')
    .summary('correctness and robustness of bins, measured against theory')
    .description(
      'The four lemmas of "An Empirical Study on Feature Discretization", measured against what theory predicts, ' +
        'both where their conditions hold and where they do not.',
    )
    .option('--seed <number>', 'seed of the draws', '1')
    .option('--json', 'the numbers as JSON')
    .option('--chart <file>', 'draw it as SVG')
    .option('--force', 'overwrite the chart')
  addExamples(command, ['kerf study lemmas', 'kerf study lemmas --seed 7 --chart lemmas.svg'])
  command.action(async (flags: LemmasFlags) => {
    const { chart } = flags
    if (chart !== undefined) await checkOutput(chart, flags)
    const cases = tryLemmas({ seed: parseInteger('--seed', flags.seed, 0) })
    if (flags.json === true) io.out(`${JSON.stringify(cases, null, 2)}\n`)
    else io.show(lemmaReport(cases))
    if (chart === undefined) return
    await saveFile(chart, lemmasChart(cases), flags)
    io.tell(`saved as ${chart}`)
  })
}

/** The cases as text for people: what each lemma claims, both numbers as predicted and measured, and the verdict. */
function lemmaReport(cases: readonly LemmaCase[]): string {
  const number = (value: number): string => value.toFixed(4).padStart(9)
  const lines = cases
    .toSorted((a, b) => a.lemma - b.lemma)
    .flatMap(({ lemma, claim, slope, better, worse, condition, predicted, measured }, i) => [
      ...(i % 2 === 0 ? ['', `Lemma ${lemma}: ${claim}.`] : []),
      `  slope ${String(slope).padEnd(5)} predicted ${number(better.predicted)} against ${number(worse.predicted)}: ${predicted ? 'holds' : 'fails'}`,
      `              measured ${number(better.measured)} against ${number(worse.measured)}: ${measured ? 'holds' : 'fails'} (± ${better.error.toFixed(4)} and ${worse.error.toFixed(4)})`,
      ...(condition === null ? [] : [`              needs ${condition}`]),
    ])
  return [
    'A bin of 20 values 0, 1, 2 …; the truth is slope · value, observed with noise of variance 1.',
    'Correctness is the expected square error, robustness the variance of the mean prediction; less is better.',
    ...lines,
    '',
  ].join('\n')
}
