import type { ExportOptions } from '../export-plan.ts'
import { type Exportable, mustBeExportable } from '../saved-kinds.ts'
import type { ModelExportOptions } from '../score-options.ts'
import type { StandardOptions } from '../standard-options.ts'
import type { TreeExportOptions } from '../tree/tree-plan.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'
import type { CardExportOptions } from '../card-plan.ts'
import { binningToOnnx } from './onnx-binning.ts'
import { cardToOnnx } from './onnx-card.ts'
import { encoderToOnnx } from './onnx-encoder.ts'
import { modelToOnnx } from './onnx-model.ts'
import { treeToOnnx } from './onnx-tree.ts'

/**
 * A binning, encoder, tree, logistic model or scorecard as a file of ONNX, for onnxruntime and others that read it. Every column is an
 * input of its own, of the shape [rows, 1]: doubles, for dates milliseconds since 1970 UTC, NaN where missing; texts, empty
 * where missing. Comparisons are of doubles, so that bins agree bit for bit. O(bins + levels + nodes).
 *
 *     // Save the bytes as bins.onnx and load them with onnxruntime.
 *     const bytes = toOnnx(binning, { as: 'index' })
 *     console.log(new TextDecoder().decode(bytes).includes('age_bin')) // → true
 */
export function toOnnx(thing: Exportable, options: StandardOptions = {}): Uint8Array<ArrayBuffer> {
  return calledAs('toOnnx', () => {
    mustBeExportable(thing)
    if (thing.format === 'kerf-binning') return binningToOnnx(thing, options as ExportOptions)
    if (thing.format === 'kerf-tree') return treeToOnnx(thing, options as TreeExportOptions)
    if (thing.format === 'kerf-model') return modelToOnnx(thing, options as ModelExportOptions)
    if (thing.format === 'kerf-scorecard') return cardToOnnx(thing, options as CardExportOptions)
    knownOptions<object>('export', options, {})
    return encoderToOnnx(thing)
  })
}
