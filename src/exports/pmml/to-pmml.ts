import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'
import type { ExportOptions } from '../export-plan.ts'
import { type Exportable, mustBeExportable } from '../saved-kinds.ts'
import type { ModelExportOptions } from '../score-options.ts'
import type { StandardOptions } from '../standard-options.ts'
import type { TreeExportOptions } from '../tree/tree-plan.ts'
import type { CardExportOptions } from '../card-plan.ts'
import { binningToPmml } from './pmml-binning.ts'
import { cardToPmml } from './pmml-card.ts'
import { encoderToPmml, modelToPmml } from './pmml-encoder.ts'
import { treeToPmml } from './pmml-tree.ts'

/**
 * A binning, encoder, tree, logistic model or scorecard as a file of PMML 4.4, for the engines of databases and of decision systems
 * that read it. Numbers are doubles, dates milliseconds since 1970 UTC, everything else texts; an empty text is missing.
 * O(bins + levels + nodes).
 *
 *     const file = toPmml(binning)
 *     console.log(file.match(/<DiscretizeBin .*>/g)) // → [ '<DiscretizeBin binValue="&lt; 30.5">', '<DiscretizeBin binValue="≥ 30.5">' ]
 */
export function toPmml(thing: Exportable, options: StandardOptions = {}): string {
  return calledAs('toPmml', () => {
    mustBeExportable(thing)
    if (thing.format === 'kerf-binning') return binningToPmml(thing, options as ExportOptions)
    if (thing.format === 'kerf-tree') return treeToPmml(thing, options as TreeExportOptions)
    if (thing.format === 'kerf-model') return modelToPmml(thing, options as ModelExportOptions)
    if (thing.format === 'kerf-scorecard') return cardToPmml(thing, options as CardExportOptions)
    knownOptions<object>('export', options, {})
    return encoderToPmml(thing)
  })
}
