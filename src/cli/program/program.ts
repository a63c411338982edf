import type { Command } from 'commander'
import { addApply } from '../commands/apply-command.ts'
import { baseProgram } from './base-program.ts'
import { addCompare } from '../commands/compare-command.ts'
import { addCompletion } from '../commands/completion-command.ts'
import { addDrift } from '../commands/drift-command.ts'
import { addEdit } from '../commands/edit-command.ts'
import { addExplain } from '../commands/explain-command.ts'
import { addExport } from '../commands/export-command.ts'
import { addFit } from '../commands/fit-command.ts'
import type { Io } from '../io.ts'
import { addMerge } from '../commands/merge-command.ts'
import { addMethods } from '../commands/methods-command.ts'
import { addRank } from '../commands/rank-command.ts'
import { addRepair } from '../commands/repair-command.ts'
import { addReport } from '../commands/report-command.ts'
import { addPredict } from '../commands/predict-command.ts'
import { addShow } from '../commands/show-command.ts'
import { addStudy } from '../commands/study-command.ts'
import { addStream } from '../commands/stream-command.ts'
import { addSummarize } from '../commands/summarize-command.ts'
import { addTrain } from '../commands/train-command.ts'
import { addTree } from '../commands/tree-command.ts'

/** The whole command line. */
export function buildProgram(io: Io): Command {
  const program = baseProgram(io)
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
