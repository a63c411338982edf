/** `kerf/models`: what learns from encoded rows, and how well it did. Browser-safe, no packages. */
export type { LabelledRows, RowSource } from './row-chunks.ts'
export { type LogisticFit, predictEncoded, trainLogistic } from './logistic.ts'
export {
  type LogisticOptions,
  logisticOptions,
  type Trained,
  type TrainingHooks,
  type TrainingStep,
} from './logistic-options.ts'
export {
  eventLabels,
  type LogisticModel,
  predict,
  toModel,
  trainTable,
  type TrainTableOptions,
} from './logistic-model.ts'
export { modelFromJson, modelToJson } from './model-json.ts'
export { type ChosenGranularities, chooseGranularities, type ScoredPair } from './choose-granularities.ts'
export { type ModelScores, scoreModel } from './model-scores.ts'
export { accuracy, auc, brierScore, logLoss, type Scored } from './metrics.ts'
export { type Calibration, calibration, type CalibrationGroup } from './calibration.ts'
export { type LbfgsOptions, type LbfgsResult, minimize, type Objective, type StepListener } from './lbfgs.ts'
export {
  naiveBayes,
  type NaiveBayes,
  type NaiveBayesOptions,
  naiveBayesScores,
  naiveBayesTable,
  predictNaiveBayes,
} from './naive-bayes.ts'
export { naiveBayesFromJson, naiveBayesToJson } from './naive-bayes-json.ts'
export {
  type GaussianColumn,
  gaussianNaiveBayes,
  type GaussianNaiveBayes,
  type GaussianOptions,
  gaussianScores,
  predictGaussian,
} from './gaussian-naive-bayes.ts'
