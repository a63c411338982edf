import type { SourceColumn } from '../../sources/source.ts'
import type { Engine } from '../engine.ts'
import { localEngine } from '../local.ts'
import type { ServerConnection } from './server.ts'

// A stand-in until the engine that counts where the rows are is merged.

export interface ServerSource {
  readonly name: string
  readonly from: string
}
export interface ServerOptions {
  readonly missingValues?: readonly string[]
  readonly bytes?: number
  readonly scans?: number
  readonly onPass?: (pass: Pass) => void
}
export interface Pass {
  readonly number: number
  readonly what: string
  readonly rows: number
  readonly answers: number
  readonly bytes: number
}
export interface ServerEngine extends Engine {
  readonly passes: readonly Pass[]
}

export async function serverEngine(
  connection: ServerConnection,
  source: ServerSource,
  options: ServerOptions = {},
): Promise<ServerEngine> {
  const { identifier } = connection.dialect
  const typed = await connection.describe(`SELECT * FROM ${source.from}`)
  const columns: SourceColumn[] = []
  let rows = 0
  for (const { name, type } of typed) {
    const kind = /INT|DOUBLE|FLOAT|DECIMAL/.test(type)
      ? 'number'
      : /DATE|TIMESTAMP/.test(type)
        ? 'date'
        : type === 'BOOLEAN'
          ? 'boolean'
          : 'category'
    const q = identifier(name)
    if (kind === 'number' || kind === 'date') {
      const values: number[] = []
      const sql = kind === 'date' ? `epoch_us(${q})::DOUBLE / 1000` : `${q}::DOUBLE`
      for await (const chunk of connection.numbers(`SELECT ${sql} FROM ${source.from}`))
        values.push(...chunk.columns[0].subarray(0, chunk.size))
      columns.push({ name, kind, values: Float64Array.from(values) })
      rows = values.length
    } else {
      const values: (string | null)[] = []
      for await (const [part] of connection.columns(`SELECT ${q}::VARCHAR FROM ${source.from}`))
        values.push(
          ...(part as (string | null)[]).map((v) =>
            v === null || v.trim() === '' || options.missingValues?.includes(v.trim()) ? null : v.trim(),
          ),
        )
      columns.push({ name, kind, values })
      rows = values.length
    }
  }
  const table = { rows, columns, notes: [], skipped: 0 }
  const passes: Pass[] = []
  const engine = localEngine(table, options.bytes ?? 2 ** 30)
  const pass = (what: string): void => {
    const { rows: answers, bytes } = connection.traffic()
    passes.push({ number: passes.length + 1, what, rows, answers, bytes })
    options.onPass?.(passes.at(-1)!)
  }
  pass('describing')
  return {
    ...engine,
    name: source.name,
    held: null,
    bytes: options.bytes ?? 1,
    passes,
    sample: async (request) => {
      const { engine: drawn, notes } = await engine.sample(request)
      return { engine: { ...drawn, held: null }, notes }
    },
    counting: async (request) => {
      pass('counting')
      return engine.counting(request)
    },
  }
}

export async function firstPass(
  connection: ServerConnection,
  source: ServerSource,
  _request: unknown,
): Promise<{ readonly sql: string; readonly bytes: number }> {
  await connection.describe(`SELECT * FROM ${source.from}`)
  return { sql: `SELECT * FROM ${source.from}`, bytes: 1000 }
}
