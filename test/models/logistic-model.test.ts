import { describe, expect, test } from 'vitest'
import { equalWidth, fitTable, random, type Table } from '../../src/index.ts'
import { localLinear, makeEncoder, oneHot } from '../../src/encoders/index.ts'
import { auc, eventLabels, modelFromJson, modelToJson, predict, trainTable } from '../../src/models/index.ts'

const { next, normal } = random(2)
const x = Array.from({ length: 400 }, (_, i) => (i % 40 === 0 ? null : normal()))
const colour = Array.from({ length: 400 }, () => (next() < 0.5 ? 'red' : 'blue'))
const y = x.map((value, i) => {
  if (i % 50 === 49) return null
  return next() < (colour[i] === 'red' ? 0.3 : 0) + (Math.abs(value ?? 0) > 1 ? 0.6 : 0.1) ? 'bad' : 'good'
})
const table: Table = { x, colour, y }
const binning = await fitTable(table, { target: 'y', event: 'bad' })
const encoder = makeEncoder(binning, { encoding: localLinear })

describe('a model of a table', async () => {
  const model = await trainTable(table, encoder)
  const good = await trainTable(table, encoder, { event: 'good' })

  test('takes target and event from the bins, and leaves rows without a label out', async () => {
    expect(model.target).toEqual({ kind: 'class', name: 'y', classes: ['bad', 'good'], event: 'bad' })
    const labelled = y.flatMap((label, i) => (label === null ? [] : [i]))
    const only = Object.fromEntries(Object.entries(table).map(([name, all]) => [name, labelled.map((i) => all[i])]))
    const same = await trainTable(only, encoder)
    expect(same.training.rows).toBe(392)
    same.weights.forEach((weight, j) => expect(weight).toBeCloseTo(model.weights[j], 6))
  })

  test('tells the losses of the step whose weights were kept', async () => {
    const many = await fitTable(table, { target: 'y', all: { method: equalWidth, bins: 60 } })
    const fine = makeEncoder(many, { encoding: oneHot })
    const told: (number | null)[] = []
    const early = await trainTable(table, fine, {
      l2: 0,
      holdOut: 0.3,
      onStep: ({ heldLoss }) => void told.push(heldLoss),
    })
    expect(early.training.heldLoss).toBe(Math.min(...told.map(Number)))
    expect(early.training.heldLoss).not.toBe(told.at(-1))
  })

  test('says the chance of the event', () => {
    const labels = eventLabels(model, y)
    expect([labels.filter(Number.isNaN).length, labels[49]]).toEqual([8, Number.NaN])
    const known = [...labels.keys()].filter((i) => !Number.isNaN(labels[i]))
    const said = predict(model, table)
    const area = auc({ labels: known.map((i) => labels[i]), scores: known.map((i) => said[i]) })
    expect(area).toBeGreaterThan(0.7)
    // Of the other class, the rest.
    const other = predict(good, table)
    said.forEach((p, i) => expect(p + other[i]).toBeCloseTo(1, 3))
  })

  test('is saved and read as it was', () => {
    const text = modelToJson(model)
    expect(modelFromJson(text)).toEqual(model)
    expect(predict(modelFromJson(text), table)).toEqual(predict(model, table))
  })

  test('with a wrong field is refused with its path', () => {
    const broken = (change: object) => () => modelFromJson(JSON.stringify({ ...model, ...change }))
    expect(broken({ version: 3 })).toThrow('version: expected 1, got 3; this library reads version 1')
    expect(broken({ kind: 'forest' })).toThrow('kind: expected "logistic", got "forest"')
    expect(broken({ weights: [1] })).toThrow(
      `weights: expected ${model.weights.length} weights, one per output of the encoder`,
    )
    expect(broken({ target: { ...model.target, event: null } })).toThrow(
      'target: expected classes with an event, got object',
    )
    expect(broken({ encoder: { ...encoder, version: 2 } })).toThrow('encoder.version: expected 1, got 2')
    expect(() => modelToJson({} as never)).toThrow('modelToJson: model must be a model as trainTable makes it')
  })

  test('needs a target with an event', async () => {
    const plain = makeEncoder(await fitTable({ colour }), { encoding: localLinear })
    await expect(trainTable({ colour }, plain)).rejects.toThrow('trainTable: target must be the name of a column')
    const three = { colour: ['a', 'b', 'c'], y: ['p', 'q', 'r'] }
    await expect(trainTable(three, plain, { target: 'y' })).rejects.toThrow(
      'trainTable: target must have two classes, or one of them named as the event, got 3 classes',
    )
  })
})
