// Writes rows as lines of a text table: the number of each row, then what is kept of it, and between that the fields that
// stand for its values.

const LF: u32 = 10
const ZERO: u32 = 48
const NINE: u32 = 57

/** What is written for the values of a column. All addresses are in bytes. */
@unmanaged
class Column {
  /** its values, a double for each row */
  values: u32
  /** ascending doubles that part its values, and how many */
  cuts: u32
  cutCount: u32
  /** whether a value that is a cut belongs to those below it */
  closedRight: u32
  /** by slot the address of a field and its length; behind the slots between cuts that of missing values */
  fields: u32
}

/** Bytes of such a column, and of a field of it. */
const COLUMN: usize = 20
const FIELD: usize = 8

@unmanaged
class Call {
  rows: u32
  columns: u32
  columnCount: u32
  /** bytes that are kept of the rows, the first of which has this place; for each row the places where they stop before each column and at its end */
  kept: u32
  keptPlace: u32
  marks: u32
  /** where the digits of the number of the first row start, and end; the bytes before them are zeros */
  digits: u32
  digitsEnd: u32
  delimiter: u32
  out: u32
}

/** Writes all rows; the address behind the last byte. Up to 16 bytes are read and written behind what is meant. */
export function writeLines(call: Call): usize {
  const rows = call.rows
  const columns = <usize>call.columns
  const columnsEnd = columns + <usize>call.columnCount * COLUMN
  const digitsEnd = <usize>call.digitsEnd
  const delimiter = call.delimiter
  let digits = <usize>call.digits
  let mark = <usize>call.marks
  let kept = <usize>call.kept
  let out = <usize>call.out
  const placeZero = kept - <usize>call.keptPlace
  for (let row: usize = 0; row < rows; row++) {
    out = copied(digits, digitsEnd, out)
    store<u8>(out++, delimiter)
    for (let at = columns; at < columnsEnd; at += COLUMN) {
      const stop = placeZero + <usize>load<u32>(mark)
      mark += 4
      out = copied(kept, stop, out)
      kept = stop
      const field = fieldOf(changetype<Column>(at), row)
      const first = <usize>load<u32>(field)
      out = copied(first, first + <usize>load<u32>(field, 4), out)
    }
    const end = placeZero + <usize>load<u32>(mark)
    mark += 4
    out = copied(kept, end, out)
    kept = end
    store<u8>(out++, LF)
    digits = increased(digits, digitsEnd)
  }
  return out
}

/** The field that stands for the value of a row. */
function fieldOf(column: Column, row: usize): usize {
  const x = load<f64>(<usize>column.values + (row << 3))
  const end = <usize>column.cuts + ((<usize>column.cutCount) << 3)
  let slot: u32 = 0
  if (x != x) slot = column.cutCount + 1
  else if (column.closedRight) for (let cut = <usize>column.cuts; cut < end; cut += 8) slot += <u32>(x > load<f64>(cut))
  else for (let cut = <usize>column.cuts; cut < end; cut += 8) slot += <u32>(x >= load<f64>(cut))
  return <usize>column.fields + <usize>slot * FIELD
}

/** Copies some bytes, sixteen at a time; the address behind them. */
function copied(from: usize, end: usize, to: usize): usize {
  const stop = to + (end - from)
  while (from < end) {
    v128.store(to, v128.load(from))
    from += 16
    to += 16
  }
  return stop
}

/** Adds one to a number; where its digits start. */
function increased(digits: usize, end: usize): usize {
  let at = end - 1
  while (<u32>load<u8>(at) == NINE) store<u8>(at--, ZERO)
  store<u8>(at, load<u8>(at) + 1)
  return at < digits ? at : digits
}
