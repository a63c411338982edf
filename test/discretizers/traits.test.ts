import { describe, expect, test } from 'vitest'
import { discretize } from '../../src/discretizers/discretize.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { findMethod, methods } from '../../src/discretizers/registry.ts'
import { type Traits, traitsOf } from '../../src/discretizers/traits.ts'
import { DataError } from '../../src/errors.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { NumberSummary } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'

const run: AnyDiscretizer['run'] = () => ({ cuts: [], reasons: [] })
const made = (given: Partial<AnyDiscretizer>): AnyDiscretizer => ({ ...methods()[0], name: 'made', run, ...given })

describe('traitsOf', () => {
  test('says which target is needed', () => {
    const targets = (['none', 'class', 'numeric', 'any'] as const).map((target) => traitsOf(made({ target })).target)
    expect(targets).toEqual(['not needed', 'classes', 'a number', 'classes or a number'])
  })

  test('tells from the needs what weights do, whether streams will do, and when cuts are exact', () => {
    const told = (...needs: AnyDiscretizer['needs']): string[] => {
      const { weights, streams, exactness } = traitsOf(made({ needs }))
      return [weights, streams, exactness]
    }
    expect(told()).toEqual(['move no cut', 'yes', 'always'])
    expect(told('counts')).toEqual(['count as rows', 'yes', 'on exact cells'])
    expect(['mdlp', 'equal-frequency'].map((name) => traitsOf(findMethod(name)).exactness)).toEqual([
      'after refinement',
      'after refinement',
    ])
    expect(told('distinct')).toEqual(['move no cut', 'estimate', 'if distinct known'])
    expect(told('counts', 'exact')).toEqual(['count as rows', 'estimate', 'on exact cells'])
  })

  test('names the options that ask for whole weights', () => {
    const wholeWeights = { quantile: 'linear' }
    expect(traitsOf(made({ needs: ['counts'], wholeWeights })).weights).toBe(
      'count as rows; whole ones with quantile linear',
    )
  })

  test('fits into a grid of 80 columns, but for what follows a semicolon', () => {
    for (const method of methods()) {
      const { target, weights, streams, exactness } = traitsOf(method)
      const lengths = [target, weights, streams, exactness].map((text) => text.split(';')[0].length)
      expect(lengths.every((length, i) => length <= [19, 13, 8, 17][i])).toBe(true)
    }
  })
})

/** 200 rows with many ties whose target changes twice, with or without weights. */
function rows(weigh: ((row: number) => number) | null, target: 'class' | 'numeric'): NumberSummary {
  const { next, integer } = random(2026)
  const values = Array.from({ length: 200 }, () => integer(40) / 4)
  const level = values.map((x) => (x < 3 ? 0 : x < 7 ? 2 : 1) + (next() < 0.1 ? 1 : 0))
  return summarize(values, {
    target: target === 'class' ? level.map((y) => 'abcd'[y]) : level,
    targetKind: target,
    weights: weigh === null ? undefined : values.map((_, row) => weigh(row)),
  })
}

/** The same rows in half as many cells, each of two neighbouring values. */
function coarse(summary: NumberSummary): NumberSummary {
  const { size, lo, hi, tallies } = summary.cells
  const { channels } = tallies
  const pairs = Math.ceil(size / 2)
  const add = (list: Float64Array, width: number): Float64Array => {
    const sums = new Float64Array(pairs * width)
    list.forEach((value, at) => {
      sums[Math.floor(at / width / 2) * width + (at % width)] += value
    })
    return sums
  }
  return {
    ...summary,
    cells: {
      size: pairs,
      shift: 52,
      lo: Float64Array.from({ length: pairs }, (_, i) => lo[2 * i]),
      hi: Float64Array.from({ length: pairs }, (_, i) => hi[Math.min(2 * i + 1, size - 1)]),
      tallies: {
        ...tallies,
        size: pairs,
        rows: add(tallies.rows, 1),
        sums: add(tallies.sums, channels),
        residues: [],
      },
    },
  }
}

const cutsOf = (method: AnyDiscretizer, summary: NumberSummary, options: object = {}): readonly number[] =>
  discretize<Record<string, unknown>>(summary, {
    method,
    ...(method.name === 'fixed' ? { cuts: [2, 5] } : {}),
    ...options,
  }).cuts
const kindOf = (method: AnyDiscretizer): 'class' | 'numeric' => (method.target === 'numeric' ? 'numeric' : 'class')
const withTrait = (trait: keyof Traits, text: string): [string, AnyDiscretizer][] =>
  methods()
    .filter((method) => traitsOf(method)[trait].split(';')[0] === text)
    .map((method) => [method.name, method])

/** Fractional weights from a tenth to forty, dealt out in a few ways. */
const UNEVEN = [3, 5, 7].map((turn) => (row: number) => [0.1, 1, 40][row % turn === 0 ? 2 : row % 2])

describe('what the traits say is so', () => {
  test.each(withTrait('weights', 'move no cut'))('weights move no cut of %s', (_, method) => {
    const [plain, ...uneven] = [null, ...UNEVEN].map((weigh) => cutsOf(method, rows(weigh, kindOf(method))))
    expect(plain.length).toBeGreaterThan(0)
    expect(uneven).toEqual(uneven.map(() => plain))
  })

  test.each(withTrait('weights', 'count as rows'))('weights move cuts of %s', (_, method) => {
    const [plain, ...uneven] = [null, ...UNEVEN].map((weigh) => cutsOf(method, rows(weigh, kindOf(method))))
    expect(uneven.some((cuts) => cuts.join() !== plain.join())).toBe(true)
  })

  test.each(methods().flatMap((method) => (method.wholeWeights === undefined ? [] : [[method.name, method] as const])))(
    '%s takes whole weights only, where it says so',
    (_, method) => {
      expect(() => cutsOf(method, rows(UNEVEN[0], kindOf(method)), method.wholeWeights)).toThrow(DataError)
      const whole = rows((row) => 1 + (row % 3), kindOf(method))
      expect(cutsOf(method, whole, method.wholeWeights).length).toBeGreaterThan(0)
    },
  )

  test.each([...withTrait('exactness', 'always'), ...withTrait('exactness', 'if distinct known')])(
    '%s has the same cuts in coarse cells',
    (_, method) => {
      const summary = rows(null, kindOf(method))
      expect(cutsOf(method, summary).length).toBeGreaterThan(0)
      expect(cutsOf(method, coarse(summary))).toEqual(cutsOf(method, summary))
    },
  )
})
