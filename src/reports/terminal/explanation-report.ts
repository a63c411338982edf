import type {
  ClassRanges,
  ClustersExplanation,
  Explanation,
  FoundRange,
  GoalExplanation,
  GroupsExplanation,
  MeanRange,
  NumberExplanation,
  RangeFinding,
  Tried,
} from '../../explain/findings.ts'
import { type Figures, meanFigures, shareFigures } from '../explanation-figures.ts'
import {
  className,
  fewColumns,
  groupName,
  groupSentence,
  listed,
  meanSentence,
  nothingSentence,
  rangeName,
  rangeSentence,
  togetherSentence,
  toldRanges,
  TOP,
  verdictText,
} from '../explanation-texts.ts'
import { counted, countText, percentText } from '../number-text.ts'
import { padStart, printable, wrap } from '../printed-text.ts'
import { barWithAverage } from './draw/bars.ts'
import { indented, type ReportOptions, type Screen, screenOf, joinBlocks } from './draw/screen.ts'
import { checkLines } from './explanation-check.ts'
import { mustBe } from '../../util/check.ts'

/** How an explanation is printed. */
export interface ExplanationReportOptions extends ReportOptions {
  /** ranges told of a goal (default 7) or of every group (default 2) */
  readonly top?: number | undefined
}

/** Ranges that were not confirmed of which so many are told; they matter less. */
const MOST_UNCONFIRMED = 5

/**
 * An explanation as text for a terminal: sentences with a bar each, what did not hold, what was tried, how to read it.
 *
 *     const why = await explainGoal(people, { target: 'bought', goal: 'yes' })
 *     console.log(explanationReport(why, { width: 100 }).split('\n')[0])
 *     // → what goes with bought = yes? 205 of 300 rows (68 %)
 */
export function explanationReport(explanation: Explanation, options: ExplanationReportOptions = {}): string {
  mustBe('explanationReport', 'explanation', explanation)
  const screen = screenOf('explanationReport', options, { top: 1 })
  if (explanation.kind === 'goal') return joinBlocks(goalParts(explanation, options.top, screen))
  if (explanation.kind === 'number') return joinBlocks(numberParts(explanation, options.top, screen))
  return joinBlocks(groupParts(explanation, options.top ?? TOP.group, screen))
}

function goalParts(explanation: GoalExplanation, top: number | undefined, screen: Screen): string[][] {
  const { goal, target, tried } = explanation
  const name = className(target.name, goal.class)
  const figures = shareFigures(name, goal.share)
  const most = top ?? TOP.goal
  const shown = goal.ranges.slice(0, most)
  const share = `${figures.value(goal.share)}${tried.weights === null ? '' : ' by weight'}`
  const title = `${sourceText(explanation)}what goes with ${name}? ${countText(goal.rows)} of ${counted(tried.rows, 'row')} (${share})`
  const told = (rule: FoundRange['rule'], head: string): string[] => {
    const lines = shown.flatMap((range, i) => (range.rule === rule ? goalLines(range, i, name, screen) : []))
    return lines.length === 0 ? [] : [...wrap(head, screen.width), ...lines]
  }
  const together = goal.together.slice(0, top ?? TOP.together).map((one) => togetherSentence(one, figures))
  const nothing = shown.length === 0 && together.length === 0
  return [
    wrap(title, screen.width).map(screen.style.bold),
    nothing ? wrap(sentence(nothingSentence(explanation)), screen.width) : [],
    told('most-frequent', `Where ${name} is the most frequent class:`),
    told('lift', `Where ${name} is clearly more frequent than overall, though not the most frequent class:`),
    listLines(goal.ranges.slice(most), figures, screen),
    togetherLines(together, shown.length, screen),
    unconfirmedLines(goal.unconfirmed, figures, screen),
    bluntLines(tried, toldColumns([goal]), screen),
    nothing && goal.unconfirmed.length === 0 ? [] : checkLines(explanation, screen),
  ]
}

