import type { NodeStep, TreeStep } from '../../trees/trace/tree-steps.ts'
import type { Target } from '../../types.ts'
import { counted, countText, percentText } from '../number-text.ts'
import { printable, wrap } from '../printed-text.ts'
import { type ReportOptions, type Screen, screenOf } from './draw/screen.ts'

/** How the trace of a tree is printed, and what it predicts. */
export interface TreeTraceOptions extends ReportOptions {
  /** the target of the tree, which names the classes; default none */
  readonly target?: Target | null | undefined
}

/** Columns named at a node, and prunes told from either end, unless all are asked for. */
const MOST_COLUMNS = 5
const EACH_END = 5
/** Nodes told unless all are asked for. */
const MOST_NODES = 40

/** The steps of a tree as numbered sentences for a terminal: gains at each node, then pruning. Shortened unless `verbose`. */
export function treeTraceReport(steps: readonly TreeStep[], options: TreeTraceOptions = {}): string {
  const screen = screenOf('treeTraceReport', options, { target: 1 })
  const classes = options.target?.kind === 'class' ? options.target.classes : []
  const words = new Map<string, string>()
  for (const step of steps) if (step.step === 'node') words.set(step.path.join(' '), placeText(step))
  const told = steps.filter(({ step }) => step !== 'grow')
  const nodes = told.filter((step) => step.step === 'node')
  const prunes = told.filter((step) => step.step === 'prune' || step.step === 'reduce')
  const number = new Map(told.map((step, i) => [step, i + 1]))
  const lines = (step: TreeStep): string[] => stepLines(step, `${number.get(step)}. `, { screen, classes, words })
  const kept = told.filter((step) => step.step === 'keep')
  return [
    ...folded(nodes, screen.verbose ? Infinity : MOST_NODES, 'nodes', lines),
    ...folded(prunes, screen.verbose ? Infinity : EACH_END, 'prunes', lines),
    ...kept.flatMap(lines),
  ].join('\n')
}

/** The lines of the steps from both ends of a long list. */
function folded(steps: readonly TreeStep[], each: number, what: string, lines: (step: TreeStep) => string[]): string[] {
  const hidden = steps.length - 2 * each
  if (hidden <= 1) return steps.flatMap(lines)
  return [
    ...steps.slice(0, each).flatMap(lines),
    `   … and ${countText(hidden)} more ${what}`,
    ...steps.slice(-each).flatMap(lines),
  ]
}

interface Told {
  readonly screen: Screen
  readonly classes: readonly string[]
  readonly words: ReadonlyMap<string, string>
}

function placeText({ words }: NodeStep): string {
  return words.length === 0 ? 'all rows' : words.map(printable).join(' and ')
}

function short(x: number): string {
  return String(Number(x.toPrecision(4)))
}

function stepLines(step: TreeStep, number: string, told: Told): string[] {
  const { width, style } = told.screen
  const [first, ...more] = sentences(step, told)
  return [
    ...wrap(`${number}${first}`, width, '   '),
    ...more.flatMap((line) => wrap(line, width - 3, '  ').map((text) => `   ${style.dim(text)}`)),
  ]
}

function sentences(step: TreeStep, { classes, words, screen }: Told): string[] {
  const where = (path: readonly number[]): string => words.get(path.join(' ')) ?? 'a node'
  switch (step.step) {
    case 'node': {
      const held = step.classes.flatMap((count, c) => (count > 0 ? [`${countText(count)} ${printable(classes[c] ?? `class ${c + 1}`)}`] : [])) // prettier-ignore
      const first = `${capital(placeText(step))} (${held.join(', ')}), H ${short(step.entropy)}: ${printable(step.why)}.`
      return step.columns.length === 0 ? [first] : [first, gainText(step, screen.verbose)]
    }
    case 'grow':
      return [`${capital(where(step.path))} ${printable(step.why)}.`]
    case 'prune': {
      const right = step.accuracy === null ? '' : `; ${percentText(step.accuracy, 1)} right on the rows held out`
      return [
        `Prune ${where(step.path)}: α′ ${short(step.alpha)} = (${short(step.asLeaf)} − ${short(step.withBranches)}) / (${step.leaves} − 1)${right}${step.kept ? '' : ', not kept'}.`,
      ]
    }
    case 'reduce':
      return [`${step.pruned ? 'Prune' : 'Keep'} ${where(step.path)}: ${printable(step.why)}.`]
    case 'keep': {
      const [before, after] = [step.before, step.after].map((share) => (share === null ? 'unknown' : percentText(share, 1))) // prettier-ignore
      return [`Keep ${counted(step.prunes, 'prune')}: accuracy on the rows held out from ${before} to ${after}; ${printable(step.why)}.`] // prettier-ignore
    }
  }
  return step satisfies never
}

/** What every column would gain, the best first. */
function gainText({ columns, best }: NodeStep, verbose: boolean): string {
  const ranked = columns
    .map((column, i) => ({ ...column, i }))
    .toSorted((a, b) => Number(b.i === best) - Number(a.i === best) || (b.gain ?? -1) - (a.gain ?? -1))
  const shown = verbose ? ranked : ranked.slice(0, MOST_COLUMNS)
  const texts = shown.map(({ column, cut, gain }) => {
    const at = cut === null ? '' : ` at ${Number(cut.toPrecision(6))}`
    return gain === null ? `${printable(column)} parts nothing` : `${printable(column)}${at} gains ${short(gain)}`
  })
  const more = columns.length - shown.length
  return `${texts.join('; ')}${more > 0 ? ` … and ${countText(more)} more` : ''}`
}

function capital(text: string): string {
  return text === 'all rows' ? 'All rows' : `Rows with ${text}`
}
