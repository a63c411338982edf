import { Metadata, Server, ServerCredentials, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js'
import { tableFromArrays, tableToIPC } from 'apache-arrow'
import type { ServerAddress } from '../../../../src/node/servers/server-address.ts'
import {
  fieldsOf,
  message,
  messageField,
  numberField,
  numberOf,
  textField,
  textOf,
  type WireField,
} from '../../../../src/node/servers/spark/protobuf.ts'
import { CERTIFICATE, KEY } from './localhost-certificate.ts'

type Fields = ReadonlyMap<number, WireField>

/** What a mock is asked, in order, and what it sends back. */
export interface MockStream {
  readonly method: string
  readonly fields: Fields
  /** sends parts of the answer */
  send(...answers: readonly Uint8Array[]): void
  /** ends the stream; without an answer that is complete the client has to come again */
  end(): void
  /** ends it with an error of gRPC */
  fail(code: number, details: string, trailer?: Uint8Array): void
  /** drops the connection as if a cable were cut */
  drop(): void
  /** done when the client cancels */
  readonly cancelled: Promise<void>
}

type Unary = (fields: Fields, metadata: Metadata) => Uint8Array | Failure | null
type Streaming = (stream: MockStream) => void

/** An error of gRPC that a handler gives instead of an answer; null means no answer at all. */
export interface Failure {
  readonly code: number
  readonly details: string
}

export interface MockHandlers {
  /** streams in the order in which they are asked for */
  readonly streams?: readonly Streaming[]
  readonly analyze?: Unary
  readonly config?: Unary
  readonly details?: Unary
  readonly interrupt?: Unary
  readonly tls?: boolean
}

export interface MockSpark {
  readonly address: ServerAddress
  /** what was asked for, in order */
  readonly calls: { readonly method: string; readonly fields: Fields; readonly metadata: Metadata }[]
  /** the names of what was asked for, without the questions at the start */
  asked(): string[]
  stop(): Promise<void>
}

/** A server that speaks as much Spark Connect as a test needs, on loopback. */
export async function mockSpark(handlers: MockHandlers = {}): Promise<MockSpark> {
  const server = new Server()
  const calls: MockSpark['calls'] = []
  const rest = [...(handlers.streams ?? [])]
  const unary = (method: string, handler: Unary): object =>
    definition(method, false, (call: ServerUnaryCall<Buffer, Buffer>, answer: (e: unknown, v?: Uint8Array) => void) => {
      const fields = note(method, call.request, call.metadata)
      const given = handler(fields, call.metadata)
      if (given === null) return
      if (given instanceof Uint8Array) answer(null, given)
      else answer(given)
    })
  const streaming = (method: string): object =>
    definition(method, true, (call: ServerWritableStream<Buffer, Uint8Array>) => {
      const fields = note(method, call.request, call.metadata)
      const next = rest.shift()
      if (next === undefined) fail(call, 9, `nothing is left for ${method}`)
      else next(mockStream(method, fields, call))
    })
  const all = [
    unary('AnalyzePlan', handlers.analyze ?? (() => version('4.1.4'))),
    unary('Config', handlers.config ?? (() => new Uint8Array(0))),
    unary('FetchErrorDetails', handlers.details ?? (() => new Uint8Array(0))),
    unary('Interrupt', handlers.interrupt ?? (() => new Uint8Array(0))),
    unary('ReleaseExecute', () => new Uint8Array(0)),
    unary('ReleaseSession', () => new Uint8Array(0)),
    streaming('ExecutePlan'),
    streaming('ReattachExecute'),
  ] as { name: string; definition: never; handler: never }[]
  server.addService(
    Object.fromEntries(all.map((one) => [one.name, one.definition])),
    Object.fromEntries(all.map((one) => [one.name, one.handler])),
  )
  const credentials = handlers.tls
    ? ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(CERTIFICATE), private_key: Buffer.from(KEY) }])
    : ServerCredentials.createInsecure()
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, found) => (error === null ? resolve(found) : reject(error))),
  )
  return {
    address: addressOf(port),
    calls,
    asked: () => calls.map(({ method }) => method).filter((method) => method !== 'AnalyzePlan' && method !== 'Config'),
    stop: async () => server.forceShutdown(),
  }

  function note(method: string, request: Uint8Array, metadata: Metadata): Fields {
    const fields = fieldsOf(request)
    calls.push({ method, fields, metadata })
    return fields
  }
}

