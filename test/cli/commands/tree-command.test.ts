import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { lengths, species } from '../../../scripts/docs/iris.mjs'
import { flagWords } from '../../../src/cli/tell-error.ts'
import { UsageError } from '../../../src/cli/exit.ts'
import { closeDuckDb } from '../../../src/node/duckdb/connect.ts'
import { readData } from '../../../src/node/read/read-data.ts'
import { toTable } from '../../../src/sources/source.ts'
import { predictTree } from '../../../src/trees/predict-tree.ts'
import { treeFromJson } from '../../../src/trees/tree-json.ts'
import { tryTree } from '../../../src/trees/prune/try-tree.ts'
import { told } from '../in-process.ts'
import { folder } from '../run.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))
const names = Object.keys(lengths)
const csv = [[...names, 'code', 'species'].join(','), ...species.map((label, i) => [...names.map((name) => lengths[name][i]), `00${i % 10}`, label].join(','))] // prettier-ignore
const home = folder({ 'iris.csv': `${csv.join('\n')}\n` })
const at = (name: string): string => join(home, name)
const IRIS = at('iris.csv')
const ON = ['--target', 'species', '--exclude', 'code']

afterAll(closeDuckDb)

async function printed(...args: string[]): Promise<string> {
  const { out, err, error } = await told(args)
  expect(error, err).toBeNull()
  return out
}

