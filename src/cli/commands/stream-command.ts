import type { Server } from 'node:http'
import type { Command } from 'commander'
import { binningToJson } from '../../binning/binning-json.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { serveMetrics } from '../../node/stream/stream-metrics.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { StreamRun } from '../../node/stream/stream-run.ts'
import { UsageError } from '../exit.ts'
import { ruleNotes } from '../flags/cut-flags.ts'
import { addExamples } from '../flags/data-flags.ts'
import { parseInteger } from '../flags/parse-flags.ts'
import { addStreamFlags, type StreamFlags } from '../flags/stream-flags.ts'
import { type Io, tellNotes } from '../io.ts'
import { saveAtExit, tellTotals } from './helpers/finish-stream.ts'
import { streamRequest } from './helpers/stream-request.ts'
import { StreamWatch } from './helpers/watch-stream.ts'

export function addStream(program: Command, io: Io): void {
  const command = program
    .command('stream')
    .summary('keep bins up to date while rows come in')
    .description(
      'Reads rows for as long as they come, in bounded memory, and keeps bins for every column of numbers. ' +
        'Changed cuts are printed as JSON lines; -o sends the rows on with their bins.',
    )
    .argument('[data]', 'CSV or JSON lines; a file, or - for standard input', '-')
  addStreamFlags(command)
  addExamples(command, [
    'tail -F sales.csv | kerf stream --target bought -o -',
    'kerf stream clicks.csv --follow --state clicks.state -o binned.csv --watch',
    'kerf stream --method equal-frequency --bins 5 --window 100000 < sensors.jsonl',
    'kerf stream loans.csv --target default --key id --wait 50000 --binning bins.json',
    'kerf stream loans.csv --repair tree.json --repair-output tree.new.json',
  ])
  command.action(async (data: string, flags: StreamFlags) => runStream(io, data, flags))
}

async function runStream(io: Io, data: string, flags: StreamFlags): Promise<void> {
  if (isServerAddress(data)) {
    throw new UsageError(
      `a stream reads rows as they come, and those of ${data} are in a database: let its own program hand them over, as in psql … | kerf stream -`,
    )
  }
  const request = streamRequest(data, flags)
  const port = flags.metrics === undefined ? null : parsePort(flags.metrics)
  // Before the first row: whoever has followed a stream for days should not lose its bins in the end.
  if (flags.binning !== undefined) await checkOutput(flags.binning, flags)
  // Beside what else is printed; nowhere while a picture is drawn.
  const print = flags.output === '-' ? io.err : io.out
  const onEvent = (line: string): void => (flags.watch === true ? undefined : print(`${line}\n`))
  const run = new StreamRun({ ...request, onEvent, onNote: (note) => tellNotes(io, [note]) })
  tellNotes(io, ruleNotes(flags, request.target !== undefined))
  // Signals end the process by `process.exit`; what is counted by then is saved.
  const save = (): void => saveAtExit(io, run, flags.binning)
  process.on('exit', save)
  const watch = flags.watch === true ? new StreamWatch(io, run) : null
  let server: Server | null = null
  try {
    if (port !== null) server = await serveMetrics(run, port)
    await run.run().catch(seenEnough)
    if (flags.binning !== undefined && run.stream !== null) {
      await saveFile(flags.binning, binningToJson(run.stream.binning()), flags)
    }
  } finally {
    process.off('exit', save)
    watch?.close()
    server?.close()
  }
  tellTotals(io, run)
}

/** Whoever read the events may stop; what was counted until then is saved as at any other end. */
function seenEnough(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
}

function parsePort(text: string): number {
  const port = parseInteger('--metrics', text, 0)
  if (port > 65_535) throw new UsageError(`--metrics takes a port up to 65535, got ${port}`)
  return port
}
