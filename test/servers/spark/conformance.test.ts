import { conformance, type TriedServer } from '../../engines/conformance/engine-conformance.ts'
import type { NastyColumn } from '../../engines/conformance/nasty-rows.ts'
import { openReal } from './open.ts'

const TYPES = { double: 'DOUBLE', bigint: 'BIGINT', integer: 'INT', decimal: 'DECIMAL(12, 2)', timestamp: 'TIMESTAMP', date: 'DATE', text: 'STRING', boolean: 'BOOLEAN' } // prettier-ignore

/** Rows that one statement brings: very long ones take the parser too much memory. */
const AT_A_TIME = 500

conformance(
  'Spark',
  async (): Promise<TriedServer> => {
    const connection = await openReal()
    const { double, text, identifier } = connection.dialect
    const literal = ({ stored, values }: NastyColumn, row: number): string => {
      const value = values[row]
      if (value === null) return 'NULL'
      if (stored === 'double') return Number.isFinite(value) ? double(value as number) : `DOUBLE('${value}')`
      if (stored === 'timestamp') return `timestamp_micros(${Math.round(Number(value) * 1000)})`
      if (stored === 'date') return `date_from_unix_date(${Number(value) / 86_400_000})`
      return stored === 'text' ? text(String(value)) : String(value)
    }
    return {
      connection,
      load: async (table, columns) => {
        const parts: string[] = []
        for (let start = 0; start < columns[0].values.length; start += AT_A_TIME) {
          const rows = columns[0].values.slice(start, start + AT_A_TIME).map((_, i) => {
            return `(${columns.map((column) => `CAST(${literal(column, start + i)} AS ${TYPES[column.stored]})`).join(', ')})`
          })
          const names = columns.map(({ name }) => identifier(name)).join(', ')
          const part = `${table}_${parts.length}`
          await connection.run(
            `CREATE TABLE ${part} USING parquet AS SELECT * FROM VALUES ${rows.join(', ')} AS t(${names})`,
          )
          parts.push(`SELECT * FROM ${part}`)
        }
        await connection.run(`CREATE OR REPLACE TEMP VIEW ${table} AS ${parts.join(' UNION ALL ')}`)
        return table
      },
      close: () => connection.close(),
    }
  },
  1500,
)
