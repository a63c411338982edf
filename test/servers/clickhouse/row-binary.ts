import type { LoadedColumn } from '../loaded-column.ts'

/** What a column is in a table of ClickHouse; an old server knows moments to the second only. */
export function clickHouseType(column: LoadedColumn, old: boolean): string {
  const types = {
    double: 'Float64',
    text: 'String',
    integer: 'Int64',
    boolean: old ? 'UInt8' : 'Bool',
    date: 'Date',
    timestamp: old ? "DateTime('UTC')" : "DateTime64(6, 'UTC')",
    decimal: column.kind === 'decimal' ? `Decimal(${column.precision}, ${column.scale})` : '',
  }
  const type = types[column.kind]
  return hasNull(column) ? `Nullable(${type})` : type
}

/** Rows in the format RowBinary: the bits themselves, where an old server reads digits inexactly. */
export function rowBinary(columns: readonly LoadedColumn[], old: boolean, start: number, end: number): Buffer {
  const parts: Buffer[] = []
  const nullable = columns.map(hasNull)
  for (let row = start; row < end; row++) {
    for (const [i, column] of columns.entries()) {
      const value = column.values[row]
      if (nullable[i]) parts.push(Buffer.of(value === null ? 1 : 0))
      if (value !== null) parts.push(bytesOf(column, value, old))
    }
  }
  return Buffer.concat(parts)
}

function hasNull({ values }: LoadedColumn): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] === null) return true
  return false
}

function bytesOf(column: LoadedColumn, value: number | string | bigint | boolean, old: boolean): Buffer {
  const bytes = Buffer.alloc(16)
  switch (column.kind) {
    case 'double':
      bytes.writeDoubleLE(Number(value))
      return bytes.subarray(0, 8)
    case 'text': {
      const text = Buffer.from(String(value))
      return Buffer.concat([lengthOf(text.length), text])
    }
    case 'integer':
      bytes.writeBigInt64LE(BigInt(value))
      return bytes.subarray(0, 8)
    case 'boolean':
      return Buffer.of(value === true ? 1 : 0)
    case 'date':
      bytes.writeUInt16LE(Number(value))
      return bytes.subarray(0, 2)
    case 'timestamp':
      if (old) bytes.writeUInt32LE(Number(BigInt(value) / 1_000_000n))
      else bytes.writeBigInt64LE(BigInt(value))
      return bytes.subarray(0, old ? 4 : 8)
    case 'decimal': {
      const whole = BigInt.asUintN(128, BigInt(String(value).replace('.', '')))
      bytes.writeBigUInt64LE(whole & (2n ** 64n - 1n))
      bytes.writeBigUInt64LE(whole >> 64n, 8)
      return bytes.subarray(0, column.precision <= 9 ? 4 : column.precision <= 18 ? 8 : 16)
    }
    default:
      throw new TypeError(column satisfies never)
  }
}

/** A whole number in groups of seven bits. */
function lengthOf(length: number): Buffer {
  const bytes: number[] = []
  let rest = length
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.of(...bytes, rest)
}
