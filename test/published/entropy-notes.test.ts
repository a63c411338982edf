import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnTotals, conditionalEntropy, entropy } from '../../src/measures/entropy.ts'
import { gain } from '../../src/measures/gain.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'

// Every number of the "Entropy notes" (seed 003), from its rows.

/** The class counts of each level of a feature, levels and classes sorted. */
function countsBy(feature: readonly string[], target: readonly string[]): Record<string, number[]> {
  const { levels, tallies } = summarizeCategories(feature, markRows(feature.length, { target }))
  const width = tallies.channels
  return Object.fromEntries(
    levels.map((level, i) => [level, Array.from(tallies.sums.subarray(i * width, (i + 1) * width))]),
  )
}

const tableOf = (feature: readonly string[], target: readonly string[]): number[][] =>
  Object.values(countsBy(feature, target))

describe('ten coloured instances', () => {
  const colour = Array.from('RRRRGGGGBB')
  const target = Array.from('aababaabab')

  test('six are a and four are b', () => {
    expect(Array.from(columnTotals(tableOf(colour, target)))).toEqual([6, 4])
  })

  test('Case 1, 2 and 3: entropy 0.970951, 1 and 0', () => {
    expect([entropy([6, 4]).toFixed(6), entropy([0.6, 0.4]).toFixed(6)]).toEqual(['0.970951', '0.970951'])
    expect([entropy([0.5, 0.5]), entropy([1, 0])]).toEqual([1, 0])
  })

  test('known red the entropy is 0.811278, known blue it is 1, more than before', () => {
    const counts = countsBy(colour, target)
    expect(counts).toEqual({ B: [1, 1], G: [2, 2], R: [3, 1] })
    expect(entropy(counts.R).toFixed(6)).toBe('0.811278')
    expect(entropy(counts.B)).toBe(1)
    expect(entropy(counts.B)).toBeGreaterThan(entropy([6, 4]))
  })

  test('when the colour is known the entropy is 0.924511', () => {
    expect(conditionalEntropy(tableOf(colour, target)).toFixed(6)).toBe('0.924511')
  })
})

describe('seven vehicles', () => {
  const [motor, wheels, doors, size, efficiency] = [
    'no no yes yes yes yes yes',
    'two three two four four four four',
    'none none none two three four four',
    'small small small small medium medium large',
    'good bad good bad good good bad',
  ].map((text) => text.split(' '))

  test('four are good and three bad: entropy 0.985228', () => {
    expect(Array.from(columnTotals(tableOf(motor, efficiency)))).toEqual([3, 4])
    expect(entropy([4, 3]).toFixed(6)).toBe('0.985228')
  })

  test('the partitions (bad, good) of every feature', () => {
    expect(countsBy(motor, efficiency)).toEqual({ no: [1, 1], yes: [2, 3] })
    expect(countsBy(wheels, efficiency)).toEqual({ four: [2, 2], three: [1, 0], two: [0, 2] })
    // The notes print Doors "two" as one good; row 3 is bad. The entropy is the same.
    expect(countsBy(doors, efficiency)).toEqual({ four: [1, 1], none: [1, 2], three: [0, 1], two: [1, 0] })
    expect(countsBy(size, efficiency)).toEqual({ large: [1, 0], medium: [0, 2], small: [2, 2] })
  })

  test('H(Efficiency | MOTOR) is 0.97925 and the gain 0.00597771', () => {
    const table = tableOf(motor, efficiency)
    expect(conditionalEntropy(table).toFixed(5)).toBe('0.97925')
    expect(gain(table).toFixed(8)).toBe('0.00597771')
  })

  test('the notes print the gain of MOTOR as 0.00597758, from a rounded entropy', () => {
    expect((0.985228 - conditionalEntropy(tableOf(motor, efficiency))).toFixed(8)).toBe('0.00597758')
  })

  test('H(Efficiency | Wheels), Doors and Size are 0.571429, 0.67927 and 0.571429', () => {
    expect(conditionalEntropy(tableOf(wheels, efficiency)).toFixed(6)).toBe('0.571429')
    expect(conditionalEntropy(tableOf(doors, efficiency)).toFixed(5)).toBe('0.67927')
    expect(conditionalEntropy(tableOf(size, efficiency)).toFixed(6)).toBe('0.571429')
    expect(entropy([2, 1]).toFixed(6)).toBe('0.918296')
  })

  test('Wheels and Size have the lowest entropy and the largest gain, and they are equal', () => {
    const gains = [motor, wheels, doors, size].map((feature) => gain(tableOf(feature, efficiency)))
    expect(gains.map((bits) => bits.toFixed(6))).toEqual(['0.005978', '0.413800', '0.305958', '0.413800'])
    expect(gains[1]).toBe(gains[3])
  })

  test('under Wheels = four, Size has the largest gain', () => {
    const rows = wheels.flatMap((level, row) => (level === 'four' ? [row] : []))
    const gainOf = (feature: readonly string[]): number =>
      gain(
        tableOf(
          rows.map((row) => feature[row]),
          rows.map((row) => efficiency[row]),
        ),
      )
    expect(rows).toEqual([3, 4, 5, 6])
    expect([motor, doors, size].map(gainOf)).toEqual([0, 0.5, 1])
  })
})

describe('the five rows of 000', () => {
  const x = [1, 1, 2, 3, 3]
  const target = ['Yes', 'Yes', 'No', 'Yes', 'No']
  const at = (cut: number): number[][] =>
    tableOf(
      x.map((value) => (value < cut ? 'below' : 'above')),
      target,
    )

  test('the entropy is 0.673012 nats, 0.970951 bits', () => {
    expect([entropy([3, 2], Math.E), entropy([3, 2])].map((h) => h.toFixed(6))).toEqual(['0.673012', '0.970951'])
  })

  test('the gain at 2.0 is 0.291103 nats, 0.419973 bits', () => {
    expect([gain(at(2), Math.E), gain(at(2))].map((g) => g.toFixed(6))).toEqual(['0.291103', '0.419973'])
  })

  test('the gain at 3.0 is 0.013844 nats, 0.019973 bits', () => {
    expect([gain(at(3), Math.E), gain(at(3))].map((g) => g.toFixed(6))).toEqual(['0.013844', '0.019973'])
  })
})

test('knowing a feature never makes the target less certain: Entropy(S) ≥ Entropy(S|T), Gain ≥ 0', () => {
  const rows = fc.array(fc.tuple(fc.constantFrom('t', 'u', 'v', 'w'), fc.constantFrom('a', 'b', 'c')), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(rows, (pairs) => {
      const table = tableOf(
        pairs.map(([feature]) => feature),
        pairs.map(([, label]) => label),
      )
      expect(entropy(columnTotals(table)) - conditionalEntropy(table)).toBeGreaterThan(-1e-12)
      expect(gain(table)).toBeGreaterThanOrEqual(0)
    }),
  )
})
