import type { Rule } from './check.ts'

/**
 * The value a rule speaks of, read from text as it stands on a command line or in a form: `0.05`, `true`, `18,30`, or
 * `none` where null is allowed. The result is still to be checked by the rule.
 *
 *     const { maxBins } = findMethod('mdlp').options
 *     console.log(parseRule(maxBins!.rule, '6'), parseRule(maxBins!.rule, 'none')) // → 6 null
 */
export function parseRule(rule: Rule<unknown>, text: string): unknown {
  if ((text === 'none' || text === 'null') && rule.accepts(null)) return null
  // A rule for numbers may also take words.
  if (rule.type === 'number') {
    const value = number(text)
    // Text that is not a number is left as it is, so that messages say what was found.
    return rule.accepts(text) || Number.isNaN(value) ? text : value
  }
  if (rule.type === 'boolean')
    return text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : text
  return rule.type === 'object' ? text.split(',').map(number) : text
}

/** NaN for the empty text, which Number() would take for 0. */
function number(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
