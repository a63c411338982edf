import { methods } from '../../../discretizers/registry.ts'
import { isServerAddress } from '../../../node/files/find-files.ts'
import type { OwnBins } from '../../../node/train/own-bins.ts'
import { UsageError } from '../../exit.ts'
import { checkForm, type EncodeFlags, takesSeveral } from '../../flags/encode-flags.ts'
import { flagOf } from '../../flags/parse-flags.ts'
import { loadBinning } from '../../load/load-binning.ts'

/** Flags of a command that can take saved bins in place of fitting some. */
export interface OwnBinsFlags {
  readonly binning?: string
  readonly recount?: boolean
}

/** Flags that say how columns are cut, which saved bins leave nothing to say. */
const OF_CUTS = ['method', 'bins', 'together', 'preset', 'closed', 'readable', 'round', 'cuts', 'spec', 'special']

/** Saved bins as the flags ask for them; flags that mean nothing beside them are refused. */
export function loadOwnBins(path: string, data: string, flags: OwnBinsFlags & EncodeFlags): OwnBins {
  const given: Readonly<Record<string, unknown>> = { ...flags }
  const ofMethods = methods().flatMap(({ options }) => Object.keys(options))
  const odd =
    [...OF_CUTS, ...ofMethods].find((name) => given[name] !== undefined) ??
    (given['missing'] === 'own' ? undefined : 'missing')
  if (odd !== undefined)
    throw new UsageError(`${flagOf(odd)} says how columns are cut, which ${path} does; leave out one of the two`)
  if (takesSeveral(flags))
    throw new UsageError(`--encode ${flags.encode} fits bins of several numbers, and --binning has one; take another`)
  if (given['sample'] !== undefined && !isServerAddress(data))
    throw new UsageError('--sample draws rows to fit bins on, and --binning fits none')
  const { encoding } = checkForm(flags)
  return {
    binning: loadBinning(path),
    recount: flags.recount,
    ofTarget: encoding !== null && encoding.target !== 'none',
  }
}
