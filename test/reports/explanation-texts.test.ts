import { describe, expect, test } from 'vitest'
import { lengths } from '../../scripts/docs/iris.mjs'
import { explainClusters } from '../../src/explain/explain-clusters.ts'
import { explainGoal } from '../../src/explain/explain-goal.ts'
import { explainGroups } from '../../src/explain/explain-groups.ts'
import type {
  ClassRanges,
  DirectionRanges,
  Explanation,
  FoundRange,
  FoundTogether,
  GoalExplanation,
  MeanRange,
  NumberExplanation,
} from '../../src/explain/findings.ts'
import { shareFigures } from '../../src/reports/explanation-figures.ts'
import {
  className,
  explanationSentences,
  rangeSentence,
  togetherSentence,
  verdictText,
} from '../../src/reports/explanation-texts.ts'
import { explanationReport } from '../../src/reports/terminal/explanation-report.ts'
import { textWidth } from '../../src/reports/printed-text.ts'
import { noiseTable, stepTable } from '../explain/made.ts'

const RANGE: FoundRange = {
  column: 'glucose',
  kind: 'number',
  range: { form: 'interval', from: 154.5, to: null, closed: 'left' },
  text: 'from 154.5 up',
  rule: 'most-frequent',
  rows: 122,
  goalRows: 98,
  rate: 98 / 122,
  share: 122 / 768,
  overall: 268 / 768,
  lift: 98 / 122 / (268 / 768),
  coverage: 98 / 268,
  score: 11.5,
  verdict: 'holds',
  check: {
    text: 'from 144.5 up',
    cutBy: 'method',
    found: { rows: 91, goalRows: 65, rate: 65 / 91 },
    heldOut: { rows: 78, goalRows: 57, rate: 57 / 78 },
    overall: 134 / 384,
    p: 1e-14,
    corrected: 8e-14,
  },
  alike: [],
}

const figures = shareFigures('positive', 268 / 768)

const withRanges = (ranges: FoundRange[], unconfirmed: FoundRange[] = []): GoalExplanation => ({
  format: 'kerf-explanation',
  version: 1,
  kind: 'goal',
  created: { kerf: '0.1.0', source: { name: 'pima.csv', rows: 768 } },
  target: { name: 'outcome', classes: ['negative', 'positive'] },
  goal: { class: 'positive', rows: 268, share: 268 / 768, ranges, unconfirmed, together: [] },
  tried: {
    method: 'mdlp',
    rows: 768,
    foundOn: 384,
    heldOut: 384,
    different: 768,
    effective: 768,
    weights: null,
    tests: 8,
    depth: 1,
    sharp: ['glucose'],
    blunt: ['skin', 'age'],
    seed: 0,
    tiny: 0.3,
    enough: 28,
  },
  notes: [],
})

