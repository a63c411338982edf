import type { Closed, NumberSummary } from '../types.ts'
import { boundCliffs, boundD2, boundMdlp, leastWidth } from './bounded-rules.ts'
import { CLASS_MEASURES } from './class-measures.ts'
import { type CliffsOptions, foundCliffs, fuseClasses } from './cliffs.ts'
import type { ColumnView } from './column-view.ts'
import type { D2Options } from './d2.ts'
import { type Between, deviationOfCells } from './deviation-bounds.ts'
import type { AnyDiscretizer, Found } from './discretizer.ts'
import { cutEvenly } from './equal-width.ts'
import { type Look, lookAtCuts, lookAtQuantiles, lookAtRanks } from './look-at-ranks.ts'
import { foundSplits, type MdlpOptions } from './mdlp.ts'
import { NO, sideBounds, UNSURE } from './side-bounds.ts'
import type { Split } from './top-down.ts'
import { coarseCells, lookOver, type Outlook, type SettledStretches } from './unsettled.ts'

/** How a method is settled on coarse cells. One for each column: it remembers what was settled before. */
export interface Refinement {
  /** which cells must be known better, and where the cuts would lie: before which cells */
  readonly look: (view: ColumnView, closed: Closed, summary: NumberSummary) => Look
  /** the cuts of the view looked at last, once nothing was wanted; null where the method must run as usual */
  readonly found: (view: ColumnView, closed: Closed) => Found | null
  /** whether the smallest and the largest value say it all */
  readonly endsOnly: boolean
}

/** What is known of a column besides its cells. */
export interface Known {
  /** the kind of the target; default class */
  readonly target?: 'class' | 'numeric' | undefined
  /** between which numbers the deviation of its values lies, asked for when needed; default what the cells tell */
  readonly deviation?: (() => Between) | undefined
}

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
      return known.target === 'numeric' ? null : refineCliffs(options as CliffsOptions, known)
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
  return method.name === 'cliffs' && tiny === null && cohen !== 0
}

/** With weights every cell must be known: they are rounded cell by cell, so that coarse ones add up to other digits. */
function everyCell(view: ColumnView): Look | null {
  const coarse = view.weighted ? coarseCells(view) : []
  return coarse.length === 0 ? null : { wanted: coarse, places: [] }
}

const toLook = ({ wanted, splits, blocks, rivals }: Outlook): Look => ({
  wanted,
  places: splits.map(({ at }) => blocks.firstCell[at]),
  rivals,
})

function refineMdlp(options: MdlpOptions): Refinement | null {
  const rule = boundMdlp(options)
  if (rule === null) return null
  const settled: SettledStretches = new Map()
  let last: Outlook
  return {
    look: (view) => everyCell(view) ?? toLook((last = lookOver(view, rule, settled))),
    endsOnly: false,
    found: (view, closed) => foundSplits(view, last.blocks, last.splits, options, closed),
  }
}

function refineD2(options: D2Options): Refinement {
  const rule = boundD2(options)
  const settled: SettledStretches = new Map()
  return {
    // With a single cell it is not known whether there is a place at all, which a note speaks of.
    look: (view) =>
      everyCell(view) ??
      (view.size === 1 ? { wanted: coarseCells(view), places: [] } : toLook(lookOver(view, rule, settled))),
    endsOnly: false,
    // The usual search finds the same, and its notes.
    found: () => null,
  }
}

/** Parts of fewer rows lie within a cell or two. */
const FEW_ROWS = 50
const anyWidth = ({ tiny, cohen }: CliffsOptions): boolean => (tiny ?? cohen) === 0

function refineCliffs(options: CliffsOptions, { deviation }: Known): Refinement | null {
  const { measure, mdl, enough, maxBins } = options
  // Gain ratio has no bound; without any limit noise is cut down to a few rows, and every cell would be asked for.
  const unlimited = !mdl && maxBins === null && enough !== null && enough < FEW_ROWS && anyWidth(options)
  if (measure === 'gain-ratio' || unlimited) return null
  const settled: SettledStretches = new Map()
  let outlook: Outlook
  let splits: readonly Split[]
  return {
    look: (view) => {
      const every = everyCell(view)
      if (every !== null) return every
      // The cells tell most once all of them are exact.
      const spread = (): Between =>
        deviation === undefined || coarseCells(view).length === 0 ? deviationOfCells(view) : deviation()
      outlook = lookOver(view, boundCliffs(options, view, spread)!, settled)
      splits = outlook.splits
      if (!options.fuse || outlook.wanted.length > 0) return toLook(outlook)
      const fused = fuse(view, outlook, options, spread)
      splits = fused.splits
      return { ...toLook({ ...outlook, splits }), wanted: fused.wanted }
    },
    endsOnly: false,
    found: (view, closed) => foundCliffs(view, outlook.blocks, splits, CLASS_MEASURES[measure], closed),
  }
}

/** Fuses narrow bins, and says which cells leave it open whether a bin is narrow. */
function fuse(
  view: ColumnView,
  { blocks, splits }: Outlook,
  options: CliffsOptions,
  spread: () => Between,
): { splits: Split[]; wanted: number[] } {
  const { judge } = boundCliffs(options, view, spread)!
  const { wide, ends } = sideBounds(view, blocks, new Float64Array(0), {
    enough: 0,
    width: leastWidth(options, spread),
  })
  const wanted = new Set<number>()
  const surely = (from: number, to: number): boolean => {
    const answer = wide(from, to)
    const unknown = ends(from, to)
    if (answer === UNSURE) for (const cell of unknown.length > 0 ? unknown : coarseCells(view)) wanted.add(cell)
    return answer !== NO
  }
  const fused = fuseClasses(splits, blocks, surely, judge)
  return { splits: fused, wanted: [...wanted].toSorted((a, b) => a - b) }
}
