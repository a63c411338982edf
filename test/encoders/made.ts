import { type Binning, fitTable, fixed, type Policy } from '../../src/index.ts'
import { type Encoder, encodeDense, outputNames } from '../../src/encoders/index.ts'

/** Rows by output name, as numbers. */
export function encoded(encoder: Encoder, table: Record<string, unknown[]>): Record<string, number[]> {
  const { rows, columns, values } = encodeDense(encoder, table as never)
  const names = outputNames(encoder)
  return Object.fromEntries(
    names.map((name, j) => [name, Array.from({ length: rows }, (_, i) => values[i * columns + j])]),
  )
}

/** One row per value, one number per output. */
export function rowsOf(encoder: Encoder, column: string, values: readonly unknown[]): number[][] {
  const { rows, columns, values: all } = encodeDense(encoder, { [column]: values } as never)
  return Array.from({ length: rows }, (_, i) => Array.from(all.subarray(i * columns, (i + 1) * columns)))
}

/** The column x from 0 to 4 with cuts at 1 and 2, the code −9 and a missing value. */
export function threeBins(options: { missingPolicy?: Policy; specialPolicy?: Policy } = {}): Promise<Binning> {
  return fitTable(
    { x: [0, 0.5, 1, 1.5, 3, 4, -9, Number.NaN], y: [0, 0, 1, 0, 1, 1, 0, 1].map(String) },
    { target: 'y', all: { method: fixed, cuts: [1, 2], special: [-9], ...options } },
  )
}
