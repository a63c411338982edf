import type { ServerConnection, Traffic } from './server.ts'

/** One query that went through the rows of a table. */
export interface Pass {
  /** from 1 on */
  readonly number: number
  /** what it was for, such as counting 8 columns */
  readonly what: string
  /** rows of the answer */
  readonly answers: number
  /** bytes that came over the wire for it */
  readonly bytes: number
}

/** A connection whose passes are told, each when it is done. */
export interface WatchedConnection extends ServerConnection {
  /** what the next queries are for */
  about(what: string): void
  /** those done so far */
  readonly passes: readonly Pass[]
}

/** What is told of passes while they run and when they are done. */
export interface PassWatch {
  /** told when a pass begins, with its number and what it is for */
  readonly onStart?: ((number: number, what: string) => void) | undefined
  /** told when it is done */
  readonly onPass?: ((pass: Pass) => void) | undefined
}

/** Counts the queries of a connection and what they bring. */
export function watchPasses(connection: ServerConnection, { onStart, onPass }: PassWatch): WatchedConnection {
  const passes: Pass[] = []
  let what = 'looking at the table'
  async function* counted<T>(answer: AsyncIterable<T>): AsyncGenerator<T> {
    const before = connection.traffic()
    onStart?.(passes.length + 1, what)
    try {
      yield* answer
    } finally {
      const pass = { number: passes.length + 1, what, ...between(before, connection.traffic()) }
      passes.push(pass)
      onPass?.(pass)
    }
  }
  return {
    dialect: connection.dialect,
    passes,
    about: (next) => {
      what = next
    },
    numbers: (sql) => counted(connection.numbers(sql)),
    columns: (sql) => counted(connection.columns(sql)),
    run: (sql) => connection.run(sql),
    describe: (query) => connection.describe(query),
    traffic: () => connection.traffic(),
    close: () => connection.close(),
  }
}

function between(before: Traffic, after: Traffic): Pick<Pass, 'answers' | 'bytes'> {
  return { answers: after.rows - before.rows, bytes: after.bytes - before.bytes }
}
