import { AbortError, type Binning, DataError, type Note } from '../../../src/index.ts'
import { type CardTrial, tryScorecard } from '../../../src/scorecards/index.ts'
import { tableLike } from '../../../src/sources/index.ts'
import { fewRows, fewRowsNotes } from '../few-rows.ts'
import { type JobContext, nextTurn, rowsOf } from '../held.ts'

/** Over which bins a card is made, and how its points stand for odds. */
export interface CardAsked {
  readonly binning: Binning
  readonly baseScore: number
  readonly baseOdds: number
  readonly doubleOdds: number
}

/** A card, and what there is to tell of it. */
export interface CardMade extends CardTrial {
  readonly notes: readonly Note[]
}

/** Makes a scorecard over bins as they are now, as `kerf scorecard --binning` does, and judges it by rows kept apart. */
export async function cardJob({ binning, ...scale }: CardAsked, { held, signal }: JobContext): Promise<CardMade> {
  const { target } = binning
  if (target?.kind !== 'class' || target.name === null)
    throw new DataError('A scorecard needs a target with two classes. Choose one at the top of the page.')
  const rows = rowsOf(held)
  // A card cannot be stopped once it is begun: cuts that moved meanwhile are heard first.
  await nextTurn()
  if (signal.aborted) throw new AbortError('stopped')
  const table = fewRows(rows, tableLike(binning, rows), target.name)
  const trial = await tryScorecard(table, {
    target: target.name,
    event: target.event ?? undefined,
    binning,
    ...scale,
  })
  return { ...trial, notes: fewRowsNotes(rows, 'the card') }
}