describe('kerf tree', () => {
  test('prints the tree, its scores on rows it never saw, and what columns gained', async () => {
    const out = await printed('tree', IRIS, ...ON, '--prune', 'error')
    const trial = tryTree({ ...lengths, species }, { target: 'species', prune: 'error' })
    expect(out).toMatch(/^iris\.csv: a tree over single cuts that predicts species, grown on 100 rows: /)
    expect(out).toMatch(/Error-complexity pruning on the validation rows removed \d+ of 17 nodes/)
    expect(out).toMatch(/^ {2}training +100 .*\n {2}validation +30 .*\n {2}test +20 /m)
    const { accuracy, majority, auc } = trial.test!
    expect(out).toMatch(/^ {2}part +rows {2}accuracy {2}majority {5}AUC$/m)
    expect(out).toContain(
      `  test          20    ${[accuracy, majority, auc]
        .map((share) => share!.toFixed(4))
        .join('    ')
        .replace(/ {4}(?=\S+$)/, '  ')}`,
    )
    expect(out).toMatch(/^ {2}class +rows +precision +recall +setosa +versicolor +virginica$/m)
    expect(out).toMatch(/^ {2}petal length +\d+\.\d % +█/m)
  })

  test('--json is one document with the tree, scores and means over trials', async () => {
    const found = JSON.parse(
      await printed('tree', IRIS, ...ON, '--json', '--repeat', '3', '--split', '4:1', '--seed', '5', '--prune', 'none'),
    )
    expect(treeFromJson(JSON.stringify(found.tree)).root.count).toBe(120)
    expect(found.tree.created.options).toEqual({ split: '4:1', seed: 5 })
    expect(found.trials.map(({ seed }: { seed: number }) => seed)).toEqual([5, 6, 7])
    const accuracies = found.trials.map(({ test: { accuracy } }: { test: { accuracy: number } }) => accuracy)
    const mean = (accuracies[0] + accuracies[1] + accuracies[2]) / 3
    expect(found.over.test.mean).toBeCloseTo(mean, 12)
    expect(found.over.test.deviation).toBeCloseTo(Math.sqrt(accuracies.reduce((sum: number, a: number) => sum + (a - mean) ** 2, 0) / 2), 12) // prettier-ignore
    expect([found.over.validation, found.over.validationMajority, found.over.validationAuc]).toEqual([null, null, null])
    expect(found.over.testMajority).toEqual({ mean: 1 / 3, deviation: 0 })
    expect(found.over.testAuc.mean).toBeGreaterThan(0.9)
    expect(found.importances.map(({ column }: { column: string }) => column)).toEqual(names)
  })

  test('--json takes trees of any depth', async () => {
    writeFileSync(
      at('deep.csv'),
      `x,y\n${Array.from({ length: 2000 }, (_, i) => `${i * 1.5},${i % 2 === 0 ? 'a' : 'b'}\n`).join('')}`,
    )
    const found = JSON.parse(
      await printed('tree', at('deep.csv'), '--target', 'y', '--split', 'all', '--prune', 'none', '--json'),
    )
    expect([found.stats.depth, found.tree.root.count, found.training.accuracy]).toEqual([1999, 2000, 1])
  })

  test('takes methods with their options, saved bins, rules to stop and weights of classes', async () => {
    expect((await told(['fit', IRIS, ...ON, '-o', at('bins.json')])).error).toBeNull()
    expect(await printed('tree', IRIS, ...ON, '--by', 'chi-merge', '--alpha', '0.01')).toContain('bins by chi-merge')
    expect(await printed('tree', IRIS, ...ON, '--by', 'equal-width', '--bins', '3')).toContain('bins by equal-width')
    expect(await printed('tree', IRIS, ...ON, '--by', at('bins.json'), '--split', 'all')).toContain('grown on 150 rows')
    const small = await printed('tree', IRIS, ...ON, '--max-depth', '1', '--class-weights', 'balanced', '--json')
    expect(JSON.parse(small).stats).toEqual({ depth: 1, nodes: 3, leaves: 2 })
    const folds = await printed('tree', IRIS, ...ON, '--prune', 'depth', '--folds', '3')
    expect(folds).toMatch(/A depth of \d was chosen by folds of the training rows: accuracy 0\.\d{4}/)
    expect(await printed('tree', IRIS, ...ON, '--prune', 'reduced', '--depth', '1')).toContain('Reduced-error pruning')
    const penguins = await printed(
      'tree',
      PENGUINS,
      '--target',
      'species',
      '--min-leaf',
      '5',
      '--all',
      '--prune',
      'none',
      '--measure',
      'gain',
    )
    expect(penguins).toContain('island:')
  })

  test('saves the tree and draws it, and refuses to overwrite', async () => {
    const args = ['tree', IRIS, ...ON, '-o', at('tree.json'), '--picture', at('tree.svg')]
    const { err, error } = await told(args)
    expect([error, err]).toEqual([null, `saved as ${at('tree.json')}\nsaved as ${at('tree.svg')}\n`])
    expect(treeFromJson(readFileSync(at('tree.json'), 'utf8')).root.count).toBe(100)
    expect(readFileSync(at('tree.svg'), 'utf8')).toMatch(/^<svg /)
    expect((await told(args)).error?.message).toContain('exists already; add --force')
    await printed('tree', IRIS, ...ON, '--picture', at('tree.html'))
    expect(readFileSync(at('tree.html'), 'utf8')).toMatch(/^<!doctype html>/)
  })

  test.each([
    [['--prune', 'much'], '--prune takes none, depth, error, one-se, reduced, paper or paper-strict, got "much"'],
    [['--split', '10'], '--split takes all, or two or three sizes such as 10:3:2, got "10"'],
    [['--split', '4:1', '--prune', 'error'], '--prune error needs three parts such as --split 10:3:2, got "4:1"'],
    [['--split', 'all', '--prune', 'one-se'], '--prune one-se needs three parts such as --split 10:3:2, got "all"'],
    [['--measure', 'gini'], '--measure takes adjusted-gain, gain or gain-ratio, got "gini"'],
    [['--by', 'chimerge'], 'unknown method "chimerge", did you mean chi-merge?'],
    [['--bins', '3'], '--bins needs --by METHOD, got a tree over single cuts'],
    [['--by', 'mdlp', '--bins', 'x'], '--bins takes a whole number'],
    [['--class-weights', 'a:1'], '--class-weights takes balanced or weights such as yes=5,no=1, got "a:1"'],
    [['--min-gain', '-1'], '--min-gain takes a number of at least 0, got "-1"'],
    [['--picture', 'tree.png'], '--picture takes a file that ends in .svg or .html, got "tree.png"'],
    [['--repeat', '2', '--split', 'all'], '--repeat needs rows held out, got --split all'],
    [['--repeat', '2', '--split', 'all', '--model', 'naive-bayes'], '--repeat needs rows held out, got --split all'],
    [['--target-kind', 'numeric'], '--target-kind takes auto or class for a tree, got "numeric"'],
    [['--model', 'forest'], '--model takes tree or naive-bayes, got "forest"'],
    [['--model', 'naive-bayes', '--max-depth', '3'], '--max-depth does not apply to --model naive-bayes'],
    [['--model', 'naive-bayes', '--measure', 'gain'], '--measure does not apply to --model naive-bayes'],
    [['--model', 'naive-bayes', '--prune', 'error'], '--prune does not apply to --model naive-bayes'],
    [['--smoothing', '1'], '--smoothing goes with --model naive-bayes'],
  ])('refuses %j', async (flags, message) => {
    const { error } = await told(['tree', IRIS, ...ON, ...flags])
    expect(error).toBeInstanceOf(UsageError)
    expect(error?.message).toContain(message)
  })

  test('refuses a number as target, and names of no column', async () => {
    const words = async (...flags: string[]): Promise<string> =>
      flagWords((await told(['tree', IRIS, ...flags])).error?.message ?? '')
    expect(await words('--target', 'petal length')).toMatch(/^"petal length" holds numbers.* \(--target-kind class\)$/)
    expect(await words(...ON, '--class-weights', 'setosa=0')).toMatch(/^--class-weights must be finite numbers above 0/)
    expect(await words(...ON, '--max-depth', '10001')).toMatch(/^--max-depth must be an integer from 0 to 10000, got/)
    expect((await told(['tree', IRIS, '--target', 'specis'])).error?.message).toContain('did you mean species?')
  })
})

