import type { Client, FieldDef, QueryArrayConfig } from 'pg'
import { loadPg } from './postgres-client.ts'

/** Rows handed on at once. */
const BATCH = 10_000

type Row = readonly (string | null)[]

/** Some rows of a result, as texts. */
export interface RowBatch {
  readonly fields: readonly FieldDef[]
  readonly rows: readonly Row[]
}

/** A query that runs: its rows, and what is to be done about those that nobody wants any more. */
export interface RowStream {
  readonly batches: AsyncGenerator<RowBatch>
  /** whether the server is done with it */
  readonly done: () => boolean
  /** lets the rest come and go, until the server is done with it */
  readonly drain: () => Promise<void>
}

/**
 * The rows of a query as they come over the wire. The socket rests while nobody asks for more, so that a large result
 * never sits in memory; a cursor would do the same, but the server plans no parallel scan for one.
 */
export async function streamRows(client: Client, sql: string): Promise<RowStream> {
  const { Query } = await loadPg()
  // One statement only: the other way to send a query would run several that are written in one text.
  const config: QueryArrayConfig & { queryMode: 'extended' } = { text: sql, rowMode: 'array', queryMode: 'extended' }
  const query = new Query<string[]>(config)
  const { stream } = client.connection
  const full: Row[][] = []
  let filling: Row[] = []
  let fields: readonly FieldDef[] = []
  let ended = false
  let dropped = false
  let failure: { readonly error: Error } | null = null
  let wake = (): void => {}
  const news = (): Promise<void> => {
    stream.resume()
    return new Promise((resolve) => (wake = resolve))
  }
  query.on('row', (row: Row, result) => {
    if (dropped) return
    if (filling.push(row) < BATCH) return
    fields = result!.fields
    full.push(filling)
    filling = []
    stream.pause()
    wake()
  })
  query.on('end', (result) => {
    ;({ fields } = result)
    ended = true
    wake()
  })
  query.on('error', (error) => {
    failure ??= { error }
    wake()
  })
  client.query(query)
  const done = (): boolean => ended || failure !== null
  async function* batches(): AsyncGenerator<RowBatch> {
    for (;;) {
      const rows = full.shift()
      if (rows !== undefined) yield { fields, rows }
      else if (failure !== null) throw failure.error
      else if (ended) break
      else await news()
    }
    if (filling.length > 0) yield { fields, rows: filling }
  }
  const drain = async (): Promise<void> => {
    dropped = true
    while (!done()) await news()
  }
  return { batches: batches(), done, drain }
}
