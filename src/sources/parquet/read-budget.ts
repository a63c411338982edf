/** Bytes that any file may become. */
const ALWAYS = 200_000_000
/** Bytes that one byte of a file may become: equal values take next to nothing, some 700 cells to a byte in real files. */
const PER_BYTE = 8000
/** Bytes of a value of a table. */
const CELL = 8

/** How much memory what is in a file may take. A small file that claims to hold billions of values is refused in time. */
export class ReadBudget {
  left: number
  readonly #most: number

  constructor(fileBytes: number) {
    this.#most = ALWAYS + PER_BYTE * fileBytes
    this.left = this.#most
  }

  spend(bytes: number): void {
    this.left -= bytes
    if (this.left < 0) throw new Error(`more than ${this.#most} bytes when unpacked, far too many for its size`)
  }

  spendCells(rows: number, columns: number): void {
    this.spend(rows * columns * CELL)
  }
}
