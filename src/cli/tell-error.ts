import { CommanderError } from 'commander'
import { AbortError, ArgumentError, DataError, isKerfError } from '../errors.ts'
import { writingFault } from '../node/files/system-errors.ts'
import { EXIT, UsageError, VerdictError } from './exit.ts'
import { foreignOption } from './flags/cut-flags.ts'
import { flagOf } from './flags/parse-flags.ts'
import type { Io } from './io.ts'
import { bareMessage } from '../util/called-as.ts'

/** Tells what went wrong and gives the exit code for it. */
export function tellError(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return EXIT.done // whoever read our output has seen enough
  const message = flagWords(error instanceof Error ? bareMessage(error) : String(error))
  const tell = (text: string, exit: number): number => {
    io.tell(`kerf: ${text}`)
    return exit
  }
  if (error instanceof UsageError) return tell(message, EXIT.usage)
  if (error instanceof VerdictError) return tell(message, EXIT.verdict)
  if (error instanceof AbortError) return tell('interrupted; the query was ended on the server too', EXIT.interrupted)
  if (error instanceof ArgumentError) return tell(message, EXIT.usage)
  if (isKerfError(error)) return tell(placed(error, message), EXIT.data)
  // Any file, also one of the program's own code.
  if (code === 'EMFILE' || code === 'ENFILE')
    return tell('too many files are open; raise the limit with ulimit -n', EXIT.data)
  const fault = writingFault(error)
  if (fault !== null) return tell(`the output ${fault}`, EXIT.data)
  const stack = error instanceof Error ? error.stack : undefined
  io.err(`kerf: unexpected error, please report it: ${stack ?? message}\n`)
  return EXIT.data
}

/** The message with its place as people count: the column's name, rows of data from 1. */
function placed(error: Error, message: string): string {
  if (!(error instanceof DataError) || error.row === null) return message
  const place = `${error.column === null ? '' : `column ${JSON.stringify(error.column)}, `}row ${error.row + 1} of the data`
  const rest = message.replace(` at row ${error.row}`, '')
  const named = error.column === null ? '' : `column ${JSON.stringify(error.column)} `
  return `${place}: ${rest.startsWith(named) ? rest.slice(named.length) : rest}`
}

/** Names of library functions mean nothing to those who type commands. */
const FUNCTIONS =
  /(?<![\w-])(?:summarize|fitTable|fitSummaries|fitSaved|fit|merge|coarsen|recount|discretize|assign|edit|explain|trainTable|makeEncoder|rankColumns|compareMethods|compareDrift|drift|export|findMethod|findEncoding|methodsReport|findExportTarget|findTreeExportTarget|groupLevels|Stream|push|pushMany|chi2Table|summarizeLevels|fitSource|verifyBinning|diffBinnings|roundCuts): /

/** Those whose options have flags of the same names. */
const WITH_FLAGS =
  /^(?:growTree|tryTree|depthByFolds|dealParts|predictTree|treeScores|pruneByError|pruneReducedError|naiveBayes|naiveBayesScores|predictNaiveBayes|treeReport|treeSvg|treePage|sniffDialect): /

const OPTIONS = /(?<!["\w])(?:maxDepth|maxNodes|minRows|minLeaf|minGain|classWeights|targetKind|delimiter(?= must))\b/g

/** An option of a flag that the method chosen for the target does not have. */
const UNKNOWN_OPTION = /^([\w-]+): unknown option (\w+), /

/** A message of the library in the words of the command line: without the name of a function, with flags for options. */
export function flagWords(message: string): string {
  const unknown = UNKNOWN_OPTION.exec(message.replace(FUNCTIONS, ''))
  const foreign = unknown === null ? null : foreignOption(unknown[1], unknown[2])
  if (foreign !== null) return foreign
  const told = WITH_FLAGS.test(message)
    ? message.replace(WITH_FLAGS, '').replaceAll(OPTIONS, flagOf)
    : message.replace(FUNCTIONS, '')
  return told.replace('(target kind class)', '(--target-kind class)')
}
