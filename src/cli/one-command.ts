import type { Command } from 'commander'
import { baseProgram } from './base-program.ts'
import type { Io } from './io.ts'

type Add = (program: Command, io: Io) => void

/** What adds each command, loaded when it is called for. Completion tells of all commands and is not among them. */
export const LOADERS: Readonly<Record<string, () => Promise<Add>>> = {
  apply: async () => (await import('./apply.ts')).addApply,
  compare: async () => (await import('./compare.ts')).addCompare,
  drift: async () => (await import('./drift.ts')).addDrift,
  edit: async () => (await import('./edit.ts')).addEdit,
  explain: async () => (await import('./explain.ts')).addExplain,
  export: async () => (await import('./export.ts')).addExport,
  fit: async () => (await import('./fit.ts')).addFit,
  merge: async () => (await import('./merge.ts')).addMerge,
  methods: async () => (await import('./methods.ts')).addMethods,
  predict: async () => (await import('./predict.ts')).addPredict,
  rank: async () => (await import('./rank.ts')).addRank,
  repair: async () => (await import('./repair.ts')).addRepair,
  report: async () => (await import('./report.ts')).addReport,
  show: async () => (await import('./show.ts')).addShow,
  stream: async () => (await import('./stream.ts')).addStream,
  study: async () => (await import('./study.ts')).addStudy,
  summarize: async () => (await import('./summarize.ts')).addSummarize,
  train: async () => (await import('./train.ts')).addTrain,
  tree: async () => (await import('./tree.ts')).addTree,
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
