import { type Binning, VERSION } from '../binning/binning.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { eventClass } from '../summaries/mark-rows.ts'
import type { Target } from '../types.ts'
import { resolveOptions, show, isOptions } from '../util/check.ts'
import { suggest } from '../util/suggest.ts'
import type { AnyEncoding, Encoder, EncoderField, Encoding } from './encoder.ts'
import { uniqueNames } from './encoded-names.ts'
import { sourceOf } from './field-source.ts'
import { calledAs } from '../util/called-as.ts'

/** Options of `makeEncoder`: the encoding with its options, and the columns to take. */
export type MakeEncoderOptions<Options extends object> = {
  /** how a value becomes numbers, such as `oneHot` */
  readonly encoding: Encoding<Options>
  /** names of the columns to encode; default all of the binning */
  readonly columns?: readonly string[] | undefined
} & Partial<Options>

/**
 * Makes an encoder of fitted bins. `multiGranularity` takes several binnings and encodes each column of each of them; the
 * others take one. Nothing is learned beyond the bins. O(bins).
 *
 *     // Fitted bins become the inputs of a model; what becomes of a missing value is part of it.
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     console.log(encodeDense(encoder, { age: [19, 50, null] }))
 *     // → {
 *     // →   rows: 3,
 *     // →   columns: 3,
 *     // →   values: Float32Array(9) [
 *     // →     1, 0, 0, 0, 1,
 *     // →     0, 0, 0, 1
 *     // →   ]
 *     // → }
 */
export function makeEncoder<Options extends object>(
  binnings: Binning | readonly Binning[],
  asked: MakeEncoderOptions<Options>,
): Encoder {
  return calledAs('makeEncoder', () => {
    isOptions('makeEncoder', asked)
    const { encoding, columns, ...given } = asked
    if (typeof encoding?.shape !== 'function') {
      throw new ArgumentError(`makeEncoder: encoding must be an encoding such as oneHot, got ${show(encoding)}`, {
        code: 'wrong-type',
      })
    }
    const { name } = encoding
    const options = resolveOptions<Options>(name, encoding.options, given)
    const list = 'format' in binnings ? [binnings] : binnings
    if (list.length === 0 || (list.length > 1 && !encoding.several)) {
      throw new ArgumentError(
        `${name}: binnings must be ${encoding.several ? 'at least one' : 'one'}, got ${list.length}`,
        { code: 'out-of-range' },
      )
    }
    const [{ target }] = list
    checkTarget(encoding, target)
    const taken = new Set<string>()
    const fields = list.flatMap((binning) =>
      chosen(name, binning, columns).map((column): EncoderField => {
        const shape = encoding.shape(column, options, target)
        return { ...sourceOf(column), ...shape, outputs: uniqueNames(shape.outputs, taken) }
      }),
    )
    return {
      format: 'kerf-encoder',
      version: 1,
      created: { kerf: VERSION, encoding: name, options: options as Readonly<Record<string, unknown>> },
      target,
      fields,
    }
  })
}

function chosen(where: string, binning: Binning, names: readonly string[] | undefined): Binning['columns'] {
  if (names === undefined) return binning.columns
  const known = binning.columns.map(({ name }) => name)
  return names.map((name) => {
    const column = binning.columns.find((one) => one.name === name)
    if (column !== undefined) return column
    throw new DataError(`${where}: unknown column ${show(name)}${suggest(name, known)}`, {
      code: 'unknown-name',
      column: name,
    })
  })
}

/** Some encodings need the bins to know a target. */
function checkTarget({ name, target: needed }: Pick<AnyEncoding, 'name' | 'target'>, target: Target | null): void {
  if (needed === 'none' || (needed === 'any' && target?.kind === 'numeric') || eventClass(target) !== null) return
  const wanted = needed === 'event' ? 'an event' : 'an event or a numeric target'
  const found =
    target === null ? 'none' : target.kind === 'numeric' ? 'a numeric one' : `${target.classes.length} classes`
  throw new DataError(
    `${name}: the bins must be fitted with ${wanted} (two classes, or one class named as the event), got ${found}`,
  )
}
