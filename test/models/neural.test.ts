import { describe, expect, test } from 'vitest'
import { equalFrequency, fitTable, FormatError, pickTable, random, type Table } from '../../src/index.ts'
import {
  encodeSparse,
  localLinear,
  makeEncoder,
  oneHot,
  piecewiseLinear,
  type SparseRows,
} from '../../src/encoders/index.ts'
import { auc, logLoss, predict, trainTable } from '../../src/models/index.ts'
import {
  fieldSpans,
  neuralFromJson,
  neuralToJson,
  predictNet,
  predictNeural,
  trainNeural,
  trainNeuralTable,
} from '../../src/models/neural/index.ts'
import { Adam } from '../../src/models/neural/adam.ts'
import type { MakeEngine } from '../../src/models/neural/net-batch.ts'
import { jaxEngine } from '../../src/models/neural/jax-engine.ts'
import { addBack, EmbeddingGradient, lookUp, lookupOf } from '../../src/models/neural/lookup-layer.ts'
import { type Net, netShape, randomNet } from '../../src/models/neural/net.ts'
import { plainEngine } from '../../src/models/neural/plain-engine.ts'

const { next, normal } = random(3)

/** Two columns that say nothing alone: the event is where their signs agree. */
function interaction(rows: number): Table {
  const [x, z] = [0, 1].map(() => Float64Array.from({ length: rows }, () => normal()))
  const y = Array.from(x, (value, i) => (next() < (value * z[i] > 0 ? 0.95 : 0.05) ? 'yes' : 'no'))
  x[5] = Number.NaN
  return { x, z, y }
}

const table = interaction(600)
const fitted = await fitTable(table, { target: 'y', event: 'yes', all: { method: equalFrequency, bins: 4 } })
const encoders = [oneHot, localLinear, piecewiseLinear].map((encoding) => makeEncoder(fitted, { encoding }))
const labels = Float64Array.from(table.y as string[], (label) => (label === 'yes' ? 1 : 0))

/** Loss and gradient of the first rows by an engine, through the lookup of embeddings. */
async function gradientBy(
  makeEngine: MakeEngine,
  net: Net,
  rows: SparseRows,
  {
    count = 7,
    capacity = 0,
    weigh = (i) => (i + 1) / 20,
  }: { count?: number; capacity?: number; weigh?: (row: number) => number } = {},
): Promise<{ loss: number; gradient: Float64Array }> {
  const { shape } = net
  const lookup = lookupOf(rows, shape)
  const chosen = Array.from({ length: count }, (_, i) => i)
  const inputs = new Float64Array(Math.max(count, capacity) * lookup.inputs)
  lookUp(lookup, chosen, net.embeddings, inputs)
  const weights = Float64Array.from(chosen, weigh)
  const gradient = { layers: new Float64Array(net.layers.length), inputs: new Float64Array(inputs.length) }
  const engine = await makeEngine(shape.layers, Math.max(count, capacity))
  const loss = await engine(net.layers, { rows: count, inputs, labels: labels.slice(0, count), weights }, gradient)
  const embedded = new EmbeddingGradient(shape.outputs, shape.size)
  addBack(lookup, chosen, gradient.inputs, embedded)
  return { loss, gradient: Float64Array.from([...embedded.values, ...gradient.layers]) }
}

