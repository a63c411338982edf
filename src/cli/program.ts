import type { Command } from 'commander'
import { addApply } from './apply.ts'
import { baseProgram } from './base-program.ts'
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
