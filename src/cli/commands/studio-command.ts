import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { findFiles, isServerAddress } from '../../node/files/find-files.ts'
import { DataError } from '../../errors.ts'
import { UsageError } from '../exit.ts'
import { addExamples } from '../flags/data-flags.ts'
import { parsePort } from '../flags/parse-flags.ts'
import { interruptible } from '../interrupt.ts'
import type { Io } from '../io.ts'
import { copyStudio, studioFolder } from './helpers/studio-folder.ts'
import { type ServedFile, serveStudio } from './helpers/studio-server.ts'

interface StudioFlags {
  readonly port?: string
  readonly open: boolean
  readonly copy?: string
}

export function addStudio(program: Command, io: Io): void {
  const command = program
    .command('studio')
    .summary('see the cuts and move them by hand, in the browser')
    .description(
      'Opens Kerf Studio, a page where cuts are seen, dragged and explained. It is served to this machine only, under an ' +
        'address that cannot be guessed, until Ctrl-C; nothing leaves the machine.',
    )
    .argument(
      '[data...]',
      'CSV, TSV, Parquet, JSON lines or ARFF, also gz; a saved binning; or summaries of several sites, which are merged',
    )
    .option('--port <number>', 'the port to serve on (default: one that is free)')
    .option('--no-open', 'only print the address; a browser is opened only where kerf runs on a terminal')
    .option('--copy <folder>', 'copy the page into a new folder, for a file server of yours, and serve nothing')
  addExamples(command, [
    'kerf studio',
    'kerf studio titanic.csv',
    'kerf studio oslo.kerf bergen.kerf tromso.kerf',
    'kerf studio loans.csv --port 8080 --no-open',
    'kerf studio --copy public/studio',
  ])
  command.action(async (data: readonly string[], flags: StudioFlags) => runStudio(io, data, flags))
}

async function runStudio(io: Io, data: readonly string[], flags: StudioFlags): Promise<void> {
  if (flags.copy !== undefined) {
    if (data.length > 0) throw new UsageError('--copy copies the page alone; open the data in it')
    await copyStudio(flags.copy)
    io.tell(`the page is in ${flags.copy}; any file server can serve it`)
    return
  }
  const port = parsePort(flags.port)
  const files = await servedFiles(data)
  const { address, close } = await serveStudio({ folder: studioFolder(), files, port })
  io.show(`${address}\n`)
  io.tell('Kerf Studio is served to this machine until Ctrl-C')
  if (flags.open && process.stdout.isTTY) openBrowser(address)
  await interruptible((signal) => new Promise((resolve) => signal.addEventListener('abort', resolve)))
  await close()
}

/** The files by name; what cannot be read again and again by the page is refused. */
async function servedFiles(addresses: readonly string[]): Promise<ServedFile[]> {
  const found: ServedFile[] = []
  for (const address of addresses) {
    if (isServerAddress(address))
      throw new DataError('kerf studio opens files; summarize the table first: kerf summarize ADDRESS -o table.kerf')
    for (const { path, name, once } of await findFiles(address)) {
      if (once) throw new DataError(`${name} cannot be read twice; save it as a file and open that`)
      found.push({ path, name: basename(path) })
    }
  }
  return found
}

/** Opens the address with what the system opens addresses with. Where that fails the address is there to be clicked. */
function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address]
  const started = spawn(program, args, { stdio: 'ignore', detached: true })
  started.on('error', () => {})
  started.unref()
}
