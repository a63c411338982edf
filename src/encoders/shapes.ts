import { type Column, hasCuts, type NumberColumn } from '../binning/binning.ts'
import { flag, oneOf, type Option } from '../util/check.ts'
import type { FieldShape } from './encoder.ts'
import { asideNames, binNames } from './encoded-names.ts'

/** Whether missing values and special codes get outputs of their own. */
export type AsideChoice = 'own' | 'none'

export const asidesOption: Option<AsideChoice> = {
  rule: oneOf('own', 'none'),
  default: 'own',
  about: 'Outputs for missing values and special codes: own gives each one of its own, none leaves all outputs 0.',
}

export const dropFirstOption: Option<boolean> = {
  rule: flag(),
  default: false,
  about: 'Leave out the first output of each column, which the others and an intercept imply.',
}

/** The shape whose first outputs are those of values, followed by one for missing and one per special code. */
export function withAsides(
  column: Column,
  shape: Pick<FieldShape, 'form' | 'outputs'> & Partial<Pick<FieldShape, 'dropFirst' | 'ends'>>,
  asides: AsideChoice,
): FieldShape {
  const names = asideNames(column)
  const rules = [column.missing, ...(hasCuts(column) ? column.special : [])]
  const outputs = [...shape.outputs]
  const lit = rules.map(({ policy }, i) =>
    // A policy that sends values to a bin, or refuses them, leaves nothing to light.
    policy === 'own' && asides === 'own' ? outputs.push(names[i]) - 1 : -1,
  )
  const { form, dropFirst = false, ends = null } = shape
  return { form, outputs, asides: lit, dropFirst, ends, values: null }
}

/** One output per bin. Also used for the levels of a category column, which have no order to interpolate in. */
export function oneHotShape(column: Column, { dropFirst, asides }: HotOptions): FieldShape {
  const outputs = binNames(column).slice(dropFirst ? 1 : 0)
  return withAsides(column, { form: 'one-hot', outputs, dropFirst }, asides)
}

/** The options of encodings with an output per bin or per end of one. */
export type HotOptions = {
  /** leave out the first output of each column, which the others and an intercept imply */
  readonly dropFirst: boolean
  /** outputs for missing values and special codes: own gives each one of its own, none leaves all outputs 0 */
  readonly asides: AsideChoice
}

/** The lower end of the first bin and the upper end of the last: the smallest and the largest value seen. */
export function endsOf({ cuts, range }: NumberColumn): [number, number] {
  const [first, last] = [cuts[0], cuts[cuts.length - 1]]
  const [min, max] = range ?? [first ?? 0, last ?? 0]
  // Given cuts may lie outside of what was seen.
  return [Math.min(min, first ?? min), Math.max(max, last ?? max)]
}
