#!/usr/bin/env node
import { EXIT } from './exit.ts'
import { interrupt } from './interrupt.ts'
import { processIo } from './io.ts'
import { runCommandLine } from './program.ts'

// Temporary files are removed on the way out.
process.on('SIGINT', () => interrupt(EXIT.interrupted))
process.on('SIGTERM', () => interrupt(EXIT.terminated))

process.exitCode = await runCommandLine(process.argv.slice(2), processIo())
