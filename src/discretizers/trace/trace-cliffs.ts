import { boundaryBlocks, cutBefore } from '../search/blocks.ts'
import { CLASS_MEASURES, purity } from '../search/class-measures.ts'
import { describeSides } from '../search/entropy-rule.ts'
import { mdlBar } from '../../measures/description-length.ts'
import { type CliffsOptions, cliffsRule, fuseClasses } from '../methods/cliffs.ts'
import type { Part, Sides, Verdict } from '../search/top-down.ts'
import { entropyOf, mdlTerms, plainTerm } from './bar-terms.ts'
import { tellFused } from './tell-fused.ts'
import { followClasses } from './trace-parts.ts'
import { traceSpread } from './trace-spread.ts'
import type { BarTerm } from './trace-steps.ts'
import { short, type TracedColumn } from './traced-column.ts'

/** Follows `cliffs` on either kind of target. */
export function traceCliffs(column: TracedColumn, options: CliffsOptions): void {
  if (column.summary.target?.kind === 'numeric') {
    traceSpread(column, { ...options, criterion: 'deviation' })
    return
  }
  const { view, closed } = column
  const { name, inBits } = CLASS_MEASURES[options.measure]
  const blocks = boundaryBlocks(view)
  const { rule, wide, enough } = cliffsRule(view, blocks, options)
  let last: Sides | null = null
  const found = followClasses(column, {
    blocks,
    rule,
    most: options.maxBins === null ? Infinity : options.maxBins - 1,
    measure: name,
    cutAt: (at) => cutBefore(view, blocks, at, closed),
    disorder: inBits
      ? entropyOf
      : options.measure === 'gini'
        ? (counts, total) => 1 - purity(counts, total) / total
        : null,
    terms: (sides, part) => {
      last = sides
      return cliffsTerms(options, sides, part)
    },
    barred: ({ leftTotal, rightTotal }) => {
      const least = Math.min(leftTotal, rightTotal)
      return least < enough ? `one side has ${short(least)} of the ${short(enough)} rows it needs (enough)` : 'a side is too narrow (cohen, tiny)' // prettier-ignore
    },
    besides: (verdict, part) => (inBits || last === null ? null : tooDear(options, verdict, last, part)),
  })
  if (!options.fuse) return
  tellFused(found, fuseClasses(found, blocks, wide, rule.judge), (at) => blocks.firstCell[at], column)
}

/** What a cut must lower the disorder by, and what it must pay for. */
function cliffsTerms({ mdl, trivial }: CliffsOptions, sides: Sides, part: Part): BarTerm[] {
  const share = 1 - 1 / trivial
  const least = plainTerm(
    'least share of the disorder that must go',
    '1 − 1 / trivial',
    `1 − 1 / ${short(trivial)}`,
    share,
  )
  const paid = mdl && part.total > 1 ? mdlTerms(sides, part, Math.max(1, part.total - 1)) : []
  return trivial > 1 ? [least, ...paid] : paid
}

/** That a cut by Gini or χ² does not pay for its description, which is counted in bits. */
function tooDear({ mdl }: CliffsOptions, { accepted }: Verdict, sides: Sides, part: Part): string | null {
  if (!mdl || accepted || part.total <= 1) return null
  const { whole, left, right } = describeSides(sides, part, 1)
  const gain = whole.entropy - (left.rows * left.entropy + right.rows * right.entropy) / whole.rows
  const bar = mdlBar(whole, left, right, Math.max(1, whole.rows - 1))
  return gain > bar ? null : `its gain of ${short(gain)} bits does not pay for its description of ${short(bar)}`
}
