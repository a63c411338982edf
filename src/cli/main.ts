#!/usr/bin/env node
import { CommanderError } from 'commander'
import { DataError, isKerfError } from '../errors.ts'
import { writingFault } from '../node/files/system-errors.ts'
import { flagWords } from './flags/flag-words.ts'
import { type Io, processIo } from './io.ts'
import { programFor } from './program/one-command.ts'
import { EXIT, UsageError, VerdictError } from './usage.ts'

/** Messages of refused arguments start with the name of a function or method. */
const REFUSED = /^[\w-]+: /

/** Runs one command line and gives its exit code. Never shows a stack trace for a user's mistake. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    const program = await programFor(args, io)
    await program.parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    return report(error, io)
  }
}

/** The message with its place as people count: the column's name, rows of data from 1. */
function placed(error: Error, message: string): string {
  if (!(error instanceof DataError) || error.row === null) return message
  const place = `${error.column === null ? '' : `column ${JSON.stringify(error.column)}, `}row ${error.row + 1} of the data`
  return `${place}: ${message.replace(` at row ${error.row}`, '')}`
}

function report(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return EXIT.done // whoever read our output has seen enough
  const message = flagWords(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError) {
    io.err(`kerf: ${message}\n`)
    return EXIT.usage
  }
  if (error instanceof VerdictError) {
    io.err(`kerf: ${message}\n`)
    return EXIT.verdict
  }
  if (isKerfError(error)) {
    io.err(`kerf: ${placed(error, message)}\n`)
    return EXIT.data
  }
  if ((error instanceof RangeError || error instanceof TypeError) && REFUSED.test(error.message)) {
    io.err(`kerf: ${message}\n`)
    return EXIT.usage
  }
  const fault = writingFault(error)
  if (fault !== null) {
    io.err(`kerf: the output ${fault}\n`)
    return EXIT.data
  }
  io.err(`kerf: unexpected error, please report it: ${error instanceof Error ? (error.stack ?? message) : message}\n`)
  return EXIT.data
}

// Temporary files are removed on the way out.
process.on('SIGINT', () => process.exit(EXIT.interrupted))
process.on('SIGTERM', () => process.exit(143))

process.exitCode = await main(process.argv.slice(2), processIo())
