// From numbers to a decision: bins, an encoding of them, a model on top, and an honest score on rows kept apart.
import { fitTable, pickTable, random, splitRows } from 'kerf'
import { localLinear, makeEncoder } from 'kerf/encoders'
import { modelFromJson, modelToJson, predict, scoreModel, trainTable } from 'kerf/models'

const { next, normal } = random(4)
const size = 6000
const age = Float64Array.from({ length: size }, () => Math.round(18 + 60 * next()))
const income = Float64Array.from({ length: size }, () => Math.exp(10 + 0.5 * normal()))
// The young and the old default more often, and so do those who earn little.
const repaid = Array.from(age, (years, i) => {
  const risk = (years < 28 || years > 65 ? 0.6 : 0.05) + (income[i]! < 18_000 ? 0.3 : 0)
  return next() < risk ? 'no' : 'yes'
})
const table = { age, income, repaid }
const parts = splitRows(table, { parts: [7, 3], stratify: 'repaid' })
const [train, test] = parts.map((rows) => pickTable(table, rows)) as [typeof table, typeof table]

const binning = await fitTable(train, { target: 'repaid', event: 'no' })
const encoder = makeEncoder(binning, { encoding: localLinear })
const model = await trainTable(train, encoder)

const { auc, accuracy } = scoreModel(model, test, { target: 'repaid' })! // null without labels
const majority = test.repaid.filter((label) => label === 'yes').length / test.repaid.length
console.log(`AUC ${auc!.toFixed(2)}, by chance 0.50`) // → AUC 0.79, by chance 0.50
console.log(`accuracy ${accuracy.toFixed(2)}, by always saying yes ${majority.toFixed(2)}`)
// → accuracy 0.72, by always saying yes 0.65

// The model is text, too: what predicts needs neither the rows nor what trained it.
const again = modelFromJson(modelToJson(model))
const chances = predict(again, { age: [20, 45], income: [12_000, 40_000] })
console.log(Array.from(chances, (chance) => chance.toFixed(1))) // → [ '0.9', '0.1' ]
