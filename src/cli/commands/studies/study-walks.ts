import type { Command } from 'commander'
import { kerberIntervals } from '../../../studies/printed/document-kerber.ts'
import { walkEntropy } from '../../../studies/printed/entropy-steps.ts'
import { makeGiven } from '../../../studies/printed/given.ts'
import { entropyMarkdown, entropyReport, kerberMarkdown, kerberReport } from '../../../studies/printed/walk-reports.ts'
import { addExamples } from '../../flags/data-flags.ts'
import { oneOf } from '../../flags/parse-flags.ts'
import { addPrintFlags, irisData, type PrintFlags } from '../../flags/study-flags.ts'
import type { Io } from '../../io.ts'

/** The walk-throughs of documents, every step beside what they print. */
export function addWalks(study: Command, io: Io): void {
  const print = (flags: PrintFlags, found: unknown, markdown: () => string, report: () => string): void => {
    if (flags.json === true) io.out(`${JSON.stringify(found, null, 2)}\n`)
    else io.show(`${flags.as === 'markdown' ? markdown() : report()}\n`)
  }
  const entropy = study
    .command('entropy')
    .summary('entropy, conditional entropy and gain of small tables, step by step')
    .description(
      'Walks through the small tables of "Entropy notes" and of "Discretizing a continuous variable using Entropy": every ' +
        'entropy, conditional entropy and gain with its numbers filled in, beside what is printed.',
    )
  addPrintFlags(entropy, { json: 'print the steps as JSON', chart: false })
  addExamples(entropy, ['kerf study entropy'])
  entropy.action(async (flags: PrintFlags) => {
    oneOf('--as', flags.as, ['table', 'markdown'])
    const walks = await walkEntropy()
    const { color, width } = io
    print(
      flags,
      walks,
      () => entropyMarkdown(walks),
      () => entropyReport(walks, { color, width }),
    )
  })
  const kerber = study
    .command('kerber')
    .summary("Kerber's ChiMerge tables of iris, beside what comes out")
    .description(
      'Merges iris sepal length as Kerber (1992) did, to the two tables that he prints: the intervals, their rows by class ' +
        'and χ², beside what comes out, with his χ² and the plain one.',
    )
  addPrintFlags(kerber, { json: 'print the intervals as JSON', chart: false })
  addExamples(kerber, ['kerf study kerber'])
  kerber.action(async (flags: PrintFlags) => {
    oneOf('--as', flags.as, ['table', 'markdown'])
    const given = makeGiven({ iris: await irisData() })
    const stages = (['1.4', '4.6'] as const).map((threshold) => {
      return { threshold, intervals: kerberIntervals(given, Number(threshold)) }
    })
    const { color, width } = io
    print(
      flags,
      stages,
      () => kerberMarkdown(stages),
      () => kerberReport(stages, { color, width }),
    )
  })
}