describe('kerf predict', () => {
  test('adds predictions to the rows, and says how often they are right', async () => {
    await printed('tree', IRIS, ...ON, '-o', at('saved.json'))
    const { out, err, error } = await told(['predict', at('saved.json'), IRIS, '-o', at('out.csv'), '--probabilities'])
    expect(error).toBeNull()
    expect(err).toBe(`150 rows written to ${at('out.csv')}\n`)
    const lines = readFileSync(at('out.csv'), 'utf8').trim().split('\n')
    const extra = ['setosa', 'versicolor', 'virginica'].map((label) => `species_predicted_${label}`)
    expect(lines[0]).toBe([...names, 'code', 'species', 'species_predicted', ...extra].join(','))
    // Columns the tree does not know stay as they stand, leading zeros included.
    expect(lines[1]).toBe('5.1,3.5,1.4,0.2,000,setosa,setosa,1,0,0')
    const tree = treeFromJson(readFileSync(at('saved.json'), 'utf8'))
    const { classes, codes } = predictTree(tree, { ...lengths, species })
    expect(lines.slice(1).map((line) => line.split(',')[6])).toEqual(Array.from(codes, (code) => classes[code]))
    const right = Array.from(codes).filter((code, i) => classes[code] === species[i]).length
    expect(out).toContain(
      `Accuracy ${(right / 150).toFixed(4)} on 150 rows; the commonest class alone has 0.3333, AUC 0.9`,
    )
    const found = JSON.parse(await printed('predict', at('saved.json'), IRIS, '--json'))
    expect(found.scores.accuracy).toBeCloseTo(right / 150, 12)
    expect(found.predictions).toEqual(Array.from(codes, (code) => classes[code]))
  })

  test('says one row of one row', async () => {
    writeFileSync(at('one.csv'), `${csv.slice(0, 2).join('\n')}\n`)
    const { out, err } = await told(['predict', at('saved.json'), at('one.csv'), '-o', at('one-out.csv')])
    expect(err).toBe(`1 row written to ${at('one-out.csv')}\n`)
    expect(out).toMatch(/^Accuracy 1\.0000 on 1 row; the commonest class alone has 1\.0000\.\n/)
  })

  test('writes Parquet, and works without the target', async () => {
    const bare = csv.map((line) => line.split(',').slice(0, 5).join('\t'))
    writeFileSync(at('bare.tsv'), bare.join('\n'))
    const { out } = await told(['predict', at('saved.json'), at('bare.tsv'), '-o', at('out.parquet')])
    expect(out).toBe('')
    const table = toTable(await readData(at('out.parquet')))
    expect(Object.keys(table)).toEqual([...names, 'code', 'species_predicted'])
    const tree = treeFromJson(readFileSync(at('saved.json'), 'utf8'))
    const { classes, codes } = predictTree(tree, lengths)
    expect(Array.from(table.species_predicted as string[])).toEqual(Array.from(codes, (code) => classes[code]))
  })

  test('refuses files and rows it cannot use', async () => {
    writeFileSync(at('other.csv'), 'petal lengths,petal width,sepal length,sepal width\n1,2,3,4\n')
    expect((await told(['predict', at('saved.json'), at('other.csv')])).error?.message).toContain(
      'there is no column "petal length", which the model asks about, did you mean petal lengths',
    )
    writeFileSync(at('text.csv'), `petal length,petal width,sepal length,sepal width\nlong,1,2,3\n`)
    expect((await told(['predict', at('saved.json'), at('text.csv')])).error?.message).toContain(
      'column "petal length" holds text such as "long", but the model was fitted on numbers; correct that, or if it stands for a missing value, say so with --missing-values',
    )
    expect((await told(['predict', at('bins.json'), IRIS])).error?.message).toBe(
      `${at('bins.json')} holds "kerf-binning", expected a tree or a model as kerf tree -o or kerf train -o saves it`,
    )
    const taken = await told(['predict', at('saved.json'), at('out.csv'), '-o', at('again.csv')])
    expect(taken.error?.message).toContain('have a column "species_predicted" already; choose another suffix')
    expect(existsSync(at('again.csv'))).toBe(false)
  })
})

