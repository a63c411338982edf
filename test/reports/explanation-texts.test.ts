import { describe, expect, test } from 'vitest'
import { lengths } from '../../scripts/docs/iris.mjs'
import { explainClusters } from '../../src/explain/explain-clusters.ts'
import { explainGoal } from '../../src/explain/explain-goal.ts'
import { explainGroups } from '../../src/explain/explain-groups.ts'
import type { ClassRanges, Explanation, FoundRange, GoalExplanation } from '../../src/explain/findings.ts'
import { shareFigures } from '../../src/reports/explanation-figures.ts'
import { className, explanationSentences, rangeSentence, verdictText } from '../../src/reports/explanation-texts.ts'
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

const figures = shareFigures('positive')

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
    const others = Array.from(
      { length: 7 },
      (): FoundRange => ({ ...RANGE, verdict: 'not-found', check: null }),
    )
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
