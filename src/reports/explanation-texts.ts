import type {
  ClassRanges,
  Explanation,
  FoundRange,
  FoundTogether,
  GoalExplanation,
  MeanRange,
  MeanTogether,
  NumberExplanation,
  RangeFinding,
  RangesTogether,
  Tried,
} from '../explain/findings.ts'
import { type Figures, meanFigures, shareFigures } from './explanation-figures.ts'
import { counted, percentText } from './number-text.ts'
import { printable } from './printed-text.ts'

/** What a class is called in a sentence: its name, or with the target's where the name alone says nothing. */
export function className(target: string, name: string): string {
  const says = /\p{L}/u.test(name) && !/^(?:true|false|yes|no|y|n|t|f)$/i.test(name)
  return says ? printable(name) : `${printable(target)} = ${printable(name)}`
}

/** A range with its column, as sentences name it: "glucose from 154.5 up". */
export function rangeName({ column, text }: { readonly column: string; readonly text: string }): string {
  return `${printable(column)} ${printable(text)}`
}

/**
 * What the held-out half says of a range: "holds on the held-out half (cut again from 144.5 up: 73 % of 78 rows against
 * 35 %)".
 */
export function verdictText<Count>({ text, verdict, check }: RangeFinding<Count>, figures: Figures<Count>): string {
  if (check === null) return 'not found again when only half of the rows are cut'
  const again = printable(check.text.startsWith('is ') ? `as ${check.text.slice(3)}` : check.text)
  const cut = check.text === text ? '' : `cut again ${again}: `
  const leads = figures.valueOf(check.heldOut) - check.overall
  const led = figures.valueOf(check.found) - check.overall
  const fails = leads * led > 0 ? 'not beyond chance' : 'does not hold'
  const says = verdict === 'holds' || verdict === 'weaker' ? verdict : fails
  return `${says} on the held-out half (${cut}${figures.of(check.heldOut)} against ${figures.value(check.overall)})`
}

/** One range of a goal as a sentence. */
export function rangeSentence(range: FoundRange, goal: string): string {
  const { overall, rows, lift } = range
  const figures = shareFigures(goal, overall)
  return (
    `${rangeName(range)}: ${figures.said(range)} against ${figures.value(overall)} overall; ` +
    `${counted(rows, 'row')}, ${lift.toFixed(lift < 9.95 ? 1 : 0)} times as often; ${verdictText(range, figures)}`
  )
}

/** One range in which a number is high or low as a sentence. */
export function meanSentence(range: MeanRange, { target, deviation }: NumberExplanation): string {
  const { overall, rows, difference } = range
  const figures = meanFigures(target.name, deviation)
  const away = `${Math.abs(difference / deviation).toFixed(1)} deviations ${difference < 0 ? 'below' : 'above'}`
  return (
    `${rangeName(range)}: ${figures.said(range)} against ${figures.value(overall)} overall; ` +
    `${counted(rows, 'row')}, ${away}; ${verdictText(range, figures)}`
  )
}

const PLACES = ['first', 'second', 'third']

/** Ranges that say more together as a sentence; what each adds is told beside the figure. */
export function togetherSentence<Count extends { readonly rows: number }>(
  together: Count & RangesTogether<Count>,
  figures: Figures<Count>,
): string {
  const { ranges, overall, without, check, verdict, rows } = together
  const names = ranges.map(rangeName)
  const less = (counts: readonly Count[]): string[] => counts.map((count) => figures.value(figures.valueOf(count)))
  const [own, heldOut] = [less(without), less(check.without)]
  const beside =
    ranges.length === 2
      ? `, ${own[1]} in ${names[0]} alone and ${own[0]} in ${names[1]} alone`
      : `, and ${listed(own.map((text, i) => `${text} without the ${PLACES[i]} range`))}`
  const against = ranges.length === 2 ? [heldOut[1], heldOut[0]] : heldOut
  return (
    `${listed(names)}: ${figures.said(together)} against ${figures.value(overall)} overall${beside}; ` +
    `${counted(rows, 'row')}; ${verdict} on the held-out half (${figures.of(check.heldOut)} against ` +
    `${figures.value(check.overall)} overall, ${listed(against)} ${ranges.length === 2 ? 'alone' : 'without one of them'})`
  )
}

