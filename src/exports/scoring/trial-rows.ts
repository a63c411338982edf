import { assign } from '../../binning/assign.ts'
import { type Binning, type Column, hasCuts } from '../../binning/binning.ts'
import { encodeDense } from '../../encoders/encode.ts'
import { type Encoder, type EncoderField, outputNames } from '../../encoders/encoder.ts'
import { eventPredictions } from '../../models/event-predictions.ts'
import { type LogisticModel, predict } from '../../models/logistic-model.ts'
import { scoreRows } from '../../scorecards/score-rows.ts'
import type { Scorecard } from '../../scorecards/scorecard.ts'
import type { Tree } from '../../trees/tree.ts'
import type { NumberValues, Table } from '../../types.ts'
import { nextDown, nextUp } from '../../util/numbers/doubles.ts'
import { stretchesOf } from '../bin-stretches.ts'
import { boundaryCases } from '../boundary-tests.ts'
import { type ExportOptions, planColumns, slotsOf } from '../export-plan.ts'
import { edgesOf, fieldColumn } from '../field-plan.ts'
import { type CardExportOptions, planCard } from '../card-plan.ts'
import type { Exportable } from '../saved-kinds.ts'
import { type ModelExportOptions, planModel } from '../score-options.ts'
import type { StandardOptions } from '../standard-options.ts'
import { treeCases } from '../tree/tree-cases.ts'
import { planTree, type TreeExportOptions } from '../tree/tree-plan.ts'

/** A value of a row to try an export with. */
type TrialValue = number | string | null

/** Rows to try an export with, and what the library answers for them. Refused values are not among them. */
export interface Trial {
  readonly columns: readonly {
    readonly name: string
    readonly kind: Column['kind']
    readonly values: readonly TrialValue[]
  }[]
  readonly outputs: readonly { readonly name: string; readonly values: readonly (string | number)[] }[]
  /** how far numbers may be off; 0 where they must be equal */
  readonly tolerance: number
}

/** Sums of logarithms are put together in another order elsewhere, and e to the power of them ends in other bits. */
const CHANCE_TOLERANCE = 1e-12
/** Whole points add up alike everywhere; others may be added in another order. */
const SCORE_TOLERANCE = 1e-9

/** The rows at which an export of something could go wrong, with what to expect. */
export function trialOf(thing: Exportable, options: StandardOptions): Trial {
  if (thing.format === 'kerf-binning') return binningTrial(thing, options as ExportOptions)
  if (thing.format === 'kerf-tree') return treeTrial(thing, options as TreeExportOptions)
  if (thing.format === 'kerf-scorecard') return cardTrial(thing, options as CardExportOptions)
  return thing.format === 'kerf-model' ? modelTrial(thing, options as ModelExportOptions) : encoderTrial(thing)
}

/** The boundary cases of several columns side by side; the shorter lists begin again. `more` has further values of each. */
function sideBySide(columns: readonly Column[], more: readonly (readonly number[])[] = []): Trial['columns'] {
  const byName = new Map<string, { kind: Column['kind']; values: Set<TrialValue> }>()
  for (const [i, column] of columns.entries()) {
    const others = more[i] ?? []
    const slots = slotsOf(column, others)
    const all = [...boundaryCases(column), ...others.map((value, j) => ({ value, slot: slots[j] }))]
    const values = byName.get(column.name)?.values ?? new Set()
    for (const { value, slot } of all) if (slot !== null) values.add(value)
    byName.set(column.name, { kind: column.kind, values })
  }
  const lists = [...byName].map(([name, { kind, values }]) => ({ name, kind, values: [...values] }))
  const rows = Math.max(0, ...lists.map(({ values }) => values.length))
  return lists.map(({ name, kind, values }) => ({
    name,
    kind,
    values: Array.from({ length: values.length === 0 ? 0 : rows }, (_, i) => values[i % values.length]),
  }))
}

