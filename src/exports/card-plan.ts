import { DataError } from '../errors.ts'
import type { Scorecard } from '../scorecards/scorecard.ts'
import { type OptionNames, check, knownOptions, oneOf } from '../util/check.ts'
import { type ColumnPlan, planColumn, type SqlOptions } from './export-plan.ts'
import { fieldColumn } from './field-plan.ts'

/** How a scorecard is exported. */
export type CardExportOptions = SqlOptions & {
  /** the score of a row, or the points of each column; default score */
  readonly as?: 'score' | 'points' | undefined
  /** what is put behind `score`, default nothing, or behind the name of a column of points, default `_points` */
  readonly suffix?: string | undefined
}

/** `module` is what tests of an export import. */
const NAMES: OptionNames<CardExportOptions & { readonly module?: string }> = {
  dialect: 1,
  table: 1,
  expressions: 1,
  as: 1,
  suffix: 1,
  module: 1,
}

/** A column of a card: how values find their slot, and what each slot is worth. */
export interface CardPart {
  readonly plan: ColumnPlan
  readonly points: readonly number[]
  readonly labels: readonly string[]
  /** the most points of a slot that held rows: what others fall short of */
  readonly best: number
  /** name of the column of points */
  readonly output: string
}

/** What the export of a scorecard answers. */
export interface CardPlan {
  readonly as: 'score' | 'points'
  readonly parts: readonly CardPart[]
  /** name of the column of scores */
  readonly output: string
}

/** Settles what does not depend on the language. O(slots). */
export function planCard(card: Scorecard, options: CardExportOptions): CardPlan {
  knownOptions('export', options, NAMES)
  const { as = 'score', suffix } = options
  check('export', 'as', oneOf('score', 'points'), as)
  const names = card.encoder.fields.map(({ name }) => name)
  const output = `score${as === 'score' ? (suffix ?? '') : ''}`
  const parts = card.encoder.fields.map((field, i): CardPart => {
    const { slots } = card.columns[i]
    const seen = slots.filter(({ weight }) => weight > 0)
    return {
      plan: planColumn(fieldColumn(field), field.name, 'index'),
      points: slots.map(({ points }) => points),
      labels: slots.map(({ label }) => label),
      best: Math.max(...(seen.length === 0 ? slots : seen).map(({ points }) => points)),
      output: `${field.name}${suffix ?? '_points'}`,
    }
  })
  const made = as === 'score' ? [output] : parts.map((part) => part.output)
  const clash = made.find((name) => names.includes(name))
  if (clash !== undefined) {
    throw new DataError(`export: ${JSON.stringify(clash)} is a column already; choose another suffix`)
  }
  return { as, parts, output }
}
