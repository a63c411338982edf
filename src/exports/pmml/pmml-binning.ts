import type { Binning } from '../../binning/binning.ts'
import { type ExportOptions, planColumns } from '../export-plan.ts'
import { carrier, documentText, fieldOutput, freeName } from './pmml-document.ts'
import { type DataType, slotField } from './pmml-slots.ts'

/** A binning as fields derived from the columns, which a model hands on. What is refused becomes a missing value. */
export function binningToPmml(binning: Binning, options: ExportOptions): string {
  const plans = planColumns(binning, options)
  const type: DataType = ({ label: 'string', index: 'integer', woe: 'double' } as const)[options.as ?? 'label']
  const taken = new Set(plans.flatMap(({ column, output }) => [column.name, output]))
  const names = plans.map(({ output }) => freeName(`${output}_of_value`, taken))
  const columns = plans.map(({ column }) => column)
  return documentText({
    about: 'Bins of columns',
    columns,
    target: null,
    derived: plans.map((plan, i) => slotField(names[i], plan, plan.answers, type)),
    model: carrier(
      columns,
      plans.map(({ output }, i) => fieldOutput(output, names[i], type)),
    ),
  })
}
