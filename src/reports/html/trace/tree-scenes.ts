import type {
  ColumnGain,
  KeepStep,
  NodeStep,
  PruneStep,
  ReduceStep,
  TreeStep,
} from '../../../trees/trace/tree-steps.ts'
import { escaped, nameHtml } from '../../markup.ts'
import { counted, NONE, percentText } from '../../number-text.ts'
import { printable, truncate } from '../../printed-text.ts'
import { pictureSvg, short } from '../charts/svg-parts.ts'
import type { Series } from '../charts/series.ts'
import { drawLines } from '../curves/line-chart.ts'
import { chooseSteps, passedOver } from './choose-scenes.ts'
import { drawGrowing, growingPicture } from './draw-growing.ts'
import { byRating, GrowingTree } from './growing.ts'
import { formulaHtml, scrolling } from './numbers-html.ts'
import type { Scene } from './player-page.ts'

/** Lines of a table of columns or prunes. */
const MOST_LINES = 14

/** What the scenes of a tree share. */
export interface TreeDrawn {
  readonly classes: readonly string[]
  readonly series: readonly Series[]
}

/** All scenes of a tree: nodes that are looked at, branches that grow, prunes. O(steps · what a picture shows). */
export function treeScenes(steps: readonly TreeStep[], drawn: TreeDrawn): Scene[] {
  const tree = new GrowingTree()
  let taken = 0
  const takeTo = (index: number): void => {
    while (taken <= index) tree.take(steps[taken++])
  }
  const picture = (path: readonly number[] | null, title: string): string =>
    growingPicture({ tree, path, ...drawn }, title)
  const scenes = chooseSteps(steps).map((one): Scene => {
    if (!('index' in one)) {
      const what = passedOver(steps, one.from, one.to)
      takeTo(one.to)
      const text = [`${counted(one.to - one.from + 1, 'step')} (${what}) are left out here, so that the page stays small. What you see is how the tree stands after them.`] // prettier-ignore
      return { title: 'A while later', text, step: null, picture: picture(null, 'The tree'), legend: [], numbers: '' }
    }
    const step = steps[one.index]
    // A prune is seen before it is made.
    takeTo(step.step === 'prune' || step.step === 'reduce' ? one.index - 1 : one.index)
    if (step.step === 'prune') return pruneScene(step, one.index, { steps, tree, drawn })
    const words = wordsOf(step, tree)
    const path = step.step === 'keep' ? null : step.path
    return { ...words, step: one.index + 1, picture: picture(path, words.title), legend: [], numbers: numbersOf(step, tree, drawn) } // prettier-ignore
  })
  takeTo(steps.length - 1)
  const tests = tree.inOrder().filter(({ state }) => state === 'test').length
  const title = `Done: ${counted(tree.size, 'node')}, ${counted(tree.size - tests, 'leaf').replace('leafs', 'leaves')}`
  return [...scenes, { title, text: ['Every leaf predicts the most frequent class of its rows.'], step: null, picture: picture(null, title), legend: [], numbers: '' }] // prettier-ignore
}

/** A reason as a sentence; a name of a column stays as it is. */
function told(why: string, name: string | null = null): string {
  return name !== null && why.startsWith(name)
    ? `${why}.`
    : `${why.replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`
}

/** Where a node is, in the words of the last branch. */
function place(tree: GrowingTree, path: readonly number[]): string {
  if (path.length === 0) return 'the root'
  return truncate(printable(tree.looked(path)?.words.at(-1) ?? ''), 60)
}

function wordsOf(
  step: NodeStep | ReduceStep | KeepStep | { step: 'grow'; path: readonly number[]; why: string },
  tree: GrowingTree,
): { title: string; text: string[] } {
  // prettier-ignore
  switch (step.step) {
    case 'node': {
      const where = place(tree, step.path)
      const best = step.best === null ? null : step.columns[step.best]
      const title = best === null ? `${where}: a leaf` : `Which column to ask at ${where}?`
      const first = best !== null && step.path.length === 0 ? 'For each column: part the rows by it, and see how much less mixed the classes of the branches are. ' : '' // prettier-ignore
      return { title, text: [`${first}${told(step.why, best?.column ?? null)}`] }
    }
    case 'grow':
      return { title: `Branches at ${place(tree, step.path)}`, text: [`The node ${step.why}. Each branch waits to be looked at in the same way.`] } // prettier-ignore
    case 'reduce':
      return { title: `Are the branches at ${place(tree, step.path)} worth it?`, text: [told(step.why)] }
    default:
      return { title: 'What pruning decided', text: [told(step.why)] }
  }
}

function numbersOf(step: TreeStep, tree: GrowingTree, drawn: TreeDrawn): string {
  if (step.step === 'node') return gainTable(step) + bestFormula(step)
  if (step.step === 'grow') {
    const looked = tree.looked(step.path)
    return looked?.best == null ? '' : branchTable(looked.columns[looked.best], drawn)
  }
  if (step.step === 'reduce') {
    return `<table class="versus"><tbody><tr><th scope="row">right as a leaf</th><td>${short(step.asLeaf)}</td></tr><tr><th scope="row">right with branches</th><td>${short(step.withBranches)}</td></tr></tbody></table><p class="verdict">${step.pruned ? 'They are cut off.' : 'They stay.'}</p>`
  }
  return ''
}