/** "a", "a and b", "a, b and c". */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts[texts.length - 1]}`
}

/** The ranges of a group that are told: of the few telling columns where there are any, the clearest first. */
export function toldRanges({ ranges }: ClassRanges, columns: readonly string[], most: number): readonly FoundRange[] {
  const few = ranges.filter(({ column }) => columns.includes(column))
  return (few.length > 0 ? few : ranges).slice(0, most)
}

/** One group or cluster as a sentence. */
export function groupSentence(group: ClassRanges, name: string, told: readonly FoundRange[]): string {
  const head = `${name} (${counted(group.rows, 'row')}, ${percentText(group.share)})`
  if (told.length === 0) return `${head}: no range tells it from the others`
  const figures = shareFigures(name, group.share)
  const clauses = told.map((range) => {
    const reserve = range.verdict === 'holds' ? '' : `, ${verdictText(range, figures)}`
    const [own, others] = [percentText(range.coverage), percentText(othersIn(range, group.share))]
    const lies = `${own} of its rows and ${others} of the others`
    return `${rangeName(range)} (${lies}; ${percentText(range.rate)} of all rows there${reserve})`
  })
  return `${head}: ${clauses.join(' and ')}`
}

/** The part of all other rows that lies in a range of a group. */
function othersIn({ rate, coverage }: FoundRange, share: number): number {
  return rate > 0 && share < 1 ? ((1 - rate) * coverage * share) / (rate * (1 - share)) : 0
}

/** How a group is named in its sentence. */
export function groupName({ kind, target }: Explanation, name: string): string {
  return kind === 'clusters' ? `cluster ${name}` : className(target.name, name)
}

/** How many columns groups are told apart by, when so many ranges of each are told. */
export function fewColumns(groups: number, most: number): number {
  return Math.max(most, groups - 1)
}

/** What is said when nothing was found, and what was tried. */
export function nothingSentence(explanation: GoalExplanation | NumberExplanation): string {
  const { target, tried } = explanation
  const directions = explanation.kind === 'goal' ? [] : explanation.directions.map(({ direction }) => direction)
  const what =
    explanation.kind === 'goal'
      ? `tells about ${className(target.name, explanation.goal.class)}`
      : `says where ${printable(target.name)} is ${directions.join(' or ')}`
  return `nothing found: no range of any column ${what} (${triedText(tried)})`
}

function triedText({ sharp, blunt, method, heldOut, depth }: Tried): string {
  const columns = counted(sharp.length + blunt.length, 'column')
  const together = depth > 1 ? `, alone and ${depth === 2 ? 'in twos' : 'in twos and threes'}` : ''
  return `${columns} cut by ${method}${together}, checked on ${counted(heldOut, 'held-out row')}`
}

/** Ranges that are told of a goal, of every group, and together. */
export const TOP = { goal: 7, group: 2, together: 3 } as const

/** A sentence of an explanation, and what it tells of. */
export interface ToldFinding {
  /** as `explanationSentences` has it */
  readonly sentence: string
  /** the range, or the ranges together; null where a sentence tells of a group as a whole, or that nothing was found */
  readonly finding: FoundRange | FoundTogether | MeanRange | MeanTogether | null
}

/**
 * An explanation as plain sentences, the clearest finding first. `top` limits the ranges told of a goal or group.
 *
 *     const why = await explainGoal(people, { target: 'bought', goal: 'yes' })
 *     console.log(explanationSentences(why)[0]?.split(';')[0])
 *     // → age from 30.5 up: 93 % with bought = yes against 68 % overall
 */
export function explanationSentences(explanation: Explanation, top?: number): string[] {
  return explanationFindings(explanation, top).map(({ sentence }) => sentence)
}

/**
 * The same sentences, each beside the finding that it tells of, for pages that show its figures or lead to its column.
 *
 *     const why = await explainGoal(people, { target: 'bought', goal: 'yes' })
 *     console.log(explanationFindings(why).map(({ finding }) => finding?.verdict)) // → [ 'holds' ]
 */
export function explanationFindings(explanation: Explanation, top?: number): ToldFinding[] {
  if (explanation.kind === 'goal') {
    const { goal, target } = explanation
    const words = className(target.name, goal.class)
    const figures = shareFigures(words, goal.share)
    return orNothing(explanation, [
      ...tell(goal.ranges, top ?? TOP.goal, (range) => rangeSentence(range, words)),
      ...tell(goal.together, top ?? TOP.together, (one) => togetherSentence(one, figures)),
    ])
  }
  if (explanation.kind === 'number') {
    const figures = meanFigures(explanation.target.name, explanation.deviation)
    const told = explanation.directions.flatMap(({ ranges, together }) => [
      ...tell(ranges, top ?? TOP.goal, (range) => meanSentence(range, explanation)),
      ...tell(together, top ?? TOP.together, (one) => togetherSentence(one, figures)),
    ])
    return orNothing(explanation, told)
  }
  const { groups, columns } = explanation
  const most = top ?? TOP.group
  const few = columns.slice(0, fewColumns(groups.length, most))
  return groups.flatMap((group) => {
    const name = groupName(explanation, group.class)
    return [
      { sentence: groupSentence(group, name, toldRanges(group, few, most)), finding: null },
      ...tell(group.together, most, (one) => togetherSentence(one, shareFigures(name, group.share))),
    ]
  })
}

function tell<T extends NonNullable<ToldFinding['finding']>>(
  findings: readonly T[],
  most: number,
  say: (finding: T) => string,
): ToldFinding[] {
  return findings.slice(0, most).map((finding) => ({ sentence: say(finding), finding }))
}

function orNothing(explanation: GoalExplanation | NumberExplanation, told: ToldFinding[]): ToldFinding[] {
  return told.length > 0 ? told : [{ sentence: nothingSentence(explanation), finding: null }]
}
