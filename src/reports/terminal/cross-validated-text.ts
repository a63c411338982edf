import type { FoldEstimate } from '../../measures/fold-estimate.ts'
import type { CrossValidated } from '../../trees/prune/cross-validate.ts'
import { counted, fixedText } from '../number-text.ts'
import { wrap } from '../printed-text.ts'
import { layOut, leftText, rightText } from './draw/lay-out.ts'
import { indented, type ReportOptions, screenOf } from './draw/screen.ts'

/** A cross-validation as text for a terminal: accuracy beside that of the commonest class, with intervals. */
export function crossValidatedReport(found: CrossValidated, options: ReportOptions = {}): string {
  const { style, width } = screenOf('crossValidatedReport', options, {})
  const { folds, seed, rows, accuracy, majority, ahead, auc } = found
  const lines: readonly (readonly [name: string, estimate: FoldEstimate | null, signed: boolean])[] = [
    ['accuracy', accuracy, false],
    ['the commonest class alone', majority, false],
    ['ahead of it by', ahead, true],
    ['AUC', auc, false],
  ]
  const known = lines.flatMap(([name, estimate, signed]) => (estimate === null ? [] : [{ name, estimate, signed }]))
  const [head, ...texts] = layOut(
    [
      leftText('', Infinity, known, ({ name }) => name),
      rightText('mean', Infinity, known, ({ estimate, signed }) => fixedText(estimate.mean, 4, signed)),
      rightText('95 % interval', Infinity, known, ({ estimate: { from, to }, signed }) => {
        // A share beyond 0 and 1 is none.
        const [low, high] = signed ? [from, to] : [Math.max(0, from), Math.min(1, to)]
        return `${fixedText(low, 4, signed)} to ${fixedText(high, 4, signed)}`
      }),
    ],
    width - 2,
  )
  const title = `Cross-validated in ${folds} folds, seed ${seed}: each of ${counted(rows, 'row')} judged once, by what was made of the other folds:`
  const note =
    'Intervals are those of the folds, widened since folds share most of their rows (Nadeau and Bengio 2003).'
  return [
    ...wrap(title, width).map(style.bold),
    ...indented([style.dim(head), ...texts]),
    ...wrap(note, width).map(style.dim),
  ].join('\n')
}
