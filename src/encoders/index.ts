/** `kerf/encoders`: bins as numbers for models. Browser-safe, no packages. */
export {
  type AnyEncoding,
  type AsideRule,
  countOutputs,
  type Encoder,
  type EncoderField,
  type Encoding,
  type FieldForm,
  type FieldShape,
  type FieldSource,
  outputNames,
} from './encoder.ts'
export { makeEncoder, type MakeEncoderOptions } from './make-encoder.ts'
export { encodeColumn, encodeDense, encodeSparse, type SparseOptions } from './encode.ts'
export type { DenseRows, SparseRows } from './encoded-rows.ts'
export { encoderFromJson, encoderToJson } from './encoder-json.ts'
export { encodings, findEncoding } from './all-encodings.ts'
export { localLinear, type LocalLinearOptions } from './local-linear.ts'
export { multiGranularity } from './multi-granularity.ts'
export { oneHot, type OneHotOptions } from './one-hot.ts'
export { ordinal, type OrdinalOptions } from './ordinal.ts'
export { piecewiseLinear, type PiecewiseLinearOptions } from './piecewise-linear.ts'
export { targetMean, type TargetMeanOptions } from './target-mean.ts'
export { thermometer, type ThermometerOptions } from './thermometer.ts'
export { woe, type WoeOptions } from './woe.ts'
