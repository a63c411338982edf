import { Command } from 'commander'
import { VERSION } from '../binning/binning.ts'
import { addApply } from './apply.ts'
import { addCompare } from './compare.ts'
import { addCompletion } from './completion.ts'
import { addDrift } from './drift.ts'
import { addEdit } from './edit.ts'
import { addExplain } from './explain.ts'
import { addExport } from './export.ts'
import { addFit } from './fit.ts'
import type { Io } from './io.ts'
import { addMerge } from './merge.ts'
import { addMethods } from './methods.ts'
import { addRank } from './rank.ts'
import { addRepair } from './repair.ts'
import { addReport } from './report.ts'
import { addPredict } from './predict.ts'
import { addShow } from './show.ts'
import { addStudy } from './study.ts'
import { addStream } from './stream.ts'
import { addSummarize } from './summarize.ts'
import { addTrain } from './train.ts'
import { addTree } from './tree.ts'

/** The whole command line. Commander's own exits become exceptions, so that exit codes are ours. */
export function buildProgram(io: Io): Command {
  const program = new Command('kerf')
    .description('Turns columns of numbers into a few meaningful ranges, and says why.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'kerf: ')),
      getOutHelpWidth: () => io.width,
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError('(kerf --help shows how it is used)')
    .exitOverride()
  program.addHelpText('after', '\nStart with: kerf fit data.csv --target column')
  const commands = [
    addFit,
    addExplain,
    addRank,
    addCompare,
    addTree,
    addPredict,
    addApply,
    addShow,
    addDrift,
    addRepair,
    addEdit,
    addExport,
    addReport,
    addStream,
    addSummarize,
    addMerge,
    addTrain,
    addStudy,
  ]
  for (const add of [...commands, addMethods, addCompletion]) add(program, io)
  return program
}
