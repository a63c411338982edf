import { describe, expect, test } from 'vitest'
import { nearestNames, suggest } from '../../src/util/suggest.ts'

describe('suggest', () => {
  const known = ['alpha', 'threshold', 'minBins', 'maxBins']

  test('names what was probably meant', () => {
    expect(suggest('alfa', known)).toBe(', expected one of alpha, threshold, minBins, maxBins')
    expect(suggest('alpa', known)).toBe(', did you mean alpha?')
    expect(suggest('tresholt', known)).toBe(', did you mean threshold?')
    expect(suggest('ALPHA', known)).toBe(', did you mean alpha?')
  })

  test('names several when several are near, the nearest first', () => {
    expect(suggest('maxBin', known)).toBe(', did you mean maxBins?')
    expect(suggest('minBjns', known)).toBe(', did you mean minBins?')
    expect(suggest('mixBins', known)).toBe(', did you mean minBins or maxBins?')
    expect(suggest('minBinz', ['maxBins', 'minBins'])).toBe(', did you mean minBins?')
  })

  test('lists all names when none is near', () => {
    expect(suggest('quantile', ['bins', 'cuts'])).toBe(', expected one of bins, cuts')
  })

  test('lists at most 20 names', () => {
    const many = Array.from({ length: 21 }, (_, i) => `column_${i}`)
    expect(suggest('zzz', many.slice(0, 20))).toBe(`, expected one of ${many.slice(0, 20).join(', ')}`)
    expect(suggest('zzz', many)).toBe(`, expected one of ${many.slice(0, 20).join(', ')}, …`)
  })

  test('says when there is nothing to choose from', () => {
    expect(suggest('x', [])).toBe(', there are none')
  })
})

describe('nearestNames', () => {
  test('allows one edit per three letters, at least one', () => {
    expect(nearestNames('ab', ['ax', 'xy'])).toEqual(['ax'])
    expect(nearestNames('abcdef', ['abcdxy', 'abcxyz'])).toEqual(['abcdxy'])
  })

  test('counts letters inserted, removed and replaced', () => {
    expect(nearestNames('cut', ['cuts', 'ct', 'cat', 'cute', 'dog'])).toEqual(['cuts', 'ct', 'cat'])
  })

  test('gives at most three, nearest first, and otherwise in the order given', () => {
    expect(nearestNames('column', ['colum', 'colmun', 'column', 'columns', 'volume'])).toEqual([
      'column',
      'colum',
      'columns',
    ])
  })
})