describe('sentences', () => {
  test('say the range, the share against all rows, the rows and what the held-out half says', () => {
    expect(rangeSentence(RANGE, 'positive')).toBe(
      'glucose from 154.5 up: 80 % positive against 35 % overall; 122 rows, 2.3 times as often; ' +
        'holds on the held-out half (cut again from 144.5 up: 73 % of 78 rows against 35 %)',
    )
  })

  test('leave out where the half was cut when it was at the same place', () => {
    const same = { ...RANGE, check: { ...RANGE.check!, text: RANGE.text } }
    expect(verdictText(same, figures)).toBe('holds on the held-out half (73 % of 78 rows against 35 %)')
    const level = { ...RANGE, text: 'is A or B', check: { ...RANGE.check!, text: 'is A' } }
    expect(verdictText(level, figures)).toBe(
      'holds on the held-out half (cut again as A: 73 % of 78 rows against 35 %)',
    )
  })

  test('say how a check ended', () => {
    const heldOut = { rows: 80, goalRows: 30, rate: 0.375 }
    const check = { ...RANGE.check!, text: RANGE.text, heldOut }
    expect(verdictText({ ...RANGE, verdict: 'weaker', check }, figures)).toBe(
      'weaker on the held-out half (38 % of 80 rows against 35 %)',
    )
    expect(verdictText({ ...RANGE, verdict: 'fails', check }, figures)).toBe(
      'not beyond chance on the held-out half (38 % of 80 rows against 35 %)',
    )
    const below = { ...check, heldOut: { rows: 80, goalRows: 20, rate: 0.25 } }
    expect(verdictText({ ...RANGE, verdict: 'fails', check: below }, figures)).toBe(
      'does not hold on the held-out half (25 % of 80 rows against 35 %)',
    )
    expect(verdictText({ ...RANGE, verdict: 'not-found', check: null }, figures)).toBe(
      'not found again when only half of the rows are cut',
    )
  })

  test('have a decimal where the class is rare', () => {
    const rare = { ...RANGE, rate: 0.172, overall: 0.067, lift: 2.57, check: null, verdict: 'not-found' as const }
    expect(rangeSentence(rare, 'late')).toContain('17.2 % late against 6.7 % overall; 122 rows, 2.6 times as often')
  })

  test('name a class with its target where it says nothing alone', () => {
    expect(className('outcome', 'positive')).toBe('positive')
    expect(className('outcome', '1')).toBe('outcome = 1')
    expect(className('paid', 'yes')).toBe('paid = yes')
    expect(className('paid', 'False')).toBe('paid = False')
    expect(rangeSentence(RANGE, 'outcome = 1')).toContain('80 % with outcome = 1 against 35 % overall')
  })

  test('are one a range, as many as asked for', () => {
    const many = withRanges(Array.from({ length: 9 }, () => RANGE))
    expect(explanationSentences(many)).toHaveLength(7)
    expect(explanationSentences(many, 2)).toHaveLength(2)
  })

  test('say that nothing was found, and what was tried', () => {
    expect(explanationSentences(withRanges([]))).toEqual([
      'nothing found: no range of any column tells about positive (3 columns cut by mdlp, checked on 384 held-out rows)',
    ])
  })

  const together: FoundTogether = {
    ranges: [
      { column: 'glucose', kind: 'number', range: { form: 'interval', from: 127, to: null, closed: 'left' }, text: 'from 127 up' }, // prettier-ignore
      { column: 'bmi', kind: 'number', range: { form: 'interval', from: 30, to: null, closed: 'left' }, text: 'from 30 up' }, // prettier-ignore
    ],
    rows: 170,
    goalRows: 126,
    rate: 126 / 170,
    share: 170 / 768,
    overall: 268 / 768,
    lift: 2.12,
    coverage: 126 / 268,
    score: 12,
    without: [
      { rows: 400, goalRows: 192, rate: 0.48 },
      { rows: 280, goalRows: 171, rate: 0.61 },
    ],
    verdict: 'holds',
    check: {
      found: { rows: 86, goalRows: 65, rate: 65 / 86 },
      heldOut: { rows: 84, goalRows: 60, rate: 60 / 84 },
      overall: 0.35,
      without: [
        { rows: 200, goalRows: 94, rate: 0.47 },
        { rows: 140, goalRows: 84, rate: 0.6 },
      ],
      p: 0.0001,
      corrected: 0.001,
    },
  }

  test('tell ranges together, beside what each says alone', () => {
    expect(togetherSentence(together, figures)).toBe(
      'glucose from 127 up and bmi from 30 up: 74 % positive against 35 % overall, 61 % in glucose from 127 up alone and 48 % in bmi from 30 up alone; 170 rows; ' +
        'holds on the held-out half (71 % of 84 rows against 35 % overall, 60 % and 47 % alone)',
    )
    const third = { rows: 300, goalRows: 165, rate: 0.55 }
    const three = {
      ...together,
      ranges: [...together.ranges, { ...together.ranges[0], column: 'age' }],
      without: [...together.without, third],
      check: { ...together.check, without: [...together.check.without, third] },
    }
    expect(togetherSentence(three, figures)).toBe(
      'glucose from 127 up, bmi from 30 up and age from 127 up: 74 % positive against 35 % overall, and 48 % without the first range, 61 % without the second range and 55 % without the third range; 170 rows; ' +
        'holds on the held-out half (71 % of 84 rows against 35 % overall, 47 %, 60 % and 55 % without one of them)',
    )
    const { goal } = withRanges([])
    const explanation = { ...withRanges([]), goal: { ...goal, together: [together] } }
    expect(explanationSentences(explanation)).toHaveLength(1)
    expect(explanationReport(explanation, { width: 100 })).toContain(
      'Together, where every range adds to the others:\n  1  glucose from 127 up and bmi from 30 up: 74 % positive',
    )
  })

  test('tell a mean against that of all rows, in deviations of the target', async () => {
    const { rule: _, goalRows: __, rate: ___, lift: ____, coverage: _____, ...base } = RANGE
    const range: MeanRange = {
      ...base,
      rule: 'lift',
      mean: 141.26,
      overall: 109.98,
      difference: 31.28,
      check: {
        text: 'from 144.5 up',
        cutBy: 'method',
        found: { rows: 91, mean: 138 },
        heldOut: { rows: 78, mean: 139.9 },
        overall: 110.2,
        p: 1e-9,
        corrected: 1e-8,
      },
    }
    const { goal: ______, kind: _______, ...rest } = withRanges([])
    const direction: DirectionRanges = { direction: 'high', ranges: [range], unconfirmed: [], together: [] }
    const number: NumberExplanation = { ...rest, kind: 'number', target: { name: 'price', classes: [] }, mean: 109.98, deviation: 31.2, directions: [direction] } // prettier-ignore
    expect(explanationSentences(number)).toEqual([
      'glucose from 154.5 up: mean price 141.3 against 110.0 overall; 122 rows, 1.0 deviations above; holds on the held-out half (cut again from 144.5 up: 139.9 in 78 rows against 110.2)',
    ])
    const none = { ...number, directions: [{ ...direction, ranges: [] }, { ...direction, direction: 'low' as const, ranges: [] }] } // prettier-ignore
    expect(explanationSentences({ ...none, tried: { ...none.tried, depth: 3, method: 'variance' } })).toEqual([
      'nothing found: no range of any column says where price is high or low (3 columns cut by variance, alone and in twos and threes, checked on 384 held-out rows)',
    ])
    const weighted = explanationReport({ ...number, tried: { ...number.tried, weights: 'w', effective: 500.4 } }, { width: 100 }) // prettier-ignore
    expect(weighted).toContain('standard deviation 31.2, by weight\n')
    expect(weighted.replaceAll('\n', ' ')).toContain('By the weights in w, the 768 rows are evidence like 500 of equal weight.') // prettier-ignore
    const copied = explanationReport({ ...number, tried: { ...number.tried, different: 192 } }, { width: 100 })
    expect(copied.replaceAll('\n', ' ')).toContain('Copies count once: 192 of the 768 rows differ.')
  })

  test('tell a cluster by the few columns that tell them apart', async () => {
    const clusters = await explainClusters(lengths, { clusters: 2 })
    expect(explanationSentences(clusters)).toEqual([
      'cluster 1 (100 rows, 67 %): petal length from 2.45 up (100 % of its rows and 0 % of the others; 100 % of all rows there) and petal width from 0.8 up (100 % of its rows and 0 % of the others; 100 % of all rows there)',
      'cluster 2 (50 rows, 33 %): petal length below 2.45 (100 % of its rows and 0 % of the others; 100 % of all rows there) and petal width below 0.8 (100 % of its rows and 0 % of the others; 100 % of all rows there)',
    ])
    expect(explanationSentences(clusters, 1)[1]).toBe(
      'cluster 2 (50 rows, 33 %): petal length below 2.45 (100 % of its rows and 0 % of the others; 100 % of all rows there)',
    )
  })

  test('tell a group by its own ranges where the telling columns have none of it', () => {
    const { goal: _, kind: __, ...rest } = withRanges([])
    const groups = [
      { class: 'north', rows: 10, share: 0.1, ranges: [RANGE], unconfirmed: [], together: [] },
      { class: 'south', rows: 10, share: 0.1, ranges: [{ ...RANGE, column: 'age' }], unconfirmed: [], together: [] },
    ]
    const sentences = explanationSentences({ ...rest, kind: 'groups', columns: ['glucose', 'age'], groups }, 1)
    expect(sentences[1]).toContain('age from 154.5 up')
  })

  test('say so of a group that nothing tells apart, and of a range that is weaker', () => {
    const group: ClassRanges = { class: 'north', rows: 10, share: 0.1, ranges: [], unconfirmed: [], together: [] }
    const heldOut = { ...RANGE.check!, text: RANGE.text }
    const weak: FoundRange = { ...RANGE, verdict: 'weaker', check: heldOut }
    const { goal: _, kind: __, ...rest } = withRanges([])
    const groups: Explanation = {
      ...rest,
      kind: 'groups',
      columns: ['glucose'],
      groups: [group, { ...group, class: 'south', ranges: [weak] }],
    }
    expect(explanationSentences(groups)).toEqual([
      'north (10 rows, 10 %): no range tells it from the others',
      'south (10 rows, 10 %): glucose from 154.5 up (37 % of its rows and 1 % of the others; 80 % of all rows there, weaker on the held-out half (73 % of 78 rows against 35 %))',
    ])
  })
})