describe('naive Bayes', () => {
  test('is made, saved and used like a tree', async () => {
    const { out, error } = await told(['tree', IRIS, ...ON, '--model', 'naive-bayes', '-o', at('bayes.json'), '--repeat', '2']) // prettier-ignore
    expect(error).toBeNull()
    expect(out).toMatch(/^iris\.csv: naive Bayes over bins by mdlp that tells species from 4 columns of 100 rows\n/)
    expect(out).toMatch(/Over 2 trials, seeds 0 to 1/)
    const used = await told(['predict', at('bayes.json'), IRIS, '-o', at('bayes.csv')])
    expect(used.out).toMatch(/^Accuracy 0\.9\d+ on 150 rows; the commonest class alone has 0\.3333, AUC 0\.9\d+\./)
    const found = JSON.parse(await printed('tree', IRIS, ...ON, '--model', 'naive-bayes', '--by', at('bins.json'), '--smoothing', '2', '--json')) // prettier-ignore
    expect([found.model.smoothing, found.model.classes.reduce((a: number, b: number) => a + b, 0)]).toEqual([2, 100])
  })
})

describe('kerf export of a tree', () => {
  test('writes every target, and refuses what is only for bins', async () => {
    expect(await printed('export', at('saved.json'), '--to', 'rules')).toContain('if petal length < 2.45 then setosa')
    expect(await printed('export', at('saved.json'), '--to', 'sql', '--dialect', 'tsql', '--table', 'dbo.t')).toContain('FROM [dbo].[t]') // prettier-ignore
    expect(await printed('export', at('saved.json'), '--to', 'python', '--as', 'index')).toContain('def predict(row):')
    expect(await printed('export', at('saved.json'), '--to', 'dot')).toContain('digraph tree {')
    const { err } = await told(['export', at('saved.json'), '--to', 'js', '-o', at('tree.js')])
    expect(err).toBe(`saved as ${at('tree.js')}\n`)
    const tested = await told(['export', at('saved.json'), '--to', 'sql', '-o', at('tree.sql'), '--tests'])
    expect(tested.err).toBe(`saved as ${at('tree.sql')} and ${at('tree.test.sql')}\n`)
    const message = async (...args: string[]): Promise<string | undefined> =>
      (await told(['export', ...args])).error?.message
    expect(await message(at('saved.json'), '--to', 'schema')).toBe(
      '--to schema is only for a binning, and the file holds a tree',
    )
    expect(await message(at('saved.json'), '--to', 'sql', '--columns', 'a')).toContain(
      '--columns is only for a binning',
    )
    expect(await message(at('saved.json'), '--to', 'dot', '--tests', '-o', at('a.dot'))).toBe(
      '--tests: there are no tests for --to dot',
    )
    expect(await message(at('bins.json'), '--to', 'rules')).toBe(
      '--to rules is only for a tree, and the file holds a binning',
    )
    expect(await message(at('saved.json'), '--to', 'ruls')).toBe('export: unknown target "ruls", did you mean rules?')
    expect(await message(at('saved.json'), '--to', 'dot', '--table', 'a')).toBe(
      '--table is only for --to sql and --to dbt',
    )
    expect(await message(at('saved.json'), '--to', 'pdf')).toMatch(
      /expected one of sql, js, python, dot, rules, rules-json, dbt, onnx, pmml$/,
    )
    expect(await message(at('saved.json'), '--to', 'dot', '--as', 'label')).toBe('--as does not apply to --to dot')
    expect(await message(at('saved.json'), '--to', 'rules', '--suffix', 'x')).toBe(
      '--suffix does not apply to --to rules',
    )
    expect(await message(at('bayes.json'), '--to', 'sql')).toBe(`${at('bayes.json')} holds a model of the kind naive-bayes; of models only logistic ones are exported`) // prettier-ignore
    writeFileSync(at('half.json'), readFileSync(at('saved.json'), 'utf8').slice(0, 500))
    expect(await message(at('half.json'), '--to', 'sql')).toContain('half.json is not a usable tree: not valid JSON')
  })
})