describe.each(encoders)('the gradient of a net on $created.encoding', (encoder) => {
  const rows = encodeSparse(encoder, table)
  const net = randomNet(netShape(fieldSpans(encoder), 3, [5, 4]), 8)
  // Larger than at first, so that every layer bends.
  net.all.forEach((value, j) => (net.all[j] = value === 0 ? 0.1 : value * (j < net.embeddings.length ? 10 : 1)))

  test('is what small changes of each parameter do to the loss', async () => {
    const { gradient } = await gradientBy(plainEngine, net, rows)
    const small = 1e-6
    for (let j = 0; j < net.all.length; j++) {
      const kept = net.all[j]
      const losses: number[] = []
      for (const value of [kept + small, kept - small]) {
        net.all[j] = value
        losses.push((await gradientBy(plainEngine, net, rows)).loss)
      }
      net.all[j] = kept
      expect(gradient[j], `parameter ${j}`).toBeCloseTo((losses[0] - losses[1]) / (2 * small), 7)
    }
    expect(gradient.filter((value) => value !== 0).length).toBeGreaterThan(net.all.length / 3)
  })

  test('is the same by jax, also of a batch that is not full', async () => {
    const plain = await gradientBy(plainEngine, net, rows)
    for (const capacity of [7, 10]) {
      const jax = await gradientBy(jaxEngine, net, rows, { capacity })
      // Its logarithm errs by up to 1.2e-5; slopes do not need it.
      expect(jax.loss).toBeCloseTo(plain.loss, 4)
      plain.gradient.forEach((value, j) => expect(jax.gradient[j], `parameter ${j}`).toBeCloseTo(value, 5))
    }
  })
})

