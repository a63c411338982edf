import type { Encoder, EncoderField } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import { type FieldPlan, planField } from '../field-plan.ts'
import { type ModelExportOptions, planModel } from '../score-options.ts'
import { carrier, documentText, fieldOutput, freeName, type InputColumn, miningSchema } from './pmml-document.ts'
import { slotField } from './pmml-slots.ts'
import { type Element, element } from './xml.ts'

/** An encoder as a field per output, which a model hands on. */
export function encoderToPmml({ fields, created }: Encoder): string {
  const columns = columnsOf(fields)
  const taken = new Set([...columns.map(({ name }) => name), ...fields.flatMap(({ outputs }) => outputs)])
  const made = fields.map(lookedUp).flatMap(({ plan, base, field }) =>
    field.outputs.map((output, i) => {
      const name = freeName(`${output} of value`, taken)
      const answers = base.map((row) => row[i])
      return { output, name, derived: slotField(name, plan, answers, 'double') }
    }),
  )
  return documentText({
    about: `Rows as numbers, by the encoding ${created.encoding}`,
    columns,
    target: null,
    derived: made.map(({ derived }) => derived),
    model: carrier(
      columns,
      made.map(({ output, name }) => fieldOutput(output, name, 'double')),
    ),
  })
}

/** A field whose slot says all; others would be interpolated, in doubles where the library has single precision. */
function lookedUp(field: EncoderField): FieldPlan {
  const plan = planField(field)
  if (plan.slope === null) return plan
  throw new DataError(
    'export: PMML holds encodings with fixed numbers for each bin, such as one-hot or woe, and not those that interpolate within a bin; export to onnx, js or python',
  )
}

/** Columns that fields read, each once. */
function columnsOf(fields: readonly EncoderField[]): InputColumn[] {
  return [...new Map(fields.map(({ name, kind }) => [name, { name, kind }])).values()]
}

/** A logistic regression: fields derived from the columns, and a RegressionModel that takes them. */
export function modelToPmml(model: LogisticModel, options: ModelExportOptions): string {
  const { as, output, classes, event } = planModel(model, options)
  const { fields } = model.encoder
  const columns = columnsOf(fields)
  const names = as === 'index' ? classes.map((_, i) => i) : classes
  const target = { name: model.target.name ?? 'target', classes: names }
  const taken = new Set([...columns.map(({ name }) => name), target.name, output])
  const derived: Element[] = []
  const numbers: Element[] = []
  const categories: Element[] = []
  let first = 0
  for (const field of fields) {
    const own = model.weights.slice(first, first + field.outputs.length)
    first += own.length
    if (own.length === 0) continue
    const { plan, base } = lookedUp(field)
    if (field.form === 'value') {
      const name = freeName(field.outputs[0], taken)
      derived.push(slotField(name, plan, base.flat(), 'double'))
      numbers.push(element('NumericPredictor', { name, coefficient: own[0] }))
      continue
    }
    const name = freeName(`${field.name} bin`, taken)
    derived.push(slotField(name, plan, plan.answers, 'integer'))
    for (const [value, row] of base.entries()) {
      const coefficient = row.reduce((sum, one, i) => sum + one * own[i], 0)
      categories.push(element('CategoricalPredictor', { name, value, coefficient }))
    }
  }
  const table = element('RegressionTable', { intercept: model.intercept, targetCategory: names[event] }, [...numbers, ...categories]) // prettier-ignore
  const other = element('RegressionTable', { intercept: 0, targetCategory: names[1 - event] })
  const chance = { name: output, optype: 'continuous', dataType: 'double', feature: 'probability', value: names[event] }
  const predicted = { name: output, optype: 'categorical', dataType: as === 'index' ? 'integer' : 'string', feature: 'predictedValue' } // prettier-ignore
  return documentText({
    about: `Predicts ${target.name} by logistic regression`,
    columns,
    target,
    derived,
    model: element('RegressionModel', { functionName: 'classification', normalizationMethod: 'logit' }, [
      miningSchema(columns, target),
      element('Output', {}, [element('OutputField', as === 'score' ? chance : predicted)]),
      table,
      other,
    ]),
  })
}
