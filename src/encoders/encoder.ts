import type { Column, PolicyName, Unseen } from '../binning/binning.ts'
import type { Closed, Target } from '../types.ts'
import type { OptionRules } from '../util/check.ts'

/** What happens to a missing value or a special code, as in the fitted column. */
export interface AsideRule {
  /** what becomes of it */
  readonly policy: PolicyName
  /** the bin it goes to; null for `own` and `error` */
  readonly bin: number | null
  /** the number that stands for it where a policy sends it to a bin of numbers; else null */
  readonly stand: number | null
}

interface NumberSource {
  readonly name: string
  readonly kind: 'number' | 'date'
  readonly closed: Closed
  readonly cuts: readonly number[]
  /** `values` are numbers that mean missing, besides NaN */
  readonly missing: AsideRule & { readonly values: readonly number[] }
  readonly special: readonly (AsideRule & { readonly code: number })[]
}

interface LevelSource {
  readonly name: string
  readonly kind: 'category' | 'boolean'
  /** by bin, the levels that go to it */
  readonly levels: readonly (readonly string[])[]
  readonly missing: AsideRule
  /** of levels that the fit did not see; left out where they count as missing */
  readonly unseen?: Unseen | undefined
}

/** Where the values of a column go: what its bins say, without their counts. */
export type FieldSource = NumberSource | LevelSource

/**
 * How bin i of k lights the outputs of its field:
 *
 * 1. `value`: output 0 is `values[i]`, also for missing and special values, which follow the bins.
 * 2. `one-hot`: output i is 1.
 * 3. `knots`: outputs i and i + 1 share 1, by where the value lies between the two ends of its bin.
 * 4. `steps`: outputs 0 … i − 1 are 1.
 * 5. `ramps`: outputs 0 … i − 1 are 1, and output i is the share of its bin that the value has passed.
 */
export type FieldForm = 'value' | 'one-hot' | 'knots' | 'steps' | 'ramps'

/** What an encoding makes of a column. */
export interface FieldShape {
  /** how a bin lights the outputs */
  readonly form: FieldForm
  /** names of the outputs */
  readonly outputs: readonly string[]
  /** the output that missing lights, then one per special code; −1 where there is none */
  readonly asides: readonly number[]
  /** whether the first output was left out: those of bins are then one lower (`one-hot` and `knots`) */
  readonly dropFirst: boolean
  /** `knots` and `ramps`: the lower end of the first bin and the upper end of the last; the cuts lie between */
  readonly ends: readonly [number, number] | null
  /** `value`: one number per slot */
  readonly values: readonly number[] | null
}

/** One column in, some columns out. */
export type EncoderField = FieldSource & FieldShape

/** An encoder: plain data that turns rows into numbers for a model. Saved as versioned JSON. */
export interface Encoder {
  /** marks a file as an encoder */
  readonly format: 'kerf-encoder'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** by which version, and with which encoding and options it was made */
  readonly created: {
    readonly kerf: string
    readonly encoding: string
    readonly options: Readonly<Record<string, unknown>>
  }
  /** the target of the bins, where they had one */
  readonly target: Target | null
  /** in the order of the outputs; several may read the same column */
  readonly fields: readonly EncoderField[]
}

/** A way to turn bins into numbers: a pure function from a fitted column, with what is needed to offer it. */
export interface Encoding<Options extends object> {
  /** what the encoding is called on the command line and in saved files */
  readonly name: string
  /** one sentence in plain words */
  readonly about: string
  /** what it needs of the target: nothing, an event (two classes, or one of them named), or an event or a number */
  readonly target: 'none' | 'event' | 'any'
  /** whether it takes several binnings of the same columns */
  readonly several: boolean
  /** its options, each with a rule, a default and a sentence */
  readonly options: OptionRules<Options>
  /** the outputs of a column, by its bins and the options */
  shape(column: Column, options: Options, target: Target | null): FieldShape
}

/** An encoding whose options are not known to the type system, as when it was chosen by name. */
export type AnyEncoding = Encoding<Record<string, unknown>>

/** Whether the field reads numbers or dates. */
export function readsNumbers(field: EncoderField): field is EncoderField & NumberSource {
  return field.kind === 'number' || field.kind === 'date'
}

/** Bins of a field. */
export function binCount(field: EncoderField): number {
  return readsNumbers(field) ? field.cuts.length + 1 : field.levels.length
}

/**
 * Names of all outputs, in their order.
 *
 *     console.log(outputNames(makeEncoder(binning, { encoding: oneHot })))
 *     // → [ 'age < 30.5', 'age ≥ 30.5', 'age missing' ]
 */
export function outputNames({ fields }: Encoder): string[] {
  return fields.flatMap(({ outputs }) => outputs)
}

/**
 * How many outputs speak of values, and how many of missing values and special codes.
 *
 *     console.log(countOutputs(makeEncoder(binning, { encoding: oneHot }))) // → { values: 2, asides: 1 }
 */
export function countOutputs({ fields }: Encoder): { readonly values: number; readonly asides: number } {
  let [values, asides] = [0, 0]
  for (const field of fields) {
    // What shares an output with the bins has none of its own.
    const own = field.form === 'value' ? 0 : new Set(field.asides.filter((at) => at >= 0)).size
    asides += own
    values += field.outputs.length - own
  }
  return { values, asides }
}
