import { describe, expect, test } from 'vitest'
import { equalWidth, fitTable, random, type Table } from '../../src/index.ts'
import {
  encodeSparse,
  localLinear,
  makeEncoder,
  multiGranularity,
  oneHot,
  piecewiseLinear,
  type SparseRows,
} from '../../src/encoders/index.ts'
import { auc, chooseGranularities, type LabelledRows, predictEncoded, trainLogistic } from '../../src/models/index.ts'
import { passOver } from '../../src/models/logistic-objective.ts'
import { INPUTS, LABELS, ROW_WEIGHTS, SOLUTIONS } from '../reference/scikit-logistic.ts'

/** Rows in full as sparse rows. */
function dense(values: ArrayLike<number>, columns: number): SparseRows {
  const weights = Float32Array.from(values)
  const indices = Uint32Array.from(weights, (_, at) => at % columns)
  return { rows: weights.length / columns, columns, width: columns, indices, weights, pairs: false }
}

/** A table whose event depends on x by a bend, and on nothing else. */
function bent(rows: number, seed: number): { table: Record<string, Float64Array>; labels: Uint8Array } {
  const { next, normal } = random(seed)
  const x = Float64Array.from({ length: rows }, normal)
  const noise = Float64Array.from({ length: rows }, normal)
  const labels = Uint8Array.from(x, (value) => (next() < (Math.abs(value) > 0.7 ? 0.8 : 0.2) ? 1 : 0))
  return { table: { x, noise }, labels }
}

const reference: LabelledRows = { rows: dense(INPUTS, 4), labels: LABELS }

