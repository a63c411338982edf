import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type AnyDiscretizer,
  chi2,
  chiMerge,
  cliffs,
  caim,
  equalFrequency,
  equalWidth,
  mdlp,
  modl,
  optimal,
  summarize,
} from '../../../src/index.ts'
import {
  type AddStep,
  type MergeStep,
  type PartStep,
  replayTrace,
  traceFit,
  type TraceStep,
} from '../../../src/explain/index.ts'
import { coarsen } from '../../../src/summaries/cells.ts'

const [head, ...lines] = readFileSync(new URL('../../../samples/iris.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const species = lines.map((line) => line.split(',')[4])
const iris = (name: string): number[] => lines.map((line) => Number(line.split(',')[head.split(',').indexOf(name)]))

function trace(
  values: readonly number[],
  target: readonly string[],
  options: { readonly method: object } & Readonly<Record<string, unknown>>,
): TraceStep[] {
  const steps: TraceStep[] = []
  const summary = summarize(values, { target })
  traceFit(summary, options as { method: AnyDiscretizer }, (step) => steps.push(step))
  return steps
}

const ofKind = <Kind extends TraceStep['step']>(
  steps: readonly TraceStep[],
  kind: Kind,
): Extract<TraceStep, { step: Kind }>[] =>
  steps.filter((step): step is Extract<TraceStep, { step: Kind }> => step.step === kind)

const six = (x: number | null | undefined): number | null =>
  x === null || x === undefined ? null : Number(x.toFixed(6))

/** A part in the numbers that a hand would write down. */
function written(step: PartStep): unknown {
  const { part, depth, candidates, best, runnerUp, bar, accepted } = step
  const at = (i: number | null): unknown => (i === null ? null : [six(candidates[i].cut), six(candidates[i].score)])
  return {
    depth,
    from: [part.lo, part.hi, part.rows],
    H: six(part.disorder),
    candidates: candidates.length,
    best: at(best),
    after: best === null ? null : six(candidates[best].after),
    runnerUp: at(runnerUp),
    bar: six(bar?.value),
    terms: bar?.terms.map(({ value }) => six(value)) ?? [],
    accepted,
  }
}

const NONE = { best: null, after: null, runnerUp: null, bar: null, terms: [], accepted: false, candidates: 0 }

describe('mdlp', () => {
  test('on the petal length of iris looks at five parts and cuts two', () => {
    const steps = trace(iris('petal_length'), species, { method: mdlp })
    expect(steps.map(({ step }) => step)).toEqual(['start', 'part', 'split', 'part', 'part', 'split', 'part', 'part'])
    expect(ofKind(steps, 'part').map(written)).toEqual([
      {
        depth: 0,
        from: [1, 6.9, 150],
        H: 1.584963,
        candidates: 8,
        best: [2.45, 0.918296],
        after: 0.666667,
        runnerUp: [4.75, 0.724478],
        bar: 0.060721,
        terms: [0.048128, 0.030959, -0.018366],
        accepted: true,
      },
      { depth: 1, from: [1, 1.9, 50], H: 0, ...NONE },
      {
        depth: 1,
        from: [3, 6.9, 100],
        H: 1,
        candidates: 7,
        best: [4.75, 0.657374],
        after: 0.342626,
        runnerUp: [4.85, 0.634899],
        bar: 0.087385,
        terms: [0.066294, 0.028074, -0.006982],
        accepted: true,
      },
      {
        depth: 2,
        from: [3, 4.7, 45],
        H: 0.153742,
        candidates: 2,
        best: [4.45, 0.033817],
        after: 0.119925,
        runnerUp: [4.55, 0.006354],
        bar: 0.191864,
        terms: [0.121321, 0.062386, 0.008158],
        accepted: false,
      },
      {
        depth: 2,
        from: [4.8, 6.9, 55],
        H: 0.497168,
        candidates: 4,
        best: [5.15, 0.167613],
        after: 0.329555,
        runnerUp: [5.05, 0.146008],
        bar: 0.168985,
        terms: [0.104634, 0.051043, 0.013307],
        accepted: false,
      },
    ])
    expect(replayTrace(steps)).toEqual([2.45, 4.75])
  })

  test('says in plain words why, and fills in the formula', () => {
    const parts = ofKind(trace(iris('petal_length'), species, { method: mdlp }), 'part')
    expect(parts.map(({ why }) => why)).toEqual([
      'the best candidate has gain 0.9183 where 0.06072 is needed: enough by 0.8576',
      'all its rows are of one class',
      'the best candidate has gain 0.6574 where 0.08739 is needed: enough by 0.57',
      'the best candidate has gain 0.03382 where 0.1919 is needed: 0.158 short',
      'the best candidate has gain 0.1676 where 0.169 is needed: 0.001372 short',
    ])
    expect(parts[0].bar?.terms).toMatchObject([
      { formula: 'log2(candidates) / N', filled: 'log2(149) / 150' },
      { formula: 'log2(3^k − 2) / N', filled: 'log2(3^3 − 2) / 150' },
      { formula: '−(k·H − k1·H1 − k2·H2) / N', filled: '−(3·1.585 − 1·0 − 2·1) / 150' },
    ])
  })

  test('five rows: the gains of splitting at 2 and at 3, in bits and in nats', () => {
    const [values, labels] = [
      [1, 1, 2, 3, 3],
      ['Yes', 'Yes', 'No', 'Yes', 'No'],
    ]
    const gains = (preset?: string): unknown[] =>
      ofKind(trace(values, labels, { method: mdlp, preset }), 'part').map(({ candidates, part }) => [
        six(part.disorder),
        candidates.map(({ cut, score }) => [cut, six(score)]),
      ])
    expect(gains()).toEqual([[0.970951, [[1.5, 0.419973], [2.5, 0.019973]]]]) // prettier-ignore
    expect(gains('blog')).toEqual([[0.673012, [[2, 0.291103], [3, 0.013844]]]]) // prettier-ignore
  })

  test('four rows of changing classes are left whole', () => {
    const [part] = ofKind(trace([1, 2, 3, 4], ['Y', 'N', 'Y', 'N'], { method: mdlp }), 'part')
    expect(written(part)).toEqual({
      depth: 0,
      from: [1, 4, 4],
      H: 1,
      candidates: 3,
      best: [1.5, 0.311278],
      after: 0.688722,
      runnerUp: [3.5, 0.311278],
      bar: 1.057227,
      terms: [0.396241, 0.701839, -0.040852],
      accepted: false,
    })
  })

  test('with a limit on bins the part that saves most is cut, and the others are left', () => {
    const steps = trace(iris('sepal_length'), species, { method: mdlp, maxBins: 2 })
    expect(ofKind(steps, 'leave')).toEqual([
      { step: 'leave', lo: 5.6, hi: 7.9, why: 'maxBins 2 is reached, and other cuts save more' },
    ])
  })
})

test('cliffs: the candidates lie where the labels change, 1.85 and 5', () => {
  const values = [1, 1.4, 1.7, 2, 3, 7]
  const [part] = ofKind(trace(values, ['A', 'A', 'A', 'B', 'B', 'A'], { method: cliffs }), 'part')
  expect(part.candidates.map(({ cut, barred }) => [cut, barred])).toEqual([
    [1.85, undefined],
    [5, 'one side has 1 of the 2.449 rows it needs (enough)'],
  ])
  expect(part.why).toBe('the best candidate has gain 0.4591 where 0.8549 is needed: 0.3957 short')
})

const merged = ({ left, right, chiSquare }: Pick<MergeStep, 'left' | 'right' | 'chiSquare'>): unknown => [
  left.lo,
  left.classes,
  right.lo,
  right.classes,
  six(chiSquare),
]

describe('chi-merge', () => {
  test('on the petal width of iris merges five times', () => {
    const steps = trace(iris('petal_width'), species, { method: chiMerge })
    expect(ofKind(steps, 'intervals')[0].intervals.map(({ lo }) => lo)).toEqual([0.1, 1, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9])
    expect(ofKind(steps, 'merge').map(merged)).toEqual([
      [1.4, [0, 7, 1], 1.5, [0, 10, 2], 0.065359],
      [1.4, [0, 17, 3], 1.6, [0, 3, 1], 0.24],
      [1.4, [0, 20, 4], 1.7, [0, 1, 1], 1.093416],
      [1.8, [0, 1, 11], 1.9, [0, 0, 34], 1.894721],
      [1, [0, 28, 0], 1.4, [0, 21, 5], 5.934066],
    ])
    const [stop] = ofKind(steps, 'stop')
    expect(merged(stop.least!)).toEqual([1, [0, 49, 5], 1.8, [0, 1, 45], 77.938808])
    expect(six(stop.least!.bar)).toBe(5.991465)
    expect(replayTrace(steps)).toEqual([0.8, 1.75])
  })

  test("Kerber's thirteen intervals of sepal length become five at 4.6", () => {
    const merges = ofKind(trace(iris('sepal_length'), species, { method: chiMerge, start: 'distinct', threshold: 4.6 }), 'merge') // prettier-ignore
    // The first merges from 35 distinct values lead to the printed thirteen.
    expect(merges.length).toBe(30)
    expect(merges.slice(22).map(merged)).toEqual([
      [6.7, [0, 5, 10], 7, [0, 1, 0], 1.517361],
      [5.6, [0, 5, 1], 5.7, [2, 5, 1], 1.75],
      [5.5, [2, 5, 0], 5.6, [2, 10, 2], 1.5],
      [5.8, [1, 3, 3], 5.9, [0, 12, 7], 2.21235],
      [4.9, [4, 1, 1], 5, [25, 5, 0], 2.394636],
      [6.6, [0, 2, 0], 6.7, [0, 6, 10], 2.8125],
      [6.3, [0, 6, 15], 6.6, [0, 8, 10], 1.061224],
      [4.3, [16, 0, 0], 4.9, [29, 6, 1], 3.476719],
    ])
  })

  test('the expected counts of a pair are row total · column total / total', () => {
    const [first] = ofKind(trace(iris('petal_width'), species, { method: chiMerge }), 'merge')
    expect(first.expected).toEqual([
      [0, 6.8, 1.2],
      [0, 10.2, 1.8],
    ])
    expect(first.why).toBe('χ² 0.06536 is the least of all pairs and below 5.991')
  })
})

test('chi2 goes down the levels and undoes the merges of the last one', () => {
  const steps = trace(iris('sepal_length'), species, { method: chi2 })
  const levels = ofKind(steps, 'level')
  // Levels 0.5, 0.25, 0.2, 0.1 and 0.05; the first gives Kerber's thirteen intervals, the fourth his five.
  expect(levels.map(({ bins, bar, consistent }) => [bins, six(bar), consistent])).toEqual([
    [13, 1.386294, true],
    [8, 2.772589, true],
    [6, 3.218876, true],
    [5, 4.60517, true],
    [4, 5.991465, false],
  ])
  expect(ofKind(steps, 'back').map(({ bins }) => bins)).toEqual([5])
  expect(replayTrace(steps)).toEqual([5.45, 5.75, 6.25, 7.05])
  expect(ofKind(steps, 'stop')[0].why).toContain('every pair of neighbours reaches')
})

test('caim tells each cut with all candidates, and the one it does not add', () => {
  const adds = ofKind(trace(iris('petal_length'), species, { method: caim }), 'add')
  const short = ({ bins, before, candidates, best, accepted }: AddStep): unknown => [
    bins,
    six(before),
    candidates.length,
    best === null ? null : [candidates[best].cut, six(candidates[best].score)],
    accepted,
  ]
  // One bin: 50²/150. Two: (50²/50 + 50²/100) / 2. Three: (50 + 44²/45 + 49²/55) / 3.
  expect(adds.map(short)).toEqual([
    [1, 16.666667, 8, [2.45, 37.5], true],
    [2, 37.5, 7, [4.75, six((50 + 44 ** 2 / 45 + 49 ** 2 / 55) / 3)], true],
    expect.arrayContaining([3, 6, false]),
  ])
})

test('modl chooses between the best binnings of each number of bins', () => {
  const [choice] = ofKind(trace(iris('petal_length'), species, { method: modl }), 'choice')
  expect(choice.goal).toBe('least')
  expect(choice.tried.map(({ bins, cuts }) => [bins, cuts])).toEqual([
    [1, []],
    [2, [2.45]],
    [3, [2.45, 4.75]],
  ])
})

test('optimal says which limits a number of bins cannot keep', () => {
  const [choice] = ofKind(trace(iris('sepal_width'), species, { method: optimal, maxBins: 4, minShare: 0.3 }), 'choice')
  expect(choice.tried.map(({ bins, barred }) => [bins, barred])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [4, 'no binning keeps minBins 4 and minShare 0.3 together'],
  ])
  expect(choice.limits).toEqual(['minBins 1', 'maxBins 4', 'minShare 0.3', 'maxPValue auto'])
})

test('equal-frequency: ranks and ties of the numbers of Menzies', () => {
  const values = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5, 10, 20, 40, 80, 100]
  const steps = trace(values, values.map(String), { method: equalFrequency })
  expect(ofKind(steps, 'rank').map(({ rank, rowsBelow, below, outcome }) => [six(rank), rowsBelow, below, outcome])).toEqual([
    [2.7, 8, 0, 'cut'],
    [5.4, 8, 0, 'repeated'],
    [8.1, 15, 1, 'cut'],
    [10.8, 15, 1, 'repeated'],
    [13.5, 15, 1, 'repeated'],
    [16.2, 19, 2, 'cut'],
    [18.9, 19, 2, 'repeated'],
    [21.6, 22, 5, 'cut'],
    [24.3, 25, 40, 'cut'],
  ]) // prettier-ignore
  expect(ofKind(steps, 'rank')[0].why).toBe(
    'the first gap with at least 2.7 rows below it lies between 0 and 1: 8 rows, since its 8 equal values are never parted',
  )
})

