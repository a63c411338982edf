import { type Column, VERSION } from '../../binning/binning.ts'
import { type Element, element, xmlText } from './xml.ts'
import type { DataType } from './pmml-slots.ts'

/** What a column is in a file of PMML: numbers, for dates milliseconds since 1970 UTC, or texts. */
export type InputColumn = Pick<Column, 'name' | 'kind'>

/** The target of a model: its classes. */
export interface TargetField {
  readonly name: string
  readonly classes: readonly (string | number)[]
}

/** The parts of a file that differ. */
export interface Parts {
  readonly about: string
  readonly columns: readonly InputColumn[]
  readonly target: TargetField | null
  /** the fields that are made of the columns */
  readonly derived: readonly Element[]
  readonly model: Element
}

/** A file of PMML 4.4. */
export function documentText({ about, columns, target, derived, model }: Parts): string {
  const fields = columns.map(dataField)
  const dictionary = element('DataDictionary', {}, target === null ? fields : [...fields, targetField(target)])
  return xmlText(
    element('PMML', { xmlns: 'http://www.dmg.org/PMML-4_4', version: '4.4' }, [
      element('Header', { description: about }, [element('Application', { name: 'kerf', version: VERSION })]),
      dictionary,
      ...(derived.length === 0 ? [] : [element('TransformationDictionary', {}, derived)]),
      model,
    ]),
  )
}

function dataField({ name, kind }: InputColumn): Element {
  if (kind === 'number' || kind === 'date') {
    return element('DataField', { name, optype: 'continuous', dataType: 'double' })
  }
  // An empty text is a missing value.
  return element('DataField', { name, optype: 'categorical', dataType: 'string' }, [
    element('Value', { value: '', property: 'missing' }),
  ])
}

function targetField({ name, classes }: TargetField): Element {
  const dataType = typeof classes[0] === 'number' ? 'integer' : 'string'
  const values = classes.map((value) => element('Value', { value }))
  return element('DataField', { name, optype: 'categorical', dataType }, values)
}

/** Which columns a model takes; any text is taken, also one that was never seen. */
export function miningSchema(columns: readonly InputColumn[], target: TargetField | null): Element {
  const fields = columns.map(({ name }) => element('MiningField', { name, invalidValueTreatment: 'asIs' }))
  const predicted = target === null ? [] : [element('MiningField', { name: target.name, usageType: 'target' })]
  return element('MiningSchema', {}, [...fields, ...predicted])
}

/** A result that is a derived field as it is. */
export function fieldOutput(name: string, field: string, dataType: DataType): Element {
  const optype = dataType === 'double' ? 'continuous' : 'categorical'
  const attributes = { name, optype, dataType, feature: 'transformedValue' }
  return element('OutputField', attributes, [element('FieldRef', { field })])
}

/** A model that only hands derived fields on: PMML computes them for models alone. */
export function carrier(columns: readonly InputColumn[], outputs: readonly Element[]): Element {
  return element('RegressionModel', { functionName: 'regression', modelName: 'kerf' }, [
    miningSchema(columns, null),
    element('Output', {}, outputs),
    element('RegressionTable', { intercept: 0 }),
  ])
}

/** A name that no other field has. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  while (taken.has(free)) free = `${free}_`
  taken.add(free)
  return free
}
