import { shortForm } from '../../encoders/encoded-rows.ts'
import type { Encoder, EncoderField } from '../../encoders/encoder.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import { type FieldPlan, planField } from '../field-plan.ts'
import { type ModelExportOptions, planModel } from '../score-options.ts'
import { outputForms, scoreForms, type ShareForm } from '../share-forms.ts'
import { formExpression, type ShareFields, shareFields } from './pmml-between.ts'
import { carrier, documentText, fieldOutput, freeName, type InputColumn, miningSchema } from './pmml-document.ts'
import { derivedField, slotExpression, slotField } from './pmml-slots.ts'
import { type Element, element } from './xml.ts'

/** An encoder as a field per output, which a model hands on. */
export function encoderToPmml({ fields, created }: Encoder): string {
  const columns = columnsOf(fields)
  const taken = new Set([...columns.map(({ name }) => name), ...fields.flatMap(({ outputs }) => outputs)])
  const derived: Element[] = []
  const made: Element[] = []
  for (const field of fields) {
    const planned = planField(field)
    const shares = planned.slope === null ? null : shareFields(planned, taken)
    derived.push(...(shares?.derived ?? []))
    for (const [i, output] of field.outputs.entries()) {
      const name = freeName(`${output} of value`, taken)
      derived.push(derivedField(name, 'double', expressionOf(planned, outputForms(planned, i), shares)))
      made.push(fieldOutput(output, name, 'double'))
    }
  }
  return documentText({
    about: `Rows as numbers, by the encoding ${created.encoding}`,
    columns,
    target: null,
    derived,
    model: carrier(columns, made),
  })
}

/** What is made of a field: by slot a number, or a formula of the share of a bin. */
function expressionOf(planned: FieldPlan, forms: readonly ShareForm[], shares: ShareFields | null): Element {
  if (shares !== null) return formExpression(planned, forms, shares)
  const answers = forms.map(({ base }) => base)
  return slotExpression(planned.plan, answers, 'double')
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
  const pairs = shortForm(model.encoder) === 'pairs'
  let first = 0
  for (const field of fields) {
    const own = model.weights.slice(first, first + field.outputs.length)
    first += own.length
    if (own.length === 0) continue
    const planned = planField(field)
    const { plan, base, slope } = planned
    if (field.form === 'value' || slope !== null) {
      const shares = slope === null ? null : shareFields(planned, taken)
      const name = freeName(slope === null ? field.outputs[0] : `${field.name} score`, taken)
      const forms = slope === null ? outputForms(planned, 0) : scoreForms(planned, own, pairs)
      derived.push(...(shares?.derived ?? []), derivedField(name, 'double', expressionOf(planned, forms, shares)))
      numbers.push(element('NumericPredictor', { name, coefficient: slope === null ? own[0] : 1 }))
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
