import type { Command } from 'commander'
import { baseProgram } from './base-program.ts'
import type { Io } from '../io.ts'

type Add = (program: Command, io: Io) => void

/** What adds each command, loaded when it is called for. Completion tells of all commands and is not among them. */
export const LOADERS: Readonly<Record<string, () => Promise<Add>>> = {
  apply: async () => (await import('../commands/apply-command.ts')).addApply,
  compare: async () => (await import('../commands/compare-command.ts')).addCompare,
  drift: async () => (await import('../commands/drift-command.ts')).addDrift,
  edit: async () => (await import('../commands/edit-command.ts')).addEdit,
  explain: async () => (await import('../commands/explain-command.ts')).addExplain,
  export: async () => (await import('../commands/export-command.ts')).addExport,
  fit: async () => (await import('../commands/fit-command.ts')).addFit,
  merge: async () => (await import('../commands/merge-command.ts')).addMerge,
  methods: async () => (await import('../commands/methods-command.ts')).addMethods,
  predict: async () => (await import('../commands/predict-command.ts')).addPredict,
  rank: async () => (await import('../commands/rank-command.ts')).addRank,
  repair: async () => (await import('../commands/repair-command.ts')).addRepair,
  report: async () => (await import('../commands/report-command.ts')).addReport,
  show: async () => (await import('../commands/show-command.ts')).addShow,
  stream: async () => (await import('../commands/stream-command.ts')).addStream,
  study: async () => (await import('../commands/study-command.ts')).addStudy,
  summarize: async () => (await import('../commands/summarize-command.ts')).addSummarize,
  train: async () => (await import('../commands/train-command.ts')).addTrain,
  tree: async () => (await import('../commands/tree-command.ts')).addTree,
}

/**
 * The program with the one command that the arguments name, or with all of them where they name none: most of the time a
 * short command takes goes into loading code.
 */
export async function programFor(args: readonly string[], io: Io): Promise<Command> {
  const name = args[0] ?? ''
  if (!Object.hasOwn(LOADERS, name)) return (await import('./program.ts')).buildProgram(io)
  const program = baseProgram(io)
  const add = await LOADERS[name]()
  add(program, io)
  return program
}
