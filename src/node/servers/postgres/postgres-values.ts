import type { FieldDef } from 'pg'

/** Numbers of the types that values of a result are told apart by, as the server has them built in. */
const BOOLEAN = 16
const INT8 = 20
const FLOAT4 = 700
const NUMBERS: ReadonlySet<number> = new Set([21, 23, 26, FLOAT4, 701])
const NUMERIC = 1700

type Field = Pick<FieldDef, 'name' | 'dataTypeID'>

/** How texts of a column become doubles; null for a type that holds no numbers. */
export function doubleReader({ dataTypeID }: Field): ((text: string) => number) | null {
  if (dataTypeID === BOOLEAN) return (text) => (text === 't' ? 1 : 0)
  // The shortest text of a float4 stands for another double than the float4 itself.
  if (dataTypeID === FLOAT4) return (text) => Math.fround(Number(text))
  return NUMBERS.has(dataTypeID) || dataTypeID === INT8 || dataTypeID === NUMERIC ? Number : null
}

/**
 * How texts of a column become values: numbers and truth values, int8 as a bigint; all else, numeric too, stays the
 * text that the server wrote, which loses nothing.
 */
export function valueReader(field: Field): (text: string) => unknown {
  if (field.dataTypeID === BOOLEAN) return (text) => text === 't'
  if (field.dataTypeID === INT8) return BigInt
  return NUMBERS.has(field.dataTypeID) ? doubleReader(field)! : (text) => text
}