/** The boundary cases of the columns that an encoder reads, with those at which an interpolation changes. */
function encoderRows({ fields }: Encoder): Trial['columns'] {
  return sideBySide(fields.map(fieldColumn), fields.map(betweenValues))
}

/** Numbers around those where an interpolation begins and ends, and some within; dates are moments that databases have. */
function betweenValues(field: EncoderField): number[] {
  if (field.form !== 'knots' && field.form !== 'ramps') return []
  const edges = edgesOf(field)
  const near = [...stretchesOf(field).map(({ start }) => start), ...edges].flatMap((x) => [nextDown(x), x, nextUp(x)])
  const inside = edges.slice(1).flatMap((to, i) => [0.1, 0.5, 0.75].map((part) => edges[i] * (1 - part) + to * part))
  const beyond = [edges[0] - 1000.25, edges[edges.length - 1] + 1000.25]
  const all = [...near, ...inside, ...beyond]
  return field.kind === 'date' ? [...edges, ...inside, ...beyond].map(Math.round) : all
}

function tableOf(columns: Trial['columns']): Table {
  return Object.fromEntries(columns.map(({ name, values }) => [name, values]))
}

function binningTrial(binning: Binning, options: ExportOptions): Trial {
  const plans = planColumns(binning, options)
  const columns = sideBySide(plans.map(({ column }) => column))
  const outputs = plans.map(({ column, output, answers }, i) => {
    const { values } = columns[i]
    const slots = hasCuts(column) ? assign(column, values as NumberValues) : assign(column, values)
    return { name: output, values: Array.from(slots, (slot) => answers[slot]) }
  })
  return { columns, outputs, tolerance: 0 }
}

function encoderTrial(encoder: Encoder): Trial {
  const columns = encoderRows(encoder)
  const { values, rows, columns: width } = encodeDense(encoder, tableOf(columns))
  const outputs = outputNames(encoder).map((name, j) => ({
    name,
    values: Array.from({ length: rows }, (_, i) => values[i * width + j]),
  }))
  return { columns, outputs, tolerance: 0 }
}

function modelTrial(model: LogisticModel, options: ModelExportOptions): Trial {
  const { as, output, classes } = planModel(model, options)
  const columns = encoderRows(model.encoder)
  const chances = predict(model, tableOf(columns))
  if (as === 'score') {
    return { columns, outputs: [{ name: output, values: Array.from(chances) }], tolerance: CHANCE_TOLERANCE }
  }
  const codes = Array.from(eventPredictions(model.target, chances).codes)
  const values = as === 'index' ? codes : codes.map((code) => classes[code])
  return { columns, outputs: [{ name: output, values }], tolerance: 0 }
}

function treeTrial(tree: Tree, options: TreeExportOptions): Trial {
  const plan = planTree(tree, options)
  const { columns, rows, answers } = treeCases(tree, plan)
  const values = answers.map((answer) => plan.answers[answer])
  return {
    columns: columns.map(({ name, kind }, i) => ({ name, kind, values: rows.map((row) => row[i]) })),
    outputs: [{ name: plan.output, values }],
    tolerance: 0,
  }
}

function cardTrial(card: Scorecard, options: CardExportOptions): Trial {
  const { as, output, parts } = planCard(card, options)
  const columns = sideBySide(card.encoder.fields.map(fieldColumn))
  if (as === 'score') {
    const { scores } = scoreRows(card, tableOf(columns))
    return { columns, outputs: [{ name: output, values: Array.from(scores) }], tolerance: SCORE_TOLERANCE }
  }
  const outputs = parts.map(({ plan, points, output: name }, i) => {
    const { column } = plan
    const { values } = columns[i]
    const slots = hasCuts(column) ? assign(column, values as NumberValues) : assign(column, values)
    return { name, values: Array.from(slots, (slot) => points[slot]) }
  })
  return { columns, outputs, tolerance: 0 }
}
