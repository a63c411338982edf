import type { Binning } from '../binning/binning.ts'
import type { Encoder } from '../encoders/encoder.ts'
import { ArgumentError } from '../errors.ts'
import type { LogisticModel } from '../models/logistic-model.ts'
import type { Scorecard } from '../scorecards/scorecard.ts'
import type { Tree } from '../trees/tree.ts'
import { show } from '../util/check.ts'

/** What can be exported: bins, the numbers made of them, and what predicts. */
export type Exportable = Binning | Encoder | Tree | LogisticModel | Scorecard

const FORMATS: readonly unknown[] = ['kerf-binning', 'kerf-encoder', 'kerf-tree', 'kerf-model', 'kerf-scorecard']

/** Refuses what is none of the kinds, and models of a kind whose sums no format here can hold. */
export function mustBeExportable(thing: unknown): asserts thing is Exportable {
  const { format, kind } = Object(thing) as { readonly format?: unknown; readonly kind?: unknown }
  if (!FORMATS.includes(format)) {
    const words = 'a binning, an encoder, a tree, a logistic model or a scorecard'
    throw new ArgumentError(`export: what is exported must be ${words}, got ${show(thing)}`, { code: 'wrong-type' })
  }
  if (format === 'kerf-model' && kind !== 'logistic') {
    throw new ArgumentError(`export: of models only logistic ones are exported, got ${show(kind)}`, {
      code: 'out-of-range',
    })
  }
}