describe('training', () => {
  const [, encoder] = encoders
  const rows = encodeSparse(encoder, table)
  const small = { hidden: [8], size: 4, batch: 32, rate: 0.01 }

  test('goes the same way by jax and by plain loops', async () => {
    const [jax, plain] = await Promise.all(
      (['jax', 'plain'] as const).map((engine) =>
        trainNeural({ rows, labels }, fieldSpans(encoder), { ...small, epochs: 3, engine }),
      ),
    )
    jax.history.forEach(({ loss, heldLoss }, i) => {
      expect(loss).toBeCloseTo(plain.history[i].loss, 4)
      expect(heldLoss).toBeCloseTo(plain.history[i].heldLoss!, 4)
    })
    const said = predictNet(plain.net, rows)
    predictNet(jax.net, rows).forEach((p, i) => expect(p).toBeCloseTo(said[i], 3))
  })

  test('stops early, keeps the best epoch, and depends on nothing but the seed', async () => {
    const run = (seed: number) =>
      trainNeural({ rows, labels }, fieldSpans(encoder), {
        ...small,
        rate: 0.05,
        patience: 2,
        epochs: 60,
        seed,
        engine: 'plain',
      })
    const one = await run(1)
    const losses = one.history.map(({ heldLoss }) => heldLoss!)
    const best = losses.indexOf(Math.min(...losses))
    expect(one.passes).toBe(best + 3)
    // Held rows are the last tenth of all 600.
    const held = logLoss({ labels: labels.slice(540), scores: predictNet(one.net, rows).slice(540) })
    expect(held).toBeCloseTo(losses[best], 5)
    expect((await run(1)).net.all).toEqual(one.net.all)
    expect((await run(2)).net.all).not.toEqual(one.net.all)
  })

  test('takes the steps of Adam against the gradient', async () => {
    const spans = fieldSpans(encoder)
    const options = { hidden: [8], size: 4, batch: 600, rate: 0.01, epochs: 3, holdOut: 0, seed: 4 }
    const { net, history } = await trainNeural({ rows, labels }, spans, { ...options, engine: 'plain' })
    const own = randomNet(netShape(spans, 4, [8]), 4)
    const adam = new Adam(own.all, 0.01)
    for (const { loss, heldLoss } of history) {
      const step = await gradientBy(plainEngine, own, rows, { count: 600, weigh: () => 1 / 600 })
      expect([loss, heldLoss]).toEqual([expect.closeTo(step.loss, 9), null])
      adam.next()
      adam.move(0, own.all.length, step.gradient, 0)
    }
    net.all.forEach((value, j) => expect(value, `parameter ${j}`).toBeCloseTo(own.all[j], 6))
  })

  test('leaves out rows of no weight', async () => {
    const weights = Float64Array.from(labels, (_, i) => (i < 40 ? 1 : 0))
    const wrong = labels.map((label, i) => (i < 40 ? label : 1 - label))
    const run = (given: Float64Array) =>
      trainNeural({ rows, labels: given, weights }, fieldSpans(encoder), {
        ...small,
        batch: 4,
        epochs: 2,
        engine: 'plain',
      })
    const { net } = await run(labels)
    expect((await run(wrong)).net.all).toEqual(net.all)
    expect(net.all.every(Number.isFinite)).toBe(true)
  })

  test('takes rows in chunks that come again for each pass', async () => {
    const spans = fieldSpans(encoder)
    const options = { ...small, hidden: [5], size: 2, epochs: 3, engine: 'plain' as const }
    const weights = Float64Array.from(labels, (_, i) => i % 3)
    const whole = await trainNeural({ rows, labels, weights }, spans, options)
    // One chunk is all rows at once, bit for bit.
    const single = await trainNeural(async function* () { yield { rows, labels, weights } }, spans, options) // prettier-ignore
    expect(single).toEqual(whole)
    // Chunks that use the same arrays again give what chunks side by side give.
    const part = (start: number, end: number) => ({
      rows: encodeSparse(
        encoder,
        pickTable(
          table,
          Uint32Array.from({ length: end - start }, (_, i) => start + i),
        ),
      ),
      labels: labels.slice(start, end),
      weights: weights.slice(start, end),
    })
    const parts = [part(0, 250), part(250, 251), part(251, 600)]
    const listed = await trainNeural(parts, spans, options)
    const own = { indices: new Uint32Array(4 * 349), weights: new Float32Array(4 * 349), labels: new Float64Array(349) }
    const streamed = await trainNeural(
      function* () {
        for (const { rows: from, labels: told, weights: worth } of parts) {
          own.indices.set(from.indices)
          own.weights.set(from.weights!)
          own.labels.set(told)
          yield { rows: { ...from, indices: own.indices, weights: own.weights }, labels: own.labels, weights: worth }
        }
      },
      spans,
      options,
    )
    expect(streamed).toEqual(listed)
    expect(listed.rows).toBe(600)
    // Of each chunk the last tenth is kept back.
    const held = [...labels.keys()].filter((i) => (i >= 225 && i < 250) || i >= 565)
    const of = (from: ArrayLike<number>) => held.map((i) => from[i])
    const said = { labels: of(labels), scores: of(predictNet(listed.net, rows)), weights: of(weights) }
    expect(logLoss(said)).toBeCloseTo(Math.min(...listed.history.map(({ heldLoss }) => heldLoss!)), 5)
  })

  test('stops within an epoch when it is told to', async () => {
    const stop = new AbortController()
    let given = 0
    const endless = function* () {
      for (;;) {
        if (++given === 3) stop.abort(new Error('enough'))
        yield { rows, labels }
      }
    }
    const run = trainNeural(endless, fieldSpans(encoder), { ...small, engine: 'plain', signal: stop.signal })
    await expect(run).rejects.toThrow('enough')
    expect(given).toBe(3)
  })

  test('refuses what it cannot use', async () => {
    const spans = fieldSpans(encoder)
    const run = (source: { rows: SparseRows; labels: ArrayLike<number> }, options = {}) =>
      trainNeural(source, spans, options)
    const pairs = encodeSparse(encoder, table, { compact: true })
    await expect(run({ rows: pairs, labels })).rejects.toThrow(
      'trainNeural: rows must be encoded without compact, got pairs',
    )
    await expect(run({ rows: encodeSparse(encoders[0], table), labels })).rejects.toThrow(
      'trainNeural: rows must have 4 entries of 12 outputs like the net, got 2 of 10',
    )
    await expect(run({ rows, labels: [1] })).rejects.toThrow('trainNeural: labels must be one per row (600), got 1')
    await expect(
      trainNeural(
        [
          { rows, labels },
          { rows: encodeSparse(encoders[0], table), labels },
        ],
        spans,
        { engine: 'plain' },
      ),
    ).rejects.toThrow('trainNeural: rows must have 12 outputs like the first, got 10')
    await expect(trainNeural([], spans, { engine: 'plain' })).rejects.toThrow(
      'trainNeural: there are no rows with a weight above 0 to learn from',
    )
    await expect(run({ rows, labels }, { hidden: [0] })).rejects.toThrow(
      'trainNeural: hidden must be one to three integers from 1 to 4096, got [0]',
    )
    await expect(run({ rows: encodeSparse(encoder, { x: [], z: [] }), labels: [] })).rejects.toThrow(
      'trainNeural: there are no rows with a weight above 0 to learn from',
    )
  })
})