test('equal-width: one step with the width', () => {
  const steps = trace([0, 50, 100], ['a', 'b', 'a'], { method: equalWidth })
  expect(steps.at(-1)).toEqual({
    step: 'width',
    lowest: 0,
    highest: 100,
    bins: 10,
    width: 10,
    why: '(100 − 0) / 10 = 10; cut i lies at 0 + i · 10',
  })
})

test('coarse cells are refused', () => {
  const coarse = coarsen(summarize(iris('sepal_length'), { target: species }), { most: 4 })
  expect(() => traceFit(coarse, { method: mdlp }, () => {})).toThrow(
    'traceFit: needs an exact summary, one cell per distinct value, got coarse cells; summarize the rows without making cells coarser',
  )
})

test('steps that begin with nothing are refused', () => {
  expect(() => replayTrace([])).toThrow('replayTrace: the steps must begin with one of the kind start')
})

test('a method that is not ours tells its cuts', () => {
  const half = { ...equalWidth, name: 'half', run: () => ({ cuts: [1.5], reasons: [{ measure: 'half', score: null, bar: null, margin: null, runnerUp: null }] }) } // prettier-ignore
  const steps = trace([1, 2], ['a', 'b'], { method: half })
  expect(steps.map(({ step, why }) => [step, why])).toEqual([
    ['start', '2 rows with 2 distinct values'],
    ['given', 'found by a method that does not tell its steps'],
  ])
})