export function addressOf(port: number, more: Partial<ServerAddress> = {}): ServerAddress {
  return {
    kind: 'spark',
    host: '127.0.0.1',
    port,
    database: null,
    user: null,
    password: null,
    table: null,
    query: null,
    settings: {},
    shown: 'sc://mock',
    ...more,
  }
}

function definition(method: string, responseStream: boolean, handler: unknown): object {
  const same = (bytes: Uint8Array): Buffer => Buffer.from(bytes)
  return {
    name: method,
    handler,
    definition: {
      path: `/spark.connect.SparkConnectService/${method}`,
      requestStream: false,
      responseStream,
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    },
  }
}

function mockStream(method: string, fields: Fields, call: ServerWritableStream<Buffer, Uint8Array>): MockStream {
  return {
    method,
    fields,
    send: (...answers) => {
      for (const answer of answers) call.write(answer)
    },
    end: () => void call.end(),
    fail: (code, details, facts) => fail(call, code, details, facts),
    drop: () => {
      // What was sent is on its way before the connection ends.
      const { stream } = (call as unknown as { call: { stream: { session: { destroy(): void } } } }).call
      setTimeout(() => stream.session.destroy(), 20)
    },
    cancelled: new Promise((resolve) => call.on('cancelled', () => resolve())),
  }
}

function fail(call: ServerWritableStream<Buffer, Uint8Array>, code: number, details: string, facts?: Uint8Array): void {
  const metadata = new Metadata()
  if (facts !== undefined) metadata.set('grpc-status-details-bin', Buffer.from(facts))
  call.emit('error', { code, details, metadata })
}

/** The answer to the question which Spark this is. */
export const version = (text: string): Uint8Array =>
  message(textField(15, 'first-start'), messageField(8, textField(1, text)))

/** The answer to the question which columns a query has: a message about the type of its rows. */
export const schemaAnswer = (type: Uint8Array): Uint8Array => messageField(2, messageField(1, type))

/** Parts of an answer. */
export const complete = (id: string): Uint8Array => message(textField(13, id), messageField(14))
export const progress = (id: string, stages: readonly (readonly [tasks: number, done: number])[]): Uint8Array =>
  message(
    textField(13, id),
    messageField(18, ...stages.map(([tasks, done]) => messageField(1, numberField(2, tasks), numberField(3, done)))),
  )
export const arrow = (id: string, rows: number, data: Uint8Array, ...more: readonly Uint8Array[]): Uint8Array =>
  message(textField(13, id), messageField(2, numberField(1, rows), messageField(2, data), ...more))
export const doubles = (id: string, values: readonly number[]): Uint8Array =>
  arrow(id, values.length, ipc({ x: Float64Array.from(values) }))

/** Columns as a stream of Arrow. */
export function ipc(columns: Readonly<Record<string, unknown>>): Uint8Array {
  // Vectors are taken too, which the types of the library do not say.
  return tableToIPC(tableFromArrays(columns as Parameters<typeof tableFromArrays>[0]), 'stream')
}

/** The trailer of an error of Spark. */
export function trailer(facts: Readonly<Record<string, string>>): Uint8Array {
  const pairs = Object.entries(facts).map(([key, value]) => messageField(3, textField(1, key), textField(2, value)))
  const info = message(
    textField(1, 'org.apache.spark.sql.AnalysisException'),
    textField(2, 'org.apache.spark'),
    ...pairs,
  )
  return message(
    numberField(1, 13),
    textField(2, 'cut'),
    messageField(3, textField(1, 'type.googleapis.com/google.rpc.ErrorInfo'), messageField(2, info)),
  )
}

/** The SQL of a plan that was asked for, with what kind of plan it is. */
export function sqlOf(fields: Fields): string {
  const plan = fieldsOf(fields.get(3)!.bytes)
  const query = plan.get(1)
  if (query !== undefined) return `query ${textOf(fieldsOf(fieldsOf(query.bytes).get(10)!.bytes).get(1))}`
  const command = fieldsOf(fieldsOf(plan.get(2)!.bytes).get(5)!.bytes)
  return `statement ${textOf(command.get(1))}`
}

export const textIn = (fields: Fields, field: number): string => textOf(fields.get(field))
export const numberIn = (fields: Fields, field: number): number => numberOf(fields.get(field))
