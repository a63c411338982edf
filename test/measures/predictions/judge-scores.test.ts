import { describe, expect, test } from 'vitest'
import { auc } from '../../../src/models/index.ts'
import {
  bandCuts,
  cardScale,
  chanceOfScore,
  cutoffTable,
  judgeScores,
  scoreBands,
} from '../../../src/scorecards/index.ts'
import { shareInterval } from '../../../src/measures/index.ts'
import { random } from '../../../src/util/random.ts'

function drawn(rows: number, seed: number): { labels: number[]; scores: number[] } {
  const { next } = random(seed)
  const labels = Array.from({ length: rows }, () => (next() < 0.3 ? 1 : 0))
  return { labels, scores: labels.map((label) => Math.round(500 + 100 * (next() + next() - 0.5 * label))) }
}

describe('judgeScores', () => {
  test('takes chances, of which high ones speak for the event', () => {
    const { labels, scores } = drawn(400, 5)
    const chances = scores.map((score) => -score / 1000)
    const [card, model] = [judgeScores({ labels, scores }), judgeScores({ labels, scores: chances }, 'event')]
    expect(model).toEqual({ ...card, ksAt: -card.ksAt! / 1000 })
    expect(judgeScores({ labels, scores: chances }).gini!.value).toBeCloseTo(-card.gini!.value, 12)
  })

  test('is not sure of everything where every pair is right', () => {
    const labels = [...Array<number>(20).fill(1), ...Array<number>(80).fill(0)]
    const { auc: area, gini, ks } = judgeScores({ labels, scores: labels.map((label) => 500 - label) })
    expect(area).toEqual({ value: 1, low: shareInterval(20, 20).low, high: 1 })
    expect(gini!.low).toBeCloseTo(2 * area!.low - 1, 12)
    // Newcombe's interval of 20 of 20 against 0 of 80.
    const [e, r] = [shareInterval(20, 20).low, shareInterval(0, 80).high]
    expect(ks!.low).toBeCloseTo(1 - Math.hypot(1 - e, r), 12)
    expect(ks!.high).toBe(1)
  })

  test('agrees with auc, of which high scores speak for the event', () => {
    const { labels, scores } = drawn(500, 1)
    const found = judgeScores({ labels, scores })
    expect(found.auc!.value).toBeCloseTo(auc({ labels, scores: scores.map((score) => -score) }), 12)
    expect(found.gini!.value).toBeCloseTo(2 * found.auc!.value - 1, 12)
    expect(found).toMatchObject({ rows: 500, weight: 500, events: labels.filter((label) => label === 1).length })
  })

  test("has DeLong's interval, worked out by hand", () => {
    // Events 1, 3 against 2, 4, 5: placements 1 and 2/3; 1/2, 1, 1. AUC 5/6, variance (1/18)/2 + (1/12)/3 = 1/18.
    const { auc: area } = judgeScores({ labels: [1, 0, 1, 0, 0], scores: [1, 2, 3, 4, 5] })
    expect(area!.value).toBeCloseTo(5 / 6, 12)
    expect(area!.low).toBeCloseTo(5 / 6 - 1.959963984540054 * Math.sqrt(1 / 18), 12)
    expect(area!.high).toBe(1)
  })

  test('covers the truth about as often as it says', () => {
    const truth = judgeScores(drawn(200_000, 99))
    const covered = { gini: 0, ks: 0 }
    for (let seed = 0; seed < 200; seed++) {
      const { gini, ks } = judgeScores(drawn(400, seed))
      if (gini!.low <= truth.gini!.value && truth.gini!.value <= gini!.high) covered.gini++
      if (ks!.low <= truth.ks!.value && truth.ks!.value <= ks!.high) covered.ks++
    }
    expect(covered.gini).toBeGreaterThan(180)
    expect(covered.ks).toBeGreaterThan(175)
  })

  test('counts a row of weight 2 as two rows, and leaves out those of weight 0', () => {
    const weighted = judgeScores({ labels: [1, 0, 1, 0], scores: [1, 2, 3, 4], weights: [2, 1, 0, 3] })
    const repeated = judgeScores({ labels: [1, 1, 0, 0, 0, 0], scores: [1, 1, 2, 4, 4, 4] })
    expect(weighted.auc!.value).toBe(repeated.auc!.value)
    expect(weighted.ks!.value).toBe(repeated.ks!.value)
    expect(weighted.rows).toBe(3)
  })

  test('has nothing to say of a single class, and refuses scores that are none', () => {
    expect(judgeScores({ labels: [0, 0], scores: [1, 2] })).toMatchObject({ auc: null, gini: null, ks: null })
    expect(() => judgeScores({ labels: [0, 1], scores: [1, Number.NaN] })).toThrow(
      'judgeScores: scores must be numbers, got NaN at row 1',
    )
    expect(() => judgeScores({ labels: [0], scores: [] })).toThrow(
      'judgeScores: scores must be one per label (1), got 0',
    )
  })
})

describe('bandCuts and scoreBands', () => {
  test('part rows evenly, equal scores together', () => {
    const scores = Array.from({ length: 100 }, (_, i) => 500 + i)
    const labels = scores.map((score) => (score < 520 ? 1 : 0))
    expect(bandCuts({ labels, scores })).toEqual([510, 520, 530, 540, 550, 560, 570, 580, 590])
    expect(bandCuts({ labels, scores: scores.map(() => 500) })).toEqual([])
    const bands = scoreBands({ labels, scores }, [520], cardScale())
    expect(bands.map(({ rows, came, from, below }) => ({ rows, came, from, below }))).toEqual([
      { rows: 20, came: 1, from: null, below: 520 },
      { rows: 80, came: 0, from: 520, below: null },
    ])
    const said = scores.slice(0, 20).reduce((sum, score) => sum + chanceOfScore(cardScale(), score), 0) / 20
    expect(bands[0].said).toBeCloseTo(said, 12)
  })

  test('a score that many rows share makes fewer bands, each with rows', () => {
    const scores = [500, ...Array.from({ length: 80 }, () => 510), 520, 530, 540]
    const labels = scores.map((_, i) => i % 2)
    const cuts = bandCuts({ labels, scores })
    expect(cuts).toEqual([...new Set(cuts)])
    expect(scoreBands({ labels, scores }, cuts, cardScale()).every(({ rows }) => rows > 0)).toBe(true)
  })
})

describe('cutoffTable', () => {
  test('tells who is taken at each cut-off', () => {
    expect(cutoffTable({ labels: [1, 1, 0, 0], scores: [480, 520, 520, 600] }, 50)).toEqual([
      { score: 500, taken: 0.75, rateTaken: 1 / 3, rateRefused: 1, eventsRefused: 0.5 },
      { score: 550, taken: 0.25, rateTaken: 0, rateRefused: 2 / 3, eventsRefused: 1 },
      { score: 600, taken: 0.25, rateTaken: 0, rateRefused: 2 / 3, eventsRefused: 1 },
    ])
  })

  test('takes round steps of its own, and is empty without rows', () => {
    const { labels, scores } = drawn(300, 4)
    const table = cutoffTable({ labels, scores })
    expect(table.length).toBeGreaterThan(5)
    expect(table.length).toBeLessThan(20)
    expect(table.every(({ score }) => score % 5 === 0)).toBe(true)
    expect(cutoffTable({ labels: [], scores: [] })).toEqual([])
  })
})
