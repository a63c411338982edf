import type { Command } from 'commander'
import { predictDrawn, predictRows } from '../../node/apply/predict-rows.ts'
import { textColumns } from '../../sources/table-like.ts'
import { counted } from '../../reports/number-text.ts'
import { besideAccuracy, rankingText, scoresReport } from '../../reports/terminal/trial-text.ts'
import { addDataFlags, addExamples, readTable, withoutKindFlags } from '../flags/data-flags.ts'
import type { DataFlags, SampleFlags } from '../flags/flag-types.ts'
import { readOptions } from '../flags/parse-flags.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { UsageError } from '../exit.ts'
import { type Io, tellNotes, withProgress } from '../io.ts'
import { loadPredictor } from '../load/load-saved.ts'
import { loadScored, tellScored } from './helpers/predict-card.ts'

interface PredictFlags extends DataFlags, SampleFlags {
  readonly output?: string
  readonly probabilities?: boolean
  readonly suffix?: string
  readonly reasons?: string
  readonly json?: boolean
  readonly force?: boolean
}

export function addPredict(program: Command, io: Io): void {
  const command = program
    .command('predict')
    .summary('write rows with what a saved tree, model or scorecard says of them')
    .description(
      'Predicts the class of every row with a saved tree or model and writes it into the row; with a scorecard, the ' +
        'score and the chance it stands for. Where the data hold the target as well, says how good that is.',
    )
    .argument('<model>', 'file saved by kerf tree -o, kerf train -o or kerf scorecard -o')
    .argument('<data>', 'the rows')
    .option('-o, --output <file>', 'CSV or Parquet, by extension (default: CSV on standard output)')
    .option('--probabilities', 'also a column per class with its probability')
    .option('--suffix <text>', 'ends the name of the column of predictions (default: _predicted)')
    .option('--reasons <number>', 'scorecard: columns with the bins that cost a row most points, in words (default: 0)')
    .option('--json', 'print the scores as JSON; without -o also the predictions')
    .option('--force', 'overwrite the output file')
  addDataFlags(command, { where: false })
  command
    .optionsGroup('Data in a database:')
    .option('--sample <rows>', 'draw at most this many rows there, and predict these')
    .option('--seed <number>', 'seed of the draw', '0')
  addExamples(command, [
    'kerf predict tree.json new.csv -o predicted.csv',
    'kerf predict tree.json new.parquet -o predicted.parquet --probabilities',
    'kerf predict card.json new.csv --reasons 3 -o scored.csv',
    'kerf train loans.csv --target default -o model.json && kerf predict model.json new.csv --probabilities',
  ])
  command.action(async (path: string, data: string, flags: PredictFlags) => runPredict(io, path, data, flags))
}

/** Whether rows are drawn in a database; all of them would be too many to bring here. */
function isDrawn(path: string, data: string, { sample }: PredictFlags): boolean {
  const isServer = isServerAddress(data)
  if (isServer && sample === undefined) {
    throw new UsageError(
      `every row is written with its class, and those of ${data} are in a database: --sample 100000 draws so many there and predicts these, kerf export ${path} --to sql writes a tree as SQL that predicts there, or let the database write its rows to a Parquet file`,
    )
  }
  if (!isServer && sample !== undefined) {
    throw new UsageError(`--sample is for a table in a database; of a file every row is written with its class`)
  }
  return isServer
}

async function runPredict(io: Io, path: string, data: string, flags: PredictFlags): Promise<void> {
  const { output, json = false, probabilities = false, suffix, force = false } = flags
  const drawn = isDrawn(path, data, flags)
  const read = readOptions(flags)
  const loaded = loadScored(path, flags.reasons)
  const predictor = loaded?.predictor ?? loadPredictor(path)
  const options = { ...read, output: output ?? (json ? undefined : '-'), probabilities, suffix, force }
  const { rows, predictions, scores, notes } = await withProgress(io, (progress) =>
    drawn
      ? predictDrawn(predictor, () => readTable(data, flags, progress, textColumns(predictor)), options)
      : predictRows(predictor, data, { ...options, onProgress: (part) => progress.show('predicting', part) }),
  )
  tellNotes(io, withoutKindFlags(notes))
  if (loaded !== null) return tellScored(io, loaded, { rows, output, json })
  const { classes, codes } = predictions
  if (json) {
    const width = classes.length
    const likely = probabilities
      ? { probabilities: Array.from(codes, (_, row) => Array.from(predictions.probabilities.subarray(row * width, (row + 1) * width))) } // prettier-ignore
      : {}
    const all = output === undefined ? { classes, predictions: Array.from(codes, (code) => classes[code]), ...likely } : {} // prettier-ignore
    io.out(`${JSON.stringify({ rows, scores, ...all })}\n`)
  } else if (scores !== null && output !== undefined) {
    io.show(`${scoresReport(scores, { color: io.color, width: io.width })}\n`)
  } else if (scores !== null && scores.accuracy !== null) {
    io.tell(`accuracy ${scores.accuracy.toFixed(4)} on ${counted(scores.rows, 'row')}; ${besideAccuracy(scores)}`)
    if (scores.ranking !== null) io.tell(rankingText(scores))
  }
  if (output !== undefined) io.tell(`${counted(rows, 'row')} written to ${output}`)
}