describe('what strangers stumbled over', () => {
  test('seven vehicles are all grown on, and it is said', async () => {
    writeFileSync(
      at('vehicles.csv'),
      'Motor,Wheels,Doors,Size,Efficiency\nno,two,none,small,good\nno,three,none,small,bad\nyes,two,none,small,good\nyes,four,two,small,bad\nyes,four,three,medium,good\nyes,four,four,medium,good\nyes,four,four,large,bad\n',
    )
    const { out, err, error } = await told(['tree', at('vehicles.csv'), '--target', 'Efficiency'])
    expect(error).toBeNull()
    expect(err).toBe(
      'note: 7 rows are too few to hold some out: the tree grows on all of them and is not pruned, and nothing tells how well it predicts others\n',
    )
    expect(out.replaceAll(/\s+/g, ' ')).toContain('grown on 7 rows: 2 tests deep, 7 nodes, 5 leaves')
    expect(out).toContain('Accuracy on its own training rows, which is too optimistic:\n')
    expect(out).toMatch(/^ {2}training +7 {4}1\.0000 {4}0\.5714 {2}1\.0000/m)
    const bayes = await told(['tree', at('vehicles.csv'), '--target', 'Efficiency', '--model', 'naive-bayes'])
    expect(bayes.err).toBe(
      'note: 7 rows are too few to hold some out: the model is made of all of them, and nothing tells how well it predicts others\n',
    )
    const asked = await told(['tree', at('vehicles.csv'), '--target', 'Efficiency', '--split', '10:3:2'])
    expect([asked.err, asked.out.includes('grown on 5 rows')]).toEqual(['', true])
  })

  test('a column of tickets is not the root, and it is said', async () => {
    const lines = Array.from({ length: 120 }, (_, i) => {
      const old = (i * 37) % 101 > 50
      return `T-${i < 30 ? i % 15 : i},${(i * 37) % 101},${old !== (i % 9 === 0) ? 'yes' : 'no'}`
    })
    writeFileSync(at('tickets.csv'), `ticket,age,survived\n${lines.join('\n')}\n`)
    const { out, err } = await told(['tree', at('tickets.csv'), '--target', 'survived', '--split', 'all'])
    expect(err).toBe(
      'note: ticket is not asked about: 90 of its 120 known values occur in a single row; the measure gain asks about it all the same\n',
    )
    expect(out).toMatch(/^age: /m)
    const plain = await told(['tree', at('tickets.csv'), '--target', 'survived', '--split', 'all', '--measure', 'gain', '--prune', 'none']) // prettier-ignore
    expect([plain.err, /^ticket: /m.test(plain.out)]).toEqual(['', true])
  })
})