describe('the report', () => {
  test('of a goal has a title, sentences with bars, what did not hold, what is blunt and how it was checked', () => {
    const alike: FoundRange = { ...RANGE, alike: [{ column: 'sugar', text: 'from 9 up' }] }
    const fails: FoundRange = { ...RANGE, column: 'age', verdict: 'not-found', check: null }
    expect(explanationReport(withRanges([alike, { ...RANGE, rule: 'lift' }], [fails]), { width: 100 })).toBe(
      `
pima.csv: what goes with positive? 268 of 768 rows (35 %)

Where positive is the most frequent class:
  1  glucose from 154.5 up: 80 % positive against 35 % overall; 122 rows, 2.3 times as often; holds
     on the held-out half (cut again from 144.5 up: 73 % of 78 rows against 35 %).
     ████████████████████┃███████████████████████████
     nearly the same rows: sugar from 9 up

Where positive is clearly more frequent than overall, though not the most frequent class:
  2  glucose from 154.5 up: 80 % positive against 35 % overall; 122 rows, 2.3 times as often; holds
     on the held-out half (cut again from 144.5 up: 73 % of 78 rows against 35 %).
     ████████████████████┃███████████████████████████

Seen in all rows, against 35 % overall, but not confirmed:
  age from 154.5 up: 80 % of 122 rows; not found again when only half of the rows are cut

Columns that say nothing (blunt): skin and age.

How it was checked: ranges and their numbers are those of all rows, cut by mdlp. Then 384 rows,
drawn with seed 0, were cut again without looking at the other 384. "Holds" means that on those
held-out rows the range found this way leads by at least half as much, beyond chance (Fisher's exact
test at 5 % for all 8 tests together).
`.trim(),
    )
  })

  test('lists what is beyond the top, and counts what else is not confirmed', () => {
    const others = Array.from({ length: 7 }, (): FoundRange => ({ ...RANGE, verdict: 'not-found', check: null }))
    const text = explanationReport(withRanges([RANGE, RANGE, RANGE], others), { top: 1, width: 100 })
    expect(text).toContain(
      '2 more ranges, also confirmed, against 35 % overall: glucose from 154.5 up (80 % of 122 rows),',
    )
    expect(text).toContain('  and 2 more ranges')
  })

  test('says that nothing was found', () => {
    const text = explanationReport(withRanges([]), { width: 80 })
    expect(text).toContain('Nothing found: no range of any column tells about positive')
    expect(text).not.toContain('How it was checked')
  })

  test('of groups names the telling columns and says a sentence a group', async () => {
    const table = stepTable()
    const text = explanationReport(await explainGroups(table, { groups: 'y', source: 'a.csv' }), { width: 100 })
    expect(text).toMatch(/^a\.csv: what tells the groups of y apart\? 400 rows in 2 groups\n\nTold apart by step and colour\.\n\n {2}nope \(/) // prettier-ignore
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Every range told leads on those held-out rows too, beyond chance')
    expect(text).not.toContain('k-means')
  })

  test('of clusters says how they were made, and that they are not tested', async () => {
    const text = explanationReport(await explainClusters(lengths, { clusters: 3 }), { width: 100 })
    expect(text).toContain(
      '150 rows in 3 clusters\n\nTold apart by petal length and petal width.\nClusters by k-means over',
    )
    expect(text.replaceAll(/\s+/g, ' ')).toContain('The clusters themselves are not tested')
    expect(text).toContain('  Cluster 1 (')
  })

  test('of groups that nothing tells apart says so', async () => {
    const text = explanationReport(await explainGroups(noiseTable(2), { groups: 'y' }))
    expect(text).toContain('Nothing found: no range of any column tells them apart.')
    expect(text).toContain('no range tells it from the others')
  })

  test('is in colour only where asked, and never wider than the terminal', async () => {
    const table = { ...stepTable(), 'a\u001B[31mname': stepTable().step }
    const explanation = await explainGoal(table, { target: 'y', goal: 'yes', rule: 'lift' })
    for (const width of [60, 80, 120]) {
      const plain = explanationReport(explanation, { width })
      expect(plain).not.toContain('\u001B')
      expect(plain.split('\n').every((line) => textWidth(line) <= width)).toBe(true)
      const coloured = explanationReport(explanation, { width, color: true })
      expect(coloured).toContain('\u001B[1m')
      expect(coloured.split('\n').every((line) => textWidth(line) <= width)).toBe(true)
    }
  })
})
