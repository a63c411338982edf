import { findNamed } from '../util/check.ts'
import type { AnyEncoding } from './encoder.ts'
import { localLinear } from './local-linear.ts'
import { multiGranularity } from './multi-granularity.ts'
import { oneHot } from './one-hot.ts'
import { ordinal } from './ordinal.ts'
import { piecewiseLinear } from './piecewise-linear.ts'
import { targetMean } from './target-mean.ts'
import { thermometer } from './thermometer.ts'
import { woe } from './woe.ts'

/** Every encoding by name. To add one: its own file, a line here, a section in docs/encoders.md. */
const ENCODINGS: readonly AnyEncoding[] = [
  ordinal,
  oneHot,
  thermometer,
  localLinear,
  piecewiseLinear,
  multiGranularity,
  woe,
  targetMean,
]

/**
 * All encodings, with their options and a sentence each.
 *
 *     console.log(encodings().map(({ name }) => name).join(', '))
 *     // → ordinal, one-hot, thermometer, local-linear, piecewise-linear, multi-granularity, woe, target-mean
 */
export function encodings(): readonly AnyEncoding[] {
  return ENCODINGS
}

/**
 * The encoding of that name; an unknown name is refused with the nearest ones.
 *
 *     console.log(findEncoding('one-hot').about) // → One output per bin: 1 in the bin of the value, 0 elsewhere.
 *
 * @param name such as `one-hot`; `encodings()` lists them
 */
export function findEncoding(name: string): AnyEncoding {
  return findNamed('findEncoding: unknown encoding', ENCODINGS, name)
}
