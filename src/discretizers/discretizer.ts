import type { CategorySummary, Closed, Note, NumberSummary, Reason, ValueRange } from '../types.ts'
import type { OptionRules } from '../util/check.ts'
import type { ColumnView } from './column-view.ts'

/**
 * What a method must know of the data besides its range: counts, the number of distinct values, or one cell per distinct
 * value. One that needs counts but not `exact` finds its exact cuts in coarse cells too, by looking closer where it must.
 */
export type Need = 'counts' | 'distinct' | 'exact'

/** A named set of options that imitates another tool or a variant from a paper. */
export interface Preset<Options> {
  readonly about: string
  readonly options: Partial<Options>
  readonly closed?: Closed
}

/** What a method finds. `reasons` has one entry per cut; `unsettled` is left out when nothing is. */
export interface Found {
  readonly cuts: readonly number[]
  readonly reasons: readonly Reason[]
  readonly notes?: readonly Note[]
  readonly unsettled?: readonly ValueRange[]
}

/** Levels of a category column taken together, by their numbers in the summary. Every level is in one group. */
export interface Grouped {
  readonly groups: readonly (readonly number[])[]
  readonly notes: readonly Note[]
}

/**
 * A method of layer two: a pure function from cells to cuts, with everything that command line, page and docs need to
 * offer it. One file each; `registry.ts` lists them.
 */
export interface Discretizer<Options extends object> {
  readonly name: string
  /** one sentence in plain words */
  readonly about: string
  /** whether it looks at a target, and of which kind; `any` needs one and takes either kind */
  readonly target: 'none' | 'class' | 'numeric' | 'any'
  readonly needs: readonly Need[]
  /** options with which weights must be whole numbers; absent where any will do */
  readonly wholeWeights?: Partial<Options>
  readonly options: OptionRules<Options>
  readonly presets: Readonly<Record<string, Preset<Options>>>
  /** `view` is what most methods need of the summary; `summary` itself serves those that need moments of the target */
  run(view: ColumnView, options: Options, closed: Closed, summary: NumberSummary): Found
  /** groups of levels, for methods that can also take together the levels of a category column */
  group?(summary: CategorySummary, options: Options): Grouped
}

/** A method whose options are not known to the type system, as when it was chosen by name. */
export type AnyDiscretizer = Discretizer<Record<string, unknown>>
