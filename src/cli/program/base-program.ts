import { Command } from 'commander'
import { VERSION } from '../../util/version.ts'
import type { Io } from '../io.ts'

/** The program without its commands. Commander's own exits become exceptions, so that exit codes are ours. */
export function baseProgram(io: Io): Command {
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
  return program
}
