import type { Command } from 'commander'
import { isServerAddress } from '../../node/files/find-files.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { cardSource, type MadeCard } from '../../node/train/card-source.ts'
import { CARD_RULES, type CardRules } from '../../scorecards/make-scorecard.ts'
import { scorecardToJson } from '../../scorecards/scorecard-json.ts'
import { scorecardReport } from '../../reports/terminal/scorecard-report.ts'
import { textColumns } from '../../sources/table-like.ts'
import { parseRule } from '../../util/parse-rule.ts'
import { toReadableJson } from '../../util/saved-json.ts'
import { UsageError } from '../exit.ts'
import { addMethodFlags } from '../flags/cut-flags.ts'
import { addDataFlags, addExamples, readTable } from '../flags/data-flags.ts'
import { flagOf } from '../flags/parse-flags.ts'
import { type Io, stepwise, tellNotes, withProgress } from '../io.ts'
import { loadBinning } from '../load/load-binning.ts'
import { addFitFlags, type FitFlags, fitRequest } from './fit-command.ts'
import { isWorkbook } from './helpers/report-output.ts'

interface ScorecardFlags extends FitFlags {
  readonly target: string
  readonly binning?: string
  readonly time?: string
  readonly test: string
}

/** Options of a card that have a flag. */
const RULES = ['baseScore', 'baseOdds', 'doubleOdds', 'minIv', 'maxCorrelation', 'l2'] as const

export function addScorecard(program: Command, io: Io): void {
  const command = program
    .command('scorecard')
    .summary('make a scorecard: points per bin that add up to a score')
    .description(
      'Fits bins with a monotone rate, chooses columns, fits a logistic regression on their weight of evidence and turns ' +
        'it into points; then judges the scores on rows kept apart.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
  addFitFlags(command, { target: 'needed', usual: 'optimal with at most 8 bins and a rate that only rises or falls' })
  command.optionsGroup('Points:').option('--binning <file>', 'use the bins of a file saved by kerf fit -o or kerf edit')
  for (const name of RULES)
    command.option(`${flagOf(name)} <number>`, CARD_RULES[name].about, String(CARD_RULES[name].default))
  command
    .option('--test <share>', 'share of the rows that are kept apart to judge the card', '0.3')
    .option('--time <column>', 'keep the latest rows apart instead of some at random, and compare scores by period')
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the card as JSON, for kerf predict')
    .option('--report <file>', 'write an HTML page, in one file; an Excel workbook if it ends in .xlsx')
    .option('--json', 'print the card and how well it does as JSON')
    .option('--force', 'overwrite the output files')
  addDataFlags(command)
  addMethodFlags(command)
  addExamples(command, [
    'kerf scorecard loans.csv --target default --event yes -o card.json --report card.html',
    'kerf scorecard loans.csv --target default --base-score 600 --base-odds 50 --double-odds 20',
    'kerf scorecard loans.csv --target default --binning edited.json --time month',
    'kerf predict card.json new.csv --reasons 3 -o scored.csv',
  ])
  command.action(async (data: string, flags: ScorecardFlags) => runScorecard(io, data, flags))
}

async function runScorecard(io: Io, data: string, flags: ScorecardFlags): Promise<void> {
  const fit = { ...fitRequest({ ...flags, method: flags.method ?? 'optimal' }), target: flags.target }
  if (fit.targetKind === 'numeric') throw new UsageError('--target-kind: a scorecard needs classes, not a number')
  const rules = rulesOf({ ...flags })
  const share = Number(flags.test)
  if (flags.test.trim() === '' || !(share >= 0 && share < 1))
    throw new UsageError(`--test takes a share of at least 0 and below 1, got ${JSON.stringify(flags.test)}`)
  if (isServerAddress(data) && flags.sample === undefined)
    throw new UsageError('a card is made from rows, and these are in a database; draw some with --sample')
  if (flags.output !== undefined && isWorkbook(flags.output))
    throw new UsageError(`-o saves the card as JSON, for kerf predict; add --report ${flags.output} for a workbook`)
  if (flags.report !== undefined) isWorkbook(flags.report)
  // A file that could not be written would be known only after all the work.
  for (const path of [flags.output, flags.report]) if (path !== undefined) await checkOutput(path, flags)
  if (flags.binning !== undefined) checkOwnBins(flags)
  const binning = flags.binning === undefined ? undefined : loadBinning(flags.binning)
  const made = await withProgress(io, async (progress) => {
    const table = await readTable(data, flags, progress, binning === undefined ? [] : textColumns(binning))
    const request = { fit: { ...fit, source: table.source }, binning, rules, test: share, time: flags.time }
    return cardSource(table, request, stepwise(progress, 'fitting'))
  })
  await write(io, made, flags)
}

async function write(io: Io, made: MadeCard, flags: ScorecardFlags): Promise<void> {
  const { card, assessment, apart, notes } = made
  if (flags.output !== undefined) await saveFile(flags.output, scorecardToJson(card), flags)
  if (flags.report !== undefined) await saveFile(flags.report, await reportOf(flags.report, made), flags)
  tellNotes(io, notes, card.target)
  if (flags.json === true) io.out(`${toReadableJson({ card, assessment, apart })}\n`)
  else io.show(`${scorecardReport(card, { assessment, apart, color: io.color, width: io.width })}\n`)
  if (flags.output !== undefined) io.tell(`saved as ${flags.output}`)
  if (flags.report !== undefined) io.tell(`report saved as ${flags.report}`)
}

/** The card as a page, or as a workbook where the name says so. */
async function reportOf(path: string, { card, assessment, apart }: MadeCard): Promise<string | Uint8Array> {
  if (!isWorkbook(path)) {
    const { scorecardPage } = await import('../../reports/html/scorecard-page.ts')
    return scorecardPage(card, { assessment, apart })
  }
  const [{ scorecardSheets }, { sheetBytes }] = await Promise.all([
    import('../../reports/scorecard-sheets.ts'),
    import('../../node/render-workbook.ts'),
  ])
  return sheetBytes(scorecardSheets({ card, assessment, apart }))
}

function rulesOf(flags: Readonly<Record<string, unknown>>): Partial<CardRules> {
  const given = RULES.map((name) => {
    const { rule } = CARD_RULES[name]
    const value = parseRule(rule, String(flags[name]))
    if (!rule.accepts(value))
      throw new UsageError(`${flagOf(name)} takes ${rule.words}, got ${JSON.stringify(flags[name])}`)
    return [name, value] as const
  })
  return Object.fromEntries(given)
}

/** Flags that say how columns are cut, which bins of a file have no use for. */
const CUTTING = ['method', 'bins', 'preset', 'closed', 'readable', 'cuts', 'spec', 'special', 'together'] as const

function checkOwnBins(flags: ScorecardFlags): void {
  const given = CUTTING.find((name) => flags[name] !== undefined)
  if (given === undefined) return
  throw new UsageError(`${flagOf(given)} does not go with --binning, whose bins are used as they are`)
}
