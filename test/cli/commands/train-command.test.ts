import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { modelFromJson } from '../../../src/models/index.ts'
import { neuralFromJson } from '../../../src/models/neural/neural-model.ts'
import { printed, told } from '../in-process.ts'
import { folder } from '../run.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))

/** Runs `kerf train` on the penguins inside this process; what it printed. */
const train = (...args: string[]): ReturnType<typeof printed> => printed('train', PENGUINS, ...args)

describe('kerf train', () => {
  test('learns a net where asked to, and refuses what nets cannot do', async () => {
    const path = join(folder(), 'net.json')
    const { out } = await train('--target', 'sex', '--model', 'neural', '--epochs', '4', '-o', path)
    expect(out.split('\n')[0]).toBe('sex: chance of male, neural net on 56 outputs (local-linear)')
    const net = neuralFromJson(readFileSync(path, 'utf8'))
    expect(net.training.passes).toBeLessThanOrEqual(4)
    expect(net.embeddings).toHaveLength(56)
    await expect(train('--target', 'sex', '--model', 'neural', '--l2', '1')).rejects.toThrow(
      '--l2 does not apply to --model neural',
    )
    await expect(train('--target', 'sex', '--model', 'forest')).rejects.toThrow(
      '--model takes logistic or neural, got "forest"',
    )
  })

  test('learns a net as the file is read, and gives that of rows in memory', async () => {
    const asked = ['--target', 'sex', '--model', 'neural', '--epochs', '2', '--json']
    const usual = await train(...asked)
    expect((await train(...asked, '--stream')).out).toBe(usual.out)
  })

  test('chooses granularities on a fifth of the rows, and saves them', async () => {
    const path = join(folder(), 'many.json')
    const asked = ['--target', 'sex', '--encode', 'multi-granularity', '--granularities', '20,3']
    const { out, err } = await train(...asked, '-o', path)
    const { encoder } = modelFromJson(readFileSync(path, 'utf8'))
    const names = encoder.fields.map(({ name }) => name)
    // Half of the pairs are kept: some columns in both granularities, some in none.
    expect(names).toHaveLength(6)
    expect(new Set(names).size).toBeLessThan(6)
    expect(out).toMatch(/^sex: chance of male, logistic regression on \d+ outputs \(multi-granularity\)\n/)
    expect(err).toMatch(/kept 6 of 12 pairs of column and bins, .*; columns by bins: 3 \(\d\), 20 \(\d\)\n/)
    const said = JSON.parse((await printed('predict', path, PENGUINS, '--json')).out) as {
      scores: { accuracy: number }
    }
    expect(said.scores.accuracy).toBeGreaterThan(0.9)
    const net = await train(...asked, '--model', 'neural', '--epochs', '2', '--stream', '--json')
    expect(neuralFromJson(net.out).encoder).toEqual(encoder)
  })

  test('refuses granularities that make no sense', async () => {
    const many = ['--target', 'sex', '--encode', 'multi-granularity']
    await expect(train(...many, '--bins', '5')).rejects.toThrow('--bins is one number of bins; multi-granularity takes')
    await expect(train(...many, '--granularities', ',')).rejects.toThrow('--granularities takes at least one number')
    await expect(train('--target', 'sex', '--granularities', '5')).rejects.toThrow(
      '--granularities is for --encode multi-granularity, not for local-linear',
    )
    await expect(train(...many, '--method', 'kerber-none')).rejects.toThrow('unknown method')
    await expect(train('--target', 'sex', '--encode', 'onehot')).rejects.toThrow('did you mean one-hot?')
  })

  test('learns, scores on rows kept apart, and saves the model', async () => {
    const path = join(folder(), 'model.json')
    const { out, err } = await train('--target', 'sex', '-o', path)
    const [head, passes, , , title, ...lines] = out.split('\n')
    expect(head).toBe('sex: chance of male, logistic regression on 56 outputs (local-linear)')
    expect(passes).toMatch(/^\d+ passes over 272 rows$/)
    expect(title.trim().split(/ {2,}/)).toEqual(['rows kept apart', 'learned from', 'without a model'])
    const cells = Object.fromEntries(lines.map((line) => line.trim().split(/ {2,}/)).map(([name, ...texts]) => [name, texts])) // prettier-ignore
    // 11 of 344 penguins have no sex: they are neither learned from nor scored.
    expect(Number(cells['rows'][0]) + Number(cells['rows'][1])).toBe(333)
    expect(Number.parseFloat(cells['AUC'][0])).toBeGreaterThan(0.95)
    for (const name of ['AUC', 'Gini', 'KS', 'accuracy', 'log loss'])
      expect(cells[name][0]).toMatch(/^0\.\d{4} \(0\.\d{4} to [01]\.\d{4}\)$/)
    expect([cells['AUC'][2], cells['Gini'][2], cells['KS'][2]]).toEqual(['0.5', '0', '0'])
    expect(cells['accuracy'][2]).toBe('0.5143')
    expect(err).toBe(`saved as ${path}\n`)
    const model = modelFromJson(readFileSync(path, 'utf8'))
    expect(model.target).toEqual({ kind: 'class', name: 'sex', classes: ['female', 'male'], event: 'male' })
    expect(model.encoder.fields.map(({ name }) => name)).not.toContain('sex')
    const { scores, ...printedModel } = JSON.parse((await train('--target', 'sex', '--json')).out)
    expect(printedModel).toEqual(JSON.parse(readFileSync(path, 'utf8')))
    const { rows, rate, majority, auc, gini, intervals } = scores.heldOut
    expect([rows, majority]).toEqual([70, Math.max(rate, 1 - rate)])
    expect(gini).toBeCloseTo(2 * auc - 1, 12)
    expect(intervals.gini.low).toBeLessThan(gini)
    expect(scores.training.rows).toBe(263)
  })

  test('writes a page of the model, its scores, bins and coefficients', async () => {
    const path = join(folder(), 'model.html')
    const { err } = await train('--target', 'sex', '--encode', 'woe', '--report', path)
    expect(err).toBe(`report saved as ${path}\n`)
    const page = readFileSync(path, 'utf8')
    expect(page).toContain('<h1>Chance of sex = male</h1>')
    expect(page).toContain('On rows kept apart it puts event and rest in order better than lot would: Gini 0.9')
    expect(page).toContain('more than saying the commoner class every time (51.4 %)')
    for (const name of ['beak_depth_mm', 'body_mass_g', 'species']) expect(page).toContain(`<h2><bdi>${name}</bdi></h2>`)
    expect(page.match(/<circle class="dot" cx/g)).toHaveLength(11)
    expect(page).not.toMatch(/<script|https?:/)
    // A file that is there is refused before anything is learned.
    await expect(train('--target', 'sex', '--report', path)).rejects.toThrow('exists already; add --force')
  })

  test('writes a page of a net, which has no coefficients', async () => {
    const path = join(folder(), 'net.html')
    await train('--target', 'sex', '--model', 'neural', '--epochs', '2', '--test', '0', '--report', path)
    const page = readFileSync(path, 'utf8')
    expect(page).toContain('A net has no coefficient per column')
    expect(page).toContain('No rows were kept apart, so these numbers are too optimistic.')
    expect(page).not.toContain('<th scope="col">coefficient</th>')
  })

  test('counts a class that only rows kept apart have as the rest', async () => {
    // Row 2 is the first of the rows that the usual seed keeps apart.
    const labels = Array.from({ length: 60 }, (_, i) => (i === 2 ? 'rare' : i % 7 < 3 ? 'yes' : 'no'))
    const rows = labels.map((label, i) => `${i % 7},${i === 49 ? -1 : 1},${label}`)
    const path = join(folder({ 'rare.csv': `a,w,y\n${rows.join('\n')}\n` }), 'rare.csv')
    for (const how of [[], ['--stream']]) {
      const { out } = await told(['train', path, '--target', 'y', '--event', 'yes', '--exclude', 'w', ...how])
      expect(out).toMatch(/^ +rows +9 /m)
      const { error } = await told(['train', path, '--target', 'y', ...how])
      expect(error?.message).toContain('one of them named as the event, got 3 classes: no, rare, yes')
    }
    const weighted = await told(['train', path, '--target', 'y', '--event', 'yes', '--weight', 'w'])
    expect(weighted.error).toMatchObject({ column: 'w', row: 49 })
    const none = await told(['train', path, '--target', 'y', '--event', 'yes', '--test', '0.9999'])
    expect(none.error?.message).toBe('there is no row to learn from, all were kept apart')
  })

  test('does not begin where the model could not be saved', async () => {
    const path = join(folder({ 'old.json': '{}' }), 'old.json')
    // There is no such file of rows, but that is not even looked at.
    for (const command of ['train', 'fit']) {
      const { error } = await told([command, 'no-rows.csv', '--target', 'y', '-o', path])
      expect(error?.message).toBe(`${path} exists already; add --force to replace it`)
    }
  })

  test('takes bins, encoding and solver', async () => {
    const asked = '--method mdlp --encode one-hot --drop-first --solver mini-batch --epochs 3 --l2 2 --hold-out 0.2'
    const { out } = await train(
      '--target',
      'species',
      '--event',
      'Adelie',
      '--test',
      '0',
      '--json',
      ...asked.split(' '),
    )
    const { created, encoder, training } = modelFromJson(out)
    expect(created.options).toMatchObject({ solver: 'mini-batch', epochs: 3, l2: 2, holdOut: 0.2 })
    expect(encoder.created).toMatchObject({ encoding: 'one-hot', options: { dropFirst: true } })
    expect(training.rows).toBe(344)
    expect(training.heldLoss).toBeGreaterThan(0)
  })

  test('refuses what it cannot use', async () => {
    await expect(train('--target', 'sex', '--test', '1')).rejects.toThrow(
      '--test takes a share of at least 0 and below 1, got "1"',
    )
    await expect(train('--target', 'sex', '--encode', 'label')).rejects.toThrow(
      '--encode: a model needs numbers; label and index are for apply',
    )
    await expect(train('--target', 'species')).rejects.toThrow(
      'target must have two classes, or one of them named as the event, got 3 classes',
    )
    await expect(train('--target', 'sex', '--solver', 'sgd')).rejects.toThrow(
      'trainTable: solver must be one of lbfgs, mini-batch, got "sgd"',
    )
  })
})
