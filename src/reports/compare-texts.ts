import type { Comparison } from '../binning/compare/compare-methods.ts'
import type { ColumnResult, MethodResult } from '../binning/compare/compare-results.ts'
import { counted, countText, fixedText, percentText } from './number-text.ts'
import { printable } from './printed-text.ts'

/** What was compared on what: "shop.csv: 1,234 rows, 2 number columns, 3 methods, 5 folds; target sold". */
export function comparedText(comparison: Comparison, source: string | undefined): string {
  const { rows, columns, methods, folds } = comparison
  const from = source === undefined ? '' : `${printable(source)}: `
  return `${from}${counted(rows, 'row')}, ${counted(columns.length, 'number column')}, ${counted(methods.length, 'method')}, ${folds} folds; target ${targetName(comparison)}`
}

/** What bins tell: bits, or the share of the variance. */
export function toldText({ target }: Comparison, value: number): string {
  return target.kind === 'class' ? fixedText(value, 4) : `${fixedText(100 * value, 2)} %`
}

/** From where to where a figure may lie: "0.0051 to 0.0195". */
export function rangeText(comparison: Comparison, low: number, high: number): string {
  const text = toldText(comparison, low)
  // The unit stands once.
  return `${text.replace(/ %$/, '')} to ${toldText(comparison, high)}`
}

/** How far a method is behind the best, with its interval; nothing for the best itself. */
export function behindText(
  comparison: Comparison,
  { behind, behindLow, behindHigh }: MethodResult | ColumnResult,
): string {
  const text = toldText(comparison, behind)
  return `${text} (${rangeText(comparison, behindLow, behindHigh)})`
}

/** Whether a method can be told from the best, as a sign: `best`, `≈`, or nothing. */
export function standing(result: { readonly clear: boolean }, best: unknown): string {
  return result === best ? 'best' : result.clear ? '' : '≈'
}

/** What the numbers say: which method is better here, or that none is. */
export function verdictText(comparison: Comparison): string {
  const { verdict, methods } = comparison
  const [best, next] = methods
  const unit = unitText(comparison)
  const between = (low: number, high: number): string => `(${rangeText(comparison, low, high)})`
  const { kind, close, lead, fewestBins } = verdict
  if (kind === 'nothing') {
    const [who, it] =
      methods.length === 1
        ? [`${best.name} tells nothing sure`, 'it']
        : ['No method tells anything sure', `the best, ${best.name},`]
    return `${who} about ${targetName(comparison)} on held-out rows: ${it} has ${toldText(comparison, best.heldOut)} ${unit} ${between(best.low, best.high)}, and no bins at all have 0.`
  }
  if (kind === 'only') {
    return `${best.name} is the only method; it tells ${toldText(comparison, best.heldOut)} ${unit} ${between(best.low, best.high)}.`
  }
  if (kind === 'best') {
    return `${best.name} tells most here: ${toldText(comparison, lead!.value)} ${unit} more than the next, ${next.name} ${between(lead!.low, lead!.high)}.`
  }
  if (kind === 'none') {
    const all = methods.length === 2 ? 'Neither of these 2 methods' : `None of these ${methods.length} methods`
    return `${all} is better than the ${methods.length === 2 ? 'other' : 'others'} here: the differences are within chance.${fewestBins === null ? '' : ` ${fewestBins} makes the fewest bins.`}`
  }
  return `${best.name} tells most here, but that may be chance against ${listed(close)}${fewestBins === null ? '' : `; of these ${fewestBins} makes the fewest bins`}. All others are behind by more than chance.`
}

/** What the figure of the best is to be read against: what there is to tell, and what is known without any column. */
export function againstText(comparison: Comparison): string {
  const { entropy, majority, variance, methods } = comparison
  const [best] = methods
  const name = targetName(comparison)
  if (entropy !== null && majority !== null) {
    const part = entropy > 0 ? percentText(Math.max(0, best.heldOut / entropy), 1) : '0 %'
    return `To read it against: without any column ${name} takes ${fixedText(entropy, 4)} bits a row, of which a column binned by ${best.name} tells ${part} on average; always saying ${JSON.stringify(printable(majority.class))} is right for ${percentText(majority.share)} of the rows.`
  }
  return `To read it against: the mean of ${name} alone explains 0 %, and 100 % would be every row foretold; its standard deviation is ${countText(Number(Math.sqrt(variance ?? 0).toPrecision(4)))}.`
}

/** How the figures came about. */
export function compareLegend({ target, folds, methods, sure }: Comparison): string[] {
  const unit = target.kind === 'class' ? 'bits per row' : 'share of the variance'
  const hold = `in ${Math.round(100 * sure)} of 100 tables all of them hold at once`
  return [
    `kept: what the bins tell on the rows they were fitted on (${unit}, mean over columns), which is too optimistic; held out: ` +
      `the same on rows left out of the fit, each row once in ${folds} folds; below 0 the bins mislead`,
    ...(methods.length === 1
      ? []
      : [`behind: how far behind the best, and between what limits that lies; ${hold}. ≈ may be chance`]),
  ]
}

/** How many methods cannot be told from the best on a column: "clear", "≈ 3 others". */
export function closeText(comparison: Comparison, column: string, best: string): string {
  const others = comparison.methods.filter(({ name }) => name !== best)
  const close = others.filter(({ columns }) => columns.find((one) => one.column === column)?.clear === false).length
  if (others.length === 0) return ''
  return close === 0 ? 'clear' : close === others.length ? '≈ all others' : `≈ ${counted(close, 'other')}`
}

/** Names in a sentence: "a", "a and b", "a, b and c". */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function unitText({ target }: Comparison): string {
  return target.kind === 'class' ? 'bits a row' : 'of the variance'
}

function targetName({ target }: Comparison): string {
  return target.name === null ? 'the target' : printable(target.name)
}
