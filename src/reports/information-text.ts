import type { BinningTable } from '../binning/use/binning-table.ts'
import { entropy } from '../measures/entropy.ts'
import type { Target } from '../types.ts'
import { fixedText, percentText } from './number-text.ts'
import { printable } from './printable.ts'

/** What the bins of a column tell about the target. */
export interface Information {
  /** information value of an event, gain in bits, part of the variance; `none` without a target */
  readonly measure: 'iv' | 'gain' | 'variance' | 'none'
  /** to rank columns of one binning by; larger tells more */
  readonly value: number
  /** the part of what there is to know, from 0 to 1: of the entropy or of the variance */
  readonly share: number
  /** one phrase, such as "removes 90 % of the doubt about species (1.42 of 1.58 bits)" */
  readonly words: string
  /** the number alone, such as "0.58" or "90 %" */
  readonly short: string
}

const NOTHING: Information = { measure: 'none', value: 0, share: 0, words: '', short: '' }

/** Measures a table of bins by the kind of its target. */
export function informationOf(table: BinningTable, target: Target | null): Information {
  if (target === null) return NOTHING
  const name = target.name === null ? 'the target' : printable(target.name)
  if (target.kind === 'numeric') {
    const share = explainedVariance(table)
    const percent = percentText(share)
    const words = `explains ${percent} of the variance of ${name}`
    return { measure: 'variance', value: share, share, words, short: percent }
  }
  const whole = entropy(table.total.classes ?? [])
  const gain = Math.max(0, table.total.gain ?? 0)
  const share = whole > 0 ? Math.min(1, gain / whole) : 0
  const part = percentText(share)
  const bits = `${fixedText(gain, 2)} of ${fixedText(whole, 2)} bits`
  const { iv } = table.total
  if (table.event === null || iv === null) {
    return {
      measure: 'gain',
      value: gain,
      share,
      words: `removes ${part} of the doubt about ${name} (${bits})`,
      short: part,
    }
  }
  const short = fixedText(iv, 2)
  return {
    measure: 'iv',
    value: iv,
    share,
    words: `IV ${short} (${strength(iv)}), removes ${part} of the doubt about ${name}`,
    short,
  }
}

/** The usual words for an information value (Siddiqi 2006). */
function strength(iv: number): string {
  if (iv < 0.02) return 'next to nothing'
  if (iv < 0.1) return 'weak'
  return iv < 0.3 ? 'medium' : 'strong'
}

/** The part of the target's variance that goes away when the bin is known. */
function explainedVariance({ rows, total }: BinningTable): number {
  if (total.deviation === null || total.deviation === 0) return 0
  const left = rows.reduce((sum, { share, deviation }) => sum + share * ((deviation ?? 0) / total.deviation!) ** 2, 0)
  return Number.isFinite(left) ? Math.min(1, Math.max(0, 1 - left)) : 0
}
