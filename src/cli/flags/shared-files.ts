import type { Command } from 'commander'
import { findShared, type RunFile } from '../../node/files/same-file.ts'
import { UsageError } from '../exit.ts'

/** Options that name a file to be read; all others with a file name one that is written. */
const READ: readonly string[] = ['--spec', '--repair']

/** Refuses a run in which two files are one, before anything is opened. */
export function refuseShared(files: readonly RunFile[]): void {
  const shared = findShared(files)
  if (shared === null) return
  const [one, other] = shared
  const path = other.path === '-' ? one.path : other.path
  throw new UsageError(
    `${other.role}${path === '-' || other.role.includes(' ') ? '' : ` ${path}`} is the file of ${one.role} as well; name another one`,
  )
}

/**
 * The same for any command, by its arguments and options: an output is neither another output nor the data. Saved files may
 * be changed in place: they are read as a whole, and replaced at once.
 */
export function refuseSharedFiles(command: Command): void {
  // A stream has more files than it is given, and looks at all of them itself.
  if (command.name() === 'stream') return
  const files: RunFile[] = []
  for (const [i, argument] of command.registeredArguments.entries()) {
    const given: unknown = command.processedArgs[i]
    if (argument.name() === 'data' && typeof given === 'string')
      files.push({ role: 'the data', path: given, writes: false })
  }
  for (const option of command.options) {
    const path: unknown = command.getOptionValue(option.attributeName())
    if (typeof path !== 'string' || !/<file>/.test(option.flags)) continue
    const role = option.long ?? option.flags
    if (!READ.includes(role)) files.push({ role, path, writes: true })
  }
  if (files.length > 1) refuseShared(files)
}
