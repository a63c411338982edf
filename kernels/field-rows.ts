// Writes rows as lines of a text table whose fields are all there: each row has in each column the number of a field.

/** Bytes of an entry of a list of fields: the address of its text, and its length. */
const FIELD: usize = 8

/**
 * Writes lines; the address behind the last byte. `columns` has for each column two addresses: of the numbers of its fields, one
 * of 32 bits for each row, and of its list of fields. Texts end with what parts fields or lines. Up to 16 bytes are
 * read and written behind what is meant.
 */
export function writeRows(columns: usize, columnsEnd: usize, rows: usize, out: usize): usize {
  for (let row: usize = 0; row < rows << 2; row += 4) {
    for (let column = columns; column < columnsEnd; column += 8) {
      const number = <usize>load<u32>(<usize>load<u32>(column) + row)
      const field = <usize>load<u32>(column, 4) + number * FIELD
      const text = <usize>load<u32>(field)
      const length = <usize>load<u32>(field, 4)
      v128.store(out, v128.load(text))
      for (let copied: usize = 16; copied < length; copied += 16) v128.store(out + copied, v128.load(text + copied))
      out += length
    }
  }
  return out
}
