import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../src/binning/assign.ts'
import type { NumberColumn } from '../../src/binning/binning.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { binningFromJson, binningToJson } from '../../src/binning/binning-json.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import type { Closed } from '../../src/types.ts'
import { anyRows } from '../discretizers/rows.ts'
import { holds } from '../discretizers/holds.ts'
import { AB, binningOf, numbersOf } from './made.ts'
import { people, PEOPLE_TEXT } from './saved.ts'

describe('binningToJson', () => {
  test('writes text that reads well and ends in a newline', async () => {
    expect(binningToJson(await people())).toBe(PEOPLE_TEXT)
  })

  test('writes infinities as strings', () => {
    const text = binningToJson(binningOf(fit([-Infinity, 1, Infinity], { method: fixed, cuts: [0] })))
    expect(text).toContain('{"label": "< 0", "count": 1, "lo": "-Infinity", "hi": "-Infinity", "median": null}')
    expect(text).toContain('{"label": "≥ 0", "count": 2, "lo": 1, "hi": "Infinity", "median": 1}')
  })

  test('writes −0 as 0', () => {
    const column = { ...fit([1], { method: fixed }), range: [-0, 1] as const }
    expect(binningToJson(binningOf(column))).toContain('"range": [0, 1]')
  })

  test('writes numbers so that they are the same doubles when read', () => {
    const cuts = [-1.7976931348623157e308, -1 / 3, 5e-324, 0.1, 0.30000000000000004, 3.3499999999999996, 1e21]
    const binning = binningOf(fit([0], { method: fixed, cuts }))
    expect(numbersOf(binningFromJson(binningToJson(binning))).cuts).toEqual(cuts)
  })

  test('writes names with any character', async () => {
    const odd = 'a, b: "c" \\ {d} [e] \n \u2028 é 🪚'
    const binning = await fitTable({ [odd]: [odd, ', : "'] })
    expect(binningToJson(binning)).toContain(`"name": ${JSON.stringify(odd)}`)
    expect(binningFromJson(binningToJson(binning))).toEqual(binning)
  })

  test('writes the cuts that were given as a list, whatever list it was', () => {
    const cuts = Float64Array.of(1.5) as unknown as number[]
    const text = binningToJson(binningOf(fit([1, 2], { method: fixed, cuts })))
    expect(text).toContain('"options": {"cuts": [1.5]}')
  })
})

describe('binningFromJson', () => {
  test('reads what was written', async () => {
    expect(binningFromJson(PEOPLE_TEXT)).toEqual(await people())
  })

  test('gives what is written as it was', () => {
    expect(binningToJson(binningFromJson(PEOPLE_TEXT))).toBe(PEOPLE_TEXT)
  })

  test('reads any layout', () => {
    expect(binningFromJson(JSON.stringify(JSON.parse(PEOPLE_TEXT)))).toEqual(binningFromJson(PEOPLE_TEXT))
  })

  test('leaves out fields that are not known', () => {
    const text = PEOPLE_TEXT.replace('"version": 1,', '"version": 1, "later": {"deep": [1]},')
      .replace('"label": "< 6.5",', '"label": "< 6.5", "colour": "red",')
      .replace('"policy": "nearest",', '"policy": "nearest", "since": 2,')
    expect(binningFromJson(text)).toEqual(binningFromJson(PEOPLE_TEXT))
  })

  test('fills in what an older writer may have left out', () => {
    const text = PEOPLE_TEXT.replace('"method": "mdlp",', '')
      .replace(/"options": \{"stop".*\},/, '')
      .replace(/"shape": \{[^}]*\},/, '')
      .replace(', "values": [-1]', '')
      .replace(', "median": 2', '')
    expect(numbersOf(binningFromJson(text))).toMatchObject({
      method: 'unknown',
      options: {},
      shape: null,
      missing: { values: [] },
      bins: [{ median: null }, { median: 11 }],
    })
  })

  test('takes −0 in cuts for 0', () => {
    const text = binningToJson(binningOf(fit([-1, 1], { method: fixed, cuts: [0] }))).replace(
      '"cuts": [0],',
      '"cuts": [-0],',
    )
    expect(numbersOf(binningFromJson(text)).cuts).toEqual([0])
  })

  test('forgets the bin of a policy that has none', () => {
    const text = PEOPLE_TEXT.replace('"policy": "nearest", "bin": 0', '"policy": "own", "bin": 7')
    expect(numbersOf(binningFromJson(text)).missing).toMatchObject({ policy: 'own', bin: null })
  })
})

describe('saved and read again', () => {
  const method = fixed as unknown as AnyDiscretizer

  test('a binning without a target, with a numeric one and with weights is the same', async () => {
    const table = {
      x: [1, 2, 3, null, -9],
      y: [0.5, -1.25, 1e300, 2, 3],
      w: [0.1, 0.2, 0, 3, 1 / 3],
      c: [true, false, null, true, true],
    }
    const all = { method, cuts: [2.5], special: [-9] }
    for (const options of [
      { all },
      { all, weights: 'w' },
      { all, target: 'y' },
      { all, target: 'y', weights: 'w' },
      { all, target: 'c', weights: 'w', event: true },
    ]) {
      const binning = await fitTable(table, options)
      expect(binningFromJson(binningToJson(binning))).toEqual(binning)
    }
  })

  test('a binning of nothing is the same', async () => {
    for (const table of [{}, { x: [] }, { x: [Number.NaN, Infinity], c: [null, ''] }]) {
      const binning = await fitTable(table)
      expect(binningFromJson(binningToJson(binning))).toEqual(binning)
    }
  })

  test('missing codes of −0 are the same', () => {
    const binning = binningOf(fit([0, 1], { method: fixed, missing: [-0] }))
    expect(binningFromJson(binningToJson(binning))).toEqual(binning)
  })

  test('a cut between the smallest negative number and 0 is the same', () => {
    const binning = binningOf(fit([-5e-324, 0], { method: equalFrequency, bins: 2 }))
    expect(binningFromJson(binningToJson(binning))).toEqual(binning)
  })

  test('a column assigns every value the same', () => {
    const closedEnds = fc.constantFrom<Closed>('left', 'right')
    const policies = fc.constantFrom('own' as const, 'nearest' as const, 0)
    holds(
      fc.property(anyRows([1, 0.1, 3]), closedEnds, policies, ({ x, y, w }, closed, missingPolicy) => {
        const options = { target: y, weights: w, closed, missingPolicy, special: [0.3], missing: [0.5], bins: 4 }
        const column = fit([...x, null, Infinity], {
          ...options,
          target: [...y, 'a', 'b'],
          weights: [...w, 1, 1],
          classes: ['a', 'b', 'c', 'd'],
          method: equalFrequency,
        })
        const binning = binningOf(column, { ...AB, classes: ['a', 'b', 'c', 'd'] } as typeof AB)
        const again = binningFromJson(binningToJson(binning))
        expect(again).toEqual(binning)
        const values = [...x, ...column.cuts, null, -Infinity, Infinity, -0, 0.3, 0.5]
        expect(assign(again.columns[0] as NumberColumn, values)).toEqual(assign(column, values))
      }),
    )
  })
})
