import type { Command } from 'commander'
import { counted } from '../../reports/number-text.ts'
import { parseBytes, SIZE } from '../../util/byte-sizes.ts'
import { UsageError } from '../exit.ts'
import { addExamples } from '../flags/data-flags.ts'
import { addEncodeFlags, checkForm, type EncodeFlags } from '../flags/encode-flags.ts'
import { parseAmount, parseInteger, parsePort } from '../flags/parse-flags.ts'
import { interruptible } from '../interrupt.ts'
import type { Io } from '../io.ts'
import { isLoopback, TOKEN_NAME, tokenFor } from './access.ts'
import type { ServeLimits } from './serve-app.ts'
import { serveHttp } from './serve-http.ts'
import { openApiText } from './open-api.ts'
import { ServedFile, type ServedOptions } from './served-file.ts'

interface ServeFlags extends EncodeFlags {
  readonly host: string
  readonly port?: string
  readonly reference?: string
  readonly window: string
  readonly extra?: boolean
  readonly openapi?: boolean
  readonly maxBody: string
  readonly maxTime: string
  readonly maxRequests: string
}

/** Milliseconds between two looks at the file. */
const LOOK = 500

/** What a request may be let to have at most: as text it must fit into one string. */
const LARGEST_BODY = 256e6

/** Most rows of the window: what is kept of them is held in memory. */
const LARGEST_WINDOW = 1_000_000

export function addServe(program: Command, io: Io): void {
  const command = program
    .command('serve')
    .summary('score rows by HTTP with a saved binning, encoder, tree, model or scorecard')
    .description(
      'Answers rows that come by HTTP with what a saved file makes of them, until Ctrl-C. It is served to this machine only, unless ' +
        `--host says otherwise; then the environment must hold a token in ${TOKEN_NAME}. A file that changes is read again.`,
    )
    .argument('<file>', 'a binning, encoder, tree, model or scorecard as kerf saves it')
    .option('--host <address>', 'the address to serve on', '127.0.0.1')
    .option('--port <number>', 'the port to serve on (default: one that is free)')
  addEncodeFlags(command)
  command
    .option('--extra', 'leave out columns of rows that the file does not know; default they are refused')
    .option('--openapi', 'print what can be asked and is answered as an OpenAPI document, and serve nothing')
    .optionsGroup('Drift:')
    .option(
      '--reference <binning>',
      'compare scored rows with those of this fit (default: the file, if it is a binning)',
    )
    .option('--window <rows>', 'compare so many of the last rows', '10000')
    .optionsGroup('Limits:')
    .option('--max-body <size>', 'bytes of a request, such as 4MB', '4MB')
    .option('--max-time <seconds>', 'seconds for a request to come in, and again for its answer', '10')
    .option('--max-requests <number>', 'requests that are answered at once', '256')
  addExamples(command, [
    'kerf serve loans.json',
    'kerf serve model.json --port 8080 --reference loans.json',
    'kerf serve loans.json --encode woe --port 8080',
    `${TOKEN_NAME}=… kerf serve model.json --host 0.0.0.0 --port 8080`,
  ])
  command.action(async (path: string, flags: ServeFlags) => runServe(io, path, flags))
}

async function runServe(io: Io, path: string, flags: ServeFlags): Promise<void> {
  const { host, extra = false } = flags
  const limits = readLimits(flags)
  const port = parsePort(flags.port)
  const given = process.env[TOKEN_NAME]
  const tell = (line: string): void => io.tell(line)
  if (flags.openapi === true) {
    const served = new ServedFile(servedOptions(path, flags, tell))
    return io.out(openApiText(served, { extra, needsToken: !isLoopback(host) || Boolean(given) }))
  }
  const token = tokenFor(host, given)
  const served = new ServedFile(servedOptions(path, flags, tell))
  const { address, metrics, stop } = await serveHttp({ served, host, port, token, limits, extra, tell })
  served.watch(LOOK)
  io.show(`${address}\n`)
  tell(startText(served, isLoopback(host)))
  const reload = (): void => served.reload()
  process.on('SIGHUP', reload)
  try {
    // Requests that are open have their time, and a little more.
    const patience = limits.time + 1000
    await interruptible(async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      tell(`stopping; ${counted(metrics.inFlight, 'open request')} will be answered first`)
      await stop()
    }, patience)
  } finally {
    process.off('SIGHUP', reload)
    served.unwatch()
  }
}

function servedOptions(path: string, flags: ServeFlags, tell: (line: string) => void): ServedOptions {
  const window = parseInteger('--window', flags.window, 100)
  if (window > LARGEST_WINDOW) throw new UsageError(`--window takes a number up to ${LARGEST_WINDOW}, got ${window}`)
  checkForm(flags)
  return { ...flags, path, window, tell }
}

function readLimits({ maxBody, maxTime, maxRequests }: ServeFlags): ServeLimits {
  const body = SIZE.accepts(maxBody) ? parseBytes(maxBody) : 0
  if (body < 1000 || body > LARGEST_BODY)
    throw new UsageError(`--max-body takes a size from 1kB to 256MB, such as 4MB, got ${JSON.stringify(maxBody)}`)
  const seconds = parseAmount('--max-time', maxTime)
  if (seconds < 0.1 || seconds > 3600)
    throw new UsageError(`--max-time takes 0.1 to 3600 seconds, got ${JSON.stringify(maxTime)}`)
  return { body, time: seconds * 1000, concurrency: parseInteger('--max-requests', maxRequests, 1) }
}

function startText({ loaded, window }: ServedFile, isHere: boolean): string {
  const what = `a ${loaded.scorer.what} is served ${isHere ? 'to this machine' : 'to whoever has the token, without encryption,'} until Ctrl-C`
  const drift = window === null ? '; --reference with a binning would tell drift' : ''
  return `${what}${drift}`
}
