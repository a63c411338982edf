import { ArgumentError } from '../errors.ts'
import { outputNames } from '../encoders/encoder.ts'
import { toReadableJson } from '../util/saved-json.ts'
import type { LogisticModel } from './logistic-model.ts'
import { readModel } from './read-model.ts'
import { calledAs } from '../util/called-as.ts'
import { mustBe } from '../util/check.ts'

/**
 * The model as text for a file: versioned JSON, readable in a diff, ending in a newline.
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     console.log(JSON.parse(modelToJson(model)).kind) // → logistic
 */
export function modelToJson(model: LogisticModel): string {
  mustBe('modelToJson', 'model', model)
  if (model.format !== 'kerf-model')
    throw new ArgumentError('modelToJson: model must be a model as trainTable makes it', { code: 'wrong-type' })
  return `${toReadableJson(model)}\n`
}

/**
 * Reads a saved logistic regression. Nothing in the text is trusted: a wrong field is refused with its path.
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     console.log(modelFromJson(modelToJson(model)).weights.length) // → 3
 */
export function modelFromJson(text: string): LogisticModel {
  return calledAs('modelFromJson', () => {
    const { root, before, after } = readModel(text, 'logistic')
    const weights = root.get('weights').list((weight) => weight.finite())
    const outputs = outputNames(before.encoder).length
    if (weights.length !== outputs) root.get('weights').fail(`${outputs} weights, one per output of the encoder`)
    return { ...before, intercept: root.get('intercept').finite(), weights, ...after }
  })
}
