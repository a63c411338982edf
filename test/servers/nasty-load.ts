import type { NastyColumn } from '../engines/conformance/nasty-rows.ts'
import type { LoadedColumn } from './loaded-column.ts'

/** The rows that all engines are tried on, as columns to load. */
export function loadedColumns(columns: readonly NastyColumn[]): LoadedColumn[] {
  return columns.map(({ name, stored, values }): LoadedColumn => {
    const each = <T>(make: (value: number | string | boolean) => T): (T | null)[] =>
      values.map((value) => (value === null ? null : make(value)))
    switch (stored) {
      case 'double':
        return { name, kind: 'double', values: each(Number) }
      case 'bigint':
      case 'integer':
        return { name, kind: 'integer', values: each((value) => BigInt(value as number)) }
      case 'decimal':
        return { name, kind: 'decimal', precision: 12, scale: 2, values: each((value) => Number(value).toFixed(2)) }
      case 'timestamp':
        return { name, kind: 'timestamp', values: each((value) => BigInt(Math.round(Number(value) * 1000))) }
      case 'date':
        return { name, kind: 'date', values: each((value) => Number(value) / 86_400_000) }
      case 'text':
        return { name, kind: 'text', values: each(String) }
      case 'boolean':
        return { name, kind: 'boolean', values: each(Boolean) }
      default:
        throw new TypeError(stored satisfies never)
    }
  })
}
