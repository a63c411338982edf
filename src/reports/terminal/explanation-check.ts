import type { Explanation } from '../../explain/findings.ts'
import { counted, countText } from '../number-text.ts'
import { printable, wrap } from '../printed-text.ts'
import type { Screen } from './draw/screen.ts'

/** What the check of an explanation is, for those who see it for the first time. */
export function checkLines(explanation: Explanation, screen: Screen): string[] {
  return wrap(checkText(explanation), screen.width).map(screen.style.dim)
}

function checkText({ kind, tried }: Explanation): string {
  const { method, foundOn, heldOut, tests, seed, depth } = tried
  const name = kind === 'number' ? 'a test of ranks' : "Fisher's exact test"
  const test = `beyond chance (${name} at 5 % for all ${counted(tests, 'test')} together)`
  const how =
    `How it was checked: ranges and their numbers are those of all rows, cut by ${method}. Then ${counted(foundOn, 'row')}, ` +
    `drawn with seed ${seed}, were cut again without looking at the other ${countText(heldOut)}. `
  const means =
    kind === 'goal' || kind === 'number'
      ? `"Holds" means that on those held-out rows the range found this way leads by at least half as much, ${test}.`
      : `Every range told leads on those held-out rows too, ${test}.`
  const together =
    depth > 1
      ? ' Ranges together were found on one half and checked on the other, both ways round; they must lead the rows of all but any one of them.'
      : ''
  const caution = kind === 'clusters' ? ' The clusters themselves are not tested: k-means finds some in any rows.' : ''
  return how + means + together + evidenceText(tried) + caution
}

/** How many rows the evidence is worth, where that is not the number of rows. */
function evidenceText({ rows, different, effective, weights }: Explanation['tried']): string {
  if (weights !== null) {
    return ` By the weights in ${printable(weights)}, the ${counted(rows, 'row')} are evidence like ${countText(Math.round(effective))} of equal weight.`
  }
  return different < rows ? ` Copies count once: ${countText(different)} of the ${counted(rows, 'row')} differ.` : ''
}
