import type { Scorecard } from '../../scorecards/scorecard.ts'
import { type CardExportOptions, type CardPart, planCard } from '../card-plan.ts'
import { carrier, documentText, fieldOutput, freeName, miningSchema } from './pmml-document.ts'
import { doubleText, slotField } from './pmml-slots.ts'
import { type Element, element } from './xml.ts'

/** The most reasons that are results of their own. */
const MOST_REASONS = 4

/**
 * A scorecard as a Scorecard model: the bins of each column with their points, and a reason for each: its column and label.
 * Reasons are ranked by the points lost beside the best bin of a column, as the library ranks them.
 */
export function cardToPmml(card: Scorecard, options: CardExportOptions): string {
  const { as, parts, output } = planCard(card, options)
  const columns = parts.map(({ plan }) => ({ name: plan.column.name, kind: plan.column.kind }))
  const taken = new Set([...columns.map(({ name }) => name), ...parts.map((part) => part.output), output])
  const about = `A scorecard for ${card.target.name ?? 'the event'}`
  if (as === 'points') {
    const names = parts.map((part) => freeName(`${part.output}_of_value`, taken))
    const derived = parts.map(({ plan, points }, i) => slotField(names[i], plan, points, 'double'))
    const outputs = parts.map((part, i) => fieldOutput(part.output, names[i], 'double'))
    return documentText({ about, columns, target: null, derived, model: carrier(columns, outputs) })
  }
  const names = parts.map(({ plan }) => freeName(`${plan.column.name} bin`, taken))
  const reasons = Array.from({ length: Math.min(MOST_REASONS, parts.length) }, (_, i) => {
    const name = freeName(`reason_${i + 1}`, taken)
    const attributes = { name, optype: 'categorical', dataType: 'string', feature: 'reasonCode', rank: i + 1 }
    return element('OutputField', attributes)
  })
  const score = { name: output, optype: 'continuous', dataType: 'double', feature: 'predictedValue' }
  const attributes = { functionName: 'regression', initialScore: 0, useReasonCodes: true, reasonCodeAlgorithm: 'pointsBelow', baselineMethod: 'max' } // prettier-ignore
  return documentText({
    about,
    columns,
    target: null,
    derived: parts.map(({ plan }, i) => slotField(names[i], plan, plan.answers, 'integer')),
    model: element('Scorecard', attributes, [
      miningSchema(columns, null),
      element('Output', {}, [element('OutputField', score), ...reasons]),
      element(
        'Characteristics',
        {},
        parts.map((part, i) => characteristic(part, names[i])),
      ),
    ]),
  })
}

function characteristic({ plan, points, labels, best }: CardPart, field: string): Element {
  const { name } = plan.column
  const attributes = points.map((one, slot) =>
    element('Attribute', { partialScore: doubleText(one), reasonCode: `${name} ${labels[slot]}` }, [
      element('SimplePredicate', { field, operator: 'equal', value: slot }),
    ]),
  )
  return element('Characteristic', { name: `${name} points`, baselineScore: doubleText(best) }, attributes)
}