describe('a net of a table', async () => {
  const model = await trainNeuralTable(table, encoders[1], { hidden: [16], batch: 64, rate: 0.01 })

  test('finds what no single column tells, which a regression cannot', async () => {
    const other = interaction(400)
    const truth = Array.from(other.y as string[], (label) => (label === 'yes' ? 1 : 0))
    expect(auc({ labels: truth, scores: predictNeural(model, other) })).toBeGreaterThan(0.85)
    expect(auc({ labels: truth, scores: predict(await trainTable(table, encoders[1]), other) })).toBeLessThan(0.65)
  })

  test('is saved and read as it was', () => {
    const text = neuralToJson(model)
    expect(neuralFromJson(text)).toEqual(model)
    expect(predictNeural(neuralFromJson(text), table)).toEqual(predictNeural(model, table))
    expect(model.training).toMatchObject({ rows: 600, converged: false })
  })

  test.each<[string, object, string]>([
    ['another version', { version: 2 }, 'version: expected 1, got 2; this library reads version 1'],
    ['another kind', { kind: 'logistic' }, 'kind: expected "neural", got "logistic"'],
    ['too few embeddings', { embeddings: [[1]] }, 'embeddings: expected 12 lists of 8 numbers'],
    ['no layers', { layers: [] }, 'layers: expected layers, the last with one bias'],
    [
      'layers that do not fit',
      { layers: [{ ...model.layers[0], biases: [0] }, model.layers[1]] },
      'layers[0].weights: expected 16 lists of 1 numbers',
    ],
    ['no event', { target: { ...model.target, event: null } }, 'target: expected classes with an event'],
  ])('with %s is refused with the path', (_, change, message) => {
    const read = () => neuralFromJson(JSON.stringify({ ...model, ...change }))
    expect(read).toThrow(FormatError)
    expect(read).toThrow(message)
  })

  test('is not taken for another kind of model', () => {
    expect(() => neuralToJson({} as never)).toThrow('neuralToJson: model must be a model as trainNeuralTable makes it')
  })
})

describe('Adam', () => {
  test('moves as Kingma and Ba write, and leaves alone what a step does not name', () => {
    const parameters = Float64Array.of(1, 1, 1)
    const adam = new Adam(parameters, 0.1)
    adam.next()
    adam.move(1, 2, Float64Array.of(9, 0.5, -20), 1)
    // The first step is as long as the rate, whatever the slope.
    expect(parameters[0]).toBe(1)
    expect(parameters[1]).toBeCloseTo(0.9, 7)
    expect(parameters[2]).toBeCloseTo(1.1, 7)
    adam.next()
    adam.move(1, 1, Float64Array.of(-2), 0)
    const mean = (0.9 * 0.1 * 0.5 + 0.1 * -2) / (1 - 0.9 ** 2)
    const square = (0.999 * 0.001 * 0.25 + 0.001 * 4) / (1 - 0.999 ** 2)
    expect(parameters[1]).toBeCloseTo(0.9 - (0.1 * mean) / Math.sqrt(square), 7)
    expect(parameters[2]).toBeCloseTo(1.1, 7)
  })
})