describe('logistic regression', () => {
  test.each(SOLUTIONS)('finds the weights of a reference solver: $name', async (solution) => {
    const source = { ...reference, weights: solution.weighted ? Float64Array.from(ROW_WEIGHTS) : null }
    const { l2, intercept } = solution
    const fit = await trainLogistic(source, { l2, intercept, tolerance: 1e-10 })
    expect(fit.converged).toBe(true)
    const distances = solution.weights.map((weight, j) => Math.abs(weight - fit.weights[j]))
    expect(Math.max(...distances, Math.abs(solution.constant - fit.intercept))).toBeLessThan(1e-8)
  })

  test.each(['plain', 'pairs', 'ones'])('has the gradient that differences say, for %s rows', async (form) => {
    // Seven columns: loops take four entries at a time, then the rest.
    const { table: two, labels } = bent(60, 3)
    const more = [1, 2, 3, 4, 5].map((j): [string, Float64Array] => [
      `c${j}`,
      two.x.map((x, i) => x * j - two.noise[i]),
    ])
    const table = { ...two, ...Object.fromEntries(more) }
    const binning = await fitTable(table, { all: { method: equalWidth, bins: 3 } })
    const encoding = form === 'ones' ? oneHot : form === 'pairs' ? localLinear : piecewiseLinear
    const rows = encodeSparse(makeEncoder(binning, { encoding }), table, { compact: true })
    expect([rows.pairs, rows.weights === null]).toEqual([form === 'pairs', form === 'ones'])
    const { normal } = random(8)
    const weights = form === 'plain' ? Float64Array.from(labels, (_, i) => 1 + (i % 3)) : null
    const source = { rows, labels, weights }
    const point = Float64Array.from({ length: rows.columns + 1 }, normal)
    const gradient = new Float64Array(point.length)
    await passOver(source, point, { holdOut: 0, gradient })
    for (let j = 0; j < point.length; j++) {
      const loss = async (by: number): Promise<number> => {
        const moved = point.slice()
        moved[j] += by
        return (await passOver(source, moved, { holdOut: 0 })).loss
      }
      const slope = ((await loss(1e-5)) - (await loss(-1e-5))) / 2e-5
      expect(gradient[j]).toBeCloseTo(slope, 5)
    }
  })

  test('gives the same bits however rows are cut into chunks of whole spans', async () => {
    const { table, labels } = bent(2048, 5)
    const binning = await fitTable(table, { all: { method: equalWidth, bins: 5 } })
    const encoder = makeEncoder(binning, { encoding: localLinear })
    const part = (from: number, to: number): LabelledRows => ({
      rows: encodeSparse(encoder, { x: table.x.slice(from, to), noise: table.noise.slice(from, to) }),
      labels: labels.subarray(from, to),
    })
    const whole = await trainLogistic(part(0, 2048))
    async function* chunks(): AsyncGenerator<LabelledRows> {
      for (let from = 0; from < 2048; from += 512) yield part(from, from + 512)
    }
    expect(await trainLogistic(chunks)).toEqual(whole)
    expect(await trainLogistic([part(0, 1024), part(1024, 2048)])).toEqual(whole)
  })

  test('fits a line exactly on local linear encodings, which bins cannot', async () => {
    // Labels are the probabilities of a line themselves, so a model of it leaves no error at all.
    const x = Float64Array.from({ length: 401 }, (_, i) => i / 100 - 2)
    const labels = Float64Array.from(x, (value) => 1 / (1 + Math.exp(-(0.5 + 1.5 * value))))
    const binning = await fitTable({ x }, { all: { method: equalWidth, bins: 4 } })
    const worst = async (encoding: typeof oneHot): Promise<number> => {
      const rows = encodeSparse(makeEncoder(binning, { encoding, asides: 'none' }), { x })
      const fit = await trainLogistic({ rows, labels }, { l2: 1e-9, tolerance: 1e-11 })
      const said = predictEncoded(fit, rows)
      return said.reduce((most, p, i) => Math.max(most, Math.abs(p - labels[i])), 0)
    }
    expect(await worst(localLinear)).toBeLessThan(1e-6)
    expect(await worst(oneHot)).toBeGreaterThan(0.1)
  })

  test('in mini-batches comes near what lbfgs finds, and the seed decides', async () => {
    const { table, labels } = bent(8000, 6)
    const binning = await fitTable(table, { all: { method: equalWidth, bins: 8 } })
    const rows = encodeSparse(makeEncoder(binning, { encoding: localLinear }), table, { compact: true })
    const source = { rows, labels }
    const exact = await trainLogistic(source)
    const fit = await trainLogistic(source, { solver: 'mini-batch', seed: 3 })
    const area = (model: typeof fit): number => auc({ labels, scores: predictEncoded(model, rows) })
    expect(Math.abs(area(exact) - area(fit))).toBeLessThan(0.002)
    expect(fit.history.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5])
    expect(await trainLogistic(source, { solver: 'mini-batch', seed: 3 })).toEqual(fit)
    expect(await trainLogistic(source, { solver: 'mini-batch', seed: 4 })).not.toEqual(fit)
  })

  test('in mini-batches heeds the penalty, and takes batches of any size', async () => {
    const { table, labels } = bent(4000, 13)
    const binning = await fitTable(table, { all: { method: equalWidth, bins: 4 } })
    const source = { rows: encodeSparse(makeEncoder(binning, { encoding: oneHot }), table), labels }
    const heavy = { l2: 2000 }
    const exact = await trainLogistic(source, heavy)
    const fit = await trainLogistic(source, { ...heavy, solver: 'mini-batch', epochs: 10, batch: 64 })
    const far = (weights: Float64Array): number =>
      weights.reduce((most, weight, j) => Math.max(most, Math.abs(weight - exact.weights[j])), 0)
    expect(far(fit.weights)).toBeLessThan(0.05)
    expect(far((await trainLogistic(source, { l2: 0.1 })).weights)).toBeGreaterThan(0.3)
    const { history } = await trainLogistic(source, { solver: 'mini-batch', epochs: 1, batch: 4000 })
    // All rows in one step from nothing: a coin.
    expect(history[0].loss).toBeCloseTo(Math.LN2, 12)
  })

  test('in mini-batches does not count rows without weight as steps', async () => {
    // Chunks of one row leave nothing to shuffle.
    const chunk = (value: number, label: number): LabelledRows => ({ rows: dense([value], 1), labels: [label] })
    const known = [chunk(1, 1), chunk(1, 1), chunk(0, 0), chunk(1, 0)]
    const unlabelled = { ...chunk(1, 0), weights: new Float64Array(1) }
    const options = { solver: 'mini-batch', epochs: 3 } as const
    const fit = await trainLogistic([...known, unlabelled, unlabelled], options)
    expect({ ...fit, rows: 4 }).toEqual(await trainLogistic(known, options))
  })

  test.each(['lbfgs', 'mini-batch'] as const)(
    '%s stops early on rows kept back, and keeps the best',
    async (solver) => {
      // Far more bins than rows can bear, and no penalty: the loss of rows kept back turns up again.
      const { table, labels } = bent(3000, 9)
      const binning = await fitTable(table, { all: { method: equalWidth, bins: 400 } })
      const rows = encodeSparse(makeEncoder(binning, { encoding: oneHot }), table, { compact: true })
      const steps: (number | null)[] = []
      const fit = await trainLogistic(
        { rows, labels },
        {
          solver,
          l2: 0,
          holdOut: 0.2,
          patience: 3,
          epochs: 60,
          rate: 1,
          onStep: (step) => void steps.push(step.heldLoss),
        },
      )
      const losses = fit.history.map(({ heldLoss }) => heldLoss!)
      expect(steps).toEqual(losses)
      const best = losses.indexOf(Math.min(...losses))
      expect(losses.length).toBe(best + 4)
      const parameters = Float64Array.from([...fit.weights, fit.intercept])
      const { heldLoss, heldWeight } = await passOver({ rows, labels }, parameters, { holdOut: 0.2 })
      expect(heldWeight).toBe(600)
      expect(heldLoss / heldWeight).toBeCloseTo(losses[best], 12)
    },
  )

  test('goes on where of few rows none is kept back', async () => {
    const source = { rows: dense([1, 1, 0, 0], 1), labels: [1, 1, 0, 1] }
    const options = { solver: 'mini-batch', epochs: 9, patience: 2 } as const
    const fit = await trainLogistic(source, { ...options, holdOut: 0.1 })
    expect(fit.history.map(({ heldLoss }) => heldLoss)).toEqual(Array(9).fill(null))
    expect(fit.weights).toEqual((await trainLogistic(source, options)).weights)
  })

  test('in mini-batches learns an intercept where there is no output', async () => {
    const { intercept } = await trainLogistic(
      { rows: { ...dense([], 1), rows: 4, columns: 0, width: 0 }, labels: [1, 1, 1, 0] },
      { solver: 'mini-batch', epochs: 200 },
    )
    expect(intercept).toBeCloseTo(Math.log(3), 2)
  })

  test('refuses what it cannot learn from', async () => {
    const rows = dense([1, 2], 1)
    const wrong = (source: unknown, options = {}) => trainLogistic(source as LabelledRows, options)
    await expect(wrong({ rows, labels: [1] })).rejects.toThrow('trainLogistic: labels must be one per row (2), got 1')
    await expect(wrong({ rows, labels: [1, 2] })).rejects.toThrow(
      'trainLogistic: labels must be numbers from 0 to 1, got 2 at row 1',
    )
    await expect(wrong({ rows, labels: [1, 0], weights: Float64Array.of(1, -1) })).rejects.toThrow(
      'trainLogistic: weights must be finite and at least 0, got -1 at row 1',
    )
    await expect(wrong([])).rejects.toThrow('trainLogistic: there are no rows to learn from')
    const weightless = { rows, labels: [1, 0], weights: new Float64Array(2) }
    for (const solver of ['lbfgs', 'mini-batch']) {
      await expect(wrong(weightless, { solver })).rejects.toThrow(
        'trainLogistic: there are no rows with a weight above 0 to learn from',
      )
    }
    await expect(
      wrong([
        { rows, labels: [1, 0] },
        { rows: dense([1, 2], 2), labels: [1] },
      ]),
    ).rejects.toThrow('trainLogistic: rows must have 1 outputs like the first, got 2')
    await expect(wrong({ rows, labels: [1, 0] }, { l2: -1 })).rejects.toThrow(
      'trainLogistic: l2 must be a number of at least 0, got -1',
    )
    const signal = { aborted: true, reason: new Error('enough') }
    await expect(wrong({ rows, labels: [1, 0] }, { signal })).rejects.toThrow('enough')
    expect(() => predictEncoded({ weights: new Float64Array(2), intercept: 0 }, rows)).toThrow(
      'predictEncoded: rows must have 2 outputs like the model, got 1',
    )
  })
})

describe('granularities', () => {
  test('are kept by what each column alone tells of validation rows', async () => {
    const { table, labels } = bent(4000, 12)
    const half = (from: number, to: number): Table => ({
      x: table.x.slice(from, to),
      noise: table.noise.slice(from, to),
      y: Array.from(labels.subarray(from, to), String),
    })
    const [train, validation] = [half(0, 500), half(500, 4000)]
    const binnings = await Promise.all(
      [2, 10, 5000].map((bins) => fitTable(train, { target: 'y', all: { method: equalWidth, bins } })),
    )
    const { pairs, binnings: kept } = chooseGranularities(binnings, validation, { target: 'y', keep: 0.2 })
    // Two bins cannot show the bend, 5,000 learn single rows.
    expect(pairs.map(({ column, bins, kept: yes }) => `${column} ${bins} ${yes}`).slice(0, 3)).toEqual([
      'x 10 true',
      'x 5000 true',
      'x 2 false',
    ])
    expect(kept.map(({ columns }) => columns.map(({ name }) => name))).toEqual([['x'], ['x']])
    expect(makeEncoder(kept, { encoding: multiGranularity, asides: 'none' }).fields.length).toBe(2)
  })
})
