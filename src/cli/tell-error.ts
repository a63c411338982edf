import { CommanderError } from 'commander'
import { AbortError, ArgumentError, isKerfError } from '../errors.ts'
import { writingFault } from '../node/files/system-errors.ts'
import { placed, withoutFunction } from '../reports/error-text.ts'
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

/** Those whose options have flags of the same names. */
const WITH_FLAGS =
  /^(?:growTree|tryTree|depthByFolds|dealParts|predictTree|treeScores|pruneByError|pruneReducedError|naiveBayes|naiveBayesScores|predictNaiveBayes|treeReport|treeSvg|treePage|sniffDialect): /

const OPTIONS = /(?<!["\w])(?:maxDepth|maxNodes|minRows|minLeaf|minGain|classWeights|targetKind|delimiter(?= must))\b/g

/** An option of a flag that the method chosen for the target does not have. */
const UNKNOWN_OPTION = /^([\w-]+): unknown option (\w+), /

/** A message of the library in the words of the command line: without the name of a function, with flags for options. */
export function flagWords(message: string): string {
  const unknown = UNKNOWN_OPTION.exec(withoutFunction(message))
  const foreign = unknown === null ? null : foreignOption(unknown[1], unknown[2])
  if (foreign !== null) return foreign
  const told = WITH_FLAGS.test(message)
    ? message.replace(WITH_FLAGS, '').replaceAll(OPTIONS, flagOf)
    : withoutFunction(message)
  return told.replace('(target kind class)', '(--target-kind class)')
}