/** What every column would gain, the best first. */
function gainTable({ columns, best }: NodeStep): string {
  if (columns.length === 0) return ''
  const ordered = byRating(columns)
  // What columns are compared by is told only where it is not the gain.
  const rated = ordered.some(({ gain }, i) => i > 0 && (gain ?? -Infinity) > (ordered[i - 1].gain ?? -Infinity) + 1e-9)
  const most = Math.max(...columns.map(({ gain }) => gain ?? 0), 1e-12)
  const lines = ordered.slice(0, MOST_LINES).map((one) => {
    const chosen = best !== null && columns[best] === one
    const meter = `<i class="m"><i style="width:${Math.max(0, Math.round((100 * (one.gain ?? 0)) / most))}%"></i></i>`
    const test = one.gain === null ? 'parts nothing' : one.cut === null ? counted(one.branches.length, 'branch').replace('branchs', 'branches') : `cut at ${String(Number(one.cut.toPrecision(5)))}` // prettier-ignore
    return `<tr${chosen ? ' class="yes"' : ''}><th scope="row">${nameHtml(one.column, 24)}${chosen ? ' ✓' : ''}</th><td class="t">${escaped(test)}</td><td class="t w0">${meter}</td><td>${one.gain === null ? NONE : short(one.gain)}</td>${rated ? `<td>${one.rating === null ? NONE : short(one.rating)}</td>` : ''}</tr>`
  })
  const left = ordered.length - lines.length
  const head = `<thead><tr><th scope="col">column</th><th scope="col" class="t">its best test</th><td></td><th scope="col">gain</th>${rated ? '<th scope="col">rating</th>' : ''}</tr></thead>`
  return `${scrolling('gains of all columns', `<table class="bins gains">${head}<tbody>${lines.join('')}</tbody></table>`)}${left > 0 ? `<p class="facts">${counted(left, 'more column')}.</p>` : ''}`
}

/** The gain of the best test with its numbers. */
function bestFormula({ columns, best, entropy, rows }: NodeStep): string {
  const one = best === null ? null : columns[best]
  if (one === null || one.gain === null || one.branches.length > 6) return ''
  const after = one.branches
    .map((branch) => `${short(branch.rows)}/${short(rows)} · ${short(branch.entropy)}`)
    .join(' + ')
  return formulaHtml('gain', 'H before − mean H of the branches', `${short(entropy)} − (${after})`, `${short(one.gain)} ${one.gain === 1 ? 'bit' : 'bits'} per row`) // prettier-ignore
}

function branchTable({ branches, column }: ColumnGain, { classes, series }: TreeDrawn): string {
  const shown = series.slice(0, 6)
  const heads = shown.map(({ name }) => `<th scope="col" class="n">${nameHtml(name ?? '', 14)}</th>`)
  const lines = branches.slice(0, MOST_LINES).map((branch) => {
    const cells = shown.map((one) => `<td>${short(one.sizeOf(branch.classes, branch.rows))}</td>`)
    return `<tr><th scope="row">${escaped(truncate(printable(branch.label), 30))}</th>${cells.join('')}<td>${short(branch.rows)}</td><td>${short(branch.entropy)}</td></tr>`
  })
  const more = classes.length > shown.length ? '<p class="facts">Classes without a column are counted too.</p>' : ''
  return scrolling('branches', `<table class="bins"><thead><tr><th scope="col">${nameHtml(column, 24)}</th>${heads.join('')}<th scope="col">rows</th><th scope="col">H</th></tr></thead><tbody>${lines.join('')}</tbody></table>`) + more // prettier-ignore
}

/** A prune of the sequence: the node, α′ with its numbers, and how the tree does on rows held out so far. */
function pruneScene(
  step: PruneStep,
  index: number,
  {
    steps,
    tree,
    drawn,
  }: { readonly steps: readonly TreeStep[]; readonly tree: GrowingTree; readonly drawn: TreeDrawn },
): Scene {
  // prettier-ignore
  const title = `Prune ${step.turn}: ${place(tree, step.path)}`
  const so = steps.slice(0, index + 1).filter((one): one is PruneStep => one.step === 'prune')
  const grown = drawGrowing({ tree, path: step.path, ...drawn })
  const points = so.flatMap(({ turn, accuracy }) => (accuracy === null ? [] : [{ x: turn, y: accuracy }]))
  const chart = points.length < 2 ? null : drawLines({ caption: 'right on rows held out, after each prune', below: 'prune', lines: [{ name: 'share of rows held out that are right', points }], percent: true, mark: { point: points[points.length - 1], name: 'after this prune' }, top: grown.height + 4 }) // prettier-ignore
  const saved = (step.asLeaf - step.withBranches) / (step.leaves - 1)
  const filled = Math.abs(saved - step.alpha) <= 1e-9 ? ['(errors as a leaf − errors with branches) / (leaves − 1)', `(${short(step.asLeaf)} − ${short(step.withBranches)}) / (${step.leaves} − 1)`] : [] // prettier-ignore
  const lines = so.slice(-MOST_LINES).map((one) => `<tr${one === step ? ' class="yes"' : ''}><th scope="row">${one.turn}</th><td class="t">${escaped(place(tree, one.path))}</td><td>${short(one.alpha)}</td><td>${one.accuracy === null ? NONE : percentText(one.accuracy, 1)}</td></tr>`) // prettier-ignore
  const table = `<table class="bins"><thead><tr><th scope="col">prune</th><th scope="col" class="t">at</th><th scope="col">α′</th><th scope="col">held out</th></tr></thead><tbody>${lines.join('')}</tbody></table>`
  return {
    title,
    text: [
      told(step.why),
      step.kept ? '' : 'The tree that is kept still has these branches: they are cut off only in this try.',
    ],
    step: index + 1,
    picture: pictureSvg(chart?.height ?? grown.height, title, grown.body + (chart?.body ?? '')),
    legend: chart?.legend ?? [],
    numbers:
      formulaHtml('α′, the errors that each further leaf saves', ...filled, short(step.alpha)) +
      scrolling('prunes so far', table),
  }
}
