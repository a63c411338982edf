import { outputNames } from '../encoders/encoder.ts'
import { readEncoder } from '../encoders/json.ts'
import { readTarget } from '../summaries/read-target.ts'
import { parseSaved, toReadableJson } from '../util/json.ts'
import type { LogisticModel } from './model.ts'

/** The model as text for a file: versioned JSON, readable in a diff, ending in a newline. */
export function modelToJson(model: LogisticModel): string {
  if (model.format !== 'kerf-model') throw new TypeError('modelToJson: model must be a model as trainTable makes it')
  return `${toReadableJson(model)}\n`
}

/** Reads a saved logistic regression. Nothing in the text is trusted: a wrong field is refused with its path. */
export function modelFromJson(text: string): LogisticModel {
  const root = parseSaved(text, 'kerf-model')
  root.get('kind').oneOf('logistic')
  const target = readTarget(root.get('target'))
  if (target.kind !== 'class' || target.event === null) return root.get('target').fail('classes with an event')
  const encoder = readEncoder(root.get('encoder'))
  const weights = root.get('weights').list((weight) => weight.finite())
  const outputs = outputNames(encoder).length
  if (weights.length !== outputs) root.get('weights').fail(`${outputs} weights, one per output of the encoder`)
  const created = root.get('created')
  const training = root.get('training')
  const loss = (name: string): number | null => training.get(name).optional((value) => value.finiteAmount())
  return {
    format: 'kerf-model',
    version: 1,
    kind: 'logistic',
    created: { kerf: created.get('kerf').text(), options: created.get('options').record() },
    target,
    encoder,
    intercept: root.get('intercept').finite(),
    weights,
    training: {
      rows: training.get('rows').index(),
      passes: training.get('passes').index(),
      converged: training.get('converged').truth(),
      loss: loss('loss'),
      heldLoss: loss('heldLoss'),
    },
  }
}
