import type {
  ClassRanges,
  ClustersExplanation,
  Explanation,
  FoundRange,
  GoalExplanation,
  GroupsExplanation,
  Tried,
} from '../../explain/findings.ts'
import {
  className,
  fewColumns,
  groupName,
  groupSentence,
  nothingSentence,
  rangeName,
  rangeSentence,
  toldRanges,
  TOP,
  verdictText,
} from '../explanation-texts.ts'
import { counted, countText, percentText } from '../number-text.ts'
import { padStart, printable, wrap } from '../printed-text.ts'
import { barWithAverage } from './draw/bars.ts'
import { indented, type ReportOptions, type Screen, screenOf, joinBlocks } from './draw/screen.ts'

/** How an explanation is printed. */
export interface ExplanationReportOptions extends ReportOptions {
  /** ranges told of a goal (default 7) or of every group (default 2) */
  readonly top?: number | undefined
}

/** Ranges that were not confirmed of which so many are told; they matter less. */
const MOST_UNCONFIRMED = 5

/** An explanation as text for a terminal: sentences with a bar each, what did not hold, what was tried, how to read it. */
export function explanationReport(explanation: Explanation, options: ExplanationReportOptions = {}): string {
  const screen = screenOf(options)
  const parts =
    explanation.kind === 'goal'
      ? goalParts(explanation, options.top ?? TOP.goal, screen)
      : groupParts(explanation, options.top ?? TOP.group, screen)
  return joinBlocks(parts)
}

function goalParts(explanation: GoalExplanation, top: number, screen: Screen): string[][] {
  const { goal, target, tried } = explanation
  const name = className(target.name, goal.class)
  const shown = goal.ranges.slice(0, top)
  const title = `${sourceText(explanation)}what goes with ${name}? ${countText(goal.rows)} of ${counted(tried.rows, 'row')} (${percentText(goal.share)})`
  const told = (rule: FoundRange['rule'], head: string): string[] => {
    const lines = shown.flatMap((range, i) => (range.rule === rule ? rangeLines(range, i, name, screen) : []))
    return lines.length === 0 ? [] : [...wrap(head, screen.width), ...lines]
  }
  return [
    wrap(title, screen.width).map(screen.style.bold),
    shown.length === 0 ? wrap(sentence(nothingSentence(explanation)), screen.width) : [],
    told('most-frequent', `Where ${name} is the most frequent class:`),
    told('lift', `Where ${name} is clearly more frequent than overall, though not the most frequent class:`),
    listLines(
      `${counted(goal.ranges.length - shown.length, 'more range')}, also confirmed`,
      goal.ranges.slice(top),
      screen,
    ),
    unconfirmedLines(goal.unconfirmed, screen),
    bluntLines(tried, new Set(goal.ranges.map(({ column }) => column)), screen),
    shown.length === 0 && goal.unconfirmed.length === 0 ? [] : checkLines(explanation, screen),
  ]
}

function rangeLines(range: FoundRange, i: number, goal: string, screen: Screen): string[] {
  const number = `${padStart(String(i + 1), 3)}  `
  const name = rangeName(range)
  const width = screen.width - number.length
  const [first, ...rest] = wrap(sentence(rangeSentence(range, goal)), width)
  const bold = first.startsWith(name) ? screen.style.bold(name) + first.slice(name.length) : first
  const bar = barWithAverage(range.rate, { average: range.overall, most: 1 }, Math.min(60, width), screen.style)
  const alike =
    range.alike.length === 0 ? [] : wrap(`nearly the same rows: ${range.alike.map(rangeName).join(', ')}`, width)
  const lines = [...rest, bar.trimEnd(), ...alike.map(screen.style.dim)]
  return [`${number}${bold}`, ...lines.map((line) => ' '.repeat(number.length) + line)]
}

