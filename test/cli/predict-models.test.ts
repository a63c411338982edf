import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { modelFromJson, predict } from '../../src/models/index.ts'
import { readData } from '../../src/node/read/read-data.ts'
import { toTable } from '../../src/sources/source.ts'
import { printed as kerf } from './in-process.ts'
import { folder } from './run.ts'

const PENGUINS = fileURLToPath(new URL('../../samples/penguins.csv', import.meta.url))

describe('kerf predict with a model', () => {
  const at = (name: string): string => join(path, name)
  const path = folder()

  test('gives the chances of a logistic regression', async () => {
    await kerf('train', PENGUINS, '--target', 'sex', '--test', '0', '-o', at('sex.json'))
    const model = modelFromJson(readFileSync(at('sex.json'), 'utf8'))
    const chances = predict(model, toTable(await readData(PENGUINS)))
    const { out } = await kerf('predict', at('sex.json'), PENGUINS, '--json', '--probabilities')
    const said = JSON.parse(out) as { scores: { rows: number; accuracy: number }; predictions: string[]; probabilities: number[][] } // prettier-ignore
    expect(said.probabilities).toEqual(Array.from(chances, (chance) => [1 - chance, chance]))
    expect(said.predictions).toEqual(Array.from(chances, (chance) => (chance >= 0.5 ? 'male' : 'female')))
    expect(said.scores.rows).toBe(333)
    expect(said.scores.accuracy).toBeGreaterThan(0.9)
    await kerf('predict', at('sex.json'), PENGUINS, '-o', at('out.csv'))
    const [head, first] = readFileSync(at('out.csv'), 'utf8').split('\n')
    expect(head.split(',').at(-1)).toBe('sex_predicted')
    expect(first.split(',').at(-1)).toBe(said.predictions[0])
  })

  test('tells the event from all other classes', async () => {
    await kerf('train', PENGUINS, '--target', 'species', '--event', 'Gentoo', '--test', '0', '-o', at('gentoo.json'))
    const { out } = await kerf('predict', at('gentoo.json'), PENGUINS, '--json')
    const { scores, classes } = JSON.parse(out) as { scores: { accuracy: number; unknown: number }; classes: string[] }
    expect(classes).toEqual(['not Gentoo', 'Gentoo'])
    expect(scores).toMatchObject({ accuracy: 1, unknown: 0 })
  })

  test('refuses a kind it does not know', async () => {
    writeFileSync(at('odd.json'), JSON.stringify({ format: 'kerf-model', version: 1, kind: 'forest' }))
    await expect(kerf('predict', at('odd.json'), PENGUINS)).rejects.toThrow(
      'odd.json is not a usable model: kind: expected one of naive-bayes, logistic, neural, got "forest"',
    )
  })
})
