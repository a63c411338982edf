/** `kerf/neural`: a small net on encoded rows. Browser-safe; its one package is loaded when a net is trained. */
export { type NeuralModel, neuralFromJson, neuralToJson, predictNeural } from './saved.ts'
export { trainNeuralTable, type TrainNeuralOptions } from './model.ts'
export { type FieldSpan, fieldSpans, type Net } from './net.ts'
export { type NeuralOptions, neuralOptions } from './options.ts'
export { predictNet } from './score.ts'
export { type NeuralFit, trainNeural } from './train.ts'
