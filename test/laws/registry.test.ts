import { ArgumentError } from '../../src/errors.ts'
import { describe, expect, test } from 'vitest'
import { discretize, findMethod, methods, summarize } from '../../src/index.ts'
import { check, resolveOptions } from '../../src/util/check.ts'
import { parseRule } from '../../src/util/parse-rule.ts'
import { argumentError } from '../refusals.ts'

/** Names an option of a method may not have: they are options of every fit. */
const TAKEN = ['method', 'preset', 'closed', 'readable', 'name', 'missingPolicy', 'specialPolicy']
const TAKEN_BY_READING = ['target', 'targetKind', 'targetName', 'classes', 'event', 'weights', 'missing', 'special']

describe('the registry', () => {
  test('has the methods of this version, each under one name', () => {
    const names = methods().map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['equal-width', 'equal-frequency', 'bin-log', 'k-means', 'fixed', 'mdlp', 'chi-merge'])) // prettier-ignore
    expect(new Set(names).size).toBe(names.length)
  })

  test('refuses an unknown name with the nearest ones', () => {
    expect(() => findMethod('mdpl')).toThrow(
      argumentError('unknown-name', `findMethod: unknown method "mdpl", ${all()}`),
    )
    expect(() => findMethod('chimerge')).toThrow(
      argumentError('unknown-name', 'findMethod: unknown method "chimerge", did you mean chi-merge?'),
    )
    expect(() => findMethod('constructor')).toThrow(ArgumentError)
  })

  function all(): string {
    return `expected one of ${methods()
      .map(({ name }) => name)
      .join(', ')}`
  }
})

for (const method of methods()) {
  const { name, about, options, presets } = method
  const summary = summarize([1, 2, 3], {
    target: method.target === 'numeric' ? [1, 2, 1] : ['a', 'b', 'a'],
    targetKind: method.target === 'numeric' ? 'numeric' : 'class',
  })

  describe(`the method ${name}`, () => {
    test('is found by its name, in lower case with hyphens', () => {
      expect(findMethod(name)).toBe(method)
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    })

    test('says in a sentence what it does', () => {
      expect(about).toMatch(/^[A-Z].+[^.]\.$/)
      expect(about).not.toContain('\n')
    })

    test('says what it needs', () => {
      expect(['none', 'class', 'numeric', 'any']).toContain(method.target)
      expect(method.needs.filter((need) => !['counts', 'distinct', 'exact'].includes(need))).toEqual([])
      expect(method.target === 'none' || method.needs.length > 0).toBe(true)
    })

    test('has options with a rule, a sentence, and a default that keeps the rule', () => {
      for (const [option, { rule, default: standard, about: sentence }] of Object.entries(options)) {
        expect(option).toMatch(/^[a-z][a-zA-Z]*$/)
        expect([...TAKEN, ...TAKEN_BY_READING]).not.toContain(option)
        expect(sentence).toMatch(/^.+[^.]\.$/)
        expect(rule.words.length).toBeGreaterThan(0)
        expect(() => check(name, option, rule, standard)).not.toThrow()
        // A default printed and read again is the default.
        const text = Array.isArray(standard) ? standard.join() : String(standard)
        expect(text === '' ? standard : parseRule(rule, text)).toEqual(standard)
      }
    })

    test('resolves without options to its defaults', () => {
      const defaults = Object.entries(options).map(([option, { default: standard }]) => [option, standard])
      expect(resolveOptions(name, options, {})).toEqual(Object.fromEntries(defaults))
    })

    test('has presets of known options that resolve and differ', () => {
      for (const [preset, { about: sentence, options: given, closed }] of Object.entries(presets)) {
        expect(preset).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(sentence).toMatch(/^[A-Z].+[^.]\.$/)
        expect(Object.keys(given).filter((option) => !(option in options))).toEqual([])
        expect(resolveOptions(name, options, given)).toMatchObject(given)
        expect([undefined, 'left', 'right']).toContain(closed)
      }
    })

    test('takes each preset, and what is given over it', () => {
      for (const [preset, { options: given, closed = 'left' }] of Object.entries(presets)) {
        const proposal = discretize(summary, { method, preset })
        expect(proposal.options).toEqual({ ...resolveOptions(name, options, given), preset })
        expect(proposal.closed).toBe(closed)
        expect(discretize(summary, { method, preset, closed: 'right' }).closed).toBe('right')
      }
    })

    test('refuses an unknown preset and an unknown option', () => {
      for (const preset of ['nonsense', 'constructor', 'toString']) {
        const known = Object.keys(presets)
        const end = known.length === 0 ? 'there are none' : `expected one of ${known.join(', ')}`
        expect(() => discretize(summary, { method, preset })).toThrow(
          argumentError('unknown-name', `discretize: ${name}: unknown preset "${preset}", ${end}`),
        )
      }
      expect(() => discretize(summary, { method, nonsense: 1 })).toThrow(ArgumentError)
    })
  })
}
