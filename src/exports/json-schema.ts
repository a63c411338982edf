import { type Binning, VERSION } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { type ColumnPlan, type ExportOptions, planColumns } from './export-plan.ts'
import { calledAs } from '../util/called-as.ts'

/**
 * JSON Schema (draft 2020-12) of binned rows: the answers that are possible for each column.
 *
 *     const schema = JSON.parse(toJsonSchema(binning))
 *     console.log(schema.properties.age_bin.enum) // → [ '< 30.5', '≥ 30.5', 'missing' ]
 */
export function toJsonSchema(binning: Binning, options: ExportOptions = {}): string {
  const plans = calledAs('toJsonSchema', () => planColumns(binning, options))
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: `Made by kerf ${VERSION}`,
    title: 'Binned rows',
    type: 'object',
    // A name such as __proto__ must become a field like any other.
    properties: Object.fromEntries(plans.map((plan) => [plan.output, propertyOf(plan)])),
    required: plans.map(({ output }) => output),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function propertyOf(plan: ColumnPlan): object {
  const labels = slotLabels(plan.column)
  const slots = reachable(plan)
  const description = `Bin of ${plan.column.name}`
  if (typeof plan.answers[0] === 'string') {
    return { description, type: 'string', enum: slots.map((slot) => plan.answers[slot]) }
  }
  if (plan.fractions) {
    // Bins may share a number, of which only anyOf allows several.
    return {
      description,
      type: 'number',
      anyOf: slots.map((slot) => ({ const: plan.answers[slot], title: labels[slot] })),
    }
  }
  return { description, type: 'integer', oneOf: slots.map((slot) => ({ const: slot, title: labels[slot] })) }
}

/** The slots that some value can have: bins, and what has a slot of its own. */
function reachable({ column, missing, codes }: ColumnPlan): number[] {
  const slots = [...column.bins.map((_, i) => i), missing, ...codes.map(({ slot }) => slot)]
  return [...new Set(slots.filter((slot) => slot !== null))].toSorted((a, b) => a - b)
}
