import { describe, expect, test } from 'vitest'
import { discretize } from '../../src/discretizers/discretize.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { BLIND_METHODS } from '../../src/discretizers/blind-methods.ts'
import { findMethod, methods } from '../../src/discretizers/registry.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { argumentError } from '../refusals.ts'

describe('methods', () => {
  test('are listed from the plain to the elaborate', () => {
    const listed = [
      'equal-width',
      'equal-frequency',
      'bin-log',
      'k-means',
      'fixed',
      'mdlp',
      'd2',
      'binary',
      'chi-merge',
      'chi2',
      'khiops',
      'caim',
      'cacc',
      'ameva',
      'modl',
      'cliffs',
      'variance',
      'optimal',
    ]
    const names = methods().map(({ name }) => name)
    expect(names.filter((name) => listed.includes(name))).toEqual(listed)
  })

  test('are known by name where they look at no target', () => {
    // One that was just added may not be named yet: it is then taken for one that looks, which is the careful side.
    const blind = methods().flatMap(({ name, target }) => (target === 'none' ? [name] : []))
    expect(blind.filter((name) => BLIND_METHODS.includes(name))).toEqual(BLIND_METHODS)
  })

  test('have a sentence each, ending in a full stop', () => {
    expect(methods().filter(({ about }) => !/^[A-Z].+\.$/.test(about))).toEqual([])
  })

  test('have options whose default keeps the rule, with a sentence each', () => {
    const wrong = methods().flatMap(({ name, options }) =>
      Object.entries(options)
        .filter(([, option]) => !option.rule.accepts(option.default) || !/^\S.+\.$/.test(option.about))
        .map(([option]) => `${name}.${option}`),
    )
    expect(wrong).toEqual([])
  })

  test('have presets made of known options that keep their rules', () => {
    const wrong = methods().flatMap(({ name, options, presets }) =>
      Object.entries(presets).flatMap(([preset, { about, options: given }]) =>
        Object.entries(given)
          .filter(([option, value]) => !(options[option]?.rule.accepts(value) ?? false) || !about.endsWith('.'))
          .map(([option]) => `${name}.${preset}.${option}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('all run on one summary, of classes or of numbers', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8]
    const summaries = {
      class: summarize(values, { target: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'] }),
      numeric: summarize(values, { target: [0, 0, 0, 0, 1, 1, 1, 1], targetKind: 'numeric' }),
    }
    const cuts = methods().map((method) => [
      method.name,
      discretize(summaries[method.target === 'numeric' ? 'numeric' : 'class'], { method }).cuts,
    ])
    expect(Object.fromEntries(cuts)).toMatchObject({
      'equal-width': [1.7, 2.4, 3.0999999999999996, 3.8, 4.5, 5.199999999999999, 5.8999999999999995, 6.6, 7.3],
      'equal-frequency': [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5],
      'bin-log': [3.3333333333333335, 5.666666666666667],
      'k-means': [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5],
      fixed: [],
      binary: [4.5],
      d2: [],
      mdlp: [4.5],
      'chi-merge': [4.5],
      caim: [4.5],
      cacc: [4.5],
      ameva: [4.5],
      cliffs: [4.5],
      variance: [4.5],
      modl: [4.5],
      chi2: [4.5],
      khiops: [], // four rows of a class are too few for its test
      optimal: [4.5],
    })
  })
})

describe('findMethod', () => {
  test('gives the method of that name', () => {
    expect(findMethod('mdlp')).toBe(mdlp)
  })

  test('refuses an unknown name with the nearest ones', () => {
    expect(() => findMethod('equalwidth')).toThrow(
      argumentError('unknown-name', 'findMethod: unknown method "equalwidth", did you mean equal-width?'),
    )
    expect(() => findMethod('chimerge')).toThrow(
      argumentError('unknown-name', 'findMethod: unknown method "chimerge", did you mean chi-merge?'),
    )
    const all = methods().map(({ name }) => name)
    for (const unknown of ['jenks', '']) {
      expect(() => findMethod(unknown)).toThrow(
        argumentError('unknown-name', `findMethod: unknown method "${unknown}", expected one of ${all.join(', ')}`),
      )
    }
  })
})
