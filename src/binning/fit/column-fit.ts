import type { CommonOptions } from '../../discretizers/discretize.ts'
import type { AnyDiscretizer, Discretizer } from '../../discretizers/discretizer.ts'
import type { ColumnOptions } from '../../summaries/summarize-numbers.ts'
import type { Column } from '../binning.ts'
import type { ColumnPolicies } from './count-column.ts'
import type { GivenGroups, UnseenWanted } from './given-groups.ts'

/** The options of a method; any where the method is not known before the program runs, none where it is not a method. */
type OptionsOf<Method> =
  Method extends Discretizer<infer Options>
    ? Options
    : unknown extends Method
      ? Record<string, unknown>
      : { readonly method: never }

/** Options of one column: how it is read, method and options, policies. */
export type ColumnFit<Method = AnyDiscretizer> = ColumnOptions &
  Omit<ColumnPolicies, 'name'> &
  Partial<Omit<CommonOptions<object>, 'method'>> & {
    /** the method itself, such as `mdlp`; default by the kind of target */
    readonly method?: Method | undefined
    /** what the values are; default number for numbers, category for anything else */
    readonly kind?: Column['kind'] | undefined
    /** levels of a category: each on its own, or grouped by methods that can; default group */
    readonly levels?: 'keep' | 'group' | undefined
    /** your own groups of the levels of a category: lists, or lists by name; levels in none are their own */
    readonly groups?: GivenGroups | undefined
    /** levels of a category that the fit did not see: missing, error, or a group by number or name; default missing */
    readonly unseen?: UnseenWanted | undefined
  } & Readonly<Partial<OptionsOf<Method>>>
