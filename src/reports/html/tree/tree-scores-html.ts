import type { ClassScores } from '../../../measures/predictions/class-scores.ts'
import { counted, countText, fixedText, NONE } from '../../number-text.ts'

/** How well a tree predicts parts of the rows, as `tryTree` finds it; null without such a part. */
export interface TreePageScores {
  readonly training?: ClassScores | null | undefined
  readonly validation?: ClassScores | null | undefined
  readonly test?: ClassScores | null | undefined
}

/** A table of the accuracy on each part, beside that of the commonest class alone and the area under the ROC curve. */
export function treeScoresHtml({ training, validation, test }: TreePageScores): string {
  const parts = [
    ['training rows', training],
    ['validation rows', validation],
    ['test rows', test],
  ] as const
  const known = parts.flatMap(([name, scores]) => (scores == null ? [] : [{ name, scores }]))
  if (known.length === 0) return ''
  const text = (share: number | null): string => (share === null ? NONE : fixedText(share, 4))
  const lines = known.map(({ name, scores }) => {
    const cells = [countText(scores.rows), text(scores.accuracy), text(scores.majority), text(scores.auc)]
    return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const head = ['rows', 'accuracy', 'majority', 'AUC'].map((name) => `<th scope="col">${name}</th>`).join('')
  const told = test == null ? 'No row was held out from the making of the tree, so these figures flatter.' : `The ${counted(test.rows, 'test row')} had no say in the tree: trust these.` // prettier-ignore
  return `<section class="scores"><h2 class="small">How well it predicts</h2><p class="facts">${told} Majority is the accuracy of always saying the commonest class.</p><table><thead><tr><th scope="col">part</th>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></section>`
}
