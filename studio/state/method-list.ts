import type { AnyDiscretizer } from '../../src/index.ts'

/** What menus tell of a method. */
export interface MethodLine extends Pick<AnyDiscretizer, 'name' | 'about' | 'target'> {
  /** whether it also takes together the levels of a category */
  readonly groups: boolean
}

/** The build puts the lines of the registry here, so that the page need not load the code of all methods to name them. */
declare const METHOD_LINES: readonly MethodLine[]

/** All methods in the order of the registry. */
export const METHOD_LIST: readonly MethodLine[] = METHOD_LINES
