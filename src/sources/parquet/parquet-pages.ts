import type { Unpack } from './codecs.ts'
import type { ReadBudget } from './read-budget.ts'
import { type PageHeader, readPageHeader } from './page-header.ts'
import { readPlain, readValues, type Wanted, withLength } from './page-values.ts'
import type { Conversion, ParquetElement, ParquetType } from './parquet-column.ts'
import { handOut } from './parquet-values.ts'
import { type Part, readRuns } from './runs.ts'
import { LARGEST_PAGE, unpackPage } from './unpack-page.ts'

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
}

/** The values of a column in a group of rows, page by page. There are as many as the group has rows, never more. */
export async function readChunk(
  plan: ChunkPlan,
  put: (values: ArrayLike<unknown>, row: number) => void,
): Promise<void> {
  const { bytes, rows } = plan
  let dictionary: ArrayLike<unknown> | null = null
  let row = 0
  for (let at = 0; row < rows;) {
    if (at >= bytes.length) throw new Error(`${row} values in place of ${rows}`)
    const { header, start } = readPageHeader(bytes, at)
    at = start + header.size
    if (header.kind === 'other') continue
    if (plan.type === 'BYTE_ARRAY') plan.budget.spend(header.unpacked)
    const { levels, values } = await unpackPage(header, bytes.subarray(start, at), plan.unpack)
    if (header.kind === 'dictionary') {
      plan.budget.spend(CELL * header.values)
      dictionary = readDictionary(plan, values, header.values)
      continue
    }
    if (header.values > rows - row) throw new Error(`a page of ${header.values} values where ${rows - row} are left`)
    const present = readLevels(plan.element, header, levels, values)
    const found = readPage(plan, header, present, dictionary)
    if (present.given === null) put(found, row)
    else putGiven(found, present.given, { row, put })
    row += header.values
  }
}

/** The values that pages give the numbers of. Large whole numbers are made once, not for every row. */
function readDictionary(plan: ChunkPlan, page: Part, count: number): ArrayLike<unknown> {
  const values = handOut(readPlain(page, wanted(plan, count)), plan.element, plan.conversion)
  return plan.conversion.from === 'doubles' ? values : Array.from(values)
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
  const given = new Uint8Array(header.values)
  readRuns(before?.part ?? levels!, 1, given)
  let count = 0
  for (const one of given) count += one
  const values = before === null ? page : { ...page, start: before.next }
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
  const codes = new Int32Array(count)
  if (count > 0) {
    const { bytes, start, end } = values
    if (start >= end) throw new Error('a page that is cut off')
    readRuns({ bytes, start: start + 1, end }, bytes[start], codes)
  }
  const found = emptyFor(dictionary, count, plan.conversion)
  for (let i = 0; i < count; i++) {
    // A code of 32 bits may be negative.
    const code = codes[i]
    if (code < 0 || code >= dictionary.length) {
      throw new Error(`value ${code >>> 0} of a dictionary of ${dictionary.length}`)
    }
    found[i] = dictionary[code]
  }
  return found
}

/** Puts values into the rows that have one, a stretch of rows at a time; the others stay missing. */
function putGiven(
  found: ArrayLike<unknown>,
  given: Uint8Array,
  { row, put }: { readonly row: number; readonly put: (values: ArrayLike<unknown>, row: number) => void },
): void {
  let next = 0
  for (let at = given.indexOf(1); at !== -1; at = given.indexOf(1, at)) {
    const end = given.indexOf(0, at)
    const count = (end === -1 ? given.length : end) - at
    put(part(found, next, next + count), row + at)
    next += count
    at += count
  }
}

function part(values: ArrayLike<unknown>, start: number, end: number): ArrayLike<unknown> {
  return Array.isArray(values) ? values.slice(start, end) : (values as Float64Array).subarray(start, end)
}

/** Room for such values; those that need no conversion are doubles. */
function emptyFor(values: ArrayLike<unknown>, count: number, { from }: Conversion): unknown[] | Float64Array {
  return from === 'doubles' && !Array.isArray(values) ? new Float64Array(count) : Array<unknown>(count)
}