function goalLines(range: FoundRange, i: number, goal: string, screen: Screen): string[] {
  const width = Math.min(60, screen.width - NUMBER_WIDTH)
  const bar = barWithAverage(range.rate, { average: range.overall, most: 1 }, width, screen.style)
  return rangeLines(range, rangeSentence(range, goal), { i, bar: [bar.trimEnd()] }, screen)
}

/** Width of "  1  " before a sentence. */
const NUMBER_WIDTH = 5

function rangeLines(
  range: Pick<RangeFinding<unknown>, 'column' | 'text' | 'alike'>,
  text: string,
  { i, bar }: { readonly i: number; readonly bar: readonly string[] },
  screen: Screen,
): string[] {
  const name = rangeName(range)
  const width = screen.width - NUMBER_WIDTH
  const [first, ...rest] = wrap(sentence(text), width)
  const bold = first.startsWith(name) ? screen.style.bold(name) + first.slice(name.length) : first
  const alike =
    range.alike.length === 0 ? [] : wrap(`nearly the same rows: ${range.alike.map(rangeName).join(', ')}`, width)
  return numbered(i, [bold, ...rest, ...bar, ...alike.map(screen.style.dim)])
}

function numbered(i: number, [first, ...rest]: readonly string[]): string[] {
  return [`${padStart(String(i + 1), 3)}  ${first}`, ...rest.map((line) => ' '.repeat(NUMBER_WIDTH) + line)]
}

/** Ranges that say more together, numbered on from those before. */
function togetherLines(sentences: readonly string[], before: number, screen: Screen): string[] {
  if (sentences.length === 0) return []
  const lines = sentences.flatMap((text, i) => numbered(before + i, wrap(sentence(text), screen.width - NUMBER_WIDTH)))
  return ['Together, where every range adds to the others:', ...lines]
}

function numberParts(explanation: NumberExplanation, top: number | undefined, screen: Screen): string[][] {
  const { target, tried, mean, deviation, directions } = explanation
  const name = printable(target.name)
  const figures = meanFigures(target.name, deviation)
  const asked = directions.map(({ direction }) => direction).join(' or ')
  const by = tried.weights === null ? '' : ', by weight'
  const title = `${sourceText(explanation)}where is ${name} ${asked}? ${counted(tried.rows, 'row')}, mean ${figures.value(mean)}, standard deviation ${figures.value(deviation)}${by}`
  const nothing = directions.every(({ ranges, together }) => ranges.length + together.length === 0)
  const unconfirmed = directions.flatMap((one) => one.unconfirmed)
  const told = toldColumns(directions)
  return [
    wrap(title, screen.width).map(screen.style.bold),
    nothing ? wrap(sentence(nothingSentence(explanation)), screen.width) : [],
    ...directions.flatMap(({ direction, ranges, together }) => {
      const most = top ?? TOP.goal
      const shown = ranges.slice(0, most)
      const lines = shown.flatMap((range: MeanRange, i) =>
        rangeLines(range, meanSentence(range, explanation), { i, bar: [] }, screen),
      )
      const joined = together.slice(0, top ?? TOP.together).map((one) => togetherSentence(one, figures))
      return [
        lines.length === 0 ? [] : [...wrap(`Where ${name} is ${direction}:`, screen.width), ...lines],
        listLines(ranges.slice(most), figures, screen),
        togetherLines(joined, shown.length, screen),
      ]
    }),
    unconfirmedLines(unconfirmed, figures, screen),
    bluntLines(tried, told, screen),
    nothing && unconfirmed.length === 0 ? [] : checkLines(explanation, screen),
  ]
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
    used.length === 0
      ? 'nothing found: no range of any column tells them apart'
      : `told apart by ${listed(used.map(printable))}`
  return [
    wrap(title, screen.width).map(screen.style.bold),
    [...wrap(sentence(apart), screen.width), ...clusteringLines(explanation, screen)],
    groups.flatMap((group, i) =>
      groupLines(group, groupName(explanation, group.class), { told: told[i], top }, screen),
    ),
    bluntLines(tried, new Set(used), screen),
    used.length === 0 ? [] : checkLines(explanation, screen),
  ]
}

