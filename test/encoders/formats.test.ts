import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { encodingsPicture } from '../../scripts/docs/encodings.mjs'
import * as encoders from '../../src/encoders/index.ts'
import * as kerf from '../../src/index.ts'
import { FormatError } from '../../src/index.ts'
import { encoderFromJson, encoderToJson, encodings, localLinear, makeEncoder } from '../../src/encoders/index.ts'
import { modelFromJson, modelToJson, trainTable } from '../../src/models/index.ts'
import { neuralFromJson, neuralToJson, trainNeuralTable } from '../../src/models/neural/index.ts'
import { threeBins } from './made.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** What a schema says against a text. */
function checker(path: string): (text: string) => string[] {
  const options = { strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false } as const
  const validate = new Ajv2020(options).compile(JSON.parse(read(path)))
  return (text) =>
    validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

const ofEncoder = checker('docs/formats/encoder.schema.json')
const ofModel = checker('docs/formats/model.schema.json')
const ofNet = checker('docs/formats/neural.schema.json')
const binning = await threeBins({ missingPolicy: 1 })
const encoder = makeEncoder(await threeBins(), { encoding: localLinear })
const table = { x: [0, 1, 2, 3], y: ['0', '1', '0', '1'] }

/** A parsed file that may be spoiled anywhere. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

describe('the schema of a saved encoder', () => {
  test('takes every encoding', () => {
    for (const encoding of encodings()) expect(ofEncoder(encoderToJson(makeEncoder(binning, { encoding })))).toEqual([])
  })

  test('takes the example of its page, which is real', () => {
    const [, json] = /^```json\n([^]*?)^```$/m.exec(read('docs/formats/encoder.md'))!
    expect(ofEncoder(json)).toEqual([])
    expect(encoderFromJson(json)).toEqual(encoder)
  })

  test.each<[string, (saved: Loose) => unknown]>([
    ['another format', (e) => (e.format = 'kerf-tree')],
    ['another version', (e) => (e.version = 2)],
    ['no fields', (e) => delete e.fields],
    ['an unknown form', (e) => (e.fields[0].form = 'cubic')],
    ['a field without cuts', (e) => delete e.fields[0].cuts],
    ['a missing rule without a policy', (e) => delete e.fields[0].missing.policy],
    ['ends that are texts', (e) => (e.fields[0].ends = ['0', '4'])],
    ['an output before the first', (e) => (e.fields[0].asides[0] = -2)],
  ])('refuses %s, and so does encoderFromJson', (_, spoil) => {
    const saved: Loose = JSON.parse(encoderToJson(encoder))
    spoil(saved)
    expect(ofEncoder(JSON.stringify(saved))).not.toEqual([])
    expect(() => encoderFromJson(JSON.stringify(saved))).toThrow(FormatError)
  })

  test('a value sent to a bin needs a number that stands for it there', () => {
    const saved: Loose = JSON.parse(encoderToJson(makeEncoder(binning, { encoding: localLinear })))
    saved.fields[0].missing.stand = null
    expect(() => encoderFromJson(JSON.stringify(saved))).toThrow(
      'fields[0].missing.stand: expected a finite number, got null',
    )
  })
})

describe('the schema of a saved model', async () => {
  const text = modelToJson(await trainTable(table, encoder))

  test('takes a model', () => {
    expect(ofModel(text)).toEqual([])
  })

  test.each<[string, (saved: Loose) => unknown]>([
    ['another kind', (m) => (m.kind = 'forest')],
    ['no event', (m) => (m.target.event = null)],
    ['a weight that is a text', (m) => (m.weights[0] = '1')],
    ['a broken encoder', (m) => delete m.encoder.fields[0].outputs],
    ['half a pass', (m) => (m.training.passes = 0.5)],
  ])('refuses %s, and so does modelFromJson', (_, spoil) => {
    const saved: Loose = JSON.parse(text)
    spoil(saved)
    expect(ofModel(JSON.stringify(saved))).not.toEqual([])
    expect(() => modelFromJson(JSON.stringify(saved))).toThrow(FormatError)
  })
})

describe('the schema of a saved net', async () => {
  const text = neuralToJson(await trainNeuralTable(table, encoder, { hidden: [2], epochs: 1, engine: 'plain' }))

  test('takes a net', () => {
    expect(ofNet(text)).toEqual([])
  })

  test.each<[string, (saved: Loose) => unknown]>([
    ['another kind', (m) => (m.kind = 'logistic')],
    ['an embedding of texts', (m) => (m.embeddings[0][0] = '1')],
    ['embeddings without numbers', (m) => (m.size = 0)],
    ['no layers', (m) => (m.layers = [])],
    ['a layer without biases', (m) => delete m.layers[0].biases],
  ])('refuses %s, and so does neuralFromJson', (_, spoil) => {
    const saved: Loose = JSON.parse(text)
    spoil(saved)
    expect(ofNet(JSON.stringify(saved))).not.toEqual([])
    expect(() => neuralFromJson(JSON.stringify(saved))).toThrow(FormatError)
  })
})

describe('the picture of encodings', () => {
  test('is as npm run docs writes it', async () => {
    expect(await encodingsPicture({ ...kerf, ...encoders })).toBe(read('docs/img/encodings.svg'))
  })
})
