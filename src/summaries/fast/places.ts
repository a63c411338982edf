import type { Cells } from '../../types.ts'

/** Numbers from … to. */
export type Span = readonly [from: number, to: number]

/** Spans of numbers in a list, two numbers each. */
export type Spans = readonly number[]

/**
 * Where a column must be known exactly: at the values of these ranks, from 0 on, and in and around these spans of numbers, which
 * begin in ascending order.
 */
export interface Places {
  readonly ranks: readonly number[]
  readonly spans: Spans
}

/** Places that will be asked for, and ranks between which some of them will lie. */
export interface ExpectedPlaces extends Places {
  readonly rankSpans: Spans
}

/** What is known of a column without a look at its rows. */
export interface RoughPlaces {
  /** between which numbers the value of a rank lies */
  readonly valueAt: (rank: number) => Span
  /** between which numbers it most likely lies */
  readonly likelyAt: (rank: number) => Span
  /** how many rows lie below a number, at least and at most */
  readonly rowsBelow: (value: number) => Span
}

/** A column that can be told at places: exactly there, and by as few cells as can be between them. They last until the next call. */
export interface KnownAtPlaces {
  readonly at: (places: Places) => Cells
  /** how many places can be told apart at least; absent where the cells tell */
  readonly used?: number
  /** places that will be asked for: the rows there are read with those that are read next */
  readonly expect?: (places: () => ExpectedPlaces) => void
  /** what to expect besides, by how many rows lie before each cut as far as that is known by then */
  readonly follow?: (expected: (cuts: readonly number[]) => ExpectedPlaces) => void
  /** a search expects cuts there */
  readonly expectCuts?: (cuts: readonly number[]) => void
  /** the ranks beside cuts that a search by the rows themselves has found */
  readonly besideCuts?: () => readonly number[]
  readonly roughly?: RoughPlaces
}
