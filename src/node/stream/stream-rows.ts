import { RowBytes } from '../files/row-bytes.ts'

/** Rows taken together. */
const BATCH = 4096

/** What a label or a number of the target was read as; null where it is missing. */
export type StreamLabel = string | number | null

/** Rows of a stream by column, filled by a reader and emptied by whoever takes them. No object per row of a text table. */
export class StreamRows {
  readonly values: readonly Float64Array[]
  /** of the first `size` rows; what lies behind them is of rows before: a list that is emptied would be made anew */
  readonly labels: StreamLabel[] = []
  readonly keys: (string | null)[] = []
  /** what is written again: the bytes kept of all rows, and per row one place for each binned column and its end */
  readonly kept: RowBytes = new RowBytes()
  readonly marks: Uint32Array
  marked = 0
  /** rows of JSON lines as they were parsed */
  readonly objects: Record<string, unknown>[] = []
  size = 0

  /** `keeps`: whether something of the rows is kept as bytes. */
  constructor(columns: number, keeps: boolean) {
    this.values = Array.from({ length: columns }, () => new Float64Array(BATCH))
    this.marks = new Uint32Array(keeps ? BATCH * (columns + 1) : 0)
  }

  /** Rows that there is room for. */
  get room(): number {
    return BATCH - this.size
  }

  /** Notes the place behind what is kept so far. */
  mark(): void {
    this.marks[this.marked++] = this.kept.length
  }

  /** Forgets what is kept of a row that is none. */
  unmark(): void {
    this.marked = this.marks.length === 0 ? 0 : this.size * (this.values.length + 1)
    this.kept.length = this.marked === 0 ? 0 : this.marks[this.marked - 1]
  }

  get isFull(): boolean {
    return this.size === BATCH
  }

  clear(): void {
    this.size = 0
    this.keys.length = 0
    this.kept.length = 0
    this.marked = 0
    this.objects.length = 0
  }
}

/** Which columns of the rows are what, by position; −1 where there is none. */
export interface StreamRoles {
  /** the number each column has among those that are binned, or −1 */
  readonly binned: readonly number[]
  readonly target: number
  readonly key: number
  readonly numericTarget: boolean
  /** whether rows are written again */
  readonly keep: boolean
}

/** Reads bytes of an endless table, and hands out rows. */
export interface StreamReader {
  /** Takes the next bytes; `final` with the last ones. `take` gets the rows, which are empty again when it returns. */
  feed(chunk: Uint8Array, final: boolean, take: (rows: StreamRows) => void): void
  /** bytes from the start of the input up to the end of the last record */
  readonly offset: number
  /** records that could not be read as rows */
  bad: number
  /** values of binned columns and of a numeric target that are not numbers, taken as missing */
  odd: number
}
