import type { TypedColumn } from '../../../engines/sql/server.ts'
import { DataError } from '../../../errors.ts'
import { fieldsOf, numberOf, readFields, textOf } from './protobuf.ts'

/** Types that need no more than their name, by the number of their field in a message about a type. */
const PLAIN: Readonly<Record<number, string>> = {
  1: 'void',
  2: 'binary',
  3: 'boolean',
  4: 'tinyint',
  5: 'smallint',
  6: 'int',
  7: 'bigint',
  8: 'float',
  9: 'double',
  11: 'string',
  14: 'date',
  15: 'timestamp',
  16: 'timestamp_ntz',
  17: 'interval',
  18: 'interval year to month',
  19: 'interval day to second',
  23: 'udt',
  25: 'variant',
  26: 'geometry',
  27: 'geography',
}

/** Types inside types end here: deeper ones are not written by people. */
const DEEPEST = 64

/** The columns of rows from the message about their type, with types as Spark writes them in SQL. */
export function readColumns(schema: Uint8Array): TypedColumn[] {
  const struct = fieldsOf(schema).get(21)
  if (struct === undefined) throw new DataError('the answer does not say which columns the query has')
  return structFields(struct.bytes, 0)
}

function structFields(struct: Uint8Array, depth: number): TypedColumn[] {
  return [...readFields(struct)]
    .filter(({ field }) => field === 1)
    .map(({ bytes }) => {
      const fields = fieldsOf(bytes)
      return { name: textOf(fields.get(1)), type: typeText(fields.get(2)?.bytes, depth + 1) }
    })
}

function typeText(bytes: Uint8Array | undefined, depth: number): string {
  const [kind] = bytes === undefined ? [] : readFields(bytes)
  if (kind === undefined || depth > DEEPEST) return 'unknown'
  if (Object.hasOwn(PLAIN, kind.field)) return PLAIN[kind.field]
  const fields = fieldsOf(kind.bytes)
  switch (kind.field) {
    case 10:
      return `decimal(${numberOf(fields.get(2))},${numberOf(fields.get(1))})`
    case 12:
      return `char(${numberOf(fields.get(1))})`
    case 13:
      return `varchar(${numberOf(fields.get(1))})`
    case 20:
      return `array<${typeText(fields.get(1)?.bytes, depth + 1)}>`
    case 21: {
      const inner = structFields(kind.bytes, depth + 1)
      return `struct<${inner.map(({ name, type }) => `${name}:${type}`).join(',')}>`
    }
    case 22:
      return `map<${typeText(fields.get(1)?.bytes, depth + 1)},${typeText(fields.get(2)?.bytes, depth + 1)}>`
    case 24:
      return textOf(fields.get(1))
    case 28:
      return `time(${numberOf(fields.get(1))})`
    default:
      return 'unknown'
  }
}
