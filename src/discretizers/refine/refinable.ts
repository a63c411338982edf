import type { CliffsOptions } from '../methods/cliffs.ts'
import type { D2Options } from '../methods/d2.ts'
import type { AnyDiscretizer } from '../discretizer.ts'
import { cutEvenly } from '../methods/equal-width.ts'
import { lookAtCuts, lookAtQuantiles, lookAtRanks } from './look-at-ranks.ts'
import type { MdlpOptions } from '../methods/mdlp.ts'
import { refineCliffs, refineD2, refineMdlp } from './refine-classes.ts'
import { everyCell, type Known, type Refinement } from './refinement.ts'
import { refineSpread } from './refine-spread.ts'
import type { VarianceOptions } from '../methods/variance.ts'

/**
 * How to settle the cuts of a method on coarse cells; null where nothing is known, so that only an exact summary gives exact
 * cuts. Kept apart from the methods, so that a page which fits arrays in memory need not carry it.
 */
export function refinement(
  method: AnyDiscretizer,
  options: Readonly<Record<string, unknown>>,
  known: Known = {},
): Refinement | null {
  const usual = (look: Refinement['look'], endsOnly = false): Refinement => ({ look, found: () => null, endsOnly })
  const { bins, quantile, cuts } = options
  switch (method.name) {
    case 'mdlp':
      return refineMdlp(options as MdlpOptions)
    case 'd2':
      // Without a limit on bins it cuts down to a few rows and would ask for every cell.
      return options.maxBins === null ? null : refineD2(options as D2Options)
    case 'cliffs':
      if (known.target !== 'numeric') return refineCliffs(options as CliffsOptions, known)
      // Another measure is refused by the method itself.
      return options.measure === 'gain'
        ? refineSpread({ ...(options as CliffsOptions), criterion: 'deviation' }, known)
        : null
    case 'variance':
      return refineSpread(options as VarianceOptions, known)
    case 'fixed':
      return usual((view, closed) => lookAtCuts(view, cuts as readonly number[], closed))
    case 'equal-width':
      // A number of bins that follows from the data needs all of them.
      if (typeof bins !== 'number') return null
      return usual((view, closed) => lookAtCuts(view, cutEvenly(view, bins, closed).cuts, closed), true)
    case 'equal-frequency':
      if (typeof bins !== 'number') return null
      return usual((view) => everyCell(view) ?? (quantile === 'linear' ? lookAtQuantiles : lookAtRanks)(view, bins))
    default:
      return null
  }
}

/** Whether the deviation of the values is needed; without it more cells are asked for, or all of them. */
export function needsDeviation(method: AnyDiscretizer, { tiny, cohen }: Readonly<Record<string, unknown>>): boolean {
  return (method.name === 'cliffs' || method.name === 'variance') && tiny === null && cohen !== 0
}
