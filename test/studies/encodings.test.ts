import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { random } from '../../src/index.ts'
import { encodingArm } from '../../src/studies/encodings-arms.ts'
import { encodingsChart } from '../../src/studies/encodings-chart.ts'
import { encodingsCurve } from '../../src/studies/encodings-curve.ts'
import { differencesOf } from '../../src/studies/encodings-differences.ts'
import { published, publishedData } from '../../src/studies/encodings-published.ts'
import { encodingsMarkdown, encodingsReport } from '../../src/studies/encodings-report.ts'
import { type EncodingStudy, studyEncodings } from '../../src/studies/encodings.ts'
import { told } from '../cli/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-encodings-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { next, normal } = random(9)
const x = Float64Array.from({ length: 302 }, () => normal())
const z = Float64Array.from(x, () => normal())
// A straight line in x: bins lose what lies inside of them, lines do not.
const y = Array.from(x, (value, i) => (i < 2 ? null : next() < 1 / (1 + Math.exp(-3 * value)) ? 'b' : 'a'))
const data = { name: 'tiny-higgs.csv', table: { x, z, y }, target: 'y', columns: ['x', 'z'] }
const asked = { encodings: ['CD(3)', 'lle3', 'MGD'], folds: 2, seeds: 2, shares: [1, 0.5] }

