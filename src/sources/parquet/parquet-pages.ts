import type { Unpack } from './codecs.ts'
import type { ReadBudget } from './read-budget.ts'
import { type PageHeader, readPageHeader } from './page-header.ts'
import { readPlain, readValues, type Wanted, withLength } from './page-values.ts'
import type { Conversion, ParquetElement, ParquetType } from './parquet-column.ts'
import { handOut } from './parquet-values.ts'
import { isOneRun, type Part, readRuns } from './runs.ts'
import { LARGEST_PAGE, unpackPage } from './unpack-page.ts'
import type { Scratch } from '../../util/scratch.ts'

/** Bytes that a value of a dictionary costs at least. */
const CELL = 8

/** A column in a group of rows, and what is needed to read it. */
export interface ChunkPlan {
  readonly bytes: Uint8Array
  readonly rows: number
  readonly type: ParquetType
  readonly element: ParquetElement
  readonly conversion: Conversion
  readonly unpack: Unpack
  readonly budget: ReadBudget
  /** for what lasts no longer than a page */
  readonly scratch: Scratch
}

/** Where values go: they are to be taken at once, since their memory is used again. */
export interface ChunkSink {
  /** the values of consecutive rows */
  put(values: ArrayLike<unknown>, row: number): void
  /** rows without a value */
  leaveOut(row: number, count: number): void
}

/** The values of a column in a group of rows, page by page. There are as many as the group has rows, never more. */
export async function readChunk(plan: ChunkPlan, sink: ChunkSink): Promise<void> {
  const { bytes, rows } = plan
  let dictionary: ArrayLike<unknown> | null = null
  let row = 0
  for (let at = 0; row < rows;) {
    if (at >= bytes.length) throw new Error(`${row} values in place of ${rows}`)
    const { header, start } = readPageHeader(bytes, at)
    at = start + header.size
    if (header.kind === 'other') continue
    if (plan.type === 'BYTE_ARRAY') plan.budget.spend(header.unpacked)
    // What a dictionary holds lasts longer than its page.
    const room = header.kind === 'dictionary' ? undefined : (length: number) => plan.scratch.bytes('page', length)
    const { levels, values } = await unpackPage(header, bytes.subarray(start, at), plan.unpack, room)
    if (header.kind === 'dictionary') {
      plan.budget.spend(CELL * header.values)
      dictionary = readDictionary(plan, values, header.values)
      continue
    }
    if (header.values > rows - row) throw new Error(`a page of ${header.values} values where ${rows - row} are left`)
    const present = readLevels(plan.element, header, levels, values)
    const found = readPage(plan, header, present, dictionary)
    if (present.given === null) sink.put(found, row)
    else putGiven(found, present.given, { plan, row, sink })
    row += header.values
  }
}

/** The values that pages give the numbers of. Large whole numbers are made once, not for every row. */
function readDictionary(plan: ChunkPlan, page: Part, count: number): ArrayLike<unknown> {
  const values = handOut(readPlain(page, wanted(plan, count)), plan.element, plan.conversion)
  return plan.conversion.from === 'doubles' ? new Float64Array(values as ArrayLike<number>) : Array.from(values)
}

function wanted({ type, element, budget }: ChunkPlan, count: number): Wanted {
  return { type, count, length: element.type_length ?? 0, most: Math.min(LARGEST_PAGE, budget.left) }
}

interface Present {
  /** 1 where there is a value; null when there is one in every row */
  readonly given: Uint8Array | null
  readonly count: number
  readonly values: Part
}

/** Which rows have a value, and what stands behind that. */
function readLevels(element: ParquetElement, header: PageHeader, levels: Part | null, page: Part): Present {
  if (element.repetition_type === 'REQUIRED') return { given: null, count: header.values, values: page }
  if (!header.levelRuns) throw new Error('levels in an encoding that is no longer used')
  const before = levels === null ? withLength(page) : null
  const runs = before?.part ?? levels!
  const values = before === null ? page : { ...page, start: before.next }
  if (isOneRun(runs, 1, header.values)) return { given: null, count: header.values, values }
  const given = new Uint8Array(header.values)
  readRuns(runs, 1, given)
  let count = 0
  for (let i = 0; i < given.length; i++) count += given[i]
  if (count > header.values) throw new Error('levels that no column has')
  return { given: count === header.values ? null : given, count, values }
}

function readPage(
  plan: ChunkPlan,
  header: PageHeader,
  { values, count }: Present,
  dictionary: ArrayLike<unknown> | null,
): ArrayLike<unknown> {
  if (header.encoding !== 'RLE_DICTIONARY') {
    return handOut(readValues(values, header.encoding, wanted(plan, count)), plan.element, plan.conversion)
  }
  if (dictionary === null) throw new Error('a page without its dictionary')
  const codes = plan.scratch.integers('codes', count).fill(0)
  if (count > 0) {
    const { bytes, start, end } = values
    if (start >= end) throw new Error('a page that is cut off')
    readRuns({ bytes, start: start + 1, end }, bytes[start], codes)
  }
  checkCodes(codes, dictionary.length)
  if (dictionary instanceof Float64Array) return lookUpNumbers(codes, dictionary, plan.scratch.doubles('found', count))
  const found = Array<unknown>(count)
  for (let i = 0; i < count; i++) found[i] = dictionary[codes[i]]
  return found
}

function checkCodes(codes: Int32Array, values: number): void {
  for (let i = 0; i < codes.length; i++) {
    // A code of 32 bits may be negative, and is too large then.
    if (codes[i] >>> 0 >= values) throw new Error(`value ${codes[i] >>> 0} of a dictionary of ${values}`)
  }
}

function lookUpNumbers(codes: Int32Array, values: Float64Array, into: Float64Array): Float64Array {
  for (let i = 0; i < codes.length; i++) into[i] = values[codes[i]]
  return into
}

/** Puts values into the rows that have one. */
function putGiven(
  found: ArrayLike<unknown>,
  given: Uint8Array,
  { plan, row, sink }: { readonly plan: ChunkPlan; readonly row: number; readonly sink: ChunkSink },
): void {
  if (plan.conversion.from === 'doubles' && !Array.isArray(found)) {
    sink.put(spread(found as ArrayLike<number>, given, plan.scratch.doubles('spread', given.length)), row)
    return
  }
  // A stretch of rows at a time.
  let next = 0
  for (let at = 0; at < given.length;) {
    const start = given.indexOf(1, at)
    const from = start === -1 ? given.length : start
    if (from > at) sink.leaveOut(row + at, from - at)
    const stop = start === -1 ? from : given.indexOf(0, from)
    at = stop === -1 ? given.length : stop
    if (at > from) sink.put(part(found, next, next + at - from), row + from)
    next += at - from
  }
}

/** Numbers in the rows that have one, NaN in the others. */
function spread(found: ArrayLike<number>, given: Uint8Array, into: Float64Array): Float64Array {
  for (let i = 0, next = 0; i < given.length; i++) into[i] = given[i] === 1 ? found[next++] : Number.NaN
  return into
}

function part(values: ArrayLike<unknown>, start: number, end: number): ArrayLike<unknown> {
  return Array.isArray(values) ? values.slice(start, end) : (values as Float64Array).subarray(start, end)
}
