import type { Note } from '../../types.ts'
import type { Parts } from './parts/parts.ts'

/**
 * What is known of how good a binning is: what it tells, and what no cuts that keep the limits exceed. `figures` holds both
 * and the gap between them, in the unit of the measure.
 */
export function gapNote(all: Parts, score: number, upper: number): Note {
  // A single bin tells nothing, whatever its score.
  const nothing = all.score(0, all.size)
  const told = (sum: number): number => Math.max(0, (sum - nothing) / all.unit)
  const found = told(score)
  // Nothing tells more than all there is to know.
  const whole = all.measure === 'information' ? told(0) : all.measure === 'iv' ? Infinity : 1
  const most = upper > score ? Math.max(found, Math.min(whole, told(upper))) : found
  const gap = most - found
  const { before, times, after } = WORDS[all.measure]
  const [own, bound] = texts(found * times, most * times)
  const unit = own === '1' ? after.replace('bits', 'bit') : after
  const part = found > 0 && gap < found ? ` (gap ${roundedUp((100 * gap) / found, 2)} %)` : ''
  const message =
    gap === 0
      ? `${before} ${own}${unit}, the most with any cuts under these limits`
      : `${before} ${own}${unit}, at most ${bound} with any cuts under these limits${part}`
  return { code: 'optimal-gap', message, figures: { found, upper: most, gap } }
}

const WORDS: Readonly<Record<Parts['measure'], { before: string; times: number; after: string }>> = {
  iv: { before: 'information value', times: 1, after: '' },
  information: { before: 'information', times: 1, after: ' bits per row' },
  'explained variance': { before: 'explains', times: 100, after: ' % of the variance' },
}

/** Two numbers in three digits, or as many more as it takes to tell them apart; the second is never rounded down. */
function texts(found: number, most: number): string[] {
  for (let digits = 3; digits < 12; digits++) {
    const [own, bound] = [Number(found.toPrecision(digits)), roundedUp(most, digits)]
    if (own !== bound || found === most) return [String(own), String(bound)]
  }
  return [String(found), String(most)]
}

/** A positive number in so many digits that is not below it. */
function roundedUp(x: number, digits: number): number {
  const near = Number(x.toPrecision(digits))
  if (near >= x) return near
  const [, exponent] = x.toExponential().split('e')
  return Number((near + Number(`1e${Number(exponent) - digits + 1}`)).toPrecision(digits))
}
