import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { localLinear } from '../../../src/encoders/local-linear.ts'
import { piecewiseLinear } from '../../../src/encoders/piecewise-linear.ts'
import { makeEncoder } from '../../../src/encoders/make-encoder.ts'
import { sqlText, withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { readData } from '../../../src/node/read/read-data.ts'
import { openStored } from '../../../src/node/duckdb/stored-table.ts'
import type { LogisticModel } from '../../../src/models/logistic-model.ts'
import { trainSource, type TrainedModel, type TrainRequest } from '../../../src/node/train/train-source.ts'
import { trainStored } from '../../../src/node/train/train-stored.ts'
import { trainWithin } from '../../../src/node/train/train-within-memory.ts'
import { printed as run } from '../../cli/in-process.ts'
import { folder, kerf } from '../../cli/run.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))

const printed = (...args: string[]): ReturnType<typeof run> => run('train', ...args)

const method = equalFrequency as unknown as AnyDiscretizer
const request = (train: TrainRequest['train'] = {}): TrainRequest => ({
  fit: { target: 'y', weight: 'w', method, bins: 4 },
  encode: (binning) => makeEncoder(binning, { encoding: localLinear }),
  train,
  test: 0.25,
})

describe('training as a file is read', () => {
  const path = folder()
  const file = join(path, 'rows.parquet')

  /** 6,000 rows in groups that are no whole chunks; some labels and values missing. */
  async function write(): Promise<void> {
    const sql = `SELECT i % 97 AS a, CASE WHEN i % 50 = 0 THEN NULL ELSE (i * 7919) % 1013 END AS b, chr((65 + i % 3)::INTEGER) AS c,
      CASE WHEN i % 71 = 0 THEN NULL WHEN (i % 97) + (i * 31) % 60 > 70 THEN 'yes' ELSE 'no' END AS y,
      1 + (i % 4) / 2 AS w FROM range(6000) t(i)`
    await withDuckDb({}, (connection) =>
      connection.run(`COPY (${sql}) TO ${sqlText(file)} (FORMAT parquet, ROW_GROUP_SIZE 2500)`),
    )
  }

  const stored = (asked: TrainRequest, sample: number, batch = 2048): Promise<TrainedModel> =>
    withDuckDb({ threads: 1 }, async (connection) => {
      const table = await openStored(connection, file, { name: 'rows.parquet', size: 0 })
      return trainStored(connection, table!, { request: asked, sample, batch })
    })

  test('gives the model of rows in memory', async () => {
    await write()
    const whole = await trainSource(await readData(file), request({ maxIterations: 6 }))
    const parts = await stored(request({ maxIterations: 6 }), 6000)
    expect(parts.binning.columns).toEqual(whole.binning.columns)
    expect(parts.model.target).toEqual(whole.model.target)
    expect(parts.model.training.rows).toBe(whole.model.training.rows)
    const [one, other] = [parts.model as LogisticModel, whole.model as LogisticModel]
    other.weights.forEach((weight, j) => expect(one.weights[j]).toBeCloseTo(weight, 5))
    expect(parts.onTest!.rows).toBe(whole.onTest!.rows)
    expect(parts.onTest!.auc).toBeCloseTo(whole.onTest!.auc!, 8)
    expect(parts.onTest!.logLoss).toBeCloseTo(whole.onTest!.logLoss, 6)
    expect(parts.onTraining!.logLoss).toBeCloseTo(whole.onTraining!.logLoss, 6)
  })

  test('gives the net of rows in memory where they are one chunk, and one as good of several', async () => {
    const asked = {
      ...request({ engine: 'plain', size: 2, hidden: [6], epochs: 4, rate: 0.01 }),
      kind: 'neural' as const,
    }
    const whole = await trainSource(await readData(file), asked)
    const [one, several] = await Promise.all([8192, 2048].map((batch) => stored(asked, 6000, batch)))
    expect(one).toEqual({ ...whole, binning: one.binning })
    expect(several.model).toMatchObject({ kind: 'neural', encoder: whole.model.encoder, target: whole.model.target })
    expect(several.model).not.toEqual(whole.model)
    expect(several.model.training.rows).toBe(whole.model.training.rows)
    expect(several.onTest!.rows).toBe(whole.onTest!.rows)
    expect(whole.onTest!.auc).toBeGreaterThan(0.8)
    expect(several.onTest!.auc).toBeCloseTo(whole.onTest!.auc!, 1)
  })

  test('takes few rows together where an encoding has many entries', async () => {
    const wide = {
      ...request({ maxIterations: 6 }),
      encode: (binnings: Parameters<TrainRequest['encode']>[0]) => makeEncoder(binnings, { encoding: piecewiseLinear }),
    }
    const fine = { ...wide, fit: { ...wide.fit, bins: 30 } }
    const whole = await trainSource(await readData(file), fine)
    const parts = await stored(fine, 6000, 2048)
    const [some, all] = [parts.model as LogisticModel, whole.model as LogisticModel]
    all.weights.forEach((weight, j) => expect(some.weights[j]).toBeCloseTo(weight, 5))
  })

  test('fits bins on a sample of the rows learned from, and says so', async () => {
    const { binning, model, onTraining } = await stored(request({ solver: 'mini-batch', epochs: 1 }), 500)
    expect(binning.created.source.rows).toBe(500)
    expect(model.training.rows).toBeGreaterThan(4300)
    expect(onTraining!.rows).toBeLessThanOrEqual(500)
    expect(binning.notes!.at(-1)!.message).toBe(
      `bins fitted, and rows learned from scored, on 500 of ${model.training.rows} rows, drawn with seed 0`,
    )
  })

  test('names a bad weight by its row in the file, as rows in memory do', async () => {
    const lines = Array.from({ length: 400 }, (_, i) => `${i % 13},${i % 3 === 0 ? 'yes' : 'no'},${i === 321 ? -1 : 1}`)
    const data = join(folder({ 'bad.csv': `x,y,w\n${lines.join('\n')}\n` }), 'bad.csv')
    const expected = 'column "w", row 322 of the data: must hold finite weights of at least 0, got -1'
    for (const how of [[], ['--stream']]) {
      const { err, code } = await kerf(['train', data, '-t', 'y', '--weight', 'w', '--test', '0.3', ...how])
      expect([how, code, err]).toEqual([how, 1, `kerf: ${expected}\n`])
    }
  })

  test('scores as many of the rows kept apart as it may, and says so', async () => {
    const { binning, onTest } = await withDuckDb({ threads: 1 }, async (connection) => {
      const table = await openStored(connection, file, { name: 'rows.parquet', size: 0 })
      return trainStored(connection, table!, { request: request({ maxIterations: 2 }), sample: 6000, scored: 400 })
    })
    expect(onTest!.rows).toBeGreaterThan(380)
    expect(onTest!.rows).toBeLessThanOrEqual(400)
    expect(binning.notes!.at(-1)!.message).toMatch(
      /^scored on 400 of the 1\d\d\d rows kept apart, drawn with seed 0; --memory allows no more$/,
    )
  })

  test('is done where memory is short or it is asked for', async () => {
    expect(await trainWithin(file, request(), { memory: '1GB' })).toBeNull()
    const asked = ['--target', 'sex', '--solver', 'mini-batch', '--epochs', '2', '--json']
    const usual = await printed(PENGUINS, ...asked)
    expect((await printed(PENGUINS, ...asked, '--stream')).out).toBe(usual.out)
    const short = await trainWithin(file, request({ solver: 'mini-batch', epochs: 1 }), { memory: '300KB' })
    expect(short).toMatchObject({ model: { training: { passes: 1 } } })
    await expect(printed(file, '--target', 'y', '--memory', '383MB')).rejects.toThrow(
      '--memory takes at least 384MB, since the program itself takes most of that, got "383MB"',
    )
    const arff = join(
      folder({ 'x.arff': '@relation r\n@attribute a numeric\n@attribute y {p,q}\n@data\n1,p\n2,q\n' }),
      'x.arff',
    )
    await expect(printed(arff, '--target', 'y', '--stream')).rejects.toThrow('only Parquet files and plain CSV files')
  })
})
