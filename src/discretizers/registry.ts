import { findNamed } from '../util/check.ts'
import { ameva } from './methods/ameva.ts'
import { binLog } from './methods/bin-log.ts'
import { binary } from './methods/binary.ts'
import { cacc } from './methods/cacc.ts'
import { caim } from './methods/caim.ts'
import { chiMerge } from './methods/chi-merge.ts'
import { chi2 } from './methods/chi2.ts'
import { cliffs } from './methods/cliffs.ts'
import { d2 } from './methods/d2.ts'
import type { AnyDiscretizer } from './discretizer.ts'
import { equalFrequency } from './methods/equal-frequency.ts'
import { equalWidth } from './methods/equal-width.ts'
import { fixed } from './methods/fixed.ts'
import { kMeans } from './methods/k-means.ts'
import { khiops } from './methods/khiops.ts'
import { mdlp } from './methods/mdlp.ts'
import { modl } from './methods/modl.ts'
import { optimal } from './methods/optimal.ts'
import { variance } from './methods/variance.ts'

export { equalWidth, type EqualWidthOptions } from './methods/equal-width.ts'
export { equalFrequency, type EqualFrequencyOptions } from './methods/equal-frequency.ts'
export { binLog, type BinLogOptions } from './methods/bin-log.ts'
export { kMeans, type KMeansOptions } from './methods/k-means.ts'
export { fixed, type FixedOptions } from './methods/fixed.ts'
export { mdlp, type MdlpOptions } from './methods/mdlp.ts'
export { d2, type D2Options } from './methods/d2.ts'
export { binary, type BinaryOptions } from './methods/binary.ts'
export { chiMerge, type ChiMergeOptions } from './methods/chi-merge.ts'
export { chi2, type Chi2Options } from './methods/chi2.ts'
export { khiops, type KhiopsOptions } from './methods/khiops.ts'
export { caim, type CaimOptions } from './methods/caim.ts'
export { cacc, type CaccOptions } from './methods/cacc.ts'
export { ameva, type AmevaOptions } from './methods/ameva.ts'
export { modl, type ModlOptions } from './methods/modl.ts'
export { cliffs, type CliffsOptions } from './methods/cliffs.ts'
export { variance, type VarianceOptions } from './methods/variance.ts'
export { optimal, type OptimalOptions } from './methods/optimal.ts'

/** Every method by name. To add one: its own file, its name here and among the imports and exports, a page in docs/methods. */
const METHODS: readonly AnyDiscretizer[] = [
  equalWidth,
  equalFrequency,
  binLog,
  kMeans,
  fixed,
  mdlp,
  d2,
  binary,
  chiMerge,
  chi2,
  khiops,
  caim,
  cacc,
  ameva,
  modl,
  cliffs,
  variance,
  optimal,
]

/**
 * All methods, with their options, presets and a sentence each, for command lines, pages and docs.
 *
 *     console.log(methods().filter(({ target }) => target === 'none').map(({ name }) => name))
 *     // → [ 'equal-width', 'equal-frequency', 'bin-log', 'k-means', 'fixed' ]
 */
export function methods(): readonly AnyDiscretizer[] {
  return METHODS
}

/**
 * The method of that name; an unknown name is refused with the nearest ones.
 *
 *     console.log(fit(ages, { method: findMethod('equal-width'), bins: 2 }).cuts) // → [ 42.5 ]
 *
 * @param name such as `mdlp` or `equal-frequency`; `methods()` lists them
 */
export function findMethod(name: string): AnyDiscretizer {
  return findNamed('findMethod: unknown method', METHODS, name)
}