function groupParts(explanation: GroupsExplanation | ClustersExplanation, top: number, screen: Screen): string[][] {
  const { groups, columns, tried, target } = explanation
  const few = columns.slice(0, fewColumns(groups.length, top))
  const told = groups.map((group) => toldRanges(group, few, top))
  const title =
    explanation.kind === 'clusters'
      ? `${sourceText(explanation)}${counted(tried.rows, 'row')} in ${groups.length} clusters`
      : `${sourceText(explanation)}what tells the groups of ${printable(target.name)} apart? ${counted(tried.rows, 'row')} in ${groups.length} groups`
  const used = [...new Set(told.flat().map(({ column }) => column))]
  const apart =
    used.length === 0 ? 'nothing found: no range of any column tells them apart' : `told apart by ${listed(used)}`
  return [
    wrap(title, screen.width).map(screen.style.bold),
    [...wrap(sentence(apart), screen.width), ...clusteringLines(explanation, screen)],
    groups.flatMap((group, i) => groupLines(group, groupName(explanation, group.class), told[i], screen)),
    bluntLines(tried, new Set(used), screen),
    used.length === 0 ? [] : checkLines(explanation, screen),
  ]
}

function groupLines(group: ClassRanges, name: string, told: readonly FoundRange[], screen: Screen): string[] {
  const [first, ...rest] = wrap(sentence(groupSentence(group, name, told)), screen.width - 2)
  const starts = sentence(name).slice(0, -1)
  const bold = first.startsWith(starts) ? screen.style.bold(starts) + first.slice(starts.length) : first
  return indented([bold, ...rest.map((line) => `  ${line}`)])
}

function clusteringLines(explanation: GroupsExplanation | ClustersExplanation, screen: Screen): string[] {
  if (explanation.kind !== 'clusters') return []
  const { columns, explained } = explanation.clustering
  const text = `Clusters by k-means over ${listed(columns)}, standardised; ${percentText(explained)} of their variance lies between the clusters.`
  return wrap(text, screen.width, '  ').map(screen.style.dim)
}

/** Further ranges by name and rate. */
function listLines(head: string, ranges: readonly FoundRange[], screen: Screen): string[] {
  if (ranges.length === 0) return []
  const names = ranges.map(
    (range) => `${rangeName(range)} (${percentText(range.rate)} of ${counted(range.rows, 'row')})`,
  )
  return wrap(`${head}: ${names.join(', ')}`, screen.width, '  ')
}

function unconfirmedLines(ranges: readonly FoundRange[], screen: Screen): string[] {
  if (ranges.length === 0) return []
  const lines = ranges.slice(0, MOST_UNCONFIRMED).flatMap((range) => {
    const figures = `${percentText(range.rate)} of ${counted(range.rows, 'row')}`
    return wrap(`${rangeName(range)}: ${figures}; ${verdictText(range)}`, screen.width - 2, '  ')
  })
  const rest = ranges.length - MOST_UNCONFIRMED
  if (rest > 0) lines.push(`and ${counted(rest, 'more range')}`)
  return ['Seen in all rows, but not confirmed:', ...indented(lines)].map(screen.style.dim)
}

function bluntLines({ blunt }: Tried, told: ReadonlySet<string>, screen: Screen): string[] {
  const names = blunt.filter((name) => !told.has(name))
  return names.length === 0 ? [] : wrap(`Columns that say nothing (blunt): ${listed(names)}.`, screen.width, '  ')
}

/** What the check is, for those who see it for the first time. */
function checkLines({ kind, tried }: Explanation, screen: Screen): string[] {
  const { method, foundOn, heldOut, tests, seed } = tried
  const test = `beyond chance (Fisher's exact test at 5 % for all ${counted(tests, 'test')} together)`
  const how =
    `How it was checked: ranges and their numbers are those of all rows, cut by ${method}. Then ${counted(foundOn, 'row')}, ` +
    `drawn with seed ${seed}, were cut again without looking at the other ${countText(heldOut)}. `
  const means =
    kind === 'goal'
      ? `"Holds" means that on those held-out rows the range found this way leads by at least half as much, ${test}.`
      : `Every range told leads on those held-out rows too, ${test}.`
  const caution = kind === 'clusters' ? ' The clusters themselves are not tested: k-means finds some in any rows.' : ''
  return wrap(how + means + caution, screen.width).map(screen.style.dim)
}

function sourceText({ created }: Explanation): string {
  return created.source.name === null ? '' : `${printable(created.source.name)}: `
}

function listed(names: readonly string[]): string {
  const all = names.map(printable)
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`
}

/** With a full stop, and a capital letter where it does not begin with a name. */
function sentence(text: string): string {
  return `${text.startsWith('nothing') || text.startsWith('told') || text.startsWith('cluster ') ? text[0].toUpperCase() + text.slice(1) : text}.`
}
