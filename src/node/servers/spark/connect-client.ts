import type * as Grpc from '@grpc/grpc-js'
import { ArgumentError } from '../../../errors.ts'
import { optionalPackage } from '../../../util/optional-package.ts'
import type { ServerAddress } from '../server-address.ts'

/** Calls of the service of Spark Connect that are used here. */
export type ConnectMethod =
  | 'ExecutePlan'
  | 'ReattachExecute'
  | 'ReleaseExecute'
  | 'ReleaseSession'
  | 'Interrupt'
  | 'AnalyzePlan'
  | 'Config'
  | 'FetchErrorDetails'

/** A call that is under way. */
export interface ConnectCall<T> {
  readonly answer: T
  /** ends it here; the server may go on */
  cancel(): void
}

/** The channel to a server: bytes in, bytes out, errors as gRPC gives them. */
export interface ConnectClient {
  /** asks for one answer, for at most so many milliseconds */
  call(method: ConnectMethod, request: Uint8Array, limit?: number): ConnectCall<Promise<Uint8Array>>
  /** asks for many answers */
  stream(method: ConnectMethod, request: Uint8Array): ConnectCall<AsyncIterable<Uint8Array>>
  close(): void
}

/** The port of Spark Connect where an address names none. */
const USUAL_PORT = 15_002

/** Servers send batches of rows of up to 70 % of this. */
const LARGEST_MESSAGE = 128 * 2 ** 20

/** What an address says for the client itself; everything else is a header, as in the addresses of Spark. */
const OWN_SETTINGS = ['use_ssl', 'user_id', 'session_id', 'user_agent', 'token']

/** Opens a channel. `roots` are the certificates to trust, as PEM; default those of Node. */
export async function connectClient(address: ServerAddress, roots?: Uint8Array): Promise<ConnectClient> {
  const grpc = await optionalPackage('@grpc/grpc-js', 'Spark', () => import('@grpc/grpc-js'))
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  const credentials = isEncrypted(address)
    ? grpc.credentials.createSsl(roots === undefined ? null : Buffer.from(roots))
    : grpc.credentials.createInsecure()
  const headers = headersOf(grpc, address)
  const client = new grpc.Client(`${host}:${address.port ?? USUAL_PORT}`, credentials, {
    'grpc.max_receive_message_length': LARGEST_MESSAGE,
    'grpc.max_send_message_length': LARGEST_MESSAGE,
    'grpc.primary_user_agent': address.settings['user_agent'] ?? 'kerf',
    // Otherwise gRPC itself waits longer and longer, and answers for the server meanwhile.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.use_local_subchannel_pool': 1,
    ...(isLoopback(address.host) && { 'grpc.enable_http_proxy': 0 }),
  })
  return wrap(client, headers)
}

/** A token must not be read on the way; Spark's own clients make the same exception for the machine itself. */
export function isEncrypted({ host, password, settings }: ServerAddress): boolean {
  return settings['use_ssl']?.toLowerCase() === 'true' || (password !== null && !isLoopback(host))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function headersOf({ Metadata }: typeof Grpc, { password, settings, shown }: ServerAddress): Grpc.Metadata {
  const headers = new Metadata()
  for (const [name, value] of Object.entries(settings)) {
    if (!OWN_SETTINGS.includes(name)) set(name, value, `the setting "${name}" must be a header, so its name and value`)
  }
  if (password !== null) set('authorization', `Bearer ${password}`, 'the token')
  return headers

  /** The error of the library would show the value, which may be secret. */
  function set(name: string, value: string, what: string): void {
    try {
      headers.set(name, value)
    } catch {
      throw new ArgumentError(`${shown}: ${what} must be of plain letters, digits and signs`, { code: 'out-of-range' })
    }
  }
}

function wrap(client: Grpc.Client, headers: Grpc.Metadata): ConnectClient {
  const path = (method: ConnectMethod): string => `/spark.connect.SparkConnectService/${method}`
  const write = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const read = (bytes: Buffer): Uint8Array => bytes
  return {
    call(method, request, limit) {
      const options = limit === undefined ? {} : { deadline: Date.now() + limit }
      let cancel = (): void => {}
      const answer = new Promise<Uint8Array>((resolve, reject) => {
        const call = client.makeUnaryRequest(path(method), write, read, request, headers, options, (error, bytes) => {
          if (error !== null) reject(error)
          else resolve(bytes ?? new Uint8Array(0))
        })
        cancel = () => call.cancel()
      })
      return { answer, cancel: () => cancel() }
    },
    stream(method, request) {
      const call = client.makeServerStreamRequest(path(method), write, read, request, headers, {})
      // A call that is cancelled before anyone listens ends with an error that nobody is there to hear.
      call.on('error', () => {})
      return { answer: call as AsyncIterable<Uint8Array>, cancel: () => call.cancel() }
    },
    close: () => client.close(),
  }
}
