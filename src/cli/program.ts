import { Command, CommanderError } from 'commander'
import { withOutputs } from '../node/files/write-file.ts'
import { visible } from '../reports/printed-text.ts'
import { VERSION } from '../util/version.ts'
import { COMMAND_LIST } from './command-list.ts'
import { EXIT, UsageError } from './exit.ts'
import type { Io } from './io.ts'

type Add = (program: Command, io: Io) => void

/** What adds each command, in the order of `kerf --help`. Code is loaded when its command is called for. */
export const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  fit: async () => (await import('./commands/fit-command.ts')).addFit,
  explain: async () => (await import('./commands/explain-command.ts')).addExplain,
  rank: async () => (await import('./commands/rank-command.ts')).addRank,
  compare: async () => (await import('./commands/compare-command.ts')).addCompare,
  trace: async () => (await import('./commands/trace-command.ts')).addTrace,
  tree: async () => (await import('./commands/tree-command.ts')).addTree,
  predict: async () => (await import('./commands/predict-command.ts')).addPredict,
  apply: async () => (await import('./commands/apply-command.ts')).addApply,
  show: async () => (await import('./commands/show-command.ts')).addShow,
  drift: async () => (await import('./commands/checks/drift-command.ts')).addDrift,
  repair: async () => (await import('./commands/repair-command.ts')).addRepair,
  diff: async () => (await import('./commands/checks/diff-command.ts')).addDiff,
  verify: async () => (await import('./commands/checks/verify-command.ts')).addVerify,
  edit: async () => (await import('./commands/edit-command.ts')).addEdit,
  studio: async () => (await import('./commands/studio-command.ts')).addStudio,
  serve: async () => (await import('./serve/serve-command.ts')).addServe,
  export: async () => (await import('./commands/export-command.ts')).addExport,
  report: async () => (await import('./commands/report-command.ts')).addReport,
  stream: async () => (await import('./commands/stream-command.ts')).addStream,
  summarize: async () => (await import('./commands/summarize-command.ts')).addSummarize,
  merge: async () => (await import('./commands/merge-command.ts')).addMerge,
  scorecard: async () => (await import('./commands/scorecard-command.ts')).addScorecard,
  train: async () => (await import('./commands/train-command.ts')).addTrain,
  study: async () => (await import('./commands/study-command.ts')).addStudy,
  methods: async () => (await import('./commands/methods-command.ts')).addMethods,
  completion: async () => (await import('./commands/completion-command.ts')).addCompletion,
}

/** Runs one command line and gives its exit code. Never shows a stack trace for a user's mistake. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<number> {
  try {
    // Files take their places when nothing can go wrong any more.
    return await withOutputs(
      () => runProgram(args, io),
      (code) => code === EXIT.done || code === EXIT.verdict,
    )
  } catch (error) {
    return tellFailure(error, io)
  }
}

/** Tells what went wrong and gives the exit code for it. The words are loaded only when they are needed. */
async function tellFailure(error: unknown, io: Io): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  const words = await import('./tell-error.ts').catch(() => null)
  if (words !== null) return words.tellError(error, io)
  // Our own code cannot be read either.
  io.tell('kerf: too many files are open; raise the limit with ulimit -n')
  return EXIT.data
}

async function runProgram(args: readonly string[], io: Io): Promise<number> {
  try {
    // No system hands one over, and none takes it in a path.
    if (args.some((arg) => arg.includes('\0'))) throw new UsageError('an argument holds the character NUL')
    const program = await programFor(args, io)
    await program.parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    return tellFailure(error, io)
  }
}

/**
 * The program with the one command that the arguments name: most of the time a short command takes goes into loading code.
 * With all commands where the arguments name none, and for `completion`, which lists them.
 */
export async function programFor(args: readonly string[], io: Io): Promise<Command> {
  const name = args[0] ?? ''
  if (args.length === 1 && VERSION_FLAGS.includes(name)) return baseProgram(io)
  if (args.length === 1 && HELP_FLAGS.includes(name)) {
    const listed = listedProgram(io)
    if (listed !== null) return listed
  }
  const alone = Object.hasOwn(COMMANDS, name) && name !== 'completion'
  const loaders = alone ? [COMMANDS[name]] : Object.values(COMMANDS)
  const program = baseProgram(io)
  const [quieted, beQuiet] = quietable(io)
  for (const add of await Promise.all(loaders.map((load) => load()))) add(program, quieted)
  for (const command of program.commands) {
    pointToHelp(command, 'kerf')
    addQuiet(command)
  }
  return program.hook('preAction', (_, command) => {
    if (command.opts()['quiet'] === true) beQuiet()
  })
}

/** What asks for the version, and for the list of commands, and runs none of them. */
const VERSION_FLAGS = ['-V', '--version']
const HELP_FLAGS = ['-h', '--help', 'help']

/** The program with its commands as they are listed, none of which can be run; null where one is not listed. */
function listedProgram(io: Io): Command | null {
  const program = baseProgram(io)
  for (const [usage, about] of COMMAND_LIST) {
    const command = program.command(usage).description(about)
    // `study` has commands of its own, and they have the flags.
    if (command.name() !== 'study') command.option('--quiet')
  }
  const listed = program.commands.map((command) => command.name())
  return Object.keys(COMMANDS).every((name, i) => name === listed[i]) ? program : null
}

/** The same streams, and what makes them tell nothing beside the results any more. Errors are told by the others. */
function quietable(io: Io): [Io, () => void] {
  let quiet = false
  const tell = (line: string): void => void (quiet || io.tell(line))
  const quieted = Object.defineProperty({ ...io, tell }, 'progress', { get: () => io.progress && !quiet })
  return [quieted, () => (quiet = true)]
}

/** Every command can do its work without a word of its own; some have a flag of this name that says more. */
function addQuiet(command: Command): void {
  if (command.commands.length > 0) for (const one of command.commands) addQuiet(one)
  else if (!command.options.some(({ long }) => long === '--quiet'))
    command.option('--quiet', 'print no notes and no progress')
}

/** Wrong use of a command ends with where its flags are listed. */
function pointToHelp(command: Command, parent: string): void {
  const name = `${parent} ${command.name()}`
  command.showHelpAfterError(`(${name} --help lists its ${command.commands.length > 0 ? 'commands' : 'flags'})`)
  for (const one of command.commands) pointToHelp(one, name)
}

/** A message of commander on one line, and on another what it suggests; what was typed adds no lines of its own. */
function errorLines(text: string): string {
  const lines = text.trimEnd().split(/\n(?=\(Did you mean [^\n]*$)/)
  return lines
    .map(visible)
    .join('\n')
    .replace(/^error: /, 'kerf: ')
}

/** The program without its commands. Commander's own exits become exceptions, so that exit codes are ours. */
function baseProgram(io: Io): Command {
  return new Command('kerf')
    .description('Turns columns of numbers into a few meaningful ranges, and says why.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureOutput({
      writeOut: (text) => io.show(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(`${errorLines(text)}\n`),
      getOutHelpWidth: () => io.width,
      getErrHelpWidth: () => io.width,
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError('(kerf --help lists the commands)')
    .exitOverride()
    .hook('preAction', (_, command) => checkFiles(command))
    .addHelpText('after', '\nStart with: kerf fit data.csv --target column')
}

/** A run that names files besides its data is looked at before anything is opened. */
async function checkFiles(command: Command): Promise<void> {
  const named = command.options.filter(
    (option) => option.flags.includes('<file>') && command.getOptionValue(option.attributeName()) !== undefined,
  )
  if (named.length > 0) (await import('./flags/shared-files.ts')).refuseSharedFiles(command)
}
