import type { BinningReportOptions } from '../../reports/terminal/binning-text.ts'
import type { Io } from '../io.ts'
import { parseInteger } from './parse-flags.ts'

/** How a binning is shown on this terminal, as the flags say. */
export function reportOptions(
  io: Io,
  flags: { readonly verbose?: boolean; readonly top?: string },
): BinningReportOptions {
  return {
    color: io.color,
    width: io.width,
    verbose: flags.verbose === true,
    most: flags.top === undefined ? undefined : parseInteger('--top', flags.top, 1),
  }
}
