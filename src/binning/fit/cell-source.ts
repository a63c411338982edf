import type { Between } from '../../discretizers/column-deviation.ts'
import type { Refinement } from '../../discretizers/discretizer.ts'
import type { settleByRows } from '../../discretizers/refine/settle-by-rows.ts'
import type { RowsInBlocks } from '../../summaries/fast/bucket-blocks.ts'
import type { KnownAtPlaces } from '../../summaries/fast/places.ts'
import type { CountedRows } from '../../summaries/fast/bucket-slots.ts'
import type { SortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Cells, Closed, NumberSummary, Proposal, Target, ValueRange } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import type { Steps } from '../../util/steps.ts'
import type { MethodGiven } from './method-given.ts'
import type { BestSearch } from './refused-cut.ts'

/**
 * Where the cells of a number column come from: rows in memory, a summary, a live layer, an engine. What can only be told
 * later is answered by a promise, what takes long in steps.
 */
export interface CellSource {
  readonly target: Target | null
  /** layer one: exact cells, or coarse ones with the means to look into them */
  summarize(asked: CellsAsked): Counted | Promise<Counted> | Steps<Counted>
  /** cuts cells that cannot be looked into, or not for this method; absent where all cells can, so that the words are spared */
  readonly certify?: Certify | undefined
  /** tries to cut a column by its values at some places, which takes less than cells; null where they do not tell enough */
  readonly cut?: ((counted: Counted, work: Refining) => CutCells | null) | undefined
  /** how searches are settled by rows, where those can be looked at */
  readonly settle?: typeof settleByRows | undefined
  /** puts a value into words; default few digits */
  readonly print?: (value: number) => string
}

/** How far cuts from coarse cells can be trusted. */
export interface Certificate {
  /** the ranges of values in which a better cut could hide */
  readonly ranges: readonly ValueRange[]
  /** what that could change, in words; also a note of the proposal with the code `certificate` */
  readonly message: string
}

/** Cuts, and what is known of how far they can be trusted: null where they are proven to be those of the rows themselves. */
export interface Certified {
  readonly proposal: Proposal
  readonly certificate: Certificate | null
}

/** Cuts coarse cells as they are, and says how far the cuts can be trusted. */
export type Certify = (
  summary: NumberSummary,
  given: MethodGiven,
  refinement: Refinement | null,
  means: Pick<CellSource, 'print'> & Pick<Counted, 'scratch'>,
) => Certified

/** What the cells are wanted for; small columns are counted exactly without asking. */
export interface CellsAsked {
  /** whether coarse cells will do, since they are looked into where it matters */
  readonly refinable: () => boolean
  /** whether one cell from the smallest to the largest value will do */
  readonly endsOnly: () => boolean
  /** how a large column is sorted faster than by the plain sort, where the method brings it along */
  readonly sort?: SortCells | undefined
}

/**
 * Layer one of a column as it was counted, and the means to look closer. Cells may lie in scratch memory: they last
 * until the column is done.
 */
export interface Counted {
  readonly summary: NumberSummary
  /** the cells that can be looked into, where the summary has one of all values instead, since places may tell enough */
  readonly finer?: () => NumberSummary
  /** whether the method is to look at these cells as they are: exact ones, or all there will ever be */
  readonly settled: boolean
  /**
   * finer cells of some ranges of values, each that of a cell: one per distinct value, or where these are too many finer
   * ones none of which reaches from one range into another; absent where the rows cannot be read again
   */
  readonly readAgain?: (ranges: readonly ValueRange[]) => Cells | Promise<Cells>
  /** where reading again takes long however little is asked for: the cells that may be wanted next, to be asked for as well */
  readonly ahead?: (wanted: WantedCells) => readonly number[]
  /** between which numbers the deviation of the values lies; absent where only the cells tell */
  readonly deviation?: () => Between | Promise<Between>
  /** where each row was counted; only where that is known */
  readonly rows?: CountedRows | undefined
  /** the rows by their classes alone, where they can be looked at so */
  readonly inBlocks?: RowsInBlocks | undefined
  /** the column at some places, where that takes less than cells */
  readonly atPlaces?: KnownAtPlaces | undefined
  /** memory for this column, of no use to another one meanwhile; default memory of its own */
  readonly scratch?: Scratch
}

/** The cells that are asked for, and why. */
export interface WantedCells {
  readonly summary: NumberSummary
  /** those before which cuts would lie */
  readonly candidates: readonly number[]
  /** those in which better cuts could hide */
  readonly open: readonly number[]
  /** all that are asked for */
  readonly asked: ReadonlySet<number>
}

/** Cells, and cuts that they prove. */
export interface CutCells {
  readonly summary: NumberSummary
  readonly proposal: Proposal
}

/** What it takes to settle cuts on coarse cells. */
export interface Refining {
  readonly given: MethodGiven
  readonly closed: Closed
  readonly refinement: Refinement
  readonly besides: Besides | null
  /** the search for the best candidate, where nothing was cut */
  readonly best: (proposal: Pick<Proposal, 'cuts'>) => BestSearch | null
  /** what to ask for besides, since it may be wanted next; null for nothing */
  readonly ahead: NonNullable<Counted['ahead']> | null
  readonly inBlocks: Counted['inBlocks']
  readonly scratch: Scratch
}

/**
 * What must be known exactly besides cuts, as cells of the summary. Cuts are null where they are not known yet; bins start
 * with the first cell and with `starts`.
 */
export type Besides = (
  summary: NumberSummary,
  cuts: readonly number[] | null,
  starts: readonly number[],
) => readonly number[]

/** The cells of a live layer as they are now: the next look will see others, so nothing is said of what they hide. */
export function fromLiveCells(summary: NumberSummary): CellSource {
  return { target: summary.target, summarize: () => ({ summary, settled: true }) }
}
