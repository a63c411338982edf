import { ArgumentError } from '../../errors.ts'
import { readNote } from '../../summaries/saved/read-target.ts'
import type { Note } from '../../types.ts'
import { type Field, parseSaved, toReadableJson } from '../../util/saved-json.ts'
import type { RangeRule, RangeTest, RuleSet } from './range-rules.ts'
import { calledAs } from '../../util/called-as.ts'

/** Rules as they are saved: with the column of classes they speak of, and notes of what was done to them. */
export interface SavedRules extends RuleSet {
  /** marks a file as rules */
  readonly format: 'kerf-rules'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** name of the column of classes; null where it has none */
  readonly target: string | null
  /** what was done to the rules, such as repairs */
  readonly notes: readonly Note[]
}

/**
 * Rules in the form in which they are saved.
 *
 *     const rules = { rules: [{ when: [{ column: 'age', from: 30, to: null }], label: 'yes' }], otherwise: 'no' }
 *     console.log(rulesToJson(savedRules(rules, 'bought')).includes('"kerf-rules"')) // → true
 *
 * @param target name of the column of classes that the rules speak of; default null
 */
export function savedRules({ rules, otherwise }: RuleSet, target: string | null = null): SavedRules {
  return { format: 'kerf-rules', version: 1, target, rules, otherwise, notes: [] }
}

/**
 * Rules as text for a file: versioned JSON, ending in a newline.
 *
 *     const text = rulesToJson(rulesOfTree(tree))
 *     console.log(rulesFromJson(text).target) // → bought
 */
export function rulesToJson(rules: SavedRules): string {
  if (rules.format !== 'kerf-rules')
    throw new ArgumentError('rulesToJson: rules must be rules as savedRules makes them', { code: 'wrong-type' })
  return `${toReadableJson(rules)}\n`
}

/**
 * Reads saved rules. Nothing in the text is trusted: a wrong field is refused with its path, such as
 * `rules[0].when[1].to: expected a number above 3, got 2`. Fields that are not known are left out.
 *
 *     const rules = { rules: [{ when: [{ column: 'age', from: 30, to: null }], label: 'yes' }], otherwise: 'no' }
 *     const again = rulesFromJson(rulesToJson(savedRules(rules, 'bought')))
 *     console.log(again.target, applyRules(again, () => 44)) // → bought yes
 */
export function rulesFromJson(text: string): SavedRules {
  return calledAs('rulesFromJson', () => {
    const root = parseSaved(text, 'kerf-rules')
    return {
      format: 'kerf-rules',
      version: 1,
      target: root.get('target').optional((field) => field.text()),
      rules: root.get('rules').list(readRule),
      otherwise: root.get('otherwise').text(),
      notes: root.get('notes').value === undefined ? [] : root.get('notes').list(readNote),
    }
  })
}

function readRule(field: Field): RangeRule {
  return { when: field.get('when').list(readTest), label: field.get('label').text() }
}

function readTest(field: Field): RangeTest {
  const bound = (name: string): number | null => field.get(name).optional((one) => one.finite())
  const [from, to] = [bound('from'), bound('to')]
  if (from !== null && to !== null && to <= from) field.get('to').fail(`a number above ${from}`)
  if (from === null && to === null) field.fail('a test with from, to or both')
  return { column: field.get('column').text(), from, to }
}
