import type { Command } from 'commander'
import { isServerAddress } from '../../node/servers/server-address.ts'
import { UsageError } from '../exit.ts'

/** Flags of commands that count rows in a database. */
export interface ServerFlags {
  readonly scans?: string
  readonly dryRun?: boolean
}

/** For commands that fit. */
export function addScansFlag(command: Command): void {
  command
    .optionsGroup('Data in a database:')
    .option('--scans <number>', 'most passes over the rows; cuts that are not exact then say how far off they may be')
}

export function addServerFlags(command: Command): void {
  addScansFlag(command)
  command.option('--dry-run', 'print the SQL of the first pass and how much it would bring here, and end')
}

/** Refuses flags that only a table in a database has a use for. */
export function checkServerFlags(data: string, { scans, dryRun }: ServerFlags): void {
  const given = scans === undefined ? (dryRun === true ? '--dry-run' : null) : '--scans'
  if (given !== null && !isServerAddress(data))
    throw new UsageError(`${given} is for a table in a database, such as 'visits.duckdb?table=visits'`)
}
