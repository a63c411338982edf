import type { Encoder } from '../encoders/encoder.ts'
import { ArgumentError } from '../errors.ts'
import type { Target } from '../types.ts'
import { show } from '../util/check.ts'
import type { CardScale } from './card-scale.ts'

/** A line of a card: the rows of one bin, of missing values or of a special code, and the points they get. */
export interface CardSlot {
  /** the bin in words, or `missing`, or the code */
  readonly label: string
  /** what is added to the score */
  readonly points: number
  /** the same before rounding */
  readonly exact: number
  /** weight of evidence: above 0 where the event is overrepresented */
  readonly woe: number
  /** rows (Σw) that the card was made from */
  readonly weight: number
  /** how many of them are of the event (Σw) */
  readonly events: number
}

/** A column of a card. */
export interface CardColumn {
  /** name of the column in the table */
  readonly name: string
  /** coefficient of its weight of evidence; above 0 in every card that `makeScorecard` makes */
  readonly coefficient: number
  /** its information value on the rows the card was made from */
  readonly iv: number
  /** the bins, then missing, then one per special code: the slots that `assign` answers */
  readonly slots: readonly CardSlot[]
}

/** A column that is not on the card. */
export interface LeftOutColumn {
  /** its name */
  readonly name: string
  /** what kept it out: it says too little, no more than chance would, what another column says, or its coefficient has the wrong sign */
  readonly why: 'weak' | 'chance' | 'correlated' | 'sign'
  /** the information value, the correlation or the coefficient */
  readonly value: number
  /** what that had to reach or stay below */
  readonly limit: number
  /** the column it is correlated with; null for the other reasons */
  readonly other: string | null
}

/** A scorecard: plain data. The score of a row is the sum of the points of its slots. Saved as versioned JSON. */
export interface Scorecard {
  /** marks a file as a scorecard */
  readonly format: 'kerf-scorecard'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** by which version and with which options it was made */
  readonly created: { readonly kerf: string; readonly options: Readonly<Record<string, unknown>> }
  /** `event` is what should not happen: the fewer points, the likelier it is */
  readonly target: Extract<Target, { kind: 'class' }>
  /** how points stand for odds */
  readonly scale: CardScale
  /** log odds of the event for a row whose weights of evidence are all 0 */
  readonly intercept: number
  /** finds the slot of a value; one field per column, in the same order */
  readonly encoder: Encoder
  /** the columns with their points, those that tell most first */
  readonly columns: readonly CardColumn[]
  /** the columns that are not on it, and why */
  readonly leftOut: readonly LeftOutColumn[]
  /** rows with a label that it was made from, their weight and that of the event */
  readonly training: { readonly rows: number; readonly weight: number; readonly events: number }
}

/** Refuses what is no card, such as nothing at all, before it is taken apart. */
export function mustBeCard(where: string, card: unknown): void {
  if ((card as Scorecard | null | undefined)?.format === 'kerf-scorecard') return
  throw new ArgumentError(`${where}: card must be a scorecard as makeScorecard makes it, got ${show(card)}`, {
    code: 'wrong-type',
    value: card,
  })
}
