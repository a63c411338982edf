import type { Estimate } from '../measures/predictions/judge-scores.ts'
import { fixedText, NONE } from './number-text.ts'

/** A table of texts, the first column of names; with what it is about. */
export interface TextTable {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A number with its 95 % interval. */
export function estimateText(one: Estimate | null): string {
  return one === null ? NONE : `${fixedText(one.value, 4)} (${fixedText(one.low, 4)} to ${fixedText(one.high, 4)})`
}
