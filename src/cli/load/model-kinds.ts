import type { Encoder } from '../../encoders/encoder.ts'
import { FormatError } from '../../errors.ts'
import { eventPredictions, eventTarget, eventTruth } from '../../models/event-predictions.ts'
import { modelFromJson } from '../../models/model-json.ts'
import { predict } from '../../models/logistic-model.ts'
import { naiveBayesFromJson } from '../../models/naive-bayes-json.ts'
import { predictNaiveBayes } from '../../models/naive-bayes.ts'
import { neuralFromJson, predictNeural } from '../../models/neural/neural-model.ts'
import type { Predictor } from '../../node/apply/predict-rows.ts'
import type { Table } from '../../types.ts'
import { parseJson } from '../../util/saved-json.ts'

/** What reads a saved model as something that predicts, by its `kind`. */
const KINDS: Readonly<Record<string, (text: string) => Predictor>> = {
  'naive-bayes': (text) => {
    const model = naiveBayesFromJson(text)
    return { target: model.target, columns: model.columns, predict: (table) => predictNaiveBayes(model, table) }
  },
  logistic: (text) => byEvent(modelFromJson(text), predict),
  neural: (text) => byEvent(neuralFromJson(text), predictNeural),
}

/** Reads a saved model of any kind; a kind that is not known is refused. */
export function modelPredictor(text: string): Predictor {
  const kind = parseJson(text).get('kind')
  const name = typeof kind.value === 'string' && Object.hasOwn(KINDS, kind.value) ? kind.value : null
  if (name === null)
    throw new FormatError('kind', `expected one of ${Object.keys(KINDS).join(', ')}, got ${kind.shown}`)
  return KINDS[name](text)
}

/** A model that gives the chance of one class from encoded rows. */
function byEvent<Model extends { readonly target: Predictor['target']; readonly encoder: Encoder }>(
  model: Model,
  chances: (model: Model, table: Table) => Float64Array | Promise<Float64Array>,
): Predictor {
  const { target, encoder } = model
  const columns = new Map(encoder.fields.map(({ name, kind }) => [name, { name, kind }]))
  return {
    target: eventTarget(target),
    columns: [...columns.values()],
    predict: async (table) => eventPredictions(target, await chances(model, table)),
    truth: (labels) => eventTruth(target, labels),
  }
}
