/** `kerf/neural`: a small net on encoded rows. Browser-safe; its one package is loaded when a net is trained. */
export { type NeuralModel, neuralFromJson, neuralToJson, predictNeural } from './neural-model.ts'
export { toNeuralModel, trainNeuralTable, type TrainNeuralOptions } from './train-neural.ts'
export { type FieldSpan, fieldSpans, type Net } from './net.ts'
export { type NeuralOptions, neuralOptions } from './neural-options.ts'
export { predictNet } from './predict-net.ts'
export { type NeuralFit, trainNeural } from './train-net.ts'
