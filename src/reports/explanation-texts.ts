import type { ClassRanges, Explanation, FoundRange, GoalExplanation } from '../explain/findings.ts'
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

/** What the held-out half says of a range: "holds on the held-out half (cut again from 144.5 up: 73 % of 78 rows)". */
export function verdictText({ text, verdict, overall, check }: FoundRange): string {
  if (check === null) return 'not found again when only half of the rows are cut'
  const again = printable(check.text.startsWith('is ') ? `as ${check.text.slice(3)}` : check.text)
  const { rate, rows } = check.heldOut
  const figures = `${check.text === text ? '' : `cut again ${again}: `}${percentText(rate)} of ${counted(rows, 'row')}`
  const fails = rate > overall ? 'not beyond chance' : 'does not hold'
  const says = verdict === 'holds' || verdict === 'weaker' ? verdict : fails
  return `${says} on the held-out half (${figures})`
}

/** One range of a goal as a sentence. */
export function rangeSentence(range: FoundRange, goal: string): string {
  const { rate, overall, rows, lift } = range
  // "80 % positive", "80 % with outcome = 1"
  const what = goal.includes(' = ') ? `with ${goal}` : goal
  return (
    `${rangeName(range)}: ${percentText(rate)} ${what} against ${percentText(overall)} overall; ` +
    `${counted(rows, 'row')}, ${lift.toFixed(lift < 9.95 ? 1 : 0)} times as often; ${verdictText(range)}`
  )
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
  const clauses = told.map((range) => {
    const reserve = range.verdict === 'holds' ? '' : `, ${verdictText(range)}`
    return `${rangeName(range)} (${percentText(range.coverage)} of its rows, and ${percentText(range.rate)} of all rows there${reserve})`
  })
  return `${head}: ${clauses.join(' and ')}`
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
export function nothingSentence({ goal, target, tried }: GoalExplanation): string {
  const columns = tried.sharp.length + tried.blunt.length
  return (
    `nothing found: no range of any column tells about ${className(target.name, goal.class)} ` +
    `(${counted(columns, 'column')} cut by ${tried.method}, checked on ${counted(tried.heldOut, 'held-out row')})`
  )
}

/** Ranges that are told of a goal, and of every group. */
export const TOP = { goal: 7, group: 2 } as const

/** An explanation as plain sentences, the clearest finding first. `top` limits the ranges told of a goal or group. */
export function explanationSentences(explanation: Explanation, top?: number): string[] {
  if (explanation.kind === 'goal') {
    const { goal, target } = explanation
    if (goal.ranges.length === 0) return [nothingSentence(explanation)]
    const words = className(target.name, goal.class)
    return goal.ranges.slice(0, top ?? TOP.goal).map((range) => rangeSentence(range, words))
  }
  const { groups, columns } = explanation
  const most = top ?? TOP.group
  const few = columns.slice(0, fewColumns(groups.length, most))
  return groups.map((group) => groupSentence(group, groupName(explanation, group.class), toldRanges(group, few, most)))
}
