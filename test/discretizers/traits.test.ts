import { describe, expect, test } from 'vitest'
import { discretize } from '../../src/discretizers/discretize.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { methods } from '../../src/discretizers/registry.ts'
import { traitsOf } from '../../src/discretizers/traits.ts'
import { DataError } from '../../src/errors.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { NumberSummary } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'

const made = (given: Partial<AnyDiscretizer>): AnyDiscretizer => ({ ...methods()[0], ...given })

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
    expect(told('counts')).toEqual(['count as rows', 'yes', 'after refinement'])
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
      lo: Float64Array.from({ length: pairs }, (_, i) => lo[2 * i]),
      hi: Float64Array.from({ length: pairs }, (_, i) => hi[Math.min(2 * i + 1, size - 1)]),
      tallies: { ...tallies, size: pairs, rows: add(tallies.rows, 1), sums: add(tallies.sums, channels), residues: [] },
    },
  }
}

for (const method of methods()) {
  const kind = method.target === 'numeric' ? 'numeric' : 'class'
  const { weights, exactness } = traitsOf(method)
  const cutsOf = (summary: NumberSummary, options: object = {}): readonly number[] =>
    discretize<Record<string, unknown>>(summary, {
      method,
      ...(method.name === 'fixed' ? { cuts: [2, 5] } : {}),
      ...options,
    }).cuts

  describe(`${method.name} is what its traits say`, () => {
    test(`weights: ${weights}`, () => {
      const [plain, uneven] = [rows(null, kind), rows((row) => [0.1, 1, 40][row % 3], kind)]
      if (weights === 'move no cut') expect(cutsOf(uneven)).toEqual(cutsOf(plain))
      else expect(cutsOf(uneven)).not.toEqual(cutsOf(plain))
      if (method.wholeWeights !== undefined) {
        expect(() => cutsOf(uneven, method.wholeWeights)).toThrow(DataError)
        expect(
          cutsOf(
            rows((row) => 1 + (row % 3), kind),
            method.wholeWeights,
          ).length,
        ).toBeGreaterThan(0)
      }
    })

    test(`exact: ${exactness}`, () => {
      const summary = rows(null, kind)
      expect(cutsOf(summary).length).toBeGreaterThan(0)
      const sameOnCoarseCells = exactness === 'always' || exactness === 'if distinct known'
      // Others may be lucky, but must not be promised to be.
      if (sameOnCoarseCells) expect(cutsOf(coarse(summary))).toEqual(cutsOf(summary))
    })
  })
}