function groupLines(
  group: ClassRanges,
  name: string,
  { told, top }: { readonly told: readonly FoundRange[]; readonly top: number },
  screen: Screen,
): string[] {
  const [first, ...rest] = wrap(sentence(groupSentence(group, name, told)), screen.width - 2)
  const starts = sentence(name).slice(0, -1)
  const bold = first.startsWith(starts) ? screen.style.bold(starts) + first.slice(starts.length) : first
  const joined = group.together
    .slice(0, top)
    .flatMap((one) => wrap(`together: ${togetherSentence(one, shareFigures(name, group.share))}.`, screen.width - 4))
  return indented([bold, ...[...rest, ...joined].map((line) => `  ${line}`)])
}

function clusteringLines(explanation: GroupsExplanation | ClustersExplanation, screen: Screen): string[] {
  if (explanation.kind !== 'clusters') return []
  const { columns, explained, shuffled } = explanation.clustering
  const text =
    `Clusters by k-means over ${listed(columns.map(printable))}, standardised; ${percentText(explained)} of their variance ` +
    `lies between the clusters, ${percentText(shuffled)} when every column is shuffled.`
  return wrap(text, screen.width, '  ').map(screen.style.dim)
}

/** Further ranges by name and figure. */
function listLines<Count>(
  ranges: readonly (Count & RangeFinding<Count>)[],
  figures: Figures<Count>,
  screen: Screen,
): string[] {
  if (ranges.length === 0) return []
  const names = ranges.map((range) => `${rangeName(range)} (${figures.of(range)})`)
  const head = `${counted(ranges.length, 'more range')}, also confirmed, against ${figures.value(ranges[0].overall)} overall`
  return wrap(`${head}: ${names.join(', ')}`, screen.width, '  ')
}

function unconfirmedLines<Count>(
  ranges: readonly (Count & RangeFinding<Count>)[],
  figures: Figures<Count>,
  screen: Screen,
): string[] {
  if (ranges.length === 0) return []
  const lines = ranges
    .slice(0, MOST_UNCONFIRMED)
    .flatMap((range) =>
      wrap(`${rangeName(range)}: ${figures.of(range)}; ${verdictText(range, figures)}`, screen.width - 2, '  '),
    )
  const rest = ranges.length - MOST_UNCONFIRMED
  if (rest > 0) lines.push(`and ${counted(rest, 'more range')}`)
  const head = `Seen in all rows, against ${figures.value(ranges[0].overall)} overall, but not confirmed:`
  return [head, ...indented(lines)].map(screen.style.dim)
}

/** The columns of ranges, alone or together. */
function toldColumns(
  goals: readonly {
    readonly ranges: readonly { readonly column: string }[]
    readonly together: readonly { readonly ranges: readonly { readonly column: string }[] }[]
  }[],
): Set<string> {
  const ranges = goals.flatMap((goal) => [...goal.ranges, ...goal.together.flatMap((one) => one.ranges)])
  return new Set(ranges.map(({ column }) => column))
}

function bluntLines({ blunt }: Tried, told: ReadonlySet<string>, screen: Screen): string[] {
  const names = blunt.filter((name) => !told.has(name)).map(printable)
  return names.length === 0 ? [] : wrap(`Columns that say nothing (blunt): ${listed(names)}.`, screen.width, '  ')
}

function sourceText({ created }: Explanation): string {
  return created.source.name === null ? '' : `${printable(created.source.name)}: `
}

/** With a full stop, and a capital letter where it does not begin with a name. */
function sentence(text: string): string {
  return `${text.startsWith('nothing') || text.startsWith('told') || text.startsWith('cluster ') ? text[0].toUpperCase() + text.slice(1) : text}.`
}