describe('the study of encodings', async () => {
  const cache = join(folder, 'stopped')
  await studyEncodings(data, { ...asked, models: ['lr'], shares: [1], cache })
  const [file] = readdirSync(cache)
  // As after a crash: the last line is cut off.
  writeFileSync(join(cache, file), readFileSync(join(cache, file), 'utf8').trimEnd().slice(0, -9))
  const heard: string[] = []
  const study = await studyEncodings(data, {
    ...asked,
    cache,
    onProgress: (done, total, what) => void heard.push(`${done}/${total} ${what}`),
  })

  test('runs every model on every fold, and goes on where it was stopped', async () => {
    expect(heard).toHaveLength(2 * 2 * 3 * 3)
    expect(heard.at(-1)).toBe('36/36 MGD, DNN, fold 2 of 2')
    expect(study).toMatchObject({ rows: 300, columns: 2, event: 'b', folds: 2, seeds: 2 })
    expect(study.arms.map(({ model, share, encoding, trials }) => [model, share, encoding, trials.length])).toEqual(
      ['lr', 'dnn'].flatMap((model) =>
        [1, 0.5].flatMap((share) =>
          ['CD(3)', 'LLE(3)', 'MGD'].map((name) => [model, share, name, model === 'lr' ? 2 : 4]),
        ),
      ),
    )
    // Times too: nothing was run twice.
    expect(await studyEncodings(data, { ...asked, cache })).toEqual(study)
  })

  test('finds the same without a cache', async () => {
    const withoutTimes = ({ arms }: EncodingStudy): unknown =>
      arms.map(({ trials }) => trials.map((trial) => ({ ...trial, seconds: 0 })))
    const regressions = await studyEncodings(data, { ...asked, models: ['lr'] })
    const same = { ...study, arms: study.arms.filter(({ model }) => model === 'lr') }
    expect(withoutTimes(regressions)).toEqual(withoutTimes(same))
  })

  test('counts parameters, and compares encodings fold by fold', () => {
    const armOf = (model: string, name: string) =>
      study.arms.find((arm) => arm.model === model && arm.encoding === name && arm.share === 1)!
    expect(armOf('lr', 'CD(3)').parameters).toBe(6)
    expect(armOf('lr', 'LLE(3)').parameters).toBe(8)
    expect(armOf('dnn', 'LLE(3)').parameters).toBe(8 * 8 + (16 * 64 + 64) + (64 * 32 + 32) + (32 + 1))
    const found = study.differences.find(({ model, share, than }) => model === 'lr' && share === 1 && than === 'CD(3)')!
    const [lle, cd] = ['LLE(3)', 'CD(3)'].map((name) => armOf('lr', name).trials.map((trial) => trial.auc))
    const each = lle.map((area, i) => area - cd[i])
    const mean = each.reduce((sum, value) => sum + value, 0) / 2
    const spread = Math.sqrt(each.reduce((sum, value) => sum + (value - mean) ** 2, 0))
    expect(found).toMatchObject({ better: 'LLE(3)', folds: 2, ahead: each.filter((value) => value > 0).length })
    expect(found.mean).toBeCloseTo(mean, 12)
    expect(found.margin).toBeCloseTo((12.706 * spread) / Math.sqrt(2), 12)
    expect(mean).toBeGreaterThan(0)
    expect(differencesOf(study.arms).map(({ better, than }) => `${better} ${than}`)).toEqual(
      Array.from({ length: 4 }, () => ['LLE(3) CD(3)', 'LLE(3) MGD']).flat(),
    )
  })

  test('prints and draws what was found beside what was printed', () => {
    const text = encodingsReport(study, { width: 120 })
    expect(text).toContain('tiny-higgs.csv: 300 rows, 2 columns, chance of b; 2 folds, 2 nets each')
    expect(text).toMatch(/^LR +100 % +MGD +\d\d\.\d\d ± \d\.\d\d +\d+ +\d\.\d +77\.32 +162,560$/m)
    expect(text).toMatch(/^DNN +50 % +LLE\(3\) − CD\(3\) +[+-]\d+\.\d\d +[+-]\d+\.\d\d to [+-]\d+\.\d\d +\d of 2$/m)
    expect(encodingsMarkdown(study).split('\n')).toHaveLength(14 + 1 + 10)
    const svg = encodingsChart(study)
    expect(svg.match(/>LLE\(3\)</g)).toHaveLength(4)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('draws curves over bins and over rows', () => {
    const [small, large] = [2, 8].map((bins) =>
      study.arms.map((arm) => ({ ...arm, encoding: arm.encoding.replace('3', String(bins)) })),
    )
    const bins = encodingsCurve(
      { ...study, arms: [...small, ...large.filter(({ encoding }) => encoding !== 'MGD')] },
      'bins',
    )
    // A panel for each model and share; in each a line for CD, for LLE, and one level for MGD.
    const strokes = [...bins.matchAll(/<polyline points="([^"]*)"/g)].map(([, points]) => points.split(' '))
    // Each has a short one beside its name.
    const lines = strokes.filter((_, i) => i % 2 === 0)
    expect(lines.map((points) => points.length)).toEqual(Array.from({ length: 12 }, () => 2))
    const [from, to] = lines[2].map((point) => point.split(','))
    expect([from[0], to[0], to[1]]).toEqual(['64.0', '624.0', from[1]])
    expect(bins.match(/>8</g)).toHaveLength(4)
    const rows = encodingsCurve(study, 'rows')
    expect(rows.match(/<polyline/g)).toHaveLength(2 * 6)
    expect(rows.match(/>75</g)).toHaveLength(2)
    expect(rows.match(/>150</g)).toHaveLength(2)
    expect(bins + rows).not.toMatch(/NaN|undefined|Infinity/)
    expect(encodingsCurve({ ...study, arms: [] }, 'bins')).toContain('<svg')
  })

  test('refuses data it cannot study', async () => {
    await expect(studyEncodings({ ...data, table: { x, z, y: y.map(() => 'a') } })).rejects.toThrow(
      'tiny-higgs.csv: y must have two classes, or one of them named as the event, got [a]',
    )
    await expect(studyEncodings(data, { ...asked, folds: 30, event: 'b', shares: [2] })).rejects.toThrow(
      'studyEncodings: shares must be a number above 0 and at most 1, got 2',
    )
    const few = { x: x.slice(0, 9), z: z.slice(0, 9), y: y.slice(0, 9) }
    await expect(studyEncodings({ ...data, table: few })).rejects.toThrow('the study needs at least 50 rows, got 7')
  })
})

describe('what was printed', () => {
  test('is known of the data of the paper only', () => {
    expect([publishedData('a/HIGGS.csv.gz'), publishedData('susy-11k.csv'), publishedData('higgs/iris.csv')]).toEqual([
      'higgs',
      'susy',
      null,
    ])
    expect(published('susy', 'dnn', 'LLE(10)', 0.01)).toEqual({ auc: 0.8662, parameters: null })
    expect(published('higgs', 'lr', 'LLE(5)', 0.01)).toEqual({ auc: 0.7695, parameters: 168 })
    expect(published('higgs', 'lr', 'PLE(10)', 1)).toBe(null)
    expect(published('higgs', 'lr', 'MGD', 0.5)).toBe(null)
    expect(published(null, 'lr', 'MGD', 1)).toBe(null)
  })
  test('goes by names of encodings', () => {
    expect(['cd5', 'LLE(100)', 'ple7', 'Mgd'].map((text) => encodingArm(text)?.name)).toEqual([
      'CD(5)', 'LLE(100)', 'PLE(7)', 'MGD',
    ]) // prettier-ignore
    expect(['cd', 'cd0', 'lle(10', 'mgd10', 'woe5'].map(encodingArm)).toEqual([null, null, null, null, null])
  })
})

describe('kerf study encodings', () => {
  const path = join(folder, 'rows.csv')
  writeFileSync(path, ['x,z,y,note', ...y.map((label, i) => `${x[i]},${z[i]},${label ?? ''},n${i % 3}`)].join('\n'))
  const study = (...args: string[]) => told(['study', 'encodings', path, '--target', 'y', '--no-cache', ...args])

  test('prints, draws, and gives JSON', async () => {
    const chart = join(folder, 'chart.svg')
    const lean = ['--models', 'lr', '--encodings', 'cd4,lle4', '--folds', '2']
    const { out, err, error } = await study(...lean, '--chart', chart)
    expect(error).toBe(null)
    expect(out).toMatch(/rows\.csv: 300 rows, 2 columns, chance of b; 2 folds/)
    expect(out).toMatch(/^LR +100 % +LLE\(4\) +\d\d\.\d\d ± \d\.\d\d +10 /m)
    expect(out).not.toContain('printed')
    expect(err).toContain(`saved as ${chart}\n`)
    expect(existsSync(chart)).toBe(true)
    const json = JSON.parse((await study(...lean, '--json')).out) as EncodingStudy
    expect(json.arms.map(({ encoding }) => encoding)).toEqual(['CD(4)', 'LLE(4)'])
    const curve = join(folder, 'curve.svg')
    await study(
      '--models',
      'lr',
      '--encodings',
      'cd4',
      '--shares',
      '50,100',
      '--folds',
      '2',
      '--curve',
      'rows',
      '--chart',
      curve,
    )
    expect(readFileSync(curve, 'utf8')).toContain('>rows to learn from<')
    expect((await study(...lean, '--as', 'markdown')).out).toContain('| LR | 100 % | LLE(4) − CD(4) |')
  })

  test.each([
    [['--models', 'svm'], '--models takes lr or dnn, got "svm"'],
    [['--models', ','], '--models takes at least one, got none'],
    [['--encodings', 'woe'], '--encodings takes CD, LLE or PLE with bins, such as lle10, and MGD, got "woe"'],
    [['--shares', '0'], '--shares takes percentages above 0 and up to 100, got "0"'],
    [['--folds', '1'], '--folds takes a whole number of at least 2, got "1"'],
    [['--folds', '31'], '--folds takes at most 30, got "31"'],
    [['--as', 'html'], '--as takes table or markdown, got "html"'],
    [['--curve', 'folds'], '--curve takes bins or rows, got "folds"'],
    [['--columns', 'note'], 'there is no column of numbers to study'],
  ])('refuses %j', async (args, message) => {
    expect((await study(...args)).error?.message).toContain(message)
  })
})
