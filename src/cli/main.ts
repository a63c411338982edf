#!/usr/bin/env node
import { EXIT } from './exit.ts'
import { processIo } from './io.ts'
import { runCommandLine } from './program.ts'

// Temporary files are removed on the way out.
process.on('SIGINT', () => process.exit(EXIT.interrupted))
process.on('SIGTERM', () => process.exit(EXIT.terminated))

process.exitCode = await runCommandLine(process.argv.slice(2), processIo())
