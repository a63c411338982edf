import { type NativeColumn, readLength, readNative, readText } from './native-column.ts'

/** Some rows of a result, column by column: a block of the format Native. */
export interface NativeBlock {
  readonly size: number
  readonly columns: readonly NativeColumn[]
}

/** What the server wrote in place of rows, because something went wrong in mid-result. */
export class ErrorInResult extends Error {}

/** How much larger what has come must be before it is looked at again for a whole block. */
const LATER = 1.5

/**
 * The blocks of a result from its bytes, however they are cut. A server that fails in mid-result writes its error in
 * place of a block, which is then thrown.
 */
export async function* nativeBlocks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<NativeBlock> {
  let waiting: Uint8Array[] = []
  let size = 0
  let enough = 0
  let rest: Buffer = Buffer.alloc(0)
  let header: string | null = null
  function* whole(last: boolean): Generator<NativeBlock> {
    rest = Buffer.concat(waiting)
    for (;;) {
      const read = rest.length === 0 ? null : readBlock(rest, last)
      if (read === null) break
      header ??= headerOf(read.block)
      if (headerOf(read.block) !== header) throw new ErrorInResult(errorText(rest))
      rest = rest.subarray(read.end)
      yield read.block
    }
    waiting = [rest]
    size = rest.length
    enough = size * LATER
  }
  try {
    for await (const chunk of chunks) {
      waiting.push(chunk)
      size += chunk.length
      if (size >= enough) yield* whole(false)
    }
  } catch (error) {
    // A connection that breaks may do so because of what the server wrote last.
    const text = error instanceof ErrorInResult ? '' : errorText(Buffer.concat(waiting))
    throw text === '' ? error : new ErrorInResult(text)
  }
  yield* whole(true)
  if (rest.length > 0) throw new ErrorInResult(errorText(rest))
}

/** A block from its start; null where the bytes end before it does. */
function readBlock(bytes: Buffer, last: boolean): { readonly block: NativeBlock; readonly end: number } | null {
  if (startsWithError(bytes)) {
    // All of the sentence is wanted.
    if (!last) return null
    throw new ErrorInResult(errorText(bytes))
  }
  const cursor = { bytes, at: 0 }
  const many = readLength(cursor)
  const size = many === null ? null : readLength(cursor)
  if (many === null || size === null) return null
  const columns: NativeColumn[] = []
  for (let i = 0; i < many; i++) {
    const name = readText(cursor)
    const type = name === null ? null : readText(cursor)
    if (name === null || type === null) return null
    const column = readNative(cursor, type, size)
    if (column === null) return null
    columns.push({ name, ...column })
  }
  return { block: { size, columns }, end: cursor.at }
}

function headerOf({ columns }: NativeBlock): string {
  return JSON.stringify(columns.map(({ name, type }) => [name, type]))
}

function startsWithError(bytes: Buffer): boolean {
  return /^(?:Code: \d+[.,] |\r?\n?__exception__)/.test(bytes.toString('latin1', 0, 20))
}

/** The error that the bytes end with; empty where there is none. */
function errorText(bytes: Buffer): string {
  const text = bytes.subarray(-65_536).toString('utf8')
  return /Code: \d+[.,] .*DB::Exception.*/s.exec(text)?.[0] ?? ''
}

/** The numbers of a column as doubles, NaN for NULL; null where it holds none. */
export function nativeDoubles({ items, nulls }: NativeColumn): Float64Array | null {
  const { double, doubles, size } = items
  if (double === null) return null
  const found = doubles ?? Float64Array.from({ length: size }, (_, row) => double(row))
  if (nulls !== null) for (let row = 0; row < size; row++) if (nulls[row] === 1) found[row] = Number.NaN
  return found
}

/** The values of a column, null for NULL. */
export function nativeValues({ items, nulls }: NativeColumn): unknown[] {
  return Array.from({ length: items.size }, (_, row) => (nulls?.[row] === 1 ? null : items.value(row)))
}
