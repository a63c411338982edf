import { describe, expect, test } from 'vitest'
import { makeEncoder, oneHot } from '../../../src/encoders/index.ts'
import { toOnnx, toOnnxTest } from '../../../src/exports/index.ts'
import { MessageWriter } from '../../../src/exports/onnx/message-writer.ts'
import { trialOf } from '../../../src/exports/scoring/trial-rows.ts'
import { slotLabels } from '../../../src/index.ts'
import { growTree } from '../../../src/trees/index.ts'
import { hard } from '../hard-fields.ts'
import { subjects } from '../subjects.ts'
import { agrees, binnings, cards, encoders, fitted, models, table, type Thing, trees } from '../things.ts'
import { readOnnx, runOnnx } from './run-onnx.ts'

const things = [...(await binnings()), ...(await encoders()), ...trees(), ...(await models()), ...(await cards())]

describe('a graph answers what the library answers:', () => {
  const far = hard.map(([name, thing]): Thing => ({ name, thing, options: {}, between: true }))
  test.each([...things, ...far].map((one): [string, Thing] => [one.name, one]))('%s', (_, { thing, options }) => {
    const graph = readOnnx(toOnnx(thing, options))
    const { columns, outputs, tolerance } = trialOf(thing, options)
    const given = new Map(
      columns.map(({ name, kind, values }) => {
        const none = kind === 'number' || kind === 'date' ? Number.NaN : ''
        return [name, values.map((value) => value ?? none)]
      }),
    )
    const found = runOnnx(graph, given)
    const results = [...found.values()]
    expect(outputs.length).toBeGreaterThan(0)
    outputs.forEach(({ name, values }, j) => {
      const one = found.get(name) ?? results[0]
      const got = values.map((__, i) => one.values[i * one.width + (found.has(name) ? 0 : j)])
      expect(got.map((value, i) => (agrees(value, values[i], tolerance) ? values[i] : value))).toEqual(values)
    })
  })
})

describe('a file of ONNX', () => {
  test('has an input per column, and tells the names of bins', async () => {
    const binning = await fitted()
    const named = {
      ...binning,
      columns: binning.columns.map((column, i) =>
        i === 0 ? { ...column, bins: column.bins.map((bin, b) => ({ ...bin, name: `band ${b}` })) } : column,
      ) as typeof binning.columns,
    }
    const { inputs, outputs, facts, opsets } = readOnnx(toOnnx(named, { as: 'index' }))
    expect(inputs.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'age 11',
      'income 11',
      'debt 11',
      'city 8',
      'member 8',
      'since 11',
    ])
    expect(outputs[0]).toEqual({ name: 'age_bin', type: 7 })
    expect(JSON.parse(facts.get('kerf.labels.age')!)).toEqual(slotLabels(named.columns[0]))
    expect(facts.get('kerf.labels.age')).toContain('band 0')
    expect([...opsets]).toEqual([
      ['', 15],
      ['ai.onnx.ml', 2],
    ])
  })

  test('says −1, nothing or NaN where the library refuses a value', async () => {
    const { 'codes that are refused': refused } = await subjects()
    const given = new Map<string, (number | string)[]>([
      ['risk', [1, -9, Number.NaN]],
      ['level', ['a', 'c', '']],
    ])
    const index = runOnnx(readOnnx(toOnnx(refused, { as: 'index' })), given)
    expect(index.get('risk_bin')!.values).toEqual([0, -1, -1])
    expect(index.get('level_bin')!.values).toEqual([0, -1, -1])
    const label = runOnnx(readOnnx(toOnnx(refused)), given)
    expect(label.get('risk_bin')!.values).toEqual(['< 2.5', '', ''])
    const encoded = runOnnx(readOnnx(toOnnx(makeEncoder(refused, { encoding: oneHot }))), given)
    expect(encoded.get('encoded')!.values.slice(0, 4)).toEqual([1, 0, 1, 0])
    expect(encoded.get('encoded')!.values.slice(4)).toEqual(Array.from({ length: 8 }, () => Number.NaN))
  })

  test('writes whole numbers of any size', () => {
    expect([...new MessageWriter().integer(1, 0).item(2, 300).item(3, -1).done()]).toEqual([
      16, 172, 2, 24, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1,
    ])
  })

  test('comes with a test in Python', async () => {
    const text = toOnnxTest(await fitted(), { module: 'bins.onnx', as: 'index' })
    expect(text).toContain('os.path.abspath(__file__)), "bins.onnx")')
    expect(text).toContain('import onnxruntime')
  })
})

describe('ONNX refuses', () => {
  test('a tree that asks nothing', () => {
    const tree = growTree(table, { target: 'risk', columns: ['age'], minGain: 1e9 })
    const leaf = { ...tree, root: { ...tree.root, test: null, branches: [] } }
    expect(() => toOnnx(leaf)).toThrow('toOnnx: a tree of one leaf asks for no column, and a graph of ONNX needs one')
  })

  test('what is no binning, encoder, tree or logistic model', () => {
    expect(() => toOnnx({} as never)).toThrow(
      'toOnnx: what is exported must be a binning, an encoder, a tree, a logistic model or a scorecard, got object',
    )
    expect(() => toOnnx({ format: 'kerf-model', kind: 'neural' } as never)).toThrow(
      'toOnnx: of models only logistic ones are exported, got "neural"',
    )
  })

  test('options that an encoder does not have', async () => {
    const encoder = makeEncoder(await fitted(), { encoding: oneHot })
    expect(() => toOnnx(encoder, { as: 'index' })).toThrow('toOnnx: unknown option as, there are none')
  })
})
