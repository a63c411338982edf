import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tryLemmas } from '../../src/studies/lemmas.ts'
import { lemmasChart } from '../../src/studies/lemmas-chart.ts'
import { printed } from '../cli/in-process.ts'
import { folder } from '../cli/run.ts'

describe('the four lemmas', () => {
  const cases = tryLemmas({ draws: 20_000 })

  test('measure what theory predicts', () => {
    for (const { better, worse } of cases) {
      for (const { predicted, measured, error } of [better, worse]) {
        expect(error).toBeGreaterThan(0)
        expect(Math.abs(measured - predicted)).toBeLessThan(4 * error)
      }
    }
  })

  test('hold and fail where they should: 1 and 3 only where the truth is steep enough', () => {
    const verdicts = cases.map(({ lemma, slope, predicted, measured }) => [lemma, slope, predicted, measured])
    expect(verdicts).toEqual([
      [1, 0.3, true, true],
      [2, 0.3, true, true],
      [3, 0.3, true, true],
      [4, 0.3, true, true],
      [1, 0.02, false, false],
      [2, 0.02, true, true],
      [3, 0.02, false, false],
      [4, 0.02, true, true],
    ])
  })

  test('need two halves', () => {
    expect(() => tryLemmas({ size: 5 })).toThrow('lemmas: size must be an even number of at least 4, got 5')
  })

  test('are what kerf study lemmas prints', async () => {
    const file = join(folder(), 'lemmas.svg')
    const { out } = await printed('study', 'lemmas', '--chart', file)
    expect(readFileSync(file, 'utf8')).toContain('Lemma 4: a line is as robust as the mean')
    expect(out.match(/^Lemma \d/gm)).toEqual(['Lemma 1', 'Lemma 2', 'Lemma 3', 'Lemma 4'])
    expect(out).toContain('predicted    0.1000 against    0.0633: fails')
    expect(out.match(/: holds|: fails/g)).toHaveLength(16)
  })

  test('are drawn with every number, and both verdicts', () => {
    const svg = lemmasChart(cases)
    expect(svg.match(/>Lemma \d: /g)).toHaveLength(4)
    expect(svg.match(/>holds</g)).toHaveLength(6)
    expect(svg.match(/>fails</g)).toHaveLength(2)
    // A dot lies where its bar ends, but for chance.
    const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)" height="14"/g)]
    const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="[\d.]+" r="4.5"/g)].slice(0, -1)
    expect([bars.length, dots.length]).toEqual([16, 16])
    bars.forEach((bar, i) => expect(Math.abs(Number(bar[1]) + Number(bar[2]) - Number(dots[i][1]))).toBeLessThan(4))
  })
})
