import type { SortCells } from '../summaries/fast/sorted-cells.ts'
import type { CategorySummary, Closed, Note, NumberSummary, Reason } from '../types.ts'
import type { OptionRules } from '../util/check.ts'
import type { Look, Seen, UnknownRank } from './coarse-look.ts'
import type { ColumnView } from './column-view.ts'

/**
 * What a method must know of the data besides its range: counts, the number of distinct values, or one cell per distinct
 * value. One that needs counts but not `exact` finds its exact cuts in coarse cells too, by looking closer where it must.
 */
export type Need = 'counts' | 'distinct' | 'exact'

/** A named set of options that imitates another tool or a variant from a paper. */
export interface Preset<Options> {
  /** one sentence in plain words */
  readonly about: string
  /** the options it sets */
  readonly options: Partial<Options>
  /** which end of a bin belongs to it in the tool that it imitates */
  readonly closed?: Closed
}

/** What a method finds. `reasons` has one entry per cut. */
export interface Found {
  /** strictly increasing, between the smallest and the largest value */
  readonly cuts: readonly number[]
  /** why each cut is where it is */
  readonly reasons: readonly Reason[]
  /** what there is to tell, such as fewer bins than asked for */
  readonly notes?: readonly Note[]
}

/** The reason of a cut that had no bar to reach. */
export function plainReason(measure: string, score: number | null, runnerUp: Reason['runnerUp'] = null): Reason {
  return { measure, score, bar: null, margin: null, runnerUp }
}

/** Cuts whose reasons are made when they are asked for, all together: some methods find hundreds of thousands of cuts. */
export function lazyReasons(cuts: readonly number[], reasonOf: (cut: number) => Reason): Found {
  let made: Reason[] | null = null
  return {
    cuts,
    get reasons() {
      return (made ??= cuts.map((_, i) => reasonOf(i)))
    },
  }
}

/** What was found, with notes; its reasons are not asked for. */
export function withNotes(found: Found, notes: readonly Note[]): Found {
  return {
    cuts: found.cuts,
    get reasons() {
      return found.reasons
    },
    notes,
  }
}

/** Levels of a category column taken together, by their numbers in the summary. Every level is in one group. */
export interface Grouped {
  /** per bin, the numbers of its levels */
  readonly groups: readonly (readonly number[])[]
  /** what there is to tell of the grouping */
  readonly notes: readonly Note[]
}

/** How the cuts of a method are settled on coarse cells. One for each column: it remembers what was settled before. */
export interface Refinement {
  /** which cells must be known better, and where the cuts would lie */
  readonly look: (seen: Seen) => Look
  /** the cuts of the view looked at last, once nothing was wanted; null, or absent, where the method runs as usual */
  readonly found?: (view: ColumnView, closed: Closed) => Found | null
  /** whether the smallest and the largest value say it all; default false */
  readonly endsOnly?: boolean
  /** whether the deviation of the values helps, without which more cells are asked for; default false */
  readonly wantsDeviation?: boolean
  /** for cuts at ranks: the one that coarse cells tell least of; null where they tell all */
  readonly worstRank?: (view: ColumnView) => UnknownRank | null
}

/**
 * A refinement by a search that several methods share, and what the search is given. It is only named: a program that never
 * looks at coarse cells need not carry it. `refine/start-refinement.ts` starts it.
 */
export interface SharedRefinement {
  readonly search: 'top-down' | 'spread'
  readonly given: object
}

/**
 * What is proven of a method, so that its exact cuts can be found in coarse cells. It holds for one function only: a copy of
 * the method with another `run` brings its own, or none.
 */
export interface MethodRefinement<Options extends object> {
  /** the `run` that it was proven for */
  readonly of: Discretizer<Options>['run']
  /** starts the refinement of a column; null where nothing is known for these options */
  start(options: Options, target: 'class' | 'numeric' | undefined): Refinement | SharedRefinement | null
  /** what must change in a stream before its cuts do: cells and ends (split), shares of the rows (shares); default any row */
  readonly watch?: 'split' | 'shares'
}

/**
 * A method of layer two: a pure function from cells to cuts, with everything that command line, page and docs need to
 * offer it. One file each; `registry.ts` lists them.
 */
export interface Discretizer<Options extends object> {
  /** what the method is called on the command line and in saved files */
  readonly name: string
  /** one sentence in plain words */
  readonly about: string
  /** whether it looks at a target, and of which kind; `any` needs one and takes either kind */
  readonly target: 'none' | 'class' | 'numeric' | 'any'
  /** what it must know of the data besides the range */
  readonly needs: readonly Need[]
  /** options with which weights must be whole numbers; absent where any will do */
  readonly wholeWeights?: Partial<Options>
  /** its options, each with a rule, a default and a sentence */
  readonly options: OptionRules<Options>
  /** named sets of options, by name */
  readonly presets: Readonly<Record<string, Preset<Options>>>
  /** `view` is what most methods need of the summary; `summary` itself serves those that need moments of the target */
  run(view: ColumnView, options: Options, closed: Closed, summary: NumberSummary): Found
  /** groups of levels, for methods that can also take together the levels of a category column */
  group?(summary: CategorySummary, options: Options): Grouped
  /** the same method made to take its best candidate and no other, whatever the bar: what is told where it cuts nothing */
  bestCandidate?(options: Options): Discretizer<Options> | null
  /** how its exact cuts are found in coarse cells; without it only exact cells give exact cuts */
  readonly refinement?: MethodRefinement<Options>
  /** a fast sort of large columns, for methods that need every value; programs that take no such method need not carry it */
  readonly sort?: SortCells
}

/** A method whose options are not known to the type system, as when it was chosen by name. */
export type AnyDiscretizer = Discretizer<Record<string, unknown>>

/** What is proven of a method as it is; undefined where another function was put in place of the one it was proven for. */
export function provenOf<Options extends object>(method: Discretizer<Options>): MethodRefinement<Options> | undefined {
  return method.refinement?.of === method.run ? method.refinement : undefined
}
