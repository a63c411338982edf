import { ArgumentError } from '../../../errors.ts'
import type { TreeStep } from '../../../trees/trace/tree-steps.ts'
import type { Target } from '../../../types.ts'
import { knownOptions } from '../../../util/check.ts'
import { nameHtml, sentence } from '../../markup.ts'
import { counted } from '../../number-text.ts'
import { printable } from '../../printed-text.ts'
import { seriesOf } from '../charts/series.ts'
import { legendHtml } from '../legend-html.ts'
import { playerPage } from './player-page.ts'
import { treeScenes } from './tree-scenes.ts'

/** How the page of a growing tree is made. */
export type TreeTracePageOptions = {
  /** the classes that the steps count */
  readonly target: Target & { readonly kind: 'class' }
  /** title of the page; default "How the tree grows" */
  readonly title?: string | undefined
  /** where the rows came from; default not on the page */
  readonly source?: string | undefined
}

const INTRO =
  'It starts with all rows in one node and asks about the column that tells most about the class. Each branch is looked at in the same way, until a node holds one class or no question helps. Pruning then cuts off branches that do not help with rows held out.'

/**
 * The steps of a tree, as `traceTree` and `traceTrial` tell them, as a page that plays them: the tree growing, the gains of
 * all columns at each node, the prunes. One file that loads nothing; without scripts all steps stand below each other.
 */
export function treeTracePage(steps: readonly TreeStep[], options: TreeTracePageOptions): string {
  knownOptions('treeTracePage', options, { target: 1, title: 1, source: 1 })
  const { target, source } = options
  const root = steps.find((step) => step.step === 'node')
  if (root === undefined)
    throw new ArgumentError('treeTracePage: the steps must have one of the kind node', { code: 'bad-data' })
  const title = printable(options.title ?? 'How the tree grows')
  const series = seriesOf(target, root.classes)
  const facts = [
    ...(source === undefined ? [] : [nameHtml(source)]),
    counted(root.rows, 'training row'),
    ...(target.name === null ? [] : [`target ${nameHtml(target.name)}`]),
  ]
  return playerPage({
    title,
    definitions: '',
    header: `<header><h1>${sentence(title)}</h1><p class="facts">${facts.join(' · ')}</p>${legendHtml(series, target)}</header>`,
    intro: `<p class="how"><b>tree</b> ${INTRO}</p>`,
    scenes: treeScenes(steps, { classes: target.classes, series }),
    below: '',
  })
}
