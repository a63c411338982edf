import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupLabels } from '../../src/binning/group-labels.ts'

describe('groupLabels', () => {
  test('joins the levels of a group', () => {
    expect(groupLabels([['red', 'green'], ['blue']])).toEqual(['red, green', 'blue'])
  })

  test('counts the levels that do not fit', () => {
    const long = ['Prof-specialty', 'Exec-managerial', 'Protective-serv', 'Tech-support']
    expect(groupLabels([long])).toEqual(['Prof-specialty and 3 more'])
    expect(groupLabels([['a'.repeat(60), 'b']])).toEqual([`${'a'.repeat(60)} and 1 more`])
    expect(groupLabels([['a'.repeat(20), 'b'.repeat(18)]])).toEqual([`${'a'.repeat(20)}, ${'b'.repeat(18)}`])
  })

  test('quotes a level that would read as several', () => {
    expect(groupLabels([['a, b', 'c']])).toEqual(['"a, b", c'])
    expect(groupLabels([['a', 'b'], ['a, b']])).toEqual(['"a", "b"', 'a, b'])
    expect(groupLabels([['a', 'b'], ['a, b'], ['"a", "b"']])).toEqual(['a, b (2)', 'a, b', '"a", "b"'])
  })

  test('never gives two groups one label', () => {
    const word = fc.constantFrom(
      'a',
      'b',
      'a, b',
      '"a"',
      '"a", "b"',
      'a, b (2)',
      'a and 1 more',
      'x'.repeat(39),
      ' ',
      ',',
    )
    const groups = fc
      .uniqueArray(word, { minLength: 1 })
      .chain((levels) =>
        fc
          .array(fc.nat(3), { minLength: levels.length, maxLength: levels.length })
          .map((slots) =>
            [0, 1, 2, 3].map((slot) => levels.filter((_, i) => slots[i] === slot)).filter((group) => group.length > 0),
          ),
      )
    fc.assert(
      fc.property(groups, (made) => {
        const labels = groupLabels(made)
        expect(new Set(labels).size).toBe(made.length)
        const single = made.map((group, i) => (group.length === 1 ? group[0] : labels[i]))
        expect(labels).toEqual(single)
      }),
      { numRuns: 500 },
    )
  })
})
