import { show } from '../util/check.ts'
import { suggest } from '../util/suggest.ts'
import { ameva } from './ameva.ts'
import { binLog } from './bin-log.ts'
import { binary } from './binary.ts'
import { cacc } from './cacc.ts'
import { caim } from './caim.ts'
import { chiMerge } from './chi-merge.ts'
import { chi2 } from './chi2.ts'
import { cliffs } from './cliffs.ts'
import { d2 } from './d2.ts'
import type { AnyDiscretizer } from './discretizer.ts'
import { equalFrequency } from './equal-frequency.ts'
import { equalWidth } from './equal-width.ts'
import { fixed } from './fixed.ts'
import { kMeans } from './k-means.ts'
import { mdlp } from './mdlp.ts'
import { modl } from './modl.ts'
import { optimal } from './optimal.ts'
import { varianceCuts } from './variance-cuts.ts'

/** Every method by name. To add one: its own file, a line here, a page in docs/methods. */
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
  caim,
  cacc,
  ameva,
  modl,
  cliffs,
  varianceCuts,
  optimal,
]

/** All methods, with their options, presets and a sentence each, for command lines, pages and docs. */
export function methods(): readonly AnyDiscretizer[] {
  return METHODS
}

/** The method of that name; an unknown name is refused with the nearest ones. */
export function findMethod(name: string): AnyDiscretizer {
  const found = METHODS.find((method) => method.name === name)
  if (found === undefined)
    throw new RangeError(
      `unknown method ${show(name)}${suggest(
        name,
        METHODS.map((method) => method.name),
      )}`,
    )
  return found
}
