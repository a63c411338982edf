import { signal } from '@preact/signals'
import { cardScale } from '../../../src/scorecards/index.ts'
import { type Plain, remember } from '../../state/remembered.ts'

const usual = cardScale()

/** The score at which the odds are `baseOdds`. */
export const baseScore = signal(usual.baseScore)
/** Rows without the event per row of the event at that score. */
export const baseOdds = signal(usual.baseOdds)
/** Points that double the odds. */
export const doubleOdds = signal(usual.doubleOdds)

/** What is wrong with a number of the scale in the words of the library; null where it can be used. */
export function scaleFault(name: 'baseScore' | 'baseOdds' | 'doubleOdds', value: number): string | null {
  try {
    cardScale({ [name]: value })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const usable = (name: Parameters<typeof scaleFault>[0]) => (value: Plain) =>
  typeof value === 'number' && scaleFault(name, value) === null

remember('card-base-score', baseScore, usable('baseScore'))
remember('card-base-odds', baseOdds, usable('baseOdds'))
remember('card-double-odds', doubleOdds, usable('doubleOdds'))
